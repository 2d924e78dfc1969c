package main

import (
	"fmt"

	"adjudicate/events"
	"adjudicate/projections"
)

// fold reads the history into projections, up to where the flags point.
func (s *session) fold(g *game, list ...projections.Projection) error {
	p, err := s.point(g)
	if err != nil {
		return err
	}
	for act, err := range events.Acts(p.events(1)) {
		if err != nil {
			return fmt.Errorf("%s: %w", g.place, err)
		}
		for _, one := range list {
			one.Fold(act)
		}
	}
	return nil
}
