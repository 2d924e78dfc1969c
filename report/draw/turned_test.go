package draw

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// small is a board of 3 files and 2 ranks with a piece in a corner, turned.
func small(turned int) Board {
	return Board{
		Files: 3, Ranks: 2, Turned: turned, Closed: []string{"b1"},
		Sides:   []Side{{Name: "Red", Heading: "north"}, {Name: "Blue", Heading: "south"}},
		Pieces:  []Piece{{"a1", "K", "King", "K1", "Red"}, {"c2", "K", "King", "K2", "Blue"}},
		Tints:   []Tint{{Name: "river", Squares: []string{"a2", "b2"}, Colour: "blue", Sign: "~"}},
		Figures: map[string][]string{"King": {"帥", "将"}},
	}
}

func text(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

func TestABoardIsTurned(t *testing.T) {
	for turned, want := range map[int]string{
		0: text(
			"   a   b   c",
			" 2 ~   ~   将b 2",
			" 1 帥r     ·   1",
			"   a   b   c"),
		180: text(
			"   c   b   a",
			" 1 ·       帥r 1",
			" 2 将b ~   ~   2",
			"   c   b   a"),
		90: text( // the first rank comes to the left
			"   1   2",
			" a 帥r ~   a",
			" b     ~   b",
			" c ·   将b c",
			"   1   2"),
		270: text(
			"   2   1",
			" c 将b ·   c",
			" b ~       b",
			" a ~   帥r a",
			"   2   1"),
		315: text( // a1 at the bottom; files lead up to the right, ranks up to the left
			"      c 将b 2",
			"    b ~   ·   c",
			"   2 ~       b",
			"     1 帥r a"),
		135: text( // the same, upside down
			" a 帥r 1",
			" b     ~   a",
			" 1 ·   ~   b",
			" 2 将b c"),
		45: text( // c1 at the bottom; ranks lead up to the right, files down to the right
			" 2 ~ a",
			" a 帥r ~   b",
			" b     将b 2",
			" c · 1"),
		225: text(
			" 1 · c",
			" c 将b     b",
			" b ~   帥r 1",
			" a ~ 2"),
	} {
		got := Text(small(turned), Options{Plain: true})
		if turned%90 != 0 { // which square stands where is what counts
			got, want = squeezed(got), squeezed(want)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("turned by %d (-want +got):\n%s", turned, diff)
		}
	}
}

var spaces = regexp.MustCompile(` +`)

func squeezed(s string) string {
	var out []string
	for line := range strings.Lines(s) {
		out = append(out, strings.TrimSpace(spaces.ReplaceAllString(line, " ")))
	}
	return strings.Join(out, "\n")
}

func TestADiamondLeavesAsMuchAtBothSides(t *testing.T) {
	b := Board{Files: 4, Ranks: 4, Turned: 315}
	lines := strings.Split(strings.TrimRight(Text(b, Options{Plain: true}), "\n"), "\n")
	if len(lines) != 7 {
		t.Fatalf("%d rows, want 7", len(lines))
	}
	dots := func(s string) (first, last, n int) {
		r := []rune(s)
		for i, c := range r {
			if c == '·' {
				if n == 0 {
					first = i
				}
				last, n = i, n+1
			}
		}
		return first, last, n
	}
	top, _, _ := dots(lines[0])
	for i, l := range lines {
		first, last, n := dots(l)
		if want := min(i, 6-i) + 1; n != want || first+last != 2*top {
			t.Errorf("row %d has %d squares from column %d to %d, want %d about column %d: %q", i, n, first, last, want, top, l)
		}
	}
}

func TestTheLegendNamesRegionsAndHeadings(t *testing.T) {
	for turned, arrows := range map[int][2]string{0: {"↑", "↓"}, 90: {"→", "←"}, 315: {"↖", "↘"}, 45: {"↗", "↙"}} {
		got := Text(small(turned), Options{})
		for _, want := range []string{"r  Red   " + arrows[0], "b  Blue  " + arrows[1], "~ river"} {
			if !strings.Contains(got, want) {
				t.Errorf("turned by %d: nothing says %q:\n%s", turned, want, got)
			}
		}
	}
}

func TestATurnedPictureHoldsEverySquareInItsFrame(t *testing.T) {
	for _, turned := range []int{0, 45, 90, 135, 180, 225, 270, 315} {
		b := small(turned)
		p := layOut(&b, Options{})
		for _, square := range []string{"a1", "a2", "c1", "c2"} {
			x, y := p.centre(square)
			if m := p.Square / 2; x < m || y < m || x > float64(p.Width)-m || y > float64(p.Height)-m {
				t.Errorf("turned by %d: %s lies at %.0f, %.0f of %d × %d", turned, square, x, y, p.Width, p.Height)
			}
		}
		ax, ay := p.centre("a1")
		cx, cy := p.centre("c2")
		if low := turned == 315 && ay <= cy || turned == 135 && ay >= cy || turned == 45 && ax >= cx || turned == 90 && ay >= cy || turned == 180 && (ax <= cx || ay >= cy); low {
			t.Errorf("turned by %d: a1 at %.0f, %.0f and c2 at %.0f, %.0f", turned, ax, ay, cx, cy)
		}
		var out bytes.Buffer
		if err := SVG(&out, b, Options{}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{">帥<", ">将<", "a2: river", ">river<", "b1: no square"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("turned by %d: the picture does not hold %s", turned, want)
			}
		}
	}
}

func TestTurnsAndColoursThatThereAreNotAreRefused(t *testing.T) {
	for _, c := range []struct {
		change func(*Board)
		want   error
	}{
		{func(b *Board) { b.Turned = 30 }, ErrTurn},
		{func(b *Board) { b.Turned = 360 }, ErrTurn},
		{func(b *Board) { b.Tints[0].Colour = "bleu" }, ErrColour},
		{func(b *Board) { b.Tints[0].Squares = []string{"z9"} }, ErrSquare},
		{func(b *Board) { b.Tints[0].Colour = "#a0b1c2" }, nil},
	} {
		b := small(0)
		c.change(&b)
		if err := SVG(&bytes.Buffer{}, b, Options{}); !errors.Is(err, c.want) {
			t.Errorf("got %v, want %v", err, c.want)
		}
	}
}
