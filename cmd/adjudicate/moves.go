package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/report"
)

func movesCommand() *cli.Command {
	return newCommand("moves", reading(&cli.StringFlag{Name: "position", Usage: "`FILE` of a position document, - for standard input"}, bookFlag, ofSystemFlag, svgFlag), do(func(s *session) (report.View, error) {
		at, err := s.position(s.c.String("position"))
		if err != nil {
			return nil, err
		}
		v, err := at.Moves(s.arg(0))
		if err != nil {
			return nil, err
		}
		return s.withFile(v, "svg", v.Picture)
	}))
}
