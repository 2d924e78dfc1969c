package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/store"
)

// submit rules on an input, and before it on what time has made due by its moment, and
// appends all of it at once.
func (l *Ledger) submit(ctx context.Context, in aggregate.Input, signed *events.Signature) (Result, error) {
	first, last := l.head, l.last
	in.Play = l.asked.Play // as it was checked
	in.Reading()
	l.asked.Play = in.Play
	var before *aggregate.State // of what was due
	var due []*events.Act
	fail := func(err error) (Result, error) {
		l.head, l.last = first, last
		if before != nil {
			judge, again := aggregate.NewJudge(before, l.opts.Engine)
			if again == nil {
				l.judge = judge
			}
		}
		return Result{}, err
	}
	for {
		moment, ok := l.judge.Due(in)
		if !ok {
			break
		}
		if len(due) == aggregate.MostDue {
			return fail(&aggregate.DueError{Reached: l.last})
		}
		if before == nil {
			before = l.judge.State().Clone()
		}
		act, d, err := l.rule(ctx, aggregate.Unnoticed(moment, l.last))
		if err != nil {
			return fail(err)
		}
		due = append(due, act)
		l.judge.Commit(d)
		l.head += store.Revision(act.Len())
		l.last = act.Input.Recorded
	}
	if l.watch != nil {
		l.watch(l.judge.State(), uint64(l.head))
	}
	act, d, err := l.rule(ctx, in)
	if err != nil {
		return fail(err)
	}
	act.Input.Signature = signed
	res := Result{Act: *act, Due: due}
	if ruled := act.Ruled(); l.watch != nil {
		res.Algebraic = l.judge.Algebraic(&ruled)
	}
	var all []events.Envelope
	for _, one := range due {
		all = append(all, one.Events()...)
	}
	all = append(all, act.Events()...)
	end := l.head
	l.head = first
	if err := l.write(ctx, all); err != nil {
		return fail(err)
	}
	// What a group of events begins from is what the recorder keeps: they come in their order.
	if before != nil {
		l.replay(due, before)
	}
	l.judge.Commit(d)
	l.head = end + store.Revision(act.Len())
	var message string
	for i := range all {
		l.note(&all[i], &message)
	}
	l.recorder.Add(act, in, l.judge.State())
	if len(l.pending) == 0 {
		l.recorder.Keep(ctx, l.judge.State())
	}
	return res, nil
}

// Watch has f called before each input is ruled on, with the state and the sequence it is ruled on at. Limits
// that expired by the input's time are already recorded in both.
func (l *Ledger) Watch(f func(st *aggregate.State, head uint64)) { l.watch = f }

// Actor returns the actor of an input for which none is named: the player of the acting side, the
// player who signs by a key, else the umpire.
func (l *Ledger) Actor(p events.Payload) string {
	if key, ok := p.(events.KeyRegistered); ok && key.Signature != "" {
		return key.Player
	}
	if side, ok := l.State().Side(events.MadeBy(p)); ok {
		return side.Player
	}
	return l.State().Holder(events.KnownOffice)
}

// Holder returns a side as the game spells it, and the player who holds it; "" if nobody does.
func (l *Ledger) Holder(side string) (name, player string) {
	name = l.Spelled(events.PlaySubmitted{Side: side}).(events.PlaySubmitted).Side
	if s, ok := l.State().Side(name); ok {
		player = s.Player
	}
	return name, player
}

// Admit checks inputs before any of them is submitted, as Check and CheckActor do, and returns them with names
// as the game spells them. Actor is the actor named, or "".
func (l *Ledger) Admit(actor string, inputs ...events.Payload) ([]events.Payload, error) {
	list := make([]events.Payload, len(inputs))
	for i, p := range inputs {
		list[i] = l.Spelled(p)
		if err := l.Check(list[i]); err != nil {
			return nil, err
		}
		if err := l.CheckActor(list[i], actor); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// SentAt gives plays among inputs that do not say when they were sent a moment before that of their entry: it counts for them.
func SentAt(inputs []events.Payload, at time.Time) {
	for i, p := range inputs {
		if play, ok := p.(events.PlaySubmitted); ok && play.Sent == nil {
			play.Sent = &at
			inputs[i] = play
		}
	}
}

// Due reports whether a time limit has expired by a time and the expiry is not recorded yet.
func (l *Ledger) Due(at time.Time) (bool, error) {
	switch {
	case l.past:
		return false, ErrPast
	case at.Before(l.last):
		return false, &TimeError{l.last, at.UTC()}
	}
	_, due := l.judge.DueBy(at)
	return due, nil
}

// replay gives the recorder what was due, each with the state after it.
func (l *Ledger) replay(due []*events.Act, state *aggregate.State) {
	for _, one := range due {
		for i := range one.Outcomes {
			state.Apply(one.Outcomes[i].Payload)
		}
		l.recorder.Add(one, aggregate.Input{}, state)
	}
}

// rule judges an input and makes the events that are to be recorded of it.
func (l *Ledger) rule(ctx context.Context, in aggregate.Input) (*events.Act, aggregate.Decision, error) {
	id := l.opts.ID
	if l.head != store.NoStream || id == uuid.Nil {
		var err error
		if id, err = events.NewID(in.At, l.opts.Entropy); err != nil {
			return nil, aggregate.Decision{}, fmt.Errorf("generate an event id: %w", err)
		}
	}
	in.ID = id.String()
	d, err := l.decide(ctx, in)
	if err != nil {
		return nil, d, err
	}
	act, err := l.recorded(id, in.Payload, d.Outcomes, in.Actor, in.At)
	return act, d, err
}
