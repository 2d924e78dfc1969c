package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/history"
	"adjudicate/report"
)

func editionsCommand() *cli.Command {
	return newCommand("list", []cli.Flag{ledgerFlag, atFlag, knownFlag}, onStore(func(s *session, g *game) (report.View, error) {
		cat, err := history.Load(s.ctx, g.st, g.name, max(s.point("known-at"), s.point("at")))
		if err != nil {
			return nil, err
		}
		return report.NewEditions(cat), nil
	}))
}
