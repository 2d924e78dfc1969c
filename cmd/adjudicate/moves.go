package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/position"
	"adjudicate/report"
)

func movesCommand() *cli.Command {
	return newCommand("moves", reading(&cli.StringFlag{Name: "position", Usage: "`FILE` of a position document, - for standard input"}, bookFlag, ofSystemFlag, svgFlag), do(func(s *session) (report.View, error) {
		file, doc, rb, err := s.position(s.c.String("position"))
		if err != nil {
			return nil, err
		}
		set, book, err := position.Setup(file, doc, rb)
		if err != nil {
			return nil, err
		}
		found, err := set.Report(book.Procedure().Placing)
		if err != nil {
			return nil, err
		}
		r, err := found.Piece(set, s.arg(0))
		if err != nil {
			return nil, err
		}
		v, err := report.NewMoves(set, r, book.Procedure().Specials)
		if err != nil {
			return nil, err
		}
		return s.withFile(v, "svg", v.Picture)
	}))
}
