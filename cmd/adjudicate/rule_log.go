package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"adjudicate/history/amendment"
	"adjudicate/report"
)

func ruleLogCommand() *cli.Command {
	return newCommand("log", reading(), onStore(func(s *session, g *game) (report.View, error) {
		h, err := s.view(g)
		if err != nil {
			return nil, err
		}
		all, err := amendment.History(s.events(g, h))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.place, err)
		}
		v := &report.RuleLog{Entries: []amendment.Entry{}}
		for _, e := range all {
			if s.arg(0) == "" || s.arg(0) == e.Number {
				v.Entries = append(v.Entries, e)
			}
		}
		return v, nil
	}))
}
