package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/history"
	"adjudicate/report"
)

func editionsCommand() *cli.Command {
	return &cli.Command{
		Name: "list", Flags: []cli.Flag{ledgerFlag, atFlag, knownFlag},
		Usage: "list the editions of the history",
		Description: `Edition 1 is the history as it was first ruled on. Each later one says from which it was made, by
which changes, when it was adopted, and until which event it held.`,
		UsageText: "adjudicate edition list\nadjudicate edition list --json",
		Action: onStore(func(s *session, g *game) error {
			cat, err := history.Load(s.ctx, g.st, g.name, max(s.c.Uint64("known-at"), s.c.Uint64("at")))
			if err != nil {
				return pointError(err)
			}
			return s.show(report.NewEditions(cat))
		}),
	}
}
