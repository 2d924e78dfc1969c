package main

import "adjudicate/report"

func positionCommand() *command {
	return newCommand("position", reading(), onGame(func(s *session, g *game) (report.View, error) {
		doc, _, err := report.PositionOf(g.l.State())
		if err != nil {
			return nil, err
		}
		s.json = true
		return (*report.Position)(doc), nil
	}))
}
