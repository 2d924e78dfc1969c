package ledger

import (
	"context"
	"fmt"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/store"
)

// sightStep is how many events are read at once to find what had been recorded by a moment.
const sightStep = 256

// Clocked leaves out of a play by which clock it was sent where the ledger's format has no place for that.
func (l *Ledger) Clocked(play events.PlaySubmitted) events.PlaySubmitted {
	if l.State().Format() < 2 {
		play.Clock, play.Dated = "", nil
	}
	return play
}

// WithSight notes on a play what its author could have seen: the last event recorded when e sent it, or
// now if that is not known, and the edition that was current then. Other inputs, and
// ledgers of format 1, are left as they are. Only who takes a play in as it is made knows
// this: what is entered from a season or another ledger has what stands there.
func (l *Ledger) WithSight(ctx context.Context, p events.Payload) (events.Payload, error) {
	play, ok := p.(events.PlaySubmitted)
	if !ok || play.Seen != 0 || l.State().Format() < 2 || l.head == 0 {
		return p, nil
	}
	play.Seen = uint64(l.head)
	if play.Sent != nil && play.Sent.Before(l.last) {
		var err error
		if play.Seen, err = l.recordedBy(ctx, *play.Sent); err != nil {
			return p, err
		}
	}
	if play.Seen == 0 {
		return p, nil
	}
	cat, err := history.Load(ctx, l.st, l.name, play.Seen)
	if err != nil {
		return p, fmt.Errorf("what the author of a play could have seen: %w", err)
	}
	play.Edition = cat.Current().Number
	return play, nil
}

// recordedBy is the last event that was recorded at a moment or before it, 0 if none was.
func (l *Ledger) recordedBy(ctx context.Context, moment time.Time) (found uint64, err error) {
	for to := uint64(l.head); to > 0; {
		from := to - min(to-1, sightStep)
		for rec, err := range l.st.Read(ctx, l.name, store.Revision(from)) {
			if err != nil {
				return 0, err
			}
			if uint64(rec.Revision) > to {
				break
			}
			e, err := events.Decode(rec.Data)
			if err != nil {
				return 0, fmt.Errorf("event %d: %w", rec.Revision, err)
			}
			if e.Recorded.After(moment) {
				break
			}
			found = e.Sequence
		}
		if found != 0 {
			return found, nil
		}
		to = from - 1
	}
	return 0, nil
}
