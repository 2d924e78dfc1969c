package main

import (
	"fmt"
	"iter"

	"adjudicate/condition"
	"adjudicate/events"
	"adjudicate/ledger"
)

// history yields the events of the ledger up to --at in the order in which they hold. It can be read
// more than once.
func (s *session) history(g *game, what string) iter.Seq2[events.Envelope, error] {
	upto := s.c.Uint64("at")
	return func(yield func(events.Envelope, error) bool) {
		at, done := s.progress(what, -1)
		defer done()
		var last uint64
		read := 0
		for e, err := range ledger.Events(s.ctx, g.st, g.name, 1) {
			if err != nil {
				yield(e, fmt.Errorf("%s: %w", g.place, err))
				return
			}
			if upto != 0 && e.Sequence > upto {
				return
			}
			last = max(last, e.Sequence)
			if read++; read%1024 == 0 {
				at(int64(read))
			}
			if !yield(e, nil) {
				return
			}
		}
		if upto > last {
			yield(events.Envelope{}, usagef("", "the ledger has %d events; there is no state at %d", last, upto))
		}
	}
}

// names returns every name that the game has known, up to --at.
func (s *session) names(g *game) (*condition.Catalogue, error) {
	return condition.Collect(s.history(g, "reading names"))
}
