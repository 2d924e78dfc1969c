package main

import (
	"strings"

	"adjudicate/history"
	"adjudicate/history/amendment"
	"adjudicate/internal/rulefiles"
	"adjudicate/report"
)

func ruleDiffCommand() *command {
	return newCommand("diff", reading(systemFlag, svgFlag), onLaw(diffRules))
}

func diffRules(s *session, l *amendment.Law) (report.View, error) {
	number := ""
	for _, i := range []int{0, 1} {
		if !rulefiles.IsFile(s.arg(i)) {
			number, _, _ = strings.Cut(s.arg(i), "/")
		}
	}
	before, err := s.revision(l, s.arg(0), number)
	if err != nil {
		return nil, err
	}
	if number == "" {
		number = before.Number
	}
	after, err := s.revision(l, s.arg(1), number)
	if err != nil {
		return nil, err
	}
	v, err := report.NewRuleDiff(l, engine, before, after)
	if err != nil {
		return nil, err
	}
	sheet := v.Sheet()
	if s.c.String("svg") != "" && len(sheet.Panels) == 0 {
		return nil, usagef("", "nothing to draw: no move is gained or lost")
	}
	return s.withFile(v, "svg", sheet.SVG)
}

func ruleLogCommand() *command {
	return newCommand("log", reading(), onView(func(s *session, g *game, h *history.View) (report.View, error) {
		return report.RuleLogOf(s.ctx, h, s.events(g, h), s.arg(0))
	}))
}

func ruleTryCommand() *command {
	return newCommand("try", reading(option("position", "`FILE` of a position document, - for standard input (default: the ledger's)"), systemFlag), onLaw(func(s *session, l *amendment.Law) (report.View, error) {
		rule, err := s.soundFile(l, s.arg(0))
		if err != nil {
			return nil, err
		}
		at, err := s.position(s.c.String("position"))
		if err != nil {
			return nil, err
		}
		return report.Try(at, l.Book, rule.Rules)
	}))
}
