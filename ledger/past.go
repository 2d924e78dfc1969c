package ledger

import (
	"context"

	"adjudicate/aggregate"
	"adjudicate/history"
	"adjudicate/store"
)

// OpenEdition opens an edition of a ledger's history as it stands at an effective point, 0
// for its end, for reading: nothing can be submitted to it.
func OpenEdition(ctx context.Context, st store.Store, cat *history.Catalogue, e *history.Edition, point uint64, opts Options) (*Ledger, error) {
	state, err := cat.StateAt(ctx, e, point)
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
