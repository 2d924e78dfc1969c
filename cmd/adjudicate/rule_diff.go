package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/internal/rulefiles"
	"adjudicate/report"
)

func ruleDiffCommand() *cli.Command {
	return newCommand("diff", reading(systemFlag, svgFlag), do(diffRules))
}

func diffRules(s *session) error {
	c, err := s.ruleContext()
	if err != nil {
		return err
	}
	defer c.close()
	number := ""
	for _, i := range []int{0, 1} {
		if !rulefiles.IsFile(s.arg(i)) {
			number, _, _ = strings.Cut(s.arg(i), "/")
		}
	}
	before, err := s.revision(c, s.arg(0), number)
	if err != nil {
		return err
	}
	if number == "" {
		number = before.Number
	}
	after, err := s.revision(c, s.arg(1), number)
	if err != nil {
		return err
	}
	if before.Number != after.Number {
		return usagef("", "rules %s and %s are not revisions of one rule", before.Number, after.Number)
	}
	v, err := report.NewRuleDiff(c.book, c.readings, before, after)
	if err != nil {
		return err
	}
	if c.state != nil && len(v.Changes) > 0 {
		if err := v.OnBoard(c.state, c.game.l.Head(), engine, before, after); err != nil {
			return err
		}
	}
	if path := s.c.String("svg"); path != "" {
		sheet := v.Sheet()
		if len(sheet.Panels) == 0 {
			return usagef("", "no move appears or vanishes: there is nothing to draw")
		}
		if err := s.writeFile(path, sheet.SVG); err != nil || path == "-" {
			return err
		}
	}
	return s.show(v)
}
