package draw_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"adjudicate/report/draw"
)

// columns is a board with three pieces on b2, the last on top, two on a1, and ten on c3; d4 holds one.
func columns() draw.Board {
	b := draw.Board{Files: 4, Ranks: 4, Sides: []draw.Side{{Name: "White"}, {Name: "Black"}}, Walls: []string{"d1"}, Closed: []string{"a4"},
		Pieces: []draw.Piece{
			{Square: "b2", Glyph: "S", Type: "Soldier", ID: "S1", Side: "White"}, {Square: "a1", Glyph: "S", Type: "Soldier", ID: "S2", Side: "Black"},
			{Square: "b2", Glyph: "O", Type: "Officer", ID: "O1", Side: "Black"}, {Square: "b2", Glyph: "S", Type: "Soldier", ID: "S3", Side: "Black"},
			{Square: "a1", Glyph: "O", Type: "Officer", ID: "O2", Side: "White"}, {Square: "d4", Glyph: "S", Type: "Soldier", ID: "S4", Side: "White"},
		},
	}
	for range 10 {
		b.Pieces = append(b.Pieces, draw.Piece{Square: "c3", Glyph: "S", Type: "Soldier", Side: "White"})
	}
	return b
}

func TestABoardInLettersShowsTheTopPieceAndHowManyThereAre(t *testing.T) {
	const want = `   a   b   c   d
 4     ·   ·   Sw  4
 3 ·   ·   Sw⁺ ·   3
 2 ·   Sb³ ·   ·   2
 1 Ow² ·   ·   ▒▒▒ 1
   a   b   c   d

   w  White
   b  Black
   a1: Sb Ow
   b2: Sw Ob Sb
   c3: Sw Sw Sw Sw Sw Sw Sw Sw Sw Sw
`
	if got := draw.Text(columns(), draw.Options{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	turned := columns()
	turned.Turned = 45
	if got := draw.Text(turned, draw.Options{Plain: true}); !strings.Contains(got, "Sb³") {
		t.Errorf("turned on its corner:\n%s", got)
	}
}

func TestAPictureShowsTheTopPieceAndHowManyThereAre(t *testing.T) {
	var svg bytes.Buffer
	if err := draw.SVG(&svg, columns(), draw.Options{}); err != nil {
		t.Fatal(err)
	}
	text := svg.String()
	for _, part := range []string{
		"<title>Soldier S3 (Black) on b2, with Officer O1 (Black), Soldier S1 (White)</title>", ">3</text>",
		"<title>Officer O2 (White) on a1, with Soldier S2 (Black)</title>", ">2</text>", ">10</text>",
		"<title>Soldier S4 (White) on d4</title>",
		"Black: Soldier a1, Officer b2, Soldier b2.", // what is below is told as well
	} {
		if !strings.Contains(text, part) {
			t.Errorf("the picture lacks %q:\n%s", part, text)
		}
	}
	if n := strings.Count(text, " on b2"); n != 1 {
		t.Errorf("%d pieces are drawn on b2", n)
	}
	d := xml.NewDecoder(&svg)
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	german := columns()
	german.Language = "de"
	var de bytes.Buffer
	if err := draw.SVG(&de, german, draw.Options{}); err != nil || !strings.Contains(de.String(), "Officer O2 (White) auf a1, mit Soldier S2 (Black)") {
		t.Errorf("in German: %v", err)
	}
}

func TestAPictureOfPixelsShowsHowManyThereAre(t *testing.T) {
	top := columns()
	top.Pieces = top.Pieces[3:6] // what is above on b2 and a1, and d4
	whole := columns()
	whole.Pieces = whole.Pieces[:6]
	var one, many bytes.Buffer
	if err := draw.PNG(&one, top, draw.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := draw.PNG(&many, whole, draw.Options{}); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(one.Bytes(), many.Bytes()) {
		t.Error("a stack looks like its top piece alone")
	}
}

func TestAStackIsDrawnInEveryWay(t *testing.T) {
	over := draw.Overlay{Squares: []string{"b2"}, Links: []draw.Link{{Square: "b2", Address: "/x", Title: "b2"}}}
	if err := draw.SVGOver(io.Discard, columns(), over, draw.Options{}); err != nil {
		t.Error(err)
	}
	if err := draw.Film(io.Discard, []draw.Board{columns(), columns()}, draw.Options{}); err != nil {
		t.Error(err)
	}
	part := columns()
	if err := part.Crop("a1-b2"); err != nil {
		t.Fatal(err)
	}
	if got := draw.Text(part, draw.Options{}); !strings.Contains(got, "Sb³") || strings.Contains(got, "c3") {
		t.Errorf("a part:\n%s", got)
	}
}
