package draw

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/internal/markup"
)

// The expectations are written by hand from the board of ExampleText.
func TestAPartOfABoardKeepsTheNamesOfItsSquares(t *testing.T) {
	b := Board{Files: 4, Ranks: 3, AroundFiles: true, Sides: []Side{{Name: "Red"}, {Name: "Blue"}},
		Pieces: []Piece{{Square: "a1", Glyph: "R", Type: "Rook", ID: "R1", Side: "Red"}, {Square: "c3", Glyph: "K", Type: "King", ID: "K2", Side: "Blue"}},
		Marks:  []Mark{{"b2", Target}, {"a2", Capture}}, Arrows: []Arrow{{"a1", "c3", Check}}, Walls: []string{"d1", "c2"}}
	whole := Text(b, Options{Plain: true})
	part := b
	if err := part.Crop("C3 - b2"); err != nil {
		t.Fatal(err)
	}
	for turned, want := range map[int]string{
		0:   "   b  c\n 3 ·  Kb 3\n 2 •  ▒▒ 2\n   b  c\n",
		180: "   c  b\n 2 ▒▒ •  2\n 3 Kb ·  3\n   c  b\n",
		90:  "   2  3\n b •  ·  b\n c ▒▒ Kb c\n   2  3\n", // file b, at the left, comes to the top
		270: "   3  2\n c Kb ▒▒ c\n b ·  •  b\n   3  2\n",
	} {
		part.Turned = turned
		if got := Text(part, Options{Plain: true}); got != want {
			t.Errorf("turned by %d:\n%s\nexpected\n%s", turned, got, want)
		}
	}
	if d := cmp.Diff(whole, Text(b, Options{Plain: true})); d != "" {
		t.Errorf("the board it was cut from is another one (-was +is):\n%s", d)
	}
	part.Turned = 0
	var out strings.Builder
	if err := SVG(&out, part, Options{}); err != nil {
		t.Fatal(err)
	}
	_, texts := elements(t, out.String())
	for text, wanted := range map[string]bool{"King K2 (Blue) on c3": true, "b2: move": true, "c2: wall": true, "Rook R1 (Red) on a1": false, "a2: capture": false, "d1: wall": false, "a1 to c3: check": false,
		"b": true, "3": true, "a": false, "1": false} {
		if has(texts, text) != wanted {
			t.Errorf("the picture has %q: %v", text, !wanted)
		}
	}
	if !strings.Contains(out.String(), "Red: nothing in this part.") || strings.Contains(out.String(), "stroke-dasharray") {
		t.Error("no word of what Red has there, or an edge that leads around")
	}
	painted(t, part, Options{})
}

// The middle of c3 lies one and a half squares from the left of b2-c3, and half a square from its top.
func TestAPartOfABoardIsDrawnWhereItBegins(t *testing.T) {
	b := Board{Files: 8, Ranks: 8}
	if err := b.Crop("b2-c3"); err != nil {
		t.Fatal(err)
	}
	p := layOut(&b, Options{Square: 40})
	if x, y := p.centre("c3"); x != p.X+60 || y != p.Y+20 || p.BoardWidth != 80 || p.BoardHeight != 80 {
		t.Errorf("c3 is at %g, %g on a board at %g, %g of %g by %g", x, y, p.X, p.Y, p.BoardWidth, p.BoardHeight)
	}
	if n := strings.Count(string(p.Dark), "M"); n != 2 || !strings.HasPrefix(string(p.Dark), "M"+markup.Decimal(p.X)+" "+markup.Decimal(p.Y+40)+"h") {
		t.Errorf("dark are %q: expected b2 and c3", p.Dark)
	}
}

func TestAPartGrowsToHoldPiecesWhole(t *testing.T) {
	b := Board{Files: 8, Ranks: 8, Sides: []Side{{Name: "Red"}}, Pieces: []Piece{{Square: "c3", Glyph: "S", Side: "Red"}, {Square: "e3", Glyph: "S", Side: "Red"}},
		Covers: map[string][]string{"c3": {"d3"}, "e3": {"e4", "e5"}}}
	if err := b.Crop("a1-c4"); err != nil {
		t.Fatal(err)
	}
	if b.First != [2]int{0, 0} || b.Files != 4 || b.Ranks != 4 || len(b.Pieces) != 1 {
		t.Errorf("from %v, %d files and %d ranks with %d pieces: expected a1-d4 with one", b.First, b.Files, b.Ranks, len(b.Pieces))
	}
}

func TestAPartThatIsNoneIsRefused(t *testing.T) {
	for _, part := range []string{"", "c3", "c3-", "-c3", "c3-c3-c3", "a0-b2", "a1-i8", "a1-h9", "first"} {
		b := Board{Files: 8, Ranks: 8}
		if err := b.Crop(part); !errors.Is(err, ErrPart) || b.cropped || b.Files != 8 {
			t.Errorf("%q: %v", part, err)
		} else if !strings.Contains(err.Error(), "such as a1-e5") {
			t.Errorf("%q: %v: expected an example", part, err)
		}
	}
}
