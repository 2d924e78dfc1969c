package main

import (
	"io"

	"adjudicate/aggregate"
	"adjudicate/draw"
	"adjudicate/internal/term"
	"adjudicate/position"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// glyphs returns the glyph of each type of a rulebook.
func glyphs(book *rules.Rulebook) map[string]string {
	out := map[string]string{}
	for _, d := range book.Pieces() {
		out[d.Piece.Name] = d.Piece.Glyph
	}
	return out
}

// glyphOf is a type's glyph, "?" for a type that the rulebook in force does not define.
func glyphOf(g map[string]string, typ string) string {
	if x := g[typ]; x != "" {
		return x
	}
	return "?"
}

// boardOf draws the board of a ledger.
func boardOf(st *aggregate.State, book *rules.Rulebook, title string) draw.Board {
	b := draw.Board{Title: title}
	b.Files, b.Ranks = st.Board()
	if board := book.Procedure().Board; b.Files == 0 && board != nil {
		b.Files, b.Ranks = board.Files, board.Ranks
	}
	for side := range st.Sides() {
		note := st.Weight(side.Name).String()
		if side.Name == st.ToPlay() {
			note += ", to play"
		}
		b.Sides = append(b.Sides, draw.Side{Name: side.Name, Note: note, InCheck: st.InCheck(side.Name)})
	}
	known := glyphs(book)
	at := map[string]string{}
	royal := map[string]string{}
	for p := range st.Pieces() {
		if p.At == "" {
			continue
		}
		at[p.ID] = p.At
		for _, d := range book.Pieces() {
			if d.Piece.Royal && d.Piece.Name == p.Type {
				royal[p.Side] = p.At
			}
		}
		b.Pieces = append(b.Pieces, draw.Piece{Square: p.At, Glyph: glyphOf(known, p.Type), Type: p.Type, ID: p.ID, Side: p.Side})
	}
	for _, check := range st.Checks() {
		if royal[check.Side] == "" {
			continue
		}
		b.Marks = append(b.Marks, draw.Mark{Square: royal[check.Side], Kind: draw.Check})
		for _, id := range check.By {
			if at[id] != "" {
				b.Arrows = append(b.Arrows, draw.Arrow{From: at[id], To: royal[check.Side], Kind: draw.Check})
			}
		}
	}
	return b
}

// boardOfSetting draws the board of a position document.
func boardOfSetting(set *position.Setting, title string) draw.Board {
	rs := set.Rules
	b := draw.Board{Title: title, Files: rs.Files(), Ranks: rs.Ranks()}
	for i := range set.Doc.Sides {
		b.Sides = append(b.Sides, draw.Side{Name: set.Doc.Sides[i].Name, InCheck: set.Position.InCheck(movement.SideID(i))})
	}
	for i := range set.Doc.Pieces {
		if p := &set.Doc.Pieces[i]; p.At != "" {
			b.Pieces = append(b.Pieces, draw.Piece{Square: p.At, Glyph: rs.Glyph(set.Position.TypeOf(movement.PieceID(i))), Type: p.Type, ID: p.ID, Side: p.Side})
		}
	}
	return b
}

// picture writes a board as SVG if the command was asked to.
func (s *session) picture(b draw.Board) error {
	path := s.c.String("svg")
	if path == "" {
		return nil
	}
	return s.writeFile(path, func(w io.Writer) error { return draw.SVG(w, b, draw.Options{}) })
}

// textBoard draws a board for the terminal.
func textBoard(p *term.Page, b draw.Board) string { return draw.Text(b, draw.Options{Color: p.Color}) }
