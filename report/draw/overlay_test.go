package draw

import (
	"errors"
	"strings"
	"testing"

	"adjudicate/internal/markup"
)

func TestAnOverlayShowsWaysWithTheirBends(t *testing.T) {
	b := Board{Files: 8, Ranks: 8, Sides: []Side{{Name: "Red"}}, Pieces: []Piece{{"a1", "Z", "Kamikaze", "Z1", "Red"}}}
	over := Overlay{Squares: []string{"c3"}, Ways: []Way{
		{Squares: []string{"a1", "b1", "c1", "c2", "c3"}, Kind: Check, Title: "Z1 <attacks> c3"}, {Squares: []string{"a1"}, Kind: Target}}}
	var plain, out strings.Builder
	if err := SVG(&plain, b, Options{Square: 40}); err != nil {
		t.Fatal(err)
	}
	if err := SVGOver(&out, b, over, Options{Square: 40}); err != nil {
		t.Fatal(err)
	}
	was, _ := elements(t, plain.String())
	count, texts := elements(t, out.String())
	if count["polyline"] != 1 || count["path"] != was["path"]+2 || count["svg"] != 1 {
		t.Errorf("%d lines, %d paths more, %d pictures", count["polyline"], count["path"]-was["path"], count["svg"])
	}
	if !has(texts, "Z1 <attacks> c3") {
		t.Errorf("no title in %q", texts)
	}
	// The centres are 40 apart; the line begins 12 from a1's and ends 22 short of c3's.
	x, y := layOut(&b, Options{Square: 40}).centre("a1")
	want := markup.Decimal(x+12) + "," + markup.Decimal(y) + " " + markup.Decimal(x+40) + "," + markup.Decimal(y) + " " + markup.Decimal(x+80) + "," + markup.Decimal(y) + " " +
		markup.Decimal(x+80) + "," + markup.Decimal(y-40) + " " + markup.Decimal(x+80) + "," + markup.Decimal(y-80+22)
	if !strings.Contains(out.String(), `points="`+want+`"`) {
		t.Errorf("no line through %s in\n%s", want, out.String())
	}
}

func TestAnOverlayBesideTheBoardIsRefused(t *testing.T) {
	b := Board{Files: 8, Ranks: 8}
	for _, c := range []struct {
		over Overlay
		want error
	}{
		{Overlay{Squares: []string{"i1"}}, ErrSquare},
		{Overlay{Ways: []Way{{Squares: []string{"a1", "a9"}, Kind: Check}}}, ErrSquare},
		{Overlay{Ways: []Way{{Squares: []string{"a1", "a2"}}}}, ErrKind},
	} {
		var out strings.Builder
		if err := SVGOver(&out, b, c.over, Options{}); !errors.Is(err, c.want) || out.Len() != 0 {
			t.Errorf("%+v: error %v and %d bytes, want %v and none", c.over, err, out.Len(), c.want)
		}
	}
}

// TestSquaresLead holds links to the squares that they lie on, also of a board that is turned, and what is crossed out to its reason.
func TestSquaresLead(t *testing.T) {
	for _, turned := range []int{0, 45, 90} {
		b := Board{Files: 8, Ranks: 8, Turned: turned}
		over := Overlay{Links: []Link{{"b3", "?from=R1&x=\"1\"", "Rook on b3"}}, Barred: []Note{{"c3", "leaves Red in check"}}}
		var out strings.Builder
		if err := SVGOver(&out, b, over, Options{Square: 40}); err != nil {
			t.Fatal(err)
		}
		count, texts := elements(t, out.String())
		if count["a"] != 1 || !has(texts, "Rook on b3") || !has(texts, "leaves Red in check") {
			t.Errorf("turned by %d: %d links, %q", turned, count["a"], texts)
		}
		p := layOut(&b, Options{Square: 40})
		x, y := p.corner("b3")
		x, y = p.turn(x+40, y+40)
		if want := "L" + markup.Decimal(x) + " " + markup.Decimal(y); !strings.Contains(out.String(), want) {
			t.Errorf("turned by %d: no corner %s", turned, want)
		}
		if strings.Contains(out.String(), `role="img"`) || strings.Contains(out.String(), `x="1"`) {
			t.Errorf("turned by %d: %.300s", turned, out.String())
		}
	}
	var out strings.Builder
	if err := SVGOver(&out, Board{Files: 8, Ranks: 8}, Overlay{Links: []Link{{Square: "z9"}}}, Options{}); !errors.Is(err, ErrSquare) {
		t.Errorf("a link beside the board: %v", err)
	}
}

// TestASquareIsOutlinedWhereItIsDrawn turns the board: the corners of what is outlined are those of the link to the same square.
func TestASquareIsOutlinedWhereItIsDrawn(t *testing.T) {
	for _, turned := range []int{0, 45, 90, 180} {
		b := Board{Files: 8, Ranks: 8, Turned: turned}
		var out strings.Builder
		if err := SVGOver(&out, b, Overlay{Squares: []string{"c3"}, Links: []Link{{Square: "c3", Address: "x"}}}, Options{}); err != nil {
			t.Fatal(err)
		}
		p := layOut(&b, Options{})
		if path := p.outline("c3"); strings.Count(out.String(), `d="`+path+`"`) != 2 {
			t.Errorf("turned by %d: no outline and link along %s", turned, path)
		}
	}
}
