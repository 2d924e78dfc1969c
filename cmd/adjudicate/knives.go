package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/projections"
	"adjudicate/report"
)

func knivesCommand() *cli.Command {
	return &cli.Command{
		Name: "knives", Category: catRead, Flags: reading(),
		Usage:       "show the Stabber's Knives and the winners of hands",
		Description: "1230.40: whoever holds enough of them wins the hand.",
		UsageText:   "adjudicate knives",
		Action: onGame(func(s *session, g *game) error {
			awards, hands := projections.NewKnives(), projections.NewWinners()
			if err := s.fold(g, awards, hands); err != nil {
				return err
			}
			v := report.KnivesOf(g.l.State())
			v.Tell(awards, hands)
			return s.show(v)
		}),
	}
}
