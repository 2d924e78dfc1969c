package events_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"adjudicate/events"
)

// Payloads that are told apart without being written are written otherwise; one moment in two zones, no list and an empty one, and one text of JSON
// with other spaces are not told apart.
func TestPayloadsThatAreUnlikeAreWrittenOtherwise(t *testing.T) {
	at := time.Date(1998, 10, 6, 12, 0, 0, 0, time.UTC)
	there := at.In(time.FixedZone("", 3600))
	weights := func(red events.Half) events.WeightsPosted {
		return events.WeightsPosted{Weights: []events.Weight{{Side: "Red", Weight: red}, {Side: "Blue", Weight: 4}}}
	}
	for _, c := range []struct {
		about string
		p, q  events.Payload
		want  bool
	}{
		{"the same", weights(2), weights(2), false},
		{"another number in a list", weights(2), weights(3), true},
		{"a list of another length", weights(2), events.WeightsPosted{Weights: weights(2).Weights[:1]}, true},
		{"another text", events.TurnBegan{Side: "Red"}, events.TurnBegan{Side: "Blue"}, true},
		{"another text in a list", events.OrderChanged{Order: []string{"Red"}}, events.OrderChanged{Order: []string{"Blue"}}, true},
		{"no list and an empty one", events.TurnBegan{Side: "Red"}, events.TurnBegan{Side: "Red", Skipped: []string{}}, false},
		{"one moment in two zones", events.HearingOpened{Dispute: "D1", Until: at}, events.HearingOpened{Dispute: "D1", Until: there}, false},
		{"JSON with spaces", events.StateRestated{Edition: 2, State: json.RawMessage(`{"a":1}`)}, events.StateRestated{Edition: 2, State: json.RawMessage(`{"a": 1}`)}, false},
		{"another kind", events.TurnBegan{Side: "Red"}, events.OrderChanged{}, false},
	} {
		if got := events.Unlike(c.p, c.q); got != c.want {
			t.Errorf("%s: unlike %v", c.about, got)
		}
		_, a, errA := events.EncodePayload(c.p)
		_, b, errB := events.EncodePayload(c.q)
		if c.want && (errA != nil || errB != nil || bytes.Equal(a, b)) {
			t.Errorf("%s: unlike, and written alike: %s (%v, %v)", c.about, a, errA, errB)
		}
	}
}
