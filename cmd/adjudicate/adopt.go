package main

import (
	"fmt"
	"time"

	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/report"
)

// adopt appends an edition and fills the view with what it is.
func (s *session) adopt(g *game, plan readjudicate.Plan, now time.Time, v *report.Candidate) error {
	cat, run, err := s.prepare(g, plan)
	at := s.c.Uint64("point")
	if err == nil && at > cat.End(run.Base) {
		err = &history.PointError{Asked: at, Last: cat.End(run.Base), What: "effective point"}
	}
	if err != nil {
		return err
	}
	actor := s.by(g, "actor")
	if run.Base.Number != cat.Current().Number {
		return s.adoptFromEarlier(g, plan, cat, run, actor, now, v)
	}
	res, c, err := g.l.Enact(s.ctx, run, s.c.String("reason"), actor, now, v.Watching(run.Changes, engine, s.boardsWanted()))
	if err != nil {
		return err
	}
	v.Adopted = res.Sequence
	if at != 0 {
		later, err := history.Load(s.ctx, g.st, g.name, 0)
		if err != nil {
			return err
		}
		if v.At, err = report.PointOf(s.ctx, later, c.Base, c.Number, at); err != nil {
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
func (s *session) adoptFromEarlier(g *game, plan readjudicate.Plan, cat *history.Catalogue, run *readjudicate.Run, actor string, now time.Time, v *report.Candidate) error {
	if err := s.becomeBy(g, plan, cat, run, v); err != nil {
		return err
	}
	res, c, err := g.l.Enact(s.ctx, run, s.c.String("reason"), actor, now, nil)
	if err != nil {
		return err
	}
	v.Adopted, v.B = res.Sequence, fmt.Sprintf("edition %d", c.Number)
	return nil
}
