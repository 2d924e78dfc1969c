package history

import (
	"context"
	"iter"

	"adjudicate/events"
	"adjudicate/store"
)

// One question reads a stream several times: for its editions, for the labels that it has given, for the state before a point and for what
// follows. Who has decoded its last events already, as a ledger does to reach its end, hands them on, and nobody reads those again.

// stream is a stream of a store, of which somebody may have read the end.
type stream struct {
	st     store.Store
	name   string
	lately []events.Envelope // its last events, decoded, one behind the other; nobody writes to them
	read   *decoded          // others, while they are shared; nil: none are kept
}

// records yields what the stream holds from a sequence on; the text of each is lent, as by store.Lend. What was read lately comes without its text, which decode does not need.
func (s *stream) records(ctx context.Context, from uint64) iter.Seq2[store.Recorded, error] {
	if len(s.lately) == 0 {
		return store.Lend(ctx, s.st, s.name, store.Revision(from))
	}
	first := s.lately[0].Sequence
	return func(yield func(store.Recorded, error) bool) {
		from := max(from, 1)
		if from < first {
			for rec, err := range store.Lend(ctx, s.st, s.name, store.Revision(from)) {
				if err == nil && uint64(rec.Revision) == first {
					break
				}
				if !yield(rec, err) || err != nil {
					return
				}
			}
			from = first
		}
		for ; from-first < uint64(len(s.lately)); from++ {
			e := &s.lately[from-first]
			if !yield(store.Recorded{Event: store.Event{ID: e.ID, Type: e.Type}, Revision: store.Revision(from)}, nil) {
				return
			}
		}
		for rec, err := range store.Lend(ctx, s.st, s.name, store.Revision(from)) {
			if !yield(rec, err) {
				return
			}
		}
	}
}

// lastly is an event that was read lately, nil for any other.
func (s *stream) lastly(sequence uint64) *events.Envelope {
	if len(s.lately) == 0 || sequence < s.lately[0].Sequence || sequence-s.lately[0].Sequence >= uint64(len(s.lately)) {
		return nil
	}
	return &s.lately[sequence-s.lately[0].Sequence]
}
