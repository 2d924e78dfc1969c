package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/report"
)

func positionCommand() *cli.Command {
	return newCommand("position", reading(), onGame(func(s *session, g *game) (report.View, error) {
		doc, _, err := report.PositionOf(g.l.State())
		if err != nil {
			return nil, err
		}
		s.json = true
		return (*report.Position)(doc), nil
	}))
}
