package ledger

import (
	"context"
	"fmt"
	"iter"

	"adjudicate/events"
	"adjudicate/store"
)

// Events yields the events of a ledger from a sequence on, decoded. After an error, which
// names the event's place, the sequence ends.
func Events(ctx context.Context, st store.Store, name string, from uint64) iter.Seq2[events.Envelope, error] {
	return func(yield func(events.Envelope, error) bool) {
		var dec events.Decoder
		for rec, err := range st.Read(ctx, name, store.Revision(from)) {
			if err != nil {
				yield(events.Envelope{}, err)
				return
			}
			e, err := dec.Decode(rec.Data)
			switch {
			case err != nil:
				yield(events.Envelope{}, fmt.Errorf("event %d: %w", rec.Revision, err))
				return
			case e.Sequence != uint64(rec.Revision):
				yield(events.Envelope{}, &GapError{uint64(rec.Revision), e.Sequence})
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}
