package main

import (
	"cmp"

	"adjudicate/aggregate"
	"adjudicate/history"
	"adjudicate/report"
)

func explainCommand() *command {
	return newCommand("explain", reading(
		apart(toggle("why-not", "explain a play without submitting it"), "check", "weights"),
		apart(toggle("check", "explain a check"), "weights"),
		toggle("weights", "explain Weights"),
		toggle("full", "show every detail"), svgFlag, nowFlag,
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
		if v, err = history.Look(s.ctx, g.Recall(), g.Name, history.Where{Known: s.point("known-at"), Edition: found.Edition.Number}); err != nil {
			return nil, err
		}
		found.Edition = v.Edition
	}
	answer, err := report.Explain(s.ctx, v.Catalogue, found, engine)
	if err != nil {
		return nil, err
	}
	answer.Full = s.c.Bool("full")
	return s.withFile(answer, "svg", answer.Picture)
}

// explainWhyNot explains what would be ruled on a play.
func (s *session) explainWhyNot(g *game) (report.View, error) {
	answer, err := report.ExplainPlay(g.l, s.arg(0), s.arg(1), s.momentIn(g))
	if err != nil {
		return nil, err
	}
	answer.Full = s.c.Bool("full")
	v, err := s.withFile(answer, "svg", answer.Picture)
	return v, cmp.Or(err, errRejected.when(answer.Verdict != aggregate.Accepted))
}

// explainCheck tells by what a side is in check.
func (s *session) explainCheck(g *game) (report.View, error) {
	side, err := s.side(g, s.arg(0))
	if err != nil {
		return nil, err
	}
	v, err := report.ExplainCheck(g.l, side)
	if err != nil {
		return nil, err
	}
	v.Full = s.c.Bool("full")
	return s.withFile(v, "svg", v.Picture)
}

// explainWeights tells what every piece adds.
func (s *session) explainWeights(g *game) (report.View, error) {
	side, err := s.side(g, s.arg(0))
	if err != nil {
		return nil, err
	}
	return report.ExplainWeights(g.l.Judge(), g.l.Head(), side, s.c.Bool("full")), nil
}
