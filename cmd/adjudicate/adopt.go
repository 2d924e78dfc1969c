package main

import (
	"fmt"
	"time"

	"adjudicate/aggregate"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/report"
)

// adopt appends an edition and fills the view with what it is.
func (s *session) adopt(g *game, plan readjudicate.Plan, now time.Time, v *report.Candidate) error {
	cat, run, err := s.prepare(g, plan)
	if err == nil && run.From == 0 {
		err = readjudicate.ErrNothing
	}
	at := s.c.Uint64("point")
	if err == nil && at > cat.End(run.Base) {
		err = &history.PointError{Asked: at, Last: cat.End(run.Base), What: "effective point"}
	}
	if err != nil {
		return err
	}
	actor := s.c.String("actor")
	if actor == "" {
		actor = g.l.State().Umpire()
	}
	if run.Base.Number != cat.Current().Number {
		return s.adoptFromEarlier(g, plan, actor, now, v)
	}
	res, c, err := g.l.Adopt(s.ctx, plan, s.c.String("reason"), actor, now, v.Watching(run.Changes, engine, s.boardsWanted()))
	if err != nil {
		return err
	}
	v.Adopted = res.Sequence
	if at != 0 {
		if v.At, err = s.bothAt(g, c, at); err != nil {
			return err
		}
	}
	if err := v.Fill(c); err != nil {
		return err
	}
	v.B = fmt.Sprintf("edition %d", v.Edition)
	return s.causes(g, cat, plan, v.Report)
}

// adoptFromEarlier appends an edition that does not begin with the current one, and tells how it differs from that.
func (s *session) adoptFromEarlier(g *game, plan readjudicate.Plan, actor string, now time.Time, v *report.Candidate) error {
	if err := s.become(g, plan, v); err != nil {
		return err
	}
	res, c, err := g.l.Adopt(s.ctx, plan, s.c.String("reason"), actor, now, nil)
	if err != nil {
		return err
	}
	v.Adopted, v.B = res.Sequence, fmt.Sprintf("edition %d", c.Number)
	return nil
}

// bothAt returns the states of an adopted edition and of its base at a point.
func (s *session) bothAt(g *game, c *readjudicate.Candidate, at uint64) (*report.Point, error) {
	cat, err := history.Load(s.ctx, g.st, g.name, 0)
	if err != nil {
		return nil, err
	}
	v := &report.Point{Point: at}
	if v.StateA, err = s.stateIn(cat, c.Base, at); err == nil {
		v.StateB, err = s.stateIn(cat, c.Number, at)
	}
	return v, err
}

func (s *session) stateIn(cat *history.Catalogue, number int, at uint64) (*aggregate.State, error) {
	e, err := cat.Edition(number)
	if err != nil {
		return nil, err
	}
	return cat.StateAt(s.ctx, e, at)
}
