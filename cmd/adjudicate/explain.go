package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	why "adjudicate/aggregate/explain"
	"adjudicate/events"
	"adjudicate/report"
)

func explainCommand() *cli.Command {
	return newCommand("explain", reading(
		&cli.BoolFlag{Name: "why-not", Usage: "explain a play without submitting it"},
		&cli.BoolFlag{Name: "check", Usage: "explain a check"},
		&cli.BoolFlag{Name: "weights", Usage: "explain Weights"},
		&cli.BoolFlag{Name: "full", Usage: "everything"}, svgFlag, nowFlag,
	), do(func(s *session) error {
		asked := 0
		for _, flag := range []string{"why-not", "check", "weights"} {
			if s.c.Bool(flag) {
				asked++
			}
		}
		if asked > 1 {
			return usagef("", "--why-not, --check and --weights ask different questions: expected one of them")
		}
		switch {
		case s.c.Bool("why-not"):
			return s.explainWhyNot()
		case s.c.Bool("check"):
			return s.explainCheck()
		case s.c.Bool("weights"):
			return s.explainWeights()
		}
		return s.explainRuling()
	}))
}

// words asks for the number of arguments that a question takes.
func (s *session) words(least, most int, want string) error {
	if n := s.c.NArg(); n < least || n > most {
		return usagef("", "%s: found %s", want, report.Counted(n, "argument"))
	}
	return nil
}

func (s *session) explainRuling() error {
	if err := s.words(0, 1, "adjudicate explain expects one event"); err != nil {
		return err
	}
	g, err := s.attach()
	if err != nil {
		return err
	}
	defer g.close()
	at, err := s.locate(g, s.arg(0))
	if err != nil {
		return err
	}
	c, entry, err := s.caseAt(g, at)
	if err != nil {
		return err
	}
	v := &report.Explanation{Sequence: entry.Place.Input, Address: entry.Place.Address(), Edition: entry.Edition, Recorded: &entry.Input.Recorded, Actor: entry.Input.Actor,
		Text: report.InputWords(entry.Input.Payload), Full: s.c.Bool("full")}
	v.Tree = why.Ruling(c)
	for i := range entry.Outcomes {
		if i > 0 && entry.Outcomes[i].Sequence == at.event {
			v.Event = at.event
			v.Tree = why.Outcome(c, i-1)
		}
	}
	return s.showTree(v, c.Judge)
}

// explainWhyNot explains what would be ruled on a play.
func (s *session) explainWhyNot() error {
	if err := s.words(2, 2, "adjudicate explain --why-not expects a side and a play"); err != nil {
		return err
	}
	g, err := s.open()
	if err != nil {
		return err
	}
	defer g.close()
	in := events.PlaySubmitted{Side: s.arg(0), Text: s.arg(1)}
	if err := g.l.Check(in); err != nil {
		return err
	}
	// The moment is that of the last input, as if the play had come at once.
	at := g.l.Last()
	if s.c.String("now") != "" {
		if at, err = s.now(); err != nil {
			return err
		}
	}
	tree := why.WhyNot(g.l.Judge(), aggregate.Input{ID: "why-not", Payload: in, At: at}, report.OutcomeWords)
	v := &report.Explanation{Text: report.InputWords(in), Tree: tree, Full: s.c.Bool("full")}
	if err := s.showTree(v, g.l.Judge()); err != nil {
		return err
	}
	if tree.Verdict != aggregate.Accepted {
		return errRejected
	}
	return nil
}

// showTree prints an explanation, or draws it.
func (s *session) showTree(v *report.Explanation, j *aggregate.Judge) error {
	title := fmt.Sprintf("before #%d: %s", v.Sequence, v.Text)
	if v.Sequence == 0 {
		title = "asked: " + v.Text
	}
	if err := s.drawTree(j, v.Root, title); err != nil || s.c.String("svg") == "-" {
		return err
	}
	return s.show(v)
}

// explainCheck tells by what a side is in check.
func (s *session) explainCheck() error {
	if err := s.words(1, 1, "adjudicate explain --check expects a side"); err != nil {
		return err
	}
	g, err := s.open()
	if err != nil {
		return err
	}
	defer g.close()
	node, err := why.Check(g.l.Judge(), s.arg(0))
	if err != nil {
		return s.unknownSide(g, err)
	}
	v := &report.CheckExplained{Sequence: g.l.Head(), Side: s.arg(0), InCheck: g.l.State().InCheck(s.arg(0)), Root: node, Full: s.c.Bool("full")}
	if err := s.drawTree(g.l.Judge(), node, fmt.Sprintf("%s after #%d", v.Side, v.Sequence)); err != nil || s.c.String("svg") == "-" {
		return err
	}
	return s.show(v)
}

// unknownSide words the error of a question about a side that the game does not have.
func (s *session) unknownSide(g *game, err error) error {
	var unknown *why.UnknownSideError
	if !errors.As(err, &unknown) {
		return err
	}
	var names []string
	for side := range g.l.State().Sides() {
		names = append(names, side.Name)
	}
	return unknownName("side", unknown.Side, names, "\"adjudicate list\" shows the sides")
}
