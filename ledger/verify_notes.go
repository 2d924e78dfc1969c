package ledger

import (
	"context"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger/proof"
	"adjudicate/store"
)

// A Deriving derives a note of a kind unknown to this package again, while the events of its stream are read.
type Deriving interface {
	// Add takes the next act of the stream, and the state behind it, which it only reads.
	Add(act *events.Act, after *aggregate.State)
	// Holds reports whether the note is what the acts up to it come to. The error says that st cannot be read.
	Holds(ctx context.Context, st store.Store) (bool, error)
}

// An audit derives again what is kept beside the events, while these are read.
type audit struct {
	tree      *proof.Audit
	history   *history.Audit
	elsewhere []elsewhere // of kinds that other packages keep
}

type elsewhere struct {
	store.Note
	Deriving
}

func newAudit(hashes []proof.Audited, folded []history.Audited) audit {
	return audit{tree: proof.NewAudit(hashes), history: history.NewAudit(folded)}
}

// expect lists the notes that a keeper has of the stream.
func (v *verifier) expect(ctx context.Context, keeper store.Keeper) error {
	auditor, ok := keeper.(store.Auditor)
	if !ok {
		return nil
	}
	var hashes []proof.Audited
	var folded []history.Audited
	var others []elsewhere
	for n, err := range auditor.Audit(ctx, v.out.Name) {
		if err != nil {
			return err
		}
		if derive := v.against.Derived[n.Kind]; derive != nil {
			others = append(others, elsewhere{n, derive(n)})
		} else if d, ok := proof.Auditable(n); ok {
			hashes = append(hashes, d)
		} else if d, ok := history.Auditable(n); ok {
			folded = append(folded, d)
		}
	}
	v.noted = newAudit(hashes, folded)
	v.noted.elsewhere = others
	return nil
}

// add takes the next act of the stream, and the state behind it.
func (a *audit) add(act *events.Act, after *aggregate.State) {
	if !a.history.Idle() {
		a.history.Add(act, after)
	}
	for i := range a.elsewhere {
		a.elsewhere[i].Add(act, after)
	}
}

// notes says which notes do not hold what the events come to. A ledger of which an event is not as it
// should be has told so already: what is derived from it follows.
func (v *verifier) notes(ctx context.Context, st store.Store) error {
	if v.differing() > 0 || v.out.Stopped > 0 {
		return nil
	}
	var wrong []store.Note
	for _, n := range v.noted.elsewhere {
		if ok, err := n.Holds(ctx, st); err != nil {
			return err
		} else if !ok {
			wrong = append(wrong, n.Note)
		}
	}
	for _, n := range append(append(wrong, v.noted.tree.End()...), v.noted.history.End()...) {
		v.differ(uint64(n.At), DiffersNote, "note %q does not match the events before it", n.Kind)
	}
	return nil
}
