package rounds

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"adjudicate/ledger/place"
)

// A process that begins need not look at games in which nothing has happened since another one ended: it goes on from the note of how far that had come. The
// note is written now and then and at the end. Whoever is killed leaves an older one, and what came after it is looked at again.

const keepEvery = 5 * time.Minute // between two notes

// A come is how far rounds have come: everything up to a mark of the store's follower has been looked at, or is to be at a moment.
type come struct {
	Mark uint64               `json:"mark"`
	Due  map[string]time.Time `json:"due"`
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
	if m.From(c.Mark); c.Due != nil {
		g.due = c.Due
	}
}

// Keep notes how far the rounds have come. Like all notes it may be lost, which costs time and nothing else.
func (g *Games) Keep(ctx context.Context) {
	m, marks := g.follow.(place.Marker)
	if g.Kept == "" || !marks {
		return
	}
	mark, told := m.Mark()
	data, err := json.Marshal(come{mark, g.due})
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
