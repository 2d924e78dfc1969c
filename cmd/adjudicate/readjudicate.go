package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"adjudicate/history"
	"adjudicate/history/causes"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/report"
)

func readjudicateCommand() *cli.Command {
	return newCommand("readjudicate", writing(append(append(planFlags(), diffFlags()[1:]...),
		&cli.BoolFlag{Name: "adopt", Usage: "append the edition, which becomes the current one"},
		&cli.StringFlag{Name: "reason", Usage: "with --adopt: the reason, a `TEXT` for the record"},
	)...), do(func(s *session) (report.View, error) {
		if _, err := s.now(); err != nil {
			return nil, err
		}
		g, err := s.open()
		if err != nil {
			return nil, err
		}
		at, err := s.now() // only now: what was read may have been written a moment ago
		if err != nil {
			return nil, err
		}
		list, err := s.listing()
		if err != nil {
			return nil, err
		}
		plan, err := s.plan(g, s.wordsOf())
		if err != nil {
			return nil, err
		}
		v := &report.Candidate{Diff: report.Diff{Kinds: list, Brief: s.brief(), InFull: s.c.Uint64("input")}}
		if s.c.Bool("adopt") {
			err = s.adopt(g, plan, at, v)
		} else {
			err = s.become(g, plan, v)
		}
		var halt *readjudicate.HaltError
		if errors.As(err, &halt) {
			v.Halted = &report.Halt{Input: halt.Input, Kind: halt.Kind, Faults: halt.Faults}
			return v, errRejected
		}
		if err != nil {
			return nil, err
		}
		return s.withPage(g, v, &v.Diff)
	}))
}

// become finds out what the history becomes under a plan, and how that differs from the current edition.
func (s *session) become(g *game, plan readjudicate.Plan, v *report.Candidate) error {
	cat, run, err := s.prepare(g, plan)
	if err != nil {
		return err
	}
	return s.becomeBy(g, plan, cat, run, v)
}

// becomeBy is become of a plan that has been held against the ledger.
func (s *session) becomeBy(g *game, plan readjudicate.Plan, cat *history.Catalogue, run *readjudicate.Run, v *report.Candidate) (err error) {
	showProgress, done := s.progress("judging", int64(g.l.Head()))
	plan, err = v.Become(s.ctx, g.l, cat, plan, run, engine, s.boardsWanted(), readjudicate.Options{Point: s.c.Uint64("point"), Progress: func(n uint64) { showProgress(int64(n)) }})
	done()
	if err != nil {
		return err
	}
	return s.causes(g, cat, plan, v.Report)
}

// causes finds out which changes of a plan each difference rests on.
func (s *session) causes(g *game, cat *history.Catalogue, plan readjudicate.Plan, r *compare.Report) error {
	showProgress, done := s.progress("seeking causes", causes.DefaultMost)
	defer done()
	return causes.Find(s.ctx, causes.Question{Store: g.st, Catalogue: cat, Plan: plan, Engine: engine, Progress: func(n int) { showProgress(int64(n)) }}, r)
}
