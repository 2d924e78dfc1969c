package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/draw"
	"adjudicate/internal/term"
	"adjudicate/position"
)

func movesCommand() *cli.Command {
	return &cli.Command{
		Name: "moves", Category: catRead, ArgsUsage: "SQUARE",
		Usage: "draw where a piece can go",
		Description: `Draws where the piece on a square can move, what it can capture, its specials and what it
defends; for a piece off the board, named by its id, where it can be placed. What would leave
its own side in check is listed apart and not drawn. The position is that of the ledger, or of
a position document with --position.`,
		UsageText: `adjudicate moves a5
adjudicate moves R2 --svg placements.svg
adjudicate moves c3 --position position.json --json`,
		Flags: reading(&cli.StringFlag{Name: "position", Usage: "`FILE` of a position document, - for standard input"}, bookFlag, svgFlag),
		Action: do(func(s *session) error {
			file, doc, rb, err := s.position(s.c.String("position"))
			if err != nil {
				return err
			}
			set, book, err := position.Setup(file, doc, rb)
			if err != nil {
				return err
			}
			report, err := set.Report(book.Procedure().Placing)
			if err != nil {
				return err
			}
			r, err := pickPiece(report, set, s.arg(0))
			if err != nil {
				return err
			}
			b := boardOfSetting(set, fmt.Sprintf("%s of %s, %s", r.Type, r.Side, where(r)))
			mark(&b, r)
			if s.c.String("svg") == "-" {
				return s.picture(b)
			}
			if err := s.picture(b); err != nil {
				return err
			}
			return s.show(&movesView{PieceReport: r, board: b})
		}),
	}
}

// pickPiece finds the piece on a square or of an id.
func pickPiece(report *position.Report, set *position.Setting, word string) (*position.PieceReport, error) {
	for i := range report.Pieces {
		if r := &report.Pieces[i]; r.ID == word || r.At != "" && r.At == strings.ToLower(word) {
			return r, nil
		}
	}
	if _, ok := set.Rules.Square(strings.ToLower(word)); ok {
		return nil, usagef("\"adjudicate board\" shows what stands where", "%s is empty: expected the square or the id of a piece", word)
	}
	last := set.Rules.Squares()[len(set.Rules.Squares())-1]
	return nil, usagef("", "%q is neither a square of the board, a1 to %s, nor the id of a piece", word, set.Rules.SquareName(last))
}

func where(r *position.PieceReport) string {
	if r.At == "" {
		return r.ID + " off-board"
	}
	return r.ID + " on " + r.At
}

// mark puts what a piece can legally do on the board.
func mark(b *draw.Board, r *position.PieceReport) {
	add := func(kind draw.Kind, squares ...string) {
		for _, sq := range squares {
			b.Marks = append(b.Marks, draw.Mark{Square: sq, Kind: kind})
		}
	}
	if r.At == "" {
		add(draw.Target, r.Placements...)
		return
	}
	add(draw.Origin, r.At)
	add(draw.Special, r.Specials...)
	add(draw.Target, r.LegalMoves...)
	at := map[string]string{}
	for _, p := range b.Pieces {
		at[p.ID] = p.Square
	}
	for _, id := range r.Defends {
		add(draw.Defended, at[id])
	}
	for _, c := range r.LegalCaptures {
		add(draw.Capture, c.At)
	}
}

type movesView struct {
	*position.PieceReport
	board draw.Board
}

func (v *movesView) text(p *term.Page) {
	p.Raw(textBoard(p, v.board))
	p.Blank()
	p.Item("", pieceLine(v.PieceReport))
	var barred []string
	legal := map[string]bool{}
	for _, sq := range v.LegalMoves {
		legal[sq] = true
	}
	for _, sq := range v.Moves {
		if !legal[sq] {
			barred = append(barred, sq)
		}
	}
	for _, c := range v.Captures {
		found := false
		for _, l := range v.LegalCaptures {
			found = found || l == c
		}
		if !found {
			barred = append(barred, c.At)
		}
	}
	if len(barred) > 0 {
		p.Item("", "would leave "+v.Side+" in check: "+strings.Join(barred, " "))
	}
}
