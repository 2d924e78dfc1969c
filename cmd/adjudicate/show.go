package main

import "adjudicate/report"

func showCommand() *command {
	return newCommand("show", reading(), onGame(func(s *session, g *game) (report.View, error) {
		v, err := report.NewOverview(g.l.State(), g.l.Head())
		if err != nil {
			return nil, err
		}
		h, err := s.view(g)
		if err != nil {
			return nil, err
		}
		if last, err := h.LastAct(s.ctx); err != nil {
			return nil, err
		} else if last != nil {
			entry := report.EntryOf(last, report.NamesOf(g.l.State()))
			v.Last = &entry
		}
		return v, nil
	}))
}

func boardCommand() *command {
	return newCommand("board", reading(svgFlag, pngFlag, toggle("flip", "turn the board by half a turn")), onGame(func(s *session, g *game) (report.View, error) {
		v, err := report.NewBoard(g.l.State(), g.l.Head())
		if err != nil {
			return nil, err
		}
		if s.c.Bool("flip") {
			v.Drawn.Flip()
		}
		shown, err := s.withFile(v, "svg", v.Picture)
		if err != nil || shown == nil {
			return nil, err
		}
		return s.withFile(v, "png", v.Pixels)
	}))
}
