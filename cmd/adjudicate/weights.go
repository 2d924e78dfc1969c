package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"adjudicate/report"
)

func weightsCommand() *cli.Command {
	return newCommand("weights", reading(&cli.BoolFlag{Name: "series", Usage: "all Weights of the game, play by play"}, svgFlag), onStore(func(s *session, g *game) error {
		h, err := s.view(g)
		if err != nil {
			return err
		}
		v, err := report.ReadWeights(s.events(g, h))
		if err != nil {
			return err
		}
		if path := s.c.String("svg"); path != "" {
			if len(v.Series) == 0 {
				return usagef("", "there is nothing to draw: no Weights have been posted yet")
			}
			err := s.writeFile(path, func(w io.Writer) error { return v.Chart(w, "Weights of "+g.name) })
			if err != nil || path == "-" {
				return err
			}
		}
		if !s.c.Bool("series") {
			v.Short = true
		}
		return s.show(v)
	}))
}
