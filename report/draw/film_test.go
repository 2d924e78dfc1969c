package draw

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// filmed is what a reader finds in an animated picture: the titles in each frame, and its delay in seconds.
func filmed(t *testing.T, text string) (frames [][]string, delays []int) {
	t.Helper()
	dec, depth, at := xml.NewDecoder(strings.NewReader(text)), 0, 0
	var title bool
	for {
		tok, err := dec.Token()
		if err == io.EOF {
			return frames, delays
		}
		if err != nil {
			t.Fatal(err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			depth++
			title = tok.Name.Local == "title"
			for _, a := range tok.Attr {
				if a.Name.Local == "class" && slices.Contains(strings.Fields(a.Value), "frame") {
					frames, at = append(frames, nil), depth
				}
				if a.Name.Local == "style" {
					n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(a.Value, "animation-delay:"), "s"))
					if err != nil {
						t.Fatalf("%q: %v", a.Value, err)
					}
					delays = append(delays, n)
				}
			}
		case xml.EndElement:
			if depth == at {
				at = 0
			}
			depth, title = depth-1, false
		case xml.CharData:
			if title && at > 0 {
				frames[len(frames)-1] = append(frames[len(frames)-1], string(tok))
			}
		}
	}
}

// walk is a Rook that goes from a1 to the right, a board each step.
func walk(n int) []Board {
	var list []Board
	for i := range n {
		list = append(list, Board{Title: fmt.Sprintf("Test after #%d", i+1), Files: 8, Ranks: 8, Sides: []Side{{Name: "Red"}},
			Pieces: []Piece{{Square: string(rune('a'+i%8)) + "1", Glyph: "R", Type: "Rook", ID: "R1", Side: "Red"}}})
	}
	return list
}

func TestAFilmHasEachBoardInItsTurn(t *testing.T) {
	list := walk(5)
	var out strings.Builder
	if err := Film(&out, list, Options{}); err != nil {
		t.Fatal(err)
	}
	frames, delays := filmed(t, out.String())
	if len(frames) != len(list) {
		t.Fatalf("%d frames of %d boards", len(frames), len(list))
	}
	for i := range list {
		want := fmt.Sprintf("Rook R1 (Red) on %s", list[i].Pieces[0].Square)
		if !has(frames[i], want) || !has(frames[i], list[i].Title) || len(frames[i]) != 2 {
			t.Errorf("frame %d has %q, expected %q", i+1, frames[i], want)
		}
	}
	// Of the time that a round takes each frame has the second after those before it, the last one the four that are left.
	m := regexp.MustCompile(`animation:frame (\d+)s step-end infinite.*@keyframes frame\{0%\{visibility:visible\}([\d.]+)%,.*@keyframes last\{0%\{visibility:visible\}([\d.]+)%,`).FindStringSubmatch(out.String())
	if m == nil || m[1] != "8" || m[2] != "12.5000" || m[3] != "50.0000" {
		t.Fatalf("a round takes %q", m)
	}
	for second := range 8 {
		var seen []int
		for i, delay := range delays {
			share := 12.5
			if i == len(delays)-1 {
				share = 50
			}
			if at := math.Mod(float64(second)+0.5-float64(delay), 8) / 8 * 100; at < share {
				seen = append(seen, i)
			}
		}
		if !slices.Equal(seen, []int{min(second, 4)}) {
			t.Errorf("in second %d frames %v are seen", second, seen)
		}
	}
	if !strings.Contains(out.String(), "@media(prefers-reduced-motion:reduce){.frame{animation:none}}") || strings.Count(out.String(), `class="frame last"`) != 1 || !strings.Contains(out.String(), ".last{visibility:visible") {
		t.Error("to who wants no motion it is not the last board")
	}
	if strings.Contains(out.String(), "<script") || strings.Contains(out.String(), "http://") && strings.Count(out.String(), "http://") != 1 {
		t.Error("it loads something, or has a script")
	}
	if n := strings.Count(out.String(), darkSquare); n != 1 {
		t.Errorf("the squares are drawn %d times", n)
	}
}

func TestAFilmOfBoardsThatChangeHasEachOnesSquares(t *testing.T) {
	list := walk(3)
	list[2].Files = 10
	var out strings.Builder
	if err := Film(&out, list, Options{}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), darkSquare); n != 3 {
		t.Errorf("the squares are drawn %d times", n)
	}
	if w := layOut(&list[2], Options{}).Width; !strings.Contains(out.String(), fmt.Sprintf(`width="%d"`, w)) {
		t.Errorf("it is not as wide as its widest board, %d", w)
	}
}

func TestAFilmIsBounded(t *testing.T) {
	for _, n := range []int{0, MostFrames + 1} {
		if err := Film(io.Discard, walk(n), Options{}); !errors.Is(err, ErrFrames) {
			t.Errorf("%d boards: %v", n, err)
		}
	}
	for _, n := range []int{1, MostFrames} {
		if err := Film(io.Discard, walk(n), Options{}); err != nil {
			t.Errorf("%d boards: %v", n, err)
		}
	}
	list := walk(2)
	list[1].Pieces[0].Square = "z9"
	if err := Film(io.Discard, list, Options{}); !errors.Is(err, ErrSquare) {
		t.Errorf("a piece off the board: %v", err)
	}
}
