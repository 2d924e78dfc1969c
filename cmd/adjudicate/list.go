package main

import "adjudicate/report"

func listCommand() *command {
	return newCommand("list", reading(), onGame(func(s *session, g *game) (report.View, error) {
		return report.NewPlayList(g.l.State(), g.l.Head()), nil
	}))
}
