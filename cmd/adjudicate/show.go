package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/draw"
	"adjudicate/report"
)

func showCommand() *cli.Command {
	return newCommand("show", reading(), onGame(func(s *session, g *game) error {
		v, err := report.NewOverview(g.l.State(), g.l.Head())
		if err != nil {
			return err
		}
		h, err := s.view(g)
		if err != nil {
			return err
		}
		if last, err := h.LastAct(s.ctx); err != nil {
			return err
		} else if last != nil {
			entry := report.EntryOf(last)
			v.Last = &entry
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
		if instead, err := s.picture(v.Drawn, draw.Overlay{}); err != nil || instead {
			return err
		}
		return s.show(v)
	}))
}
