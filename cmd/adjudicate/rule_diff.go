package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/report"
)

func ruleDiffCommand() *cli.Command {
	return &cli.Command{
		Name: "diff", ArgsUsage: "BEFORE AFTER", Usage: "compare two revisions of a rule by their meaning",
		Description: `BEFORE and AFTER are each a rule file, NUMBER/REVISION as it came into force in the ledger, or
NUMBER as it is in force. What differs is listed by its path with its clause; for a piece the moves
that appear and vanish are drawn, and with a ledger also those on the board as it stands.`,
		UsageText: `adjudicate rule diff 1230.5 rook.yaml
adjudicate rule diff 1230.5/5 1230.5/6
adjudicate rule diff old.yaml new.yaml --svg change.svg --json`,
		Flags:  reading(systemFlag, svgFlag),
		Action: do(diffRules),
	}
}

func diffRules(s *session) error {
	c, err := s.ruleContext()
	if err != nil {
		return err
	}
	defer c.close()
	number := ""
	for _, i := range []int{0, 1} {
		if !isFile(s.arg(i)) {
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
