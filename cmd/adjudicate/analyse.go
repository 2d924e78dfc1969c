package main

import (
	"bytes"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/internal/term"
	"adjudicate/position"
	"adjudicate/rules"
)

func analyseCommand() *cli.Command {
	return &cli.Command{
		Name: "analyse", Category: catPosition, ArgsUsage: "[FILE]",
		Usage: "say what a position holds",
		Description: `For every piece of a position: where it can move, what it attacks and defends, its specials or
placements, its value and mobility; for every side its Weight and who gives it check. FILE is
a position document, - stands for standard input; docs/position.md describes it. Without FILE
the position is that of the ledger. --rulebook replaces the built-in rules of the system.`,
		UsageText: `adjudicate analyse position.json
adjudicate analyse --json position.json
adjudicate position | adjudicate analyse -
adjudicate analyse position.json --rulebook my-rules/`,
		Flags: reading(bookFlag),
		Action: do(func(s *session) error {
			file, doc, rb, err := s.position(s.arg(0))
			if err != nil {
				return err
			}
			report, err := position.Analyse(file, doc, rb)
			if err != nil {
				return err
			}
			return s.show((*analysisView)(report))
		}),
	}
}

// position reads a position document, or takes the position of the ledger if path is empty.
// The rulebook is nil if the built-in one holds.
func (s *session) position(path string) (file string, doc *position.Document, rb *rules.Rulebook, err error) {
	if rb, err = readRulebook(s.c.String("rulebook")); err != nil {
		return "", nil, nil, err
	}
	if path == "" {
		g, err := s.open()
		if err != nil {
			return "", nil, nil, err
		}
		defer g.close()
		doc, book, err := documentOf(g.l.State())
		if rb == nil {
			rb = book
		}
		return g.place, doc, rb, err
	}
	file, doc, err = s.document(path)
	return file, doc, rb, err
}

// document reads a position document.
func (s *session) document(path string) (string, *position.Document, error) {
	file, text, err := s.readFile(path)
	if err != nil {
		return "", nil, err
	}
	doc, err := position.Read(file, bytes.NewReader(text))
	return file, doc, err
}

type analysisView position.Report

func (v *analysisView) text(p *term.Page) {
	for _, side := range v.Sides {
		check := ""
		if side.InCheck {
			check = p.Style(term.Red, "in check by "+strings.Join(side.CheckedBy, ", "))
		}
		p.Line("%s  Weight %s, %s that count  %s", p.Style(term.Bold, side.Name), side.Weight, counted(side.PiecesOnBoard, "piece"), check)
		for i := range v.Pieces {
			if v.Pieces[i].Side == side.Name {
				p.Item("  ", pieceLine(&v.Pieces[i]))
			}
		}
		p.Blank()
	}
}

// pieceLine says what a piece can do, in a few words.
func pieceLine(r *position.PieceReport) string {
	var parts []string
	add := func(what string, squares []string) {
		if len(squares) > 0 {
			parts = append(parts, what+" "+strings.Join(squares, " "))
		}
	}
	if r.At == "" {
		add("may be placed on", r.Placements)
		return r.ID + " " + r.Type + " off-board, value " + r.Value.String() + ends(parts)
	}
	legal := "moves"
	if len(r.LegalMoves) < len(r.Moves) || len(r.LegalCaptures) < len(r.Captures) {
		legal = "legally moves"
	}
	add(legal, r.LegalMoves)
	add("captures", takings(r.LegalCaptures))
	add("special", r.Specials)
	add("defends", r.Defends)
	if r.Scratches {
		parts = append(parts, "may scratch")
	}
	return r.ID + " " + r.Type + " " + r.At + ", value " + r.Value.String() + ", mobility " + r.Mobility.String() + ends(parts)
}

func ends(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, "; ")
}

// takings writes captures: the victim's square, and where the captor ends if elsewhere.
func takings(list []position.CaptureReport) []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.At + "(" + c.Piece + ")"
		if c.To != c.At {
			out[i] += "→" + c.To
		}
	}
	return out
}
