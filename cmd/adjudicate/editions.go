package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/history"
	"adjudicate/report"
)

func editionsCommand() *cli.Command {
	return &cli.Command{
		Name: "editions", Category: catEditions, Flags: []cli.Flag{ledgerFlag, knownFlag},
		Usage: "list the editions of the history",
		Description: `Edition 1 is the history as it was first ruled on. Each later one says from which it was made, by
which changes, when it was adopted, and until which event it held.`,
		UsageText: "adjudicate editions\nadjudicate editions --json",
		Action: do(func(s *session) error {
			g, err := s.attach()
			if err != nil {
				return err
			}
			defer g.close()
			cat, err := history.Load(s.ctx, g.st, g.name, s.c.Uint64("known-at"))
			if err != nil {
				return pointError(err)
			}
			return s.show(report.NewEditions(cat))
		}),
	}
}
