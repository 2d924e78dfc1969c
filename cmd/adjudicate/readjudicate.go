package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	"adjudicate/edition"
	"adjudicate/events"
	"adjudicate/readjudication"
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
		Flags: writing(append(planFlags(),
			&cli.BoolFlag{Name: "adopt", Usage: "append the edition: it holds from then on"},
			&cli.StringFlag{Name: "reason", Usage: "with --adopt, a `TEXT` that says why"},
			&cli.BoolFlag{Name: "all", Usage: "list every input that differs, not only those with another verdict"},
		)...),
		Action: do(func(s *session) error {
			at, err := s.now()
			if err != nil {
				return err
			}
			g, err := s.open()
			if err != nil {
				return err
			}
			defer g.close()
			plan, err := s.plan(g, s.wordsOf())
			if err != nil {
				return err
			}
			v := &candidateView{all: s.c.Bool("all"), Flips: []stepView{}}
			if s.c.Bool("adopt") {
				if err := s.adopt(g, plan, at, v); err != nil {
					return err
				}
				return s.show(v)
			}
			_, run, err := s.prepare(g, plan)
			if err == nil && run.From == 0 {
				err = readjudication.ErrNothing
			}
			if err != nil {
				return planError(err)
			}
			told, done := s.progress("judging", int64(g.l.Head()))
			c, err := run.Do(s.ctx, readjudication.Options{Watch: v.watch, Progress: func(n uint64) { told(int64(n)) }})
			done()
			var halt *readjudication.HaltError
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
			v.fill(c)
			return s.show(v)
		}),
	}
}

// planError says that a plan cannot be followed: it is wrong input.
func planError(err error) error {
	var change *readjudication.ChangeError
	var unknown *edition.UnknownError
	if errors.As(err, &change) || errors.As(err, &unknown) || errors.Is(err, readjudication.ErrNothing) {
		return &usageError{text: err.Error(), hint: "nothing was written", err: err}
	}
	return err
}

type haltView struct {
	Input  uint64         `json:"input"`
	Faults []events.Fault `json:"faults"`
}

// stepView is an input before and after.
type stepView struct {
	Input    uint64         `json:"input"`
	Change   string         `json:"change,omitempty"`
	Standing string         `json:"standing"`
	Text     string         `json:"text"`
	Differs  string         `json:"differs"` // verdict, effects or citations
	Before   string         `json:"before"`  // the verdict
	After    string         `json:"after"`
	Faults   []events.Fault `json:"faults"` // of the ruling after, or else before
	Play     string         `json:"play,omitempty"`
}

type candidateView struct {
	Edition   int             `json:"edition"`
	Base      int             `json:"base"`
	Adopted   uint64          `json:"adopted,omitempty"` // the sequence of the adoption
	Policy    string          `json:"policy"`
	Changes   []events.Change `json:"changes"`
	From      uint64          `json:"from"` // the first input that differs; 0: none does
	Restated  int             `json:"restated"`
	Flipped   int             `json:"flipped"`
	Inserted  int             `json:"inserted"`
	Withdrawn int             `json:"withdrawn"`
	Judged    int             `json:"judged"`
	Same      bool            `json:"same_state"` // the state at the end is the same
	Flips     []stepView      `json:"flips"`
	Halted    *haltView       `json:"halted,omitempty"`
	Before    *standing       `json:"before,omitempty"`
	After     *standing       `json:"after,omitempty"`
	all       bool
	effects   int
	citations int
	types     map[string]string
}

func (v *candidateView) watch(s *readjudication.Step) error {
	how := readjudication.Compare(s.Before, s.After)
	switch how {
	case readjudication.Effects:
		v.effects++
	case readjudication.Citations:
		v.citations++
	}
	if how != readjudication.Verdict && !v.all {
		return nil
	}
	before, after := s.Ruled()
	one := stepView{Input: s.Place.Input, Change: s.Change, Standing: s.Standing, Text: inputWords(s.Input.Payload), Differs: how.String(),
		Before: before.Verdict, After: after.Verdict, Play: after.Play, Faults: []events.Fault{}}
	if one.Faults = append(one.Faults, after.Faults...); len(after.Faults) == 0 {
		one.Faults = append(one.Faults, before.Faults...)
	}
	v.Flips = append(v.Flips, one)
	return nil
}

func (v *candidateView) fill(c *readjudication.Candidate) {
	v.Edition, v.Base, v.Policy, v.Changes, v.From = c.Number, c.Base, c.Policy, c.Changes, c.From
	v.Restated, v.Flipped, v.Inserted, v.Withdrawn, v.Judged = c.Restated, c.Flipped, c.Inserted, c.Gone, c.Judged
	v.Before, v.After = standingOf(c.Before, c.Head), standingOf(c.After, c.Head)
	a, errA := c.Before.Snapshot(nil)
	b, errB := c.After.Snapshot(nil)
	v.Same = errA == nil && errB == nil && string(a) == string(b)
	v.types = typesOf(c.After)
}

func (v *candidateView) text(p *page) {
	if v.Halted != nil {
		p.line("%s  the play at #%d is no longer legal", p.style(red, "HALTED"), v.Halted.Input)
		for i, f := range v.Halted.Faults {
			p.item(fmt.Sprintf("  %d. ", i+1), faultWords(&f))
		}
		return
	}
	head := fmt.Sprintf("candidate for edition %d, from edition %d", v.Edition, v.Base)
	if v.Adopted != 0 {
		head = fmt.Sprintf("edition %d, from edition %d, adopted at #%d", v.Edition, v.Base, v.Adopted)
	}
	p.line("%s", p.style(bold, head))
	for i := range v.Changes {
		p.item("  "+v.Changes[i].ID+"  ", changeWords(&v.Changes[i]))
	}
	if v.From == 0 {
		p.line("Nothing differs: no ruling rests on what changes.")
		return
	}
	p.line("First difference at #%d. %s with another verdict, %d with other effects, %d resting on other clauses; %s put in, %d withdrawn.",
		v.From, counted(v.Flipped, "input"), v.effects, v.citations, counted(v.Inserted, "input"), v.Withdrawn)
	for i := range v.Flips {
		v.Flips[i].text(p)
	}
	p.blank()
	if v.Same {
		p.line("Board, books and standing are the same at the end.")
		return
	}
	p.line("%s", p.style(bold, "At the end, with the changes before the bracket:"))
	v.After.write(p, v.Before, v.types)
}

func (f *stepView) text(p *page) {
	mark := map[string]string{aggregate.Accepted: p.style(green, "ok"), aggregate.Rejected: p.style(red, "NO"), aggregate.Replaced: p.style(yellow, "default"),
		aggregate.Stands: p.style(yellow, "stands"), aggregate.Voided: p.style(dim, "void"), "": p.style(dim, "–")}
	p.line("  #%-5d %s → %s  %s", f.Input, mark[f.Before], mark[f.After], f.Text)
	for i := range f.Faults {
		p.item("          ", faultWords(&f.Faults[i]))
	}
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
