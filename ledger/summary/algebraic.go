package summary

import (
	"context"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/store"
)

// What a play is called in algebraic notation depends on the position before it, which a summary does not have. So a list of games reads that position,
// once after each play, and keeps what it found; whoever makes a play need not wait for it.

// unwritten reports whether the last play is to be written in algebraic notation and has not been.
func (s *Summary) unwritten() bool {
	return s.algebraic && !s.wrote && s.Last != nil && s.Last.Verdict == aggregate.Accepted
}

// Write writes the last play of a ledger that the summary is of in algebraic notation, if the words of the game say so and it has not been. It reports whether it did:
// the summary is then to be kept. A position that cannot be read leaves the play as it is.
func (s *Summary) Write(ctx context.Context, st store.Store, name string) bool {
	if !s.unwritten() {
		return false
	}
	before, err := s.beforeLast(ctx, st, name)
	if err != nil {
		return false // whoever reads the game is told
	}
	s.Last.Algebraic = before.Algebraic(&events.Ruled{Verdict: s.Last.Verdict, Side: s.Last.Side, Play: s.Last.Text})
	s.wrote = true
	return true
}

// beforeLast is the state just before the last play, in the edition of the summary.
func (s *Summary) beforeLast(ctx context.Context, st store.Store, name string) (*aggregate.State, error) {
	if s.edition > 0 {
		c, err := history.Load(ctx, st, name, s.Sequence)
		if err != nil {
			return nil, err
		}
		return c.JustBefore(ctx, c.Current(), history.Place{Input: s.Last.Sequence})
	}
	state, at := history.KeptState(ctx, st, name, s.Last.Sequence-1)
	return state, history.FoldStream(ctx, st, name, state, at, s.Last.Sequence-1)
}
