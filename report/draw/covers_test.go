package draw_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"adjudicate/report/draw"
)

// ship is a board with a piece on three squares, two states and a closed square.
func ship() draw.Board {
	return draw.Board{Files: 4, Ranks: 4, Sides: []draw.Side{{Name: "Red"}},
		Pieces: []draw.Piece{{Square: "b1", Glyph: "G", Type: "Galley", ID: "G1", Side: "Red"}},
		Covers: map[string][]string{"b1": {"b2", "c2"}},
		States: []draw.State{{Name: "frozen", Squares: []string{"a1", "b1"}}, {Name: "mined", Squares: []string{"d4"}}},
		Walls:  []string{"d1"},
	}
}

func TestAPieceOnSeveralSquaresIsDrawnOnEach(t *testing.T) {
	want := "   a  b  c  d\n 4 ·  ·  ·  ^  4\n 3 ·  ·  ·  ·  3\n 2 · +r +r  ·  2\n 1 * *Gr ·  ▒▒ 1\n   a  b  c  d\n"
	got := draw.Text(ship(), draw.Options{})
	board, legend, _ := strings.Cut(got, "\n\n")
	tidy := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	if tidy(strings.ToLower(board)) != tidy(strings.ToLower(want)) {
		t.Errorf("got\n%s\nwant\n%s", board, want)
	}
	for _, line := range []string{"+ covered by a piece beside it", "* frozen", "^ mined"} {
		if !strings.Contains(legend, line) {
			t.Errorf("the legend lacks %q:\n%s", line, legend)
		}
	}
	var svg bytes.Buffer
	if err := draw.SVG(&svg, ship(), draw.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"covers b2", "covers c2", "a1: frozen", "d4: mined", "Galley b1 b2 c2", "frozen: a1, b1."} {
		if !strings.Contains(svg.String(), part) {
			t.Errorf("the picture lacks %q", part)
		}
	}
	if n := strings.Count(svg.String(), "stroke-linecap=\"round\""); n != 4 {
		t.Errorf("%d lines join three squares, twice each", n)
	}
}

func TestNothingElseStandsOnACoveredSquare(t *testing.T) {
	b := ship()
	b.Pieces = append(b.Pieces, draw.Piece{Square: "c2", Glyph: "R", Side: "Red"})
	if err := b.Check(); !errors.Is(err, draw.ErrTaken) {
		t.Errorf("got %v", err)
	}
	b = ship()
	b.Covers["b1"] = []string{"b9"}
	if err := b.Check(); !errors.Is(err, draw.ErrSquare) {
		t.Errorf("got %v", err)
	}
}

func TestThePNGOfAPieceOnSeveralSquaresHasItsColourOnEach(t *testing.T) {
	plain := ship()
	plain.Covers = nil
	var with, without bytes.Buffer
	if err := draw.PNG(&with, ship(), draw.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := draw.PNG(&without, plain, draw.Options{}); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(with.Bytes(), without.Bytes()) {
		t.Error("the covered squares are not drawn")
	}
}
