package main

import (
	"cmp"
	"fmt"

	"adjudicate/aggregate"
	why "adjudicate/aggregate/explain"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/report"
)

func explainCommand() *command {
	return newCommand("explain", reading(
		apart(toggle("why-not", "explain a play without submitting it"), "check", "weights"),
		apart(toggle("check", "explain a check"), "weights"),
		toggle("weights", "explain Weights"),
		toggle("full", "everything"), svgFlag, nowFlag,
	), do(func(s *session) (report.View, error) {
		switch {
		case s.c.Bool("why-not"):
			return s.onGame(2, 2, "explain --why-not takes a side and a play", (*session).explainWhyNot)
		case s.c.Bool("check"):
			return s.onGame(1, 1, "explain --check takes a side", (*session).explainCheck)
		case s.c.Bool("weights"):
			return s.onGame(0, 1, "explain --weights takes at most one side", (*session).explainWeights)
		}
		return s.explainRuling()
	}))
}

// onGame asks a question that takes some number of arguments of the game where the flags look.
func (s *session) onGame(least, most int, want string, ask func(*session, *game) (report.View, error)) (report.View, error) {
	if err := s.words(least, most, want); err != nil {
		return nil, err
	}
	g, err := s.open()
	if err != nil {
		return nil, err
	}
	return ask(s, g)
}

// words asks for the number of arguments that a question takes.
func (s *session) words(least, most int, want string) error {
	if n := s.c.NArg(); n < least || n > most {
		return usagef("", "%s: found %s", want, report.Counted(n, "argument"))
	}
	return nil
}

func (s *session) explainRuling() (report.View, error) {
	if err := s.words(0, 1, "explain takes at most one event"); err != nil {
		return nil, err
	}
	g, err := s.attach()
	if err != nil {
		return nil, err
	}
	v, err := s.view(g)
	if err != nil {
		return nil, err
	}
	found, err := v.Find(s.ctx, s.arg(0))
	if err != nil {
		return nil, err
	}
	if s.point("at") != 0 { // what came of the event that is asked about is recorded behind it
		if v, err = history.Look(s.ctx, g.st, g.name, history.Where{Known: s.point("known-at"), Edition: found.Edition.Number}); err != nil {
			return nil, err
		}
		found.Edition = v.Edition
	}
	answer, judge, err := report.Explain(s.ctx, v.Catalogue, found, engine)
	if err != nil {
		return nil, err
	}
	return s.showTree(answer, judge)
}

// explainWhyNot explains what would be ruled on a play.
func (s *session) explainWhyNot(g *game) (report.View, error) {
	in := g.l.Spelled(events.PlaySubmitted{Side: s.arg(0), Text: s.arg(1)})
	if err := g.l.Check(in); err != nil {
		return nil, err
	}
	at, err := s.momentIn(g)
	if err != nil {
		return nil, err
	}
	tree := why.WhyNot(g.l.Judge(), aggregate.Input{ID: "why-not", Payload: in, At: at}, report.NamesOf(g.l.State()).Tell)
	v, err := s.showTree(&report.Explanation{Text: report.InputWords(in), Tree: tree}, g.l.Judge())
	return v, cmp.Or(err, errRejected.when(tree.Verdict != aggregate.Accepted))
}

// showTree prints an explanation, or draws it.
func (s *session) showTree(v *report.Explanation, j *aggregate.Judge) (report.View, error) {
	title := fmt.Sprintf("before #%d: %s", v.Sequence, v.Text)
	if v.Sequence == 0 {
		title = "asked: " + v.Text
	}
	v.Full = s.c.Bool("full")
	return s.showNode(v, j, v.Root, title)
}

// showNode prints a view; the board with the ways and squares of its explanation is drawn if that is asked for.
func (s *session) showNode(v report.View, j *aggregate.Judge, root *why.Node, title string) (report.View, error) {
	if s.c.String("svg") != "" {
		b, over, err := report.TreePicture(j, root, title)
		if err != nil {
			return nil, err
		}
		return s.withFile(v, "svg", report.Picture(b, over))
	}
	return v, nil
}

// explainCheck tells by what a side is in check.
func (s *session) explainCheck(g *game) (report.View, error) {
	side, err := s.side(g, s.arg(0))
	if err != nil {
		return nil, err
	}
	node, err := why.Check(g.l.Judge(), side)
	if err != nil {
		return nil, err
	}
	v := &report.CheckExplained{Sequence: g.l.Head(), Side: side, InCheck: g.l.State().InCheck(side), Root: node, Full: s.c.Bool("full")}
	return s.showNode(v, g.l.Judge(), node, fmt.Sprintf("%s after #%d", v.Side, v.Sequence))
}

// explainWeights tells what every piece adds.
func (s *session) explainWeights(g *game) (report.View, error) {
	side, err := s.side(g, s.arg(0))
	if err != nil {
		return nil, err
	}
	return report.ExplainWeights(g.l.Judge(), g.l.Head(), side, s.c.Bool("full")), nil
}
