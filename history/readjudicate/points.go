package readjudicate

import (
	"context"
	"fmt"
	"iter"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/store"
)

// groupMost is how far back the input of an outcome is looked for at once.
const groupMost = 256

// inputAt returns the input that an event belongs to: the event itself, the one that caused
// it or, of an outcome that an adoption restates, the one that it answers. Nil means that
// there is none; what answers an inserted entry is refused by an *insertedError.
func (r *Run) inputAt(ctx context.Context, sequence uint64) (*events.Envelope, error) {
	var found *events.Envelope
	for from := sequence; found == nil; {
		from -= min(from-1, groupMost)
		for e, err := range r.inputs(ctx, from, sequence) {
			if err != nil {
				return nil, err
			}
			if !events.IsInput(e.Type) {
				if e.Effective >= e.Sequence {
					continue
				}
				if answersInserted(e) {
					return nil, &insertedError{sequence}
				}
				return r.inputAt(ctx, e.Effective)
			}
			found = e
		}
		if from == 1 {
			break
		}
	}
	return found, nil
}

// nextInput returns the first input that does not begin before a sequence, and the moment of
// the one before it. What an adoption restates stands where it holds.
func (r *Run) nextInput(ctx context.Context, sequence uint64) (found *events.Envelope, before time.Time, err error) {
	for e, err := range r.inputs(ctx, sequence, 0) {
		if err != nil {
			return nil, before, err
		}
		if events.IsInput(e.Type) {
			found = e
			break
		}
		if e.Effective < e.Sequence {
			return r.nextInput(ctx, e.Effective)
		}
	}
	if found == nil || found.Sequence == 1 {
		return found, before, nil
	}
	last, err := r.lastInput(ctx, found.Sequence-1)
	if err == nil && last != nil {
		before = last.Recorded
	}
	return found, before, err
}

// lastInput returns the last input that was recorded at or before a sequence.
func (r *Run) lastInput(ctx context.Context, sequence uint64) (found *events.Envelope, err error) {
	for from := sequence; found == nil && from >= 1; from-- {
		from -= min(from-1, groupMost)
		for e, err := range r.inputs(ctx, from, sequence) {
			if err != nil {
				return nil, err
			}
			if events.IsInput(e.Type) {
				found = e
			}
		}
	}
	return found, nil
}

// inputs yields the inputs from a sequence on up to another, 0 for the last one known, and
// that event itself with which they begin or end, whatever it is.
func (r *Run) inputs(ctx context.Context, from, upTo uint64) iter.Seq2[*events.Envelope, error] {
	asked := from
	if upTo == 0 {
		upTo = r.Head
	} else {
		asked = upTo
	}
	return func(yield func(*events.Envelope, error) bool) {
		var dec events.Decoder
		for rec, err := range r.st.Read(ctx, r.cat.Name(), store.Revision(from)) {
			if err != nil {
				yield(nil, err)
				return
			}
			seq := uint64(rec.Revision)
			if seq > upTo || seq > r.Head {
				return
			}
			if !events.IsInput(rec.Type) && seq != asked {
				continue
			}
			e, err := dec.Decode(rec.Data)
			if err != nil {
				yield(nil, fmt.Errorf("event %d: %w", seq, err))
				return
			}
			if !yield(&e, nil) {
				return
			}
		}
	}
}

// answersInserted reports whether an event of an adoption is about an entry that stands in
// the ledger as a change alone: no recorded input has caused it.
func answersInserted(e *events.Envelope) bool {
	if p, ok := e.Payload.(events.InputRestated); ok {
		return p.Standing == history.Inserted || p.Standing == history.Withdrawn
	}
	return e.Causation == e.Correlation
}

type insertedError struct{ sequence uint64 }

func (e *insertedError) Error() string {
	return fmt.Sprintf("event %d answers an entry that an edition put in: withdraw the change that did, and put in another", e.sequence)
}
