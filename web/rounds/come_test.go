package rounds

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"
)

// TestTheNoteOfManyGamesHoldsTheEarliestMoments cuts the moments of 100,000 games, of which many are at once, and of few.
func TestTheNoteOfManyGamesHoldsTheEarliestMoments(t *testing.T) {
	began := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	due := map[string]time.Time{}
	for n := range 100_000 {
		due[fmt.Sprintf("game-%06d", n)] = began.Add(time.Duration(n*7919%100_000/3) * time.Second)
	}
	for _, c := range []struct {
		title string
		most  int
		until time.Time
		want  time.Time // what the note says of those that it lacks
	}{
		{"as many as there is room for", mostDue, time.Time{}, began.Add(3333 * time.Second)}, // the 10,001st: 10,000/3
		{"some were unknown already, later", mostDue, began.Add(time.Hour), began.Add(3333 * time.Second)},
		{"some were unknown already, before", mostDue, began.Add(time.Minute), began.Add(time.Minute)},
		{"there is room for all", 100_000, time.Time{}, time.Time{}},
		{"and some are unknown", 100_000, began.Add(time.Hour), began.Add(time.Hour)},
	} {
		got := comeTo(7, due, c.until, c.most)
		if !got.Until.Equal(c.want) || got.Mark != 7 || len(got.Due) > c.most {
			t.Errorf("%s: %d moments, until %v, want %v", c.title, len(got.Due), got.Until, c.want)
		}
		for game, moment := range due {
			if kept, ok := got.Due[game]; ok && !kept.Equal(moment) || !ok && (got.Until.IsZero() || moment.Before(got.Until)) {
				t.Errorf("%s: %s at %v: kept %v", c.title, game, moment, ok)
				break
			}
		}
		if data, err := json.Marshal(got); err != nil || c.most == mostDue && len(data) > 500_000 {
			t.Errorf("%s: a note of %d bytes, %v", c.title, len(data), err)
		}
	}
}
