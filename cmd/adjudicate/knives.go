package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/projections"
	"adjudicate/report"
)

func knivesCommand() *cli.Command {
	return newCommand("knives", reading(), onGame(func(s *session, g *game) error {
		awards, hands := projections.NewKnives(), projections.NewWinners()
		if _, err := s.fold(g, awards, hands); err != nil {
			return err
		}
		v := report.KnivesOf(g.l.State())
		v.Tell(awards, hands)
		return s.show(v)
	}))
}
