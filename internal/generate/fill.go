package generate

import (
	"context"
	"iter"
	"strconv"
	"time"

	"adjudicate/aggregate"
	"adjudicate/ledger"
)

// Engine is the version that rulings of [Game] name.
const Engine = "generated"

// Game yields inputs and what a judge of its own decided about each, until a number of plays
// has been submitted. The decision is folded when the next input is asked for.
func Game(seed uint64, o Options, plays int) iter.Seq2[aggregate.Input, aggregate.Decision] {
	return func(yield func(aggregate.Input, aggregate.Decision) bool) {
		j, err := aggregate.NewJudge(aggregate.NewState(), Engine)
		if err != nil {
			return // an empty state has no rules that could not be read
		}
		g := New(seed, o)
		var last time.Time
		for n := 1; g.Plays() < plays; n++ {
			in := g.Next(j)
			more := true
			j.BringAbout(in, last, func(due aggregate.Input, d aggregate.Decision) {
				due.ID = strconv.Itoa(n)
				n++
				more = more && yield(due, d)
			})
			if !more {
				return
			}
			in.ID, last = strconv.Itoa(n), in.At
			d := j.Decide(in)
			if !yield(in, d) {
				return
			}
			j.Commit(d)
		}
	}
}

// Fill submits inputs to an empty ledger until a number of plays has been submitted, and
// counts what became of them.
func Fill(ctx context.Context, l *ledger.Ledger, seed uint64, o Options, plays int) (*Counts, error) {
	g := New(seed, o)
	c := NewCounts()
	err := l.Batch(ctx, func() error {
		for g.Plays() < plays {
			in := g.Next(l.Judge())
			res, err := l.Submit(ctx, in.Payload, in.Actor, in.At)
			if err != nil {
				return err
			}
			for _, act := range append(res.Due, &res.Act) {
				c.Ruled(act.Input.Payload, act.Ruled())
				for i := range act.Outcomes {
					c.Outcomes[act.Outcomes[i].Payload.Kind()]++
				}
			}
			c.board(l.Judge())
		}
		return nil
	})
	return c, err
}
