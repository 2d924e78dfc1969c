package main

import (
	"io"

	"adjudicate/history"
	"adjudicate/report"
)

func weightsCommand() *command {
	return newCommand("weights", reading(toggle("series", "list all Weights of the game, play by play"), svgFlag), onView(func(s *session, g *game, h *history.View) (report.View, error) {
		v, err := report.ReadWeights(s.events(g, h))
		if err != nil {
			return nil, err
		}
		if s.c.String("svg") != "" && len(v.Series) == 0 {
			return nil, usagef("", "nothing to draw: no Weights have been posted")
		}
		v.Short = !s.c.Bool("series")
		return s.withFile(v, "svg", func(w io.Writer) error { return v.Chart(w, "Weights of "+g.name) })
	}))
}
