package rounds

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"adjudicate/ledger/place"
)

// A process that begins need not look at games in which nothing has happened since another one ended: it goes on from the note of how far that had come. The
// note is written now and then and at the end. Whoever is killed leaves an older one, and what came after it is looked at again.
//
// Of the moments at which games are to be looked at the note holds the earliest. Those that it has no room for are all later than it says, and whoever goes on
// from it looks at all games by then: that none of them is missed costs a large office one look at each game, some time after it began.

const (
	keepEvery = 5 * time.Minute // between two notes
	mostDue   = 10_000          // moments in a note, the earliest
)

// A come is how far rounds have come: everything up to a mark of the store's follower has been looked at, or is to be at a moment.
type come struct {
	Mark  uint64               `json:"mark"`
	Due   map[string]time.Time `json:"due"`
	Until time.Time            `json:"until,omitzero"` // there may be others from then on; the zero time if there are none
}

// comeTo is how far rounds have come that know of some moments, of others only that they are not before until.
func comeTo(mark uint64, due map[string]time.Time, until time.Time, most int) come {
	c := come{mark, due, until}
	if len(due) <= most {
		return c
	}
	moments := slices.SortedFunc(maps.Values(due), time.Time.Compare)
	if last := moments[most]; c.Until.IsZero() || last.Before(c.Until) {
		c.Until = last
	}
	c.Due = map[string]time.Time{}
	for game, moment := range due {
		if moment.Before(c.Until) {
			c.Due[game] = moment
		}
	}
	return c
}

// begin begins where the last rounds ended, if that is known, else with all games.
func (g *Games) begin(ctx context.Context) {
	g.follow, g.due = g.Store.Follow(), map[string]time.Time{}
	m, marks := g.follow.(place.Marker)
	if g.Kept == "" || !marks {
		return
	}
	var c come
	if json.Unmarshal(g.Store.Remembered(ctx, g.Kept), &c) != nil { // or nothing is remembered
		return
	}
	m.From(c.Mark)
	g.until = c.Until
	if c.Due != nil {
		g.due = c.Due
	}
}

// anew has all games looked at, if it is time for those whose moments nobody knows.
func (g *Games) anew() {
	if !g.until.IsZero() && !g.Now().Before(g.until) {
		g.follow, g.until = g.Store.Follow(), time.Time{}
	}
}

// Keep notes how far the rounds have come. Like all notes it may be lost, which costs time and nothing else.
func (g *Games) Keep(ctx context.Context) {
	m, marks := g.follow.(place.Marker)
	if g.Kept == "" || !marks {
		return
	}
	mark, told := m.Mark()
	data, err := json.Marshal(comeTo(mark, g.due, g.until, cmp.Or(g.Most, mostDue)))
	if !told || err != nil {
		return
	}
	if bytes.Equal(data, g.noted) {
		g.kept = g.Now()
		return
	}
	if g.Store.Remember(ctx, g.Kept, data) == nil {
		g.kept, g.noted = g.Now(), data
	}
}
