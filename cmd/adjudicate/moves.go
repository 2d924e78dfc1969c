package main

import (
	"strings"

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
		r, err := pickPiece(found, set, s.arg(0))
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

// pickPiece finds the piece on a square or of an id.
func pickPiece(found *position.Report, set *position.Setting, word string) (*position.PieceReport, error) {
	for i := range found.Pieces {
		if r := &found.Pieces[i]; r.ID == word || r.At != "" && r.At == strings.ToLower(word) {
			return r, nil
		}
	}
	if _, ok := set.Rules.Square(strings.ToLower(word)); ok {
		return nil, usagef("\"adjudicate board\" shows what stands where", "%s is empty: expected the square or the id of a piece", word)
	}
	last := set.Rules.Squares()[len(set.Rules.Squares())-1]
	return nil, usagef("", "%q is neither a square of the board, a1 to %s, nor the id of a piece", word, set.Rules.SquareName(last))
}
