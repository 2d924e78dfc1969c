// Package rounds goes round the games of a store again and again, while the office runs.
//
//	Keep: every so often ──► a round ──► Games.Each: which have gone on, or were not looked at for a while ──► what is to be done in one
//
// A round that fails ends nothing: what went wrong is told, the same thing once until something else does, and the next round tries again.
package rounds

import (
	"context"
	"errors"
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

// Games are those of a store, with when each was last looked at and where it stood then.
type Games struct {
	Store *place.Store
	Now   func() time.Time
	Again time.Duration // after which a game is looked at even if it has not gone on

	looked map[string]looked
}

type looked struct {
	head uint64
	at   time.Time
}

// Soon has a game looked at again in the next round, whether it has gone on or not.
func (g *Games) Soon(name string) { delete(g.looked, name) }

// Each does something in each game that has gone on since it did so, or that was not looked at for a while. One that fails leaves the others to
// be looked at, and has its turn again when it would have had it; a store that cannot be read ends the round.
func (g *Games) Each(ctx context.Context, do func(context.Context, *place.Game) error) error {
	names, _, err := g.Store.Games(ctx)
	if err != nil {
		return err
	}
	if g.looked == nil {
		g.looked = map[string]looked{}
	}
	var failed []error
	for _, name := range names {
		head, err := g.Store.Events.Head(ctx, name)
		if err != nil {
			return err
		}
		now := g.Now()
		if was, known := g.looked[name]; known && was.head == uint64(head) && now.Sub(was.at) < g.Again {
			continue
		}
		g.looked[name] = looked{uint64(head), now}
		failed = append(failed, do(ctx, g.Store.Game(name)))
	}
	return errors.Join(failed...)
}
