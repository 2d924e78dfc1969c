package ledger

import (
	"context"
	"iter"

	"adjudicate/events"
	"adjudicate/store"
)

// An Along rules again on the inputs of a ledger while whoever takes it in reads it: what has been read and decoded need not be read back.
// An edition is ruled on from the events before it, which cannot be read while they are still written. So the first one ends this, and the
// rest follows when everything has been written.
type Along struct {
	v    *verifier
	left uint64 // the first event that is left for the end; 0 for none
}

// VerifyAlong begins with no event.
func VerifyAlong(opts Options) *Along { return &Along{v: newVerifier("", opts, Evidence{})} }

// Add takes the next event, of which [ReadExport] has found that it belongs where it stands.
func (a *Along) Add(e *events.Envelope, data []byte) {
	if a.left == 0 && adopts(e) {
		a.left = e.Sequence
	}
	if a.left == 0 {
		a.v.along(e, data)
	}
}

// End returns what [Verify] would find of the stream that holds the events by now, without its root. Told, if not nil, hears how many have been ruled on.
func (a *Along) End(ctx context.Context, st store.Store, name string, told func(int)) (*Verification, error) {
	v := a.v
	defer v.done()
	if a.left > 0 {
		v.opts.Progress = told
		v.reread = func(from uint64) iter.Seq2[store.Recorded, error] { return st.Read(ctx, name, store.Revision(from)) }
		for rec, err := range v.reread(a.left) {
			if err != nil {
				return nil, err
			}
			e, err := v.dec.Decode(rec.Data)
			if err != nil {
				return nil, err
			}
			v.remember(rec)
			v.along(&e, rec.Data)
		}
	}
	if err := v.end(); err != nil {
		return nil, err
	}
	v.out.Root = ""
	return v.told(), nil
}

// Close waits for those who are still ruling.
func (a *Along) Close() { a.v.done() }

// along takes an event that belongs where it stands.
func (v *verifier) along(e *events.Envelope, data []byte) {
	v.out.Name = e.Ledger
	v.count()
	v.take(e, data)
}
