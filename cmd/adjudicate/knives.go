package main

import "adjudicate/report"

func knivesCommand() *command {
	return newCommand("knives", reading(), onGame(func(s *session, g *game) (report.View, error) {
		h, err := s.view(g)
		if err != nil {
			return nil, err
		}
		return report.ReadKnives(s.events(g, h), g.l.State())
	}))
}
