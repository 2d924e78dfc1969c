package main

import (
	"adjudicate/history"
	"adjudicate/report"
)

func editionsCommand() *command {
	return newCommand("list", flags{ledgerFlag, atFlag, knownFlag}, onStore(func(s *session, g *game) (report.View, error) {
		cat, err := history.Load(s.ctx, g.st, g.name, max(s.point("known-at"), s.point("at")))
		if err != nil {
			return nil, err
		}
		return report.NewEditions(cat), nil
	}))
}
