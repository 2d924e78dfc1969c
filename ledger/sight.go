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
	var err error
	if play.Edition, err = l.currentAt(ctx, play.Seen); err != nil {
		return p, fmt.Errorf("find what the author of the play could see: %w", err)
	}
	return play, nil
}

// A sighted edition is known to be current at every event from one on, up to the ledger's head.
type sighted struct {
	from    uint64
	edition int // 0: nothing is known
}

// currentAt is the number of the edition that was current at an event. That of the head is asked of the store once, until an edition is adopted: the ledger
// sees that itself.
func (l *Ledger) currentAt(ctx context.Context, sequence uint64) (int, error) {
	if l.sighted.edition != 0 && sequence >= l.sighted.from {
		return l.sighted.edition, nil
	}
	cat, err := history.Load(ctx, l.st, l.name, sequence)
	if err != nil {
		return 0, err
	}
	e := cat.Current()
	if sequence == uint64(l.head) {
		l.sighted = sighted{e.Adopted, e.Number}
	}
	return e.Number, nil
}
