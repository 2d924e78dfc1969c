package report

import (
	"context"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger"
)

// Enter has an input, signed by its actor or not, ruled on and recorded, and shows the ruling, with the board if it is wanted. A repeated play is shown as it was ruled
// on then.
func Enter(ctx context.Context, l *ledger.Ledger, p events.Payload, signed *events.Signature, actor string, at time.Time, board bool) (*Ruling, error) {
	seen, doubts := Watch(l), l.Doubts(p)
	p, err := l.WithSight(ctx, p)
	if err != nil {
		return nil, err
	}
	res, err := l.SubmitSigned(ctx, p, signed, actor, at)
	if err != nil {
		return nil, err
	}
	var v *Ruling
	after := l.State()
	if !res.Repeated {
		v = seen.Ruling(res)
		v.doubting(doubts)
	} else {
		h, err := history.Look(ctx, l.Store(), l.Name(), history.Where{})
		if err != nil {
			return nil, err
		}
		then, err := h.RulingThen(ctx, res.Input.Sequence)
		if err != nil {
			return nil, err
		}
		v, after = RulingOf(then, h.Edition), then.After
		v.Repeated = true
	}
	if !board {
		return v, nil
	}
	return v, v.WithBoard(after)
}
