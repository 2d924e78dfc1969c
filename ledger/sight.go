package ledger

import (
	"context"
	"fmt"

	"adjudicate/events"
	"adjudicate/history"
)

// Clocked returns a play without the source of its time if the ledger's format cannot hold that.
func (l *Ledger) Clocked(play events.PlaySubmitted) events.PlaySubmitted {
	if l.State().Format() < 2 {
		play.Clock, play.Dated = "", nil
	}
	return play
}

// AdmitPlays is Admit for plays as Clocked returns them: either all are admitted or none.
func (l *Ledger) AdmitPlays(actor string, plays []events.PlaySubmitted) ([]events.Payload, error) {
	list := make([]events.Payload, len(plays))
	for i := range plays {
		list[i] = l.Clocked(plays[i])
	}
	return l.Admit(actor, list...)
}

// WithSight records on a play what its author could have seen: the last event recorded when the play was sent,
// or now if that time is unknown, and the edition then current. A signed play says itself what was seen. It leaves other inputs, and ledgers of format 1,
// unchanged. Call it only for plays received as they are made, not for those of a season or another ledger,
// which carry their own record.
func (l *Ledger) WithSight(ctx context.Context, p events.Payload) (events.Payload, error) {
	play, ok := p.(events.PlaySubmitted)
	if !ok || play.Seen != 0 && play.Signature == "" || play.Seen > uint64(l.head) || l.State().Format() < 2 || l.head == 0 {
		return p, nil
	}
	if play.Seen == 0 {
		play.Seen = uint64(l.head)
	}
	if play.Signature == "" && play.Sent != nil && play.Sent.Before(l.last) {
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
