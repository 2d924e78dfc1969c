package main

import (
	"strings"

	"adjudicate/internal/rulefiles"
	"adjudicate/report"
)

func ruleDiffCommand() *command {
	return newCommand("diff", reading(systemFlag, svgFlag), do(diffRules))
}

func diffRules(s *session) (report.View, error) {
	l, err := s.law()
	if err != nil {
		return nil, err
	}
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
