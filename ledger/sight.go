package ledger

import (
	"context"
	"fmt"

	"adjudicate/events"
	"adjudicate/history"
)

// Clocked leaves out of a play by which clock it was sent where the ledger's format has no place for that.
func (l *Ledger) Clocked(play events.PlaySubmitted) events.PlaySubmitted {
	if l.State().Format() < 2 {
		play.Clock, play.Dated = "", nil
	}
	return play
}

// AdmitPlays is Admit of plays as Clocked has them: all of them or none.
func (l *Ledger) AdmitPlays(actor string, plays []events.PlaySubmitted) ([]events.Payload, error) {
	list := make([]events.Payload, len(plays))
	for i := range plays {
		list[i] = l.Clocked(plays[i])
	}
	return l.Admit(actor, list...)
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
		if play.Seen, err = history.RecordedBy(ctx, l.st, l.name, *play.Sent); err != nil {
			return p, err
		}
	}
	if play.Seen == 0 {
		return p, nil
	}
	cat, err := history.Load(ctx, l.st, l.name, play.Seen)
	if err != nil {
		return p, fmt.Errorf("find what the author of the play could see: %w", err)
	}
	play.Edition = cat.Current().Number
	return play, nil
}
