package main

import (
	"cmp"
	"fmt"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/report"
)

func readjudicateCommand() *command {
	return newCommand("readjudicate", writing(append(append(planFlags(), diffFlags()[1:]...),
		toggle("adopt", "append the edition, which becomes the current one"),
		option("reason", "with --adopt: the reason, a `TEXT` for the record"),
	)...), readjudicating(func(s *session, g *game) (readjudicate.Plan, error) { return s.plan(g, s.wordsOf()) }))
}

// undoCommand takes the last entry back, by an edition in which it is void.
func undoCommand() *command {
	return newCommand("undo", writing(
		toggle("adopt", "append the edition, which becomes the current one"),
		option("reason", "with --adopt: the reason, a `TEXT` for the record"),
	), readjudicating(func(s *session, g *game) (plan readjudicate.Plan, err error) {
		v, err := s.view(g)
		if err != nil {
			return plan, err
		}
		last, err := v.LastStanding(s.ctx)
		if err != nil {
			return plan, err
		}
		if plan, err = s.plan(g, []string{fmt.Sprintf("void %s %q", last.Address(), cmp.Or(s.c.String("reason"), "undone"))}); err == nil {
			plan.Policy = history.Void
		}
		return plan, err
	}))
}

// readjudicating is what a command does that rules again under a plan, and shows or adopts what comes of it.
func readjudicating(planned func(*session, *game) (readjudicate.Plan, error)) action {
	return do(func(s *session) (report.View, error) {
		g, err := s.open()
		if err != nil {
			return nil, err
		}
		begun, err := s.listed()
		if err != nil {
			return nil, err
		}
		plan, err := planned(s, g)
		if err != nil {
			return nil, err
		}
		v := &report.Candidate{Diff: *begun}
		if s.c.Bool("adopt") {
			err = s.trial(g).Adopt(s.ctx, plan, s.c.String("reason"), s.umpire(g), s.at, v)
		} else {
			err = s.trial(g).Become(s.ctx, plan, v)
		}
		if v.Halted = report.HaltOf(err); v.Halted != nil {
			return v, errRejected
		}
		if err != nil {
			return nil, err
		}
		return s.withPage(g, v, &v.Diff)
	})
}

// trial rules on the history of a game once more as the flags say.
func (s *session) trial(g *game) *report.Trial {
	t := &report.Trial{Ledger: g.l, Point: s.c.Uint64("point"), Progress: s.Progress, Undated: func(c events.Change) {
		fmt.Fprintf(s.Errs, "%s: the entry inserted before #%d has the time of the preceding entry, %s; \"from MOMENT\" sets another\n",
			name, c.Input, c.At.UTC().Format("2006-01-02T15:04:05Z"))
	}}
	if s.c.String("html") != "" {
		t.Boards = report.BoardsMost
	}
	return t
}

// umpire is who decides for the game: --actor, else the holder of the office.
func (s *session) umpire(g *game) string {
	return cmp.Or(s.c.String("actor"), g.l.State().Holder(events.KnownOffice))
}
