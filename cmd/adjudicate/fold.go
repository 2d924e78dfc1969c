package main

import (
	"fmt"

	"adjudicate/ledger"
	"adjudicate/projections"
)

// fold reads the ledger into projections, up to --at.
func (s *session) fold(g *game, list ...projections.Projection) error {
	upto := s.c.Uint64("at")
	var last uint64
	at, done := s.progress("reading", -1)
	defer done()
	for e, err := range ledger.Events(s.ctx, g.st, g.name, 1) {
		if err != nil {
			return fmt.Errorf("%s: %w", g.place, err)
		}
		if upto != 0 && e.Sequence > upto {
			return nil
		}
		for _, p := range list {
			if err := p.Fold(&e); err != nil {
				return fmt.Errorf("%s: %w", g.place, err)
			}
		}
		if last = e.Sequence; last%1024 == 0 {
			at(int64(last))
		}
	}
	if upto > last {
		return usagef("", "the ledger has %d events; there is no state at %d", last, upto)
	}
	return nil
}
