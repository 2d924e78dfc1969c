package report

import (
	"context"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
)

// Sit advances a game to a moment, for queries that write nothing: expired limits take effect in the state of its
// judge, but not in the store.
func Sit(l *ledger.Ledger, at time.Time) {
	l.Judge().BringAbout(aggregate.Input{Payload: events.TimePassed{}, At: at}, l.Last(), nil)
}

// Foretell is what would be ruled on an input, and how the game would stand. Nothing is written, and the ledger stays as it
// was. What is no matter of the rules, such as a dispute, is only looked at: of that the ruling says nothing but that it would be
// taken.
func Foretell(ctx context.Context, l *ledger.Ledger, in aggregate.Input) (*Ruling, error) {
	v, after, err := foretell(ctx, l, l.Judge(), in)
	if err != nil {
		return nil, err
	}
	return v, v.WithBoard(after.State())
}

// DryRun is Foretell of inputs one after the other, each as a ledger would be given it, up to the first that would be rejected.
// Board adds the board after each. The game of the ledger stays as it was.
func DryRun(ctx context.Context, l *ledger.Ledger, inputs []events.Payload, actor func(events.Payload) string, at time.Time, board bool) (*Rulings, error) {
	list, j := &Rulings{}, l.Judge().After(nil)
	j.BringAbout(aggregate.Input{Payload: events.TimePassed{}, At: at}, l.Last(), nil)
	for _, p := range inputs {
		v, after, err := foretell(ctx, l, j, aggregate.Input{Payload: p, Actor: actor(p), At: at})
		if err != nil {
			return nil, err
		}
		if board {
			if err := v.WithBoard(after.State()); err != nil {
				return nil, err
			}
		}
		list.Rulings, j = append(list.Rulings, v), after
		if v.Verdict != aggregate.Accepted {
			break
		}
	}
	return list, nil
}

func foretell(ctx context.Context, l *ledger.Ledger, j *aggregate.Judge, in aggregate.Input) (*Ruling, *aggregate.Judge, error) {
	wire, err := events.Type(in.Payload)
	if err != nil {
		return nil, nil, err
	}
	d := aggregate.Decision{}
	if aggregate.Judges(in.Payload) {
		d = j.Decide(in)
	} else if err := l.CheckDispute(ctx, in); err != nil {
		return nil, nil, &ledger.InputError{Field: "dispute", Text: err.Error(), Err: err}
	} else {
		d.Outcomes = []events.Outcome{{Payload: events.Ruled{Verdict: aggregate.Accepted, Subject: in.Payload.Kind()}}}
	}
	was := StandingOf(j.State(), l.Head())
	short := j.Algebraic(&d.Ruling)
	after := j.After(d.Outcomes)
	act, err := events.Decided(events.Envelope{Payload: in.Payload, Actor: in.Actor, Recorded: in.At, Type: wire}, d.Outcomes)
	if err != nil {
		return nil, nil, err
	}
	v := NewRuling(act, was, StandingOf(after.State(), l.Head()), Both(NamesOf(j.State()), NamesOf(after.State())))
	v.Foretold, v.Algebraic = true, short
	v.doubting(l.Doubts(in.Payload))
	return v, after, nil
}

// Announcement is the umpire's announcement of the current state of a game: whose turn it is.
func Announcement(st *aggregate.State) events.StateAnnounced {
	if side := st.ToPlay(); side != "" {
		return events.StateAnnounced{Note: side + " to play"}
	}
	return events.StateAnnounced{}
}
