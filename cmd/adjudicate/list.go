package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/report"
)

func listCommand() *cli.Command {
	return &cli.Command{
		Name: "list", Category: catRead, Flags: reading(),
		Usage:       "show the Swinger Play List: who plays next",
		Description: "The top one plays; sides in check stand above the others (1230.2 §3).",
		UsageText:   "adjudicate list",
		Action: onGame(func(s *session, g *game) error {
			return s.show(report.NewPlayList(g.l.State(), g.l.Head()))
		}),
	}
}
