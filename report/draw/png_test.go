package draw

import (
	"bytes"
	"image/color"
	"image/png"
	"math"
	"testing"

	_ "adjudicate/internal/testheap"
)

func painted(t *testing.T, b Board, o Options) (*bytes.Buffer, func(square string, dx, dy float64) color.RGBA) {
	t.Helper()
	var out bytes.Buffer
	if err := PNG(&out, b, o); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	p := layOut(&b, o)
	if img.Bounds().Dx() != p.Width || img.Bounds().Dy() != p.Height {
		t.Fatalf("it is %v, the layout %d×%d", img.Bounds(), p.Width, p.Height)
	}
	return &out, func(square string, dx, dy float64) color.RGBA {
		x, y := p.centre(square)
		r, g, b, a := img.At(int(math.Round(x+dx*p.Square)), int(math.Round(y+dy*p.Square))).RGBA()
		return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}
	}
}

// near allows for what softening of edges makes of a colour.
func near(a color.RGBA, hex uint32) bool {
	off := func(x uint8, y uint32) bool { return math.Abs(float64(x)-float64(y&255)) <= 3 }
	return off(a.R, hex>>16) && off(a.G, hex>>8) && off(a.B, hex)
}

func TestPixelsAreWhereTheLayoutHasThem(t *testing.T) {
	for _, turned := range []int{0, 90, 180, 270, 45} {
		b := Board{Title: "Test", Files: 4, Ranks: 4, Turned: turned, Sides: []Side{{Name: "Red", Note: "3"}, {Name: "Blue", InCheck: true}},
			Pieces: []Piece{{Square: "a1", Glyph: "R", Type: "Rook", Side: "Red"}, {Square: "d4", Glyph: "K", Type: "King", Side: "Blue"}},
			Marks:  []Mark{{"b2", Target}, {"c1", Origin}, {"d4", Check}, {"a4", Declared}}, Walls: []string{"c3"}, Closed: []string{"d1"}}
		_, at := painted(t, b, Options{})
		dressed := dress(b.Entered, b.Sides)
		ink, _ := dressed.of("Red")
		var fill uint32
		for _, c := range ink.fill[1:] {
			fill = fill<<4 | uint32(bytes.IndexRune([]byte("0123456789abcdef"), c))
		}
		for _, c := range []struct {
			square string
			dx, dy float64
			want   uint32
			what   string
		}{
			{"a2", 0, 0, 0xf2eee3, "a light square"}, {"b4", 0, 0, 0xdfd8c6, "a dark square"}, {"a1", 0.3, 0, fill, "Red's disc"},
			{"b2", 0, 0, 0x2f7d4f, "where it can move"}, {"d1", 0.2, 0.1, 0xa9b7c4, "no square"},
		} {
			if got := at(c.square, c.dx, c.dy); !near(got, c.want) && turned != 45 || turned == 45 && c.dx == 0 && !near(got, c.want) {
				t.Errorf("turned by %d: %s is %v, not %06x", turned, c.what, got, c.want)
			}
		}
		if turned != 45 && near(at("a4", 0.125, 0.125), 0xf2eee3) {
			t.Errorf("turned by %d: no special move is marked", turned)
		}
		if near(at("a1", 0, 0), fill) && near(at("a1", 0.05, -0.05), fill) && near(at("a1", -0.08, 0.05), fill) {
			t.Errorf("turned by %d: no glyph stands on the disc", turned)
		}
	}
}

func TestAFigureThatNoFontHasIsAGlyph(t *testing.T) {
	b := Board{Files: 2, Ranks: 2, Sides: []Side{{Name: "White"}}, Pieces: []Piece{{Square: "a1", Glyph: "N", Type: "Knight", Side: "White"}}}
	plain, _ := painted(t, b, Options{Plain: true})
	b.Figures = map[string][]string{"Knight": {"馬", "马"}}
	figured, _ := painted(t, b, Options{Plain: true})
	if drawable("馬") {
		t.Fatal("the fonts have it: take a figure that none has")
	}
	if !bytes.Equal(plain.Bytes(), figured.Bytes()) {
		t.Error("it is drawn otherwise than by its glyph")
	}
	if b.Figures["Knight"] == nil {
		t.Error("the caller's board was changed")
	}
}

// TestFigurinesAreDrawnAsSignsOfTheirOwn wants each figurine to be ink on its disc, unlike any other and unlike the glyph.
func TestFigurinesAreDrawnAsSignsOfTheirOwn(t *testing.T) {
	seen := map[string]string{}
	for _, figure := range []string{"N", "♔", "♕", "♖", "♗", "♘", "♙", "♚", "♛", "♜", "♝", "♞", "♟"} {
		b := Board{Files: 1, Ranks: 1, Sides: []Side{{Name: "White"}}, Pieces: []Piece{{Square: "a1", Glyph: "N", Type: "Knight", Side: "White"}}, Figures: map[string][]string{"Knight": {figure}}}
		out, at := painted(t, b, Options{Plain: true, Square: 60})
		if before := seen[out.String()]; before != "" {
			t.Errorf("%s looks as %s does", figure, before)
		}
		seen[out.String()] = figure
		ink := 0
		for dx := -0.3; dx <= 0.3; dx += 0.02 {
			for dy := -0.3; dy <= 0.3; dy += 0.02 {
				if !near(at("a1", dx, dy), 0xffffff) && at("a1", dx, dy) != at("a1", 0.33, 0) {
					ink++
				}
			}
		}
		if ink < 40 || ink > 700 {
			t.Errorf("%s is %d spots of ink of 961", figure, ink)
		}
	}
}

func TestWhatCannotBeDrawnIsNoPictureOfPixelsEither(t *testing.T) {
	if err := PNG(&bytes.Buffer{}, Board{Files: 2, Ranks: 2, Pieces: []Piece{{Square: "c1"}}}, Options{}); err == nil {
		t.Error("a piece off the board was drawn")
	}
}

func BenchmarkPNG(b *testing.B) {
	board := Board{Files: 20, Ranks: 20, Sides: []Side{{Name: "Red"}}}
	for i := range 20 {
		board.Pieces = append(board.Pieces, Piece{Square: string(rune('a'+i)) + "5", Glyph: "R", Type: "Rook", Side: "Red"})
	}
	for b.Loop() {
		if err := PNG(&bytes.Buffer{}, board, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
