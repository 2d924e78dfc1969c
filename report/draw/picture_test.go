package draw

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/rules/movement"
)

func TestPicturesAreAsTheyWereLookedAt(t *testing.T) {
	for file, c := range map[string]struct {
		board   Board
		options Options
	}{
		"party.svg":    {party(), Options{}},
		"fourplay.svg": {fourplay(), Options{Square: 48}},
		"plain.svg":    {Board{Files: 8, Ranks: 8}, Options{Plain: true, Square: 24}},
	} {
		var out strings.Builder
		if err := SVG(&out, c.board, c.options); err != nil {
			t.Fatal(err)
		}
		golden(t, file, out.String())
	}
}

// weights has a side that enters late, one that loses its King and names that need care in markup.
func weights() []Line {
	lines := []Line{
		{Name: "Red"}, {Name: "Blue"}, {Name: "Rust & <Ruin>", Start: 12}, {Name: "Green"},
	}
	for k := range 40 {
		lines[0].Weights = append(lines[0].Weights, events.Half(120+5*k-(k*k)/16))
		if k < 30 {
			lines[1].Weights = append(lines[1].Weights, events.Half(150-k%7*5+k))
		} else {
			lines[1].Weights = append(lines[1].Weights, 0)
		}
		if k >= 12 {
			lines[2].Weights = append(lines[2].Weights, events.Half(41+3*(k-12)))
		}
		lines[3].Weights = append(lines[3].Weights, events.Half(60+k*k%11+k))
	}
	return lines
}

func TestTheChartIsAsItWasLookedAt(t *testing.T) {
	var out strings.Builder
	if err := Series(&out, weights(), SeriesOptions{Title: "Hand 3: Weights", First: 1}); err != nil {
		t.Fatal(err)
	}
	golden(t, "series.svg", out.String())
}

// elements reads a picture as XML and returns how often each element stands in it and all its
// text, the titles included.
func elements(t *testing.T, picture string) (map[string]int, []string) {
	t.Helper()
	count := map[string]int{}
	var texts []string
	d := xml.NewDecoder(strings.NewReader(picture))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return count, texts
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			count[token.Name.Local]++
		case xml.CharData:
			if s := strings.TrimSpace(string(token)); s != "" {
				texts = append(texts, s)
			}
		}
	}
}

func has(texts []string, text string) bool {
	for _, s := range texts {
		if s == text {
			return true
		}
	}
	return false
}

func TestThePictureNamesWhatItShows(t *testing.T) {
	var out strings.Builder
	if err := SVG(&out, party(), Options{}); err != nil {
		t.Fatal(err)
	}
	_, texts := elements(t, out.String())
	for _, want := range []string{
		"Hand 3, after play 17", "Rook R1 (Red) on c10", "Zombie *1 (Rust & Ruin) on t20", "il-Nabi M1 (Los <Angeles>) on t1",
		"c11: move", "c11: other move", "c15: capture", "d4: defended", "t11: leaves the board", "h10: check", "c10: from",
		"f15: wall", "c10 to h10: check", "from m2 to m5", "in check", "20", "t",
	} {
		if !has(texts, want) {
			t.Errorf("nothing says %q", want)
		}
	}
	if d := texts[1]; !strings.HasPrefix(d, "Red (112.5, to play): King c3, Rook c10, Cantor d4, Pawn d3. Blue (87), in check: King h10,") {
		t.Errorf("description %q", d)
	}
}

func TestAPictureHasADiscForEachPiece(t *testing.T) {
	var with, without strings.Builder
	b := fourplay()
	if err := SVG(&with, b, Options{Plain: true}); err != nil {
		t.Fatal(err)
	}
	b.Pieces = nil
	if err := SVG(&without, b, Options{Plain: true}); err != nil {
		t.Fatal(err)
	}
	a, _ := elements(t, with.String())
	c, _ := elements(t, without.String())
	if a["circle"]-c["circle"] != 3 {
		t.Errorf("%d circles with three pieces, %d without", a["circle"], c["circle"])
	}
}

func TestPicturesCanStandInOnePage(t *testing.T) {
	var out strings.Builder
	if err := SVG(&out, party(), Options{}); err != nil {
		t.Fatal(err)
	}
	if err := Series(&out, weights(), SeriesOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{" id=", "<style", "<?xml", "<script", "href"} {
		if strings.Contains(out.String(), word) {
			t.Errorf("the pictures hold %q", word)
		}
	}
}

func TestWhatCannotBeDrawnIsRefused(t *testing.T) {
	red := []Side{{Name: "Red"}}
	tests := []struct {
		name  string
		board Board
		want  error
	}{
		{"no size", Board{}, ErrSize},
		{"too many files", Board{Files: 65, Ranks: 8}, ErrSize},
		{"a piece off the board", Board{Files: 8, Ranks: 8, Sides: red, Pieces: []Piece{{"i1", "K", "King", "K1", "Red"}}}, ErrSquare},
		{"a piece on no square", Board{Files: 8, Ranks: 8, Sides: red, Pieces: []Piece{{"", "K", "King", "K1", "Red"}}}, ErrSquare},
		{"a piece of nobody", Board{Files: 8, Ranks: 8, Sides: red, Pieces: []Piece{{"a1", "K", "King", "K1", "Blue"}}}, ErrSide},
		{"a mark off the board", Board{Files: 8, Ranks: 8, Marks: []Mark{{"a9", Target}}}, ErrSquare},
		{"a mark of no kind", Board{Files: 8, Ranks: 8, Marks: []Mark{{"a8", 0}}}, ErrKind},
		{"an arrow off the board", Board{Files: 8, Ranks: 8, Arrows: []Arrow{{"a1", "a0", Check}}}, ErrSquare},
		{"a wall off the board", Board{Files: 8, Ranks: 8, Walls: []string{"z1"}}, ErrSquare},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			if err := SVG(&out, tt.board, Options{}); !errors.Is(err, tt.want) || out.Len() != 0 {
				t.Errorf("error %v and %d bytes, want %v and none", err, out.Len(), tt.want)
			}
		})
	}
}

var errFull = errors.New("disk full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestAWriterThatFailsIsReported(t *testing.T) {
	if err := SVG(full{}, fourplay(), Options{}); !errors.Is(err, errFull) {
		t.Errorf("SVG: %v", err)
	}
	if err := Series(full{}, weights(), SeriesOptions{}); !errors.Is(err, errFull) {
		t.Errorf("Series: %v", err)
	}
}

func TestTheChartSaysEveryWeight(t *testing.T) {
	var out strings.Builder
	lines := []Line{{Name: "A & B", Weights: halves(75, 0)}, {Name: "C", Start: 1, Weights: halves(24)}, {Name: "none"}}
	if err := Series(&out, lines, SeriesOptions{First: 7, Width: 1, Height: 1}); err != nil {
		t.Fatal(err)
	}
	count, texts := elements(t, out.String())
	for _, want := range []string{
		"Weights", "Weights of 2 sides over 2 plays. A & B: 37.5 to 0. C: 12 to 12.",
		"A & B, play 7: 37.5", "A & B, play 8: 0", "C, play 8: 12", "7", "8", "0", "40",
	} {
		if !has(texts, want) {
			t.Errorf("nothing says %q in %q", want, texts)
		}
	}
	if count["polyline"] != 2 {
		t.Errorf("%d lines", count["polyline"])
	}
}

func TestNamesAtTheLinesEndsDoNotOverlap(t *testing.T) {
	var lines []Line
	for i := range 12 {
		lines = append(lines, Line{Name: "side", Weights: halves(0, events.Half(i))})
	}
	s := layOutSeries(lines, 2, 200, SeriesOptions{Width: 900, Height: 400})
	for i, c := range s.Curves[1:] {
		if gap := s.Curves[i].LeadY - c.LeadY; gap < 16.9 {
			t.Errorf("names %d and %d are %.1f apart", i, i+1, gap)
		}
	}
}

// TestALongGameHasNoLargerChart draws a hundred thousand plays with one Weight that stands out upwards and one downwards.
func TestALongGameHasNoLargerChart(t *testing.T) {
	chart := func(plays int) string {
		l := Line{Name: "Red", Weights: make([]movement.Weight, plays)}
		for k := range l.Weights {
			l.Weights[k] = movement.Weight(100 + k%7)
		}
		l.Weights[plays/3], l.Weights[plays/2], l.Weights[plays-1] = 900, 20, 333
		var out strings.Builder
		if err := Series(&out, []Line{l}, SeriesOptions{First: 1}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	long := chart(100_000)
	for _, has := range []string{"Red, play 33334: 450", "Red, play 50001: 10<", "Red, play 1: 50", "Red, play 100000: 166.5", "over 100000 plays"} {
		if !strings.Contains(long, has) {
			t.Errorf("the chart lacks %q", has)
		}
	}
	if dots := strings.Count(long, "Red, play "); dots > 1000 {
		t.Errorf("%d dots", dots)
	}
	if dots := strings.Count(chart(500), "Red, play "); dots != 500 {
		t.Errorf("%d dots of 500 plays", dots)
	}
}

func TestSeriesRefuses(t *testing.T) {
	for name, lines := range map[string][]Line{
		"no lines": nil, "empty lines": {{Name: "Red"}}, "a line before the first play": {{Name: "Red", Start: -1, Weights: halves(1)}},
	} {
		if err := Series(io.Discard, lines, SeriesOptions{}); !errors.Is(err, ErrSeries) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStepsAreRound(t *testing.T) {
	got := []int{roundStep(1, 6), roundStep(6, 6), roundStep(7, 6), roundStep(13, 6), roundStep(31, 6), roundStep(120, 6), roundStep(1000, 6)}
	if diff := cmp.Diff([]int{1, 1, 2, 5, 10, 20, 200}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSparkline(t *testing.T) {
	tests := []struct {
		name   string
		values []events.Half
		top    events.Half
		want   string
	}{
		{"from nothing to the greatest", halves(0, 7, 14), 0, "▁▄█"},
		{"every step", halves(0, 1, 2, 3, 4, 5, 6, 7), 7, "▁▂▃▄▅▆▇█"},
		{"a common top", halves(7), 14, "▄"},
		{"beyond the top and below nothing", halves(20, -3), 7, "█▁"},
		{"nothing but zeros", halves(0, 0), 0, "▁▁"},
		{"no values", nil, 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Sparkline(tt.values, tt.top); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func halves(doubled ...events.Half) []events.Half { return doubled }
