package ledger

import (
	"context"

	"adjudicate/aggregate"
	"adjudicate/history"
	"adjudicate/store"
)

// OpenEdition opens an edition of a ledger's history as it stands at an effective point, 0
// for its end, or after an entry that the edition has put in, for reading: nothing can be
// submitted to it.
func OpenEdition(ctx context.Context, st store.Store, cat *history.Catalogue, e *history.Edition, at history.Place, opts Options) (*Ledger, error) {
	state, err := cat.StateAfter(ctx, e, at)
	point := at.Input
	if err != nil {
		return nil, err
	}
	if point == 0 {
		point = cat.End(e)
	}
	if point == 0 {
		return nil, ErrNoGame
	}
	l := &Ledger{st: st, name: cat.Name(), opts: opts, ruled: map[string]uint64{}, head: store.Revision(point), past: true}
	l.judge, err = aggregate.NewJudge(state, opts.Engine)
	return l, err
}
