package ledger

import (
	"context"

	"adjudicate/history"
	"adjudicate/ledger/proof"
	"adjudicate/store"
)

// Derived says whether a note of a kind that this package does not know holds what the events
// of its stream come to.
type Derived func(ctx context.Context, st store.Store, n store.Note) (bool, error)

// notes derives again what is kept beside the events. A ledger of which an event is not as it
// should be has told so already: what is derived from it follows.
func (v *verifier) notes(ctx context.Context, st store.Store, keeper store.Keeper) error {
	auditor, ok := keeper.(store.Auditor)
	if !ok || len(v.out.Differences) > 0 || v.out.Stopped > 0 {
		return nil
	}
	var list []store.Note
	for n, err := range auditor.Audit(ctx, v.out.Name) {
		if err != nil {
			return err
		}
		list = append(list, n)
	}
	wrong, err := v.derive(ctx, st, list)
	if err != nil {
		return err
	}
	for _, n := range wrong {
		v.differ(uint64(n.At), DiffersNote, "the note %q does not match the events up to here", n.Kind)
	}
	return nil
}

// derive returns the notes that hold something else than they should.
func (v *verifier) derive(ctx context.Context, st store.Store, list []store.Note) (wrong []store.Note, err error) {
	var rest []store.Note
	for _, n := range list {
		switch derived := v.against.Derived[n.Kind]; {
		case derived != nil:
			if ok, err := derived(ctx, st, n); err != nil {
				return nil, err
			} else if !ok {
				wrong = append(wrong, n)
			}
		default:
			rest = append(rest, n)
		}
	}
	tree, err := proof.Log{Store: st, Stream: v.out.Name}.Audit(ctx, rest)
	if err != nil {
		return nil, err
	}
	audit := history.NewAudit(rest)
	if !audit.Idle() {
		for e, err := range Events(ctx, st, v.out.Name, 1) {
			if err != nil {
				return nil, err
			}
			if err := audit.Add(&e); err != nil {
				return nil, err
			}
		}
	}
	return append(append(wrong, tree...), audit.End()...), nil
}
