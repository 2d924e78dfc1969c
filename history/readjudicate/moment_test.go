package readjudicate_test

import (
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/history/readjudicate"
)

// A turn ends three days after its announcement (1230.2 §4): three days after the moment that an announcement put in late is given, else after
// that of the entry before it.
func TestAnAnnouncementPutInStartsTheLimitAtItsMoment(t *testing.T) {
	const game = `
on 1998-10-03
10:00 player Zoe
on 1998-10-05
10:00 player Yves
`
	for moment, expires := range map[string]string{
		"1998-10-04T15:00:00Z": "1998-10-07T15:00:00Z",
		"":                     "1998-10-06T10:00:00Z",
	} {
		st, l := kept(t, game)
		c := adopted(t, st, l, readjudicate.Plan{Changes: []events.Change{insertion(t, at(t, st, "05T10:00"), moment, events.StateAnnounced{})}})
		limit, ok := c.After.Limit()
		if !ok || limit.Side != "Red" || limit.Expires.Format(time.RFC3339) != expires {
			t.Errorf("announced at %q, the limit is %+v, want Red's until %s", moment, limit, expires)
		}
	}
}
