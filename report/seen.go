package report

import (
	"context"
	"fmt"

	"adjudicate/aggregate"
	why "adjudicate/aggregate/explain"
	"adjudicate/events"
	"adjudicate/history"
)

// RulingOf is the view of an entry of a history. Holds is the edition looked at.
func RulingOf(seen *history.Seen, holds *history.Edition) *Ruling {
	v := NewRuling(&seen.Act, StandingOf(seen.Before, seen.Input.Sequence-1), StandingOf(seen.After, seen.Last().Sequence), Both(NamesOf(seen.Before), NamesOf(seen.After)))
	v.Address, v.Marks = seen.Address, seen.Marks
	v.Of(seen.Edition.Number, holds.Number)
	ruled := seen.Ruled()
	v.Algebraic = seen.Before.Algebraic(&ruled)
	return v
}

// Explain explains the ruling on an entry of a ledger, or an outcome of it, as it holds in the
// edition that it was found in.
func Explain(ctx context.Context, cat *history.Catalogue, f history.Found, engine string) (*Explanation, error) {
	for entry, err := range cat.History(ctx, f.Edition, history.Range{From: f.Place.Input, To: f.Place.Input}) {
		if err != nil {
			return nil, err
		}
		if entry.Place != f.Place {
			continue
		}
		state, err := cat.JustBefore(ctx, f.Edition, f.Place)
		if err != nil {
			return nil, err
		}
		judge, err := aggregate.NewJudge(state, engine)
		if err != nil {
			return nil, err
		}
		labels, err := cat.Labels(ctx)
		if err != nil {
			return nil, err
		}
		judge.Know(labels)
		in, ruled := &entry.Input, entry.Ruled()
		title := said(ruled.Side, judge.Algebraic(&ruled), InputWords(in.Payload))
		c := why.Case{Judge: judge, Ruled: &ruled, Words: NamesBy(state.Speaker()).Tell, Order: f.Edition.OrderOn(entry), Unjudged: !entry.Judged, Title: title,
			Input: aggregate.Input{ID: in.ID.String(), Address: entry.Place.Address(), Payload: in.Payload, At: in.Recorded, Actor: in.Actor, Happened: f.Edition.Happened(entry)}}
		if len(entry.Outcomes) > 0 {
			c.Outcomes = (&events.Act{Outcomes: entry.Outcomes[1:]}).Payloads()
		}
		v := &Explanation{Sequence: entry.Place.Input, Address: entry.Place.Address(), Edition: entry.Edition, Recorded: &in.Recorded, Actor: in.Actor,
			Text: title, Tree: why.Ruling(c), judge: judge}
		for i := range entry.Outcomes {
			if i > 0 && f.Event != 0 && entry.Outcomes[i].Sequence == f.Event {
				v.Event = f.Event
				v.Tree = why.Outcome(c, i-1)
			}
		}
		return v, nil
	}
	return nil, &history.EventError{Text: fmt.Sprintf("edition %d has no input %s", f.Edition.Number, f.Place.Address())}
}
