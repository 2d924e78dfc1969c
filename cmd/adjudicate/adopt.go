package main

import (
	"fmt"
	"time"

	"adjudicate/readjudication"
)

// adopt appends an edition and fills the view with what it is.
func (s *session) adopt(g *game, plan readjudication.Plan, at time.Time, v *candidateView) error {
	_, run, err := s.prepare(g, plan)
	if err == nil && run.From == 0 {
		err = readjudication.ErrNothing
	}
	if err != nil {
		return err
	}
	actor := s.c.String("actor")
	if actor == "" {
		actor = g.l.State().Umpire()
	}
	res, c, err := g.l.Adopt(s.ctx, plan, s.c.String("reason"), actor, at, v.watching(s, run.Changes))
	if err != nil {
		return err
	}
	v.Adopted = res.Sequence
	if err := v.fill(c, s.c.Uint64("point")); err != nil {
		return err
	}
	v.B = fmt.Sprintf("edition %d", v.Edition)
	return nil
}
