package readjudication

import (
	"context"
	"fmt"
	"time"

	"adjudicate/events"
	"adjudicate/store"
)

// groupMost is how far back the input of an outcome is looked for at once.
const groupMost = 256

// inputAt returns the input that a sequence belongs to: the event itself, the one that
// caused it or, of an outcome that an adoption restates, the one that it answers. With next
// it is the first input that does not begin before the sequence. The moment is that of the
// input before it; nil means that there is none.
func (r *Run) inputAt(ctx context.Context, sequence uint64, next bool) (*events.Envelope, time.Time, error) {
	var dec events.Decoder
	var found *events.Envelope
	var before time.Time
	from := sequence - min(sequence-1, groupMost)
	for {
		done := false
		for rec, err := range r.st.Read(ctx, r.cat.Name(), store.Revision(from)) {
			if err != nil {
				return nil, before, err
			}
			if uint64(rec.Revision) > r.Head || !next && uint64(rec.Revision) > sequence {
				break
			}
			if !events.IsInput(rec.Type) && uint64(rec.Revision) != sequence {
				continue
			}
			e, err := dec.Decode(rec.Data)
			if err != nil {
				return nil, before, fmt.Errorf("event %d: %w", rec.Revision, err)
			}
			if e.Sequence == sequence && e.Effective < e.Sequence && !events.IsInput(e.Type) {
				return r.inputAt(ctx, e.Effective, next)
			}
			if !events.IsInput(e.Type) {
				continue
			}
			if next && e.Sequence >= sequence {
				found, done = &e, true
				break
			}
			if found != nil && !next {
				before = found.Recorded
			}
			if next {
				before = e.Recorded
			} else {
				found = &e
			}
		}
		if from == 1 || done && !before.IsZero() || !next && found != nil {
			return found, before, nil
		}
		from -= min(from-1, groupMost)
	}
}

// FindInput returns the sequence of the input that an event belongs to.
func (r *Run) FindInput(ctx context.Context, sequence uint64) (uint64, error) {
	e, _, err := r.inputAt(ctx, sequence, false)
	if err != nil || e == nil {
		return 0, err
	}
	return e.Sequence, nil
}
