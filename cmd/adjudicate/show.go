package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/report"
)

func showCommand() *cli.Command {
	return newCommand("show", reading(), onGame(func(s *session, g *game) error {
		v, err := report.NewOverview(g.l.State(), g.l.Head())
		if err != nil {
			return err
		}
		if v.Last, err = s.lastRuling(g); err != nil {
			return err
		}
		return s.show(v)
	}))
}

func boardCommand() *cli.Command {
	return newCommand("board", reading(svgFlag), onGame(func(s *session, g *game) error {
		v, err := report.NewBoard(g.l.State(), g.l.Head())
		if err != nil {
			return err
		}
		if err := s.picture(v.Drawn); err != nil || s.c.String("svg") == "-" {
			return err
		}
		return s.show(v)
	}))
}
