// Package rounds goes round the games of a store again and again, while the office runs.
//
//	Keep: every so often ──► a round ──► Games.Each: which have gone on, or have a moment that has come ──► what is to be done in one
//
// A round that fails ends nothing: what went wrong is told, the same thing once until something else does, and the next round tries again.
package rounds

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"adjudicate/ledger/place"
)

// Keep makes a round at once and every so often after that, until ctx is done. Told hears of what goes wrong, of the same thing once until
// something else does.
func Keep(ctx context.Context, every time.Duration, round func(context.Context) error, told func(error)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	said := ""
	for {
		if err := round(ctx); err != nil && ctx.Err() == nil && err.Error() != said {
			said = err.Error()
			told(err)
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
		if ctx.Err() != nil { // also where both have come
			return
		}
	}
}

// Games are those of a store, with when each is to be looked at although it has not gone on. A round asks for what has grown and for whose moment has come, so
// it costs that, and not how many games there are.
type Games struct {
	Store *place.Store
	Now   func() time.Time
	Again time.Duration // after which a game is looked at again in which something went wrong
	Sheet string        // the word of what lies on the desk of the games that are to be looked at; "" is all games
	Kept  string        // the kind of the note in which the store keeps how far the rounds have come; "" keeps nothing, and all games are looked at first
	Most  int           // moments that the note holds, the earliest; 0 is 10,000

	follow place.Follower
	due    map[string]time.Time
	until  time.Time         // of what due lacks, no moment is earlier; the zero time: it lacks none
	marks  map[string]string // of the sheets, as they were seen
	kept   time.Time         // when the note was written
	noted  []byte            // what it says
}

// Each does something in each game that has gone on since it did so, or whose moment has come, and in those whose sheet is another one. Do returns
// the moment at which the game is to be looked at again although it has not gone on, the zero time for none. One that fails leaves the others to be looked at, and
// has its turn again after a while.
func (g *Games) Each(ctx context.Context, do func(context.Context, *place.Game) (again time.Time, err error)) error {
	if g.follow == nil {
		g.begin(ctx)
	}
	g.anew()
	names, err := g.next(ctx)
	failed := []error{err}
	for _, name := range names {
		again, err := do(ctx, g.Store.Game(name))
		if err != nil {
			failed, again = append(failed, err), g.Now().Add(g.Again)
		}
		if delete(g.due, name); !again.IsZero() {
			g.due[name] = again
		}
	}
	if now := g.Now(); now.Sub(g.kept) >= keepEvery || now.Before(g.kept) {
		g.Keep(ctx)
	}
	return errors.Join(failed...)
}

// next are the games that are to be looked at, by name. With an error there may be some.
func (g *Games) next(ctx context.Context) ([]string, error) {
	var sheets map[string]string
	if g.Sheet != "" {
		var err error
		if sheets, err = g.Store.Sheets(ctx, g.Sheet); err != nil {
			return nil, err
		}
	}
	names := map[string]bool{}
	for name, mark := range sheets {
		if was, known := g.marks[name]; !known || was != mark {
			names[name] = true
		}
	}
	g.marks = sheets
	for name, moment := range g.due {
		if !g.Now().Before(moment) {
			names[name] = true
		}
	}
	grown, err := g.follow.Grown(ctx)
	failed := []error{err}
	for _, at := range grown {
		if _, lies := sheets[at.Stream]; g.Sheet != "" && !lies {
			continue
		}
		if names[at.Stream] = true; at.Err != nil {
			delete(names, at.Stream)
			failed = append(failed, at.Err)
		}
	}
	return slices.Sorted(maps.Keys(names)), errors.Join(failed...)
}

// Waits is how many games have a moment at which they are looked at although they have not gone on.
func (g *Games) Waits() int { return len(g.due) }
