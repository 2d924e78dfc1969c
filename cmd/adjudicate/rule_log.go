package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"adjudicate/history/amendment"
	"adjudicate/report"
)

func ruleLogCommand() *cli.Command {
	return &cli.Command{
		Name: "log", ArgsUsage: "[NUMBER]", Usage: "list every enactment, amendment and repeal",
		Description: `One line each: its sequence, the sequence from which it holds where that differs, when, by whom,
what, and the rulebook's hash before and after. NUMBER lists the history of one rule.`,
		UsageText: "adjudicate rule log\nadjudicate rule log 1230.5 --json",
		Flags:     reading(),
		Action: onStore(func(s *session, g *game) error {
			h, err := s.point(g)
			if err != nil {
				return err
			}
			all, err := amendment.History(h.events(1))
			if err != nil {
				return fmt.Errorf("%s: %w", g.place, err)
			}
			v := &report.RuleLog{Entries: []amendment.Entry{}}
			for _, e := range all {
				if s.arg(0) == "" || s.arg(0) == e.Number {
					v.Entries = append(v.Entries, e)
				}
			}
			return s.show(v)
		}),
	}
}
