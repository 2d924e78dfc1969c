package report

import (
	"context"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// Where the words of a game say that its players write algebraic notation, views show accepted plays so (aggregate.Judge.Algebraic). What a play is
// called depends on the position before it, so that position is read again; nothing is stored.

// mostAlgebraic is how many plays of one list are written in algebraic notation, the last ones: each costs the legal turns of a position. Those
// before them are listed as they were executed.
const mostAlgebraic = 10000

// said is an entry with its play in algebraic notation, else as it is written. An entry of no side brought the play about, as an answer does.
func said(side, algebraic, text string) string {
	if algebraic == "" {
		return text
	}
	if side == "" {
		return text + ": " + algebraic
	}
	return side + ": " + algebraic
}

// LastEntry is the last entry of a view, whose state at the end is st; nil if there is none.
func LastEntry(ctx context.Context, v *history.View, st *aggregate.State) (*Entry, error) {
	last, err := v.LastAct(ctx)
	if err != nil || last == nil {
		return nil, err
	}
	list := []Entry{EntryOf(last, NamesOf(st))}
	if put := v.Addresses()[last.Input.ID]; put != "" {
		list[0].Address, list[0].change = put, put
	}
	err = write(ctx, v, st, list)
	return &list[0], err
}

// write writes the plays of entries of a view, which are in their order, in algebraic notation, as far as the words of the game say so.
func write(ctx context.Context, v *history.View, st *aggregate.State, list []Entry) error {
	if !st.WritesAlgebraic() {
		return nil
	}
	first, plays := -1, map[history.Place]*Entry{}
	for i := len(list) - 1; i >= 0 && len(plays) < mostAlgebraic; i-- {
		if e := &list[i]; e.Play != "" && e.Verdict != aggregate.Rejected {
			plays[e.place()] = e
			first = i
		}
	}
	if first < 0 {
		return nil
	}
	seen, err := v.Ruling(ctx, list[first].place())
	if err != nil {
		return err
	}
	judge, err := aggregate.NewJudge(seen.Before, "")
	if err != nil {
		return nil // whoever asks for the rules is told what is wrong with them
	}
	addresses, begun := v.Addresses(), false
	for act, err := range events.Acts(v.Events(ctx, list[first].Sequence)) {
		if err != nil {
			return err
		}
		at := history.Place{Input: act.Input.Sequence, Change: addresses[act.Input.ID]}
		if begun = begun || at == list[first].place(); !begun {
			continue
		}
		if e := plays[at]; e != nil {
			ruled := act.Ruled()
			e.Algebraic = judge.Algebraic(&ruled)
			if delete(plays, at); len(plays) == 0 {
				return nil
			}
		}
		judge.Commit(aggregate.Decision{Outcomes: act.Payloads()})
	}
	return nil
}
