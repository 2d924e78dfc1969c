package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/term"
)

func readjudicateCommand() *cli.Command {
	return &cli.Command{
		Name: "readjudicate", Category: catEditions, ArgsUsage: "[CHANGE…]",
		Usage: "rule on the history again under changes that reach back",
		Description: `Shows what the history becomes, play by play, and writes nothing unless --adopt is given: then
the edition is appended and later plays are ruled on in it. The status is 1 if the policy is halt
and a play loses its legality.

` + changeHelp,
		UsageText: `adjudicate readjudicate "from 120 amend archer.yaml"
adjudicate readjudicate 'rule 745 illegal by "1230.2 §6.C" "it was attacked"' --policy void
adjudicate readjudicate "from 1998-10-07 adopt gess-adjacent no" --adopt --reason "judgement 7"
adjudicate readjudicate --base 1 "withdraw *" --json`,
		Flags: writing(append(append(planFlags(), diffFlags()[1:]...),
			&cli.BoolFlag{Name: "adopt", Usage: "append the edition: it holds from then on"},
			&cli.StringFlag{Name: "reason", Usage: "with --adopt, a `TEXT` that says why"},
		)...),
		Action: do(func(s *session) error {
			if _, err := s.now(); err != nil {
				return err
			}
			g, err := s.open()
			if err != nil {
				return err
			}
			defer g.close()
			at, err := s.now() // only now: what was read may have been written a moment ago
			if err != nil {
				return err
			}
			list, err := s.listing()
			if err != nil {
				return err
			}
			plan, err := s.plan(g, s.wordsOf())
			if err != nil {
				return err
			}
			v := &candidateView{diffView: diffView{list: list, input: s.c.Uint64("input")}}
			if s.c.Bool("adopt") {
				err = s.adopt(g, plan, at, v)
			} else {
				err = s.become(g, plan, v)
			}
			var halt *readjudicate.HaltError
			if errors.As(err, &halt) {
				v.Halted = &haltView{Input: halt.Input, Faults: halt.Faults}
				if err := s.show(v); err != nil {
					return err
				}
				return errRejected
			}
			if err != nil {
				return planError(err)
			}
			if path := s.c.String("html"); path != "" {
				err := s.writeFile(path, func(w io.Writer) error { return writeReport(w, g, &v.diffView) })
				if err != nil || path == "-" {
					return err
				}
			}
			return s.show(v)
		}),
	}
}

// planError says that a plan cannot be followed: it is wrong input.
func planError(err error) error {
	var change *readjudicate.ChangeError
	if errors.As(err, &change) || errors.Is(err, readjudicate.ErrNothing) {
		return &usageError{text: err.Error(), hint: "nothing was written", err: err}
	}
	return pointError(err)
}

// pointError says that a history has no such edition or point.
func pointError(err error) error {
	var unknown *history.UnknownError
	var point *history.PointError
	if errors.As(err, &unknown) || errors.As(err, &point) {
		return &usageError{text: err.Error(), hint: "\"adjudicate editions\" lists the editions with their ends", err: err}
	}
	return err
}

type haltView struct {
	Input  uint64         `json:"input"`
	Faults []events.Fault `json:"faults"`
}

// candidateView is what a history becomes, or has become.
type candidateView struct {
	Edition int       `json:"edition"`
	Base    int       `json:"base"`
	Adopted uint64    `json:"adopted,omitempty"` // the sequence of the adoption
	Policy  string    `json:"policy"`
	Judged  int       `json:"judged"` // how many inputs were ruled on again
	Passed  int       `json:"passed"` // events passed over: nothing that they rest on changes
	Halted  *haltView `json:"halted,omitempty"`
	diffView
	collect *compare.Collector
}

// watching returns what sees the steps of a run.
func (v *candidateView) watching(s *session, changes []events.Change) readjudicate.Watch {
	v.collect = compare.NewCollector(changes, engine)
	v.collect.Boards = s.boardsWanted()
	return v.collect.Watch
}

// fill closes the view with what a run came to.
func (v *candidateView) fill(c *readjudicate.Candidate) error {
	v.Edition, v.Base, v.Policy, v.Judged, v.Passed = c.Number, c.Base, c.Policy, c.Judged, c.Passed
	r, err := v.collect.Report(c.Before, c.After)
	if err != nil {
		return err
	}
	v.A, v.B = fmt.Sprintf("edition %d", c.Base), fmt.Sprintf("candidate for edition %d", c.Number)
	v.finish(r, c.Head)
	return v.atPoint()
}

// become finds out what the history becomes under a plan.
func (s *session) become(g *game, plan readjudicate.Plan, v *candidateView) error {
	_, run, err := s.prepare(g, plan)
	if err == nil && run.From == 0 {
		err = readjudicate.ErrNothing
	}
	if err != nil {
		return err
	}
	told, done := s.progress("judging", int64(g.l.Head()))
	defer done()
	at := s.c.Uint64("point")
	c, err := run.Do(s.ctx, readjudicate.Options{Watch: v.watching(s, run.Changes), Point: at, Progress: func(n uint64) { told(int64(n)) }})
	if err != nil {
		return err
	}
	if c.At != nil {
		v.At = &pointView{Point: at, a: c.At.Before, b: c.At.After}
	}
	return v.fill(c)
}

func (v *candidateView) text(p *term.Page) {
	if v.Halted != nil {
		p.Line("%s  the play at #%d is no longer legal", p.Style(term.Red, "HALTED"), v.Halted.Input)
		for i, f := range v.Halted.Faults {
			p.Item(fmt.Sprintf("  %d. ", i+1), faultWords(&f))
		}
		return
	}
	if v.Adopted != 0 {
		p.Line("%s", p.Style(term.Green, fmt.Sprintf("edition %d is adopted at #%d", v.Edition, v.Adopted)))
	}
	if v.First == 0 {
		p.Line("Nothing differs: no ruling rests on what changes.")
		v.pointText(p)
		return
	}
	v.diffView.text(p)
}

func faultWords(f *events.Fault) string {
	text := f.Message
	if f.Clause != "" {
		text += " (" + f.Clause + ")"
	}
	if f.Interpretation != "" {
		text += ", reading " + f.Interpretation
	}
	return text
}
