package main

import (
	"fmt"
	"time"

	"adjudicate/events"
	"adjudicate/projections"
	"adjudicate/report"
)

// fold reads the history into projections, up to where the flags point. Projections count
// what they are given from 1; numbers tells the sequences that the events have in the ledger.
// What an edition restates of an input happened when the input did, whenever it was adopted.
func (s *session) fold(g *game, list ...projections.Projection) (report.Numbers, error) {
	p, err := s.point(g)
	if err != nil {
		return nil, err
	}
	var seen report.Numbers
	var n uint64
	var input time.Time
	for e, err := range p.events(1) {
		if err != nil {
			return nil, err
		}
		n++
		switch {
		case events.IsInput(e.Type):
			input = e.Recorded
		case e.Effective < e.Sequence:
			e.Recorded = input
		}
		if e.Sequence != n && seen == nil {
			seen = make(report.Numbers, n-1)
			for i := range seen {
				seen[i] = uint64(i) + 1
			}
		}
		if seen != nil {
			seen = append(seen, e.Sequence)
			e.Sequence, e.Effective = n, n
		}
		for _, one := range list {
			if err := one.Fold(&e); err != nil {
				return nil, fmt.Errorf("%s: %w", g.place, err)
			}
		}
	}
	return seen, nil
}
