package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/report"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name: "show", Category: catRead, Flags: reading(),
		Usage:       "show a summary of the game",
		Description: "The board, whose turn it is, checks, Weights, holdings, knives and the last ruling.",
		UsageText:   "adjudicate show\nadjudicate show --at 120 --json",
		Action: onGame(func(s *session, g *game) error {
			v, err := report.NewOverview(g.l.State(), g.l.Head())
			if err != nil {
				return err
			}
			if v.Last, err = s.lastRuling(g); err != nil {
				return err
			}
			return s.show(v)
		}),
	}
}

func boardCommand() *cli.Command {
	return &cli.Command{
		Name: "board", Category: catRead, Flags: reading(svgFlag),
		Usage:       "draw the board",
		Description: "Each square shows a piece's glyph and a letter of its side; the legend tells them.",
		UsageText:   "adjudicate board\nadjudicate board --at 120 --svg board.svg",
		Action: onGame(func(s *session, g *game) error {
			v, err := report.NewBoard(g.l.State(), g.l.Head())
			if err != nil {
				return err
			}
			if err := s.picture(v.Drawn); err != nil || s.c.String("svg") == "-" {
				return err
			}
			return s.show(v)
		}),
	}
}
