package main

import "adjudicate/report"

func holdingsCommand() *command {
	return newCommand("holdings", reading(), onGame(func(s *session, g *game) (report.View, error) {
		v := report.HoldingsOf(g.l.State())
		only, err := s.side(g, s.arg(0))
		if err != nil {
			return nil, err
		}
		if side, ok := g.l.State().Side(only); ok {
			v.Only(only, side.Player)
		}
		return v, nil
	}))
}
