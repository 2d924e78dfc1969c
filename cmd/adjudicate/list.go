package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/report"
)

func listCommand() *cli.Command {
	return newCommand("list", reading(), onGame(func(s *session, g *game) (report.View, error) {
		return report.NewPlayList(g.l.State(), g.l.Head()), nil
	}))
}
