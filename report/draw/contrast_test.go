package draw

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What WCAG 2.2 and people who see no green ask of the colours, computed and not looked at.

type rgb [3]float64

func parsed(t *testing.T, hex string) (c rgb) {
	t.Helper()
	var n [3]int
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &n[0], &n[1], &n[2]); err != nil {
		t.Fatalf("%q is no colour: %v", hex, err)
	}
	for i := range n {
		c[i] = float64(n[i]) / 255
	}
	return c
}

// linear is light, of which colours are mixed.
func (c rgb) linear() (out rgb) {
	for i, x := range c {
		if out[i] = x / 12.92; x > 0.04045 {
			out[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return out
}

func (c rgb) luminance() float64 {
	l := c.linear()
	return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
}

// contrast is that of WCAG 2.2, from 1 to 21.
func contrast(a, b rgb) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// over is a colour of an opacity on another.
func (c rgb) over(ground rgb, opacity float64) (out rgb) {
	for i := range c {
		out[i] = c[i]*opacity + ground[i]*(1-opacity)
	}
	return out
}

// deuteranope is the light that somebody without green cones sees (Machado, Oliveira, Fernandes 2009, severity 1).
func (c rgb) deuteranope() (out rgb) {
	l := c.linear()
	for i, row := range [3][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}} {
		out[i] = min(1, max(0, row[0]*l[0]+row[1]*l[1]+row[2]*l[2]))
	}
	return out
}

// lab is light in the space of CIE 1976.
func lab(l rgb) (out [3]float64) {
	f := func(t float64) float64 {
		if t > 0.008856 {
			return math.Cbrt(t)
		}
		return 7.787*t + 16.0/116
	}
	x := f((0.4124564*l[0] + 0.3575761*l[1] + 0.1804375*l[2]) / 0.95047)
	y := f(0.2126729*l[0] + 0.7151522*l[1] + 0.0721750*l[2])
	z := f((0.0193339*l[0] + 0.1191920*l[1] + 0.9503041*l[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// apart is the difference of two colours by CIEDE2000 (Sharma, Wu, Dalal 2005).
func apart(p, q [3]float64) float64 {
	const deg = math.Pi / 180
	c1, c2 := math.Hypot(p[1], p[2]), math.Hypot(q[1], q[2])
	seven := func(c float64) float64 { return math.Sqrt(math.Pow(c, 7) / (math.Pow(c, 7) + math.Pow(25, 7))) }
	g := 1 + 0.5*(1-seven((c1+c2)/2))
	a1, a2 := p[1]*g, q[1]*g
	c1, c2 = math.Hypot(a1, p[2]), math.Hypot(a2, q[2])
	hue := func(a, b float64) float64 { return math.Mod(math.Atan2(b, a)/deg+360, 360) }
	h1, h2 := hue(a1, p[2]), hue(a2, q[2])
	dh, hm := h2-h1, (h1+h2)/2
	if math.Abs(dh) > 180 {
		hm = math.Mod(hm+180, 360)
		dh -= math.Copysign(360, dh)
	}
	l, c := (p[0]+q[0])/2, (c1+c2)/2
	t := 1 - 0.17*math.Cos((hm-30)*deg) + 0.24*math.Cos(2*hm*deg) + 0.32*math.Cos((3*hm+6)*deg) - 0.20*math.Cos((4*hm-63)*deg)
	dl := (q[0] - p[0]) / (1 + 0.015*(l-50)*(l-50)/math.Sqrt(20+(l-50)*(l-50)))
	dc := (c2 - c1) / (1 + 0.045*c)
	dH := 2 * math.Sqrt(c1*c2) * math.Sin(dh/2*deg) / (1 + 0.015*c*t)
	turn := -math.Sin(60*deg*math.Exp(-math.Pow((hm-275)/25, 2))) * 2 * seven(c)
	return math.Sqrt(dl*dl + dc*dc + dH*dH + turn*dc*dH)
}

// TestDifferencesOfColoursAreThoseOfTheStandard holds apart to three pairs of the published test data.
func TestDifferencesOfColoursAreThoseOfTheStandard(t *testing.T) {
	for _, c := range []struct {
		a, b [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, 2.5, 0}, [3]float64{73, 25, -18}, 27.1492},
		{[3]float64{2.0776, 0.0795, -1.1350}, [3]float64{0.9033, -0.0636, -0.5514}, 0.9082},
	} {
		if got := apart(c.a, c.b); math.Abs(got-c.want) > 0.0001 {
			t.Errorf("%v and %v are %.4f apart, expected %.4f", c.a, c.b, got, c.want)
		}
	}
}

// TestSidesAreToldApartWithoutGreen measures each pair of sides' colours as a deuteranope sees them, and as others do.
func TestSidesAreToldApartWithoutGreen(t *testing.T) {
	all := append([]ink{white, black}, inks...)
	worst, pair := math.Inf(1), ""
	for i, a := range all {
		for _, b := range all[:i] {
			if b.name == "white" || b.name == "black" { // of sides of these names only, whose glyphs are of the other
				continue
			}
			x, y := parsed(t, a.fill), parsed(t, b.fill)
			if d := apart(lab(x.deuteranope()), lab(y.deuteranope())); d < worst {
				worst, pair = d, a.name+" and "+b.name
			}
			if d := apart(lab(x.linear()), lab(y.linear())); d < 15 {
				t.Errorf("%s and %s are %.1f apart, expected 15", a.name, b.name, d)
			}
		}
	}
	t.Logf("the nearest pair without green: %s, %.1f", pair, worst)
	if worst < 15 {
		t.Errorf("%s are %.1f apart to a deuteranope, expected 15", pair, worst)
	}
}

// TestGlyphsAndWordsCanBeRead wants 4.5 of text and 3 of what else tells something (WCAG 2.2, 1.4.3 and 1.4.11), on a light page and on a
// dark one, whichever square it stands on.
func TestGlyphsAndWordsCanBeRead(t *testing.T) {
	var squares []rgb
	for colour, is := range palette {
		if is == ground {
			squares = append(squares, parsed(t, colour))
		}
	}
	pages := []rgb{parsed(t, "#ffffff"), parsed(t, "#000000")}
	least := func(what string, got, want float64) {
		t.Helper()
		if got < want {
			t.Errorf("%s has a contrast of %.2f, expected %.1f", what, got, want)
		}
	}
	edge := parsed(t, discEdge)
	for _, k := range append([]ink{white, black}, inks...) {
		fill := parsed(t, k.fill)
		least("the glyph of "+k.name, contrast(fill, parsed(t, k.text)), 4.5)
		for _, sq := range squares {
			least("the edge of "+k.name, max(contrast(edge.over(sq, 0.8), sq), contrast(fill, sq)), 3)
		}
	}
	for k := Origin; k <= Check; k++ {
		for _, sq := range squares {
			least("the mark "+k.String(), contrast(parsed(t, kindColours[k]), sq), 3)
		}
	}
	for colour, is := range palette {
		on, want := squares, 4.5
		switch is {
		case onPage:
			on = pages
		case shape:
			want = 3
		case onSquare:
		default:
			continue
		}
		for _, g := range on {
			least(colour, contrast(parsed(t, colour), g), want)
		}
	}
}

// everything is a board with all that can be drawn on one.
func everything() Board {
	b := Board{Title: "All of it", Files: 8, Ranks: 8, AroundFiles: true, Sides: []Side{{Name: "Red", Note: "3", Heading: "north", InCheck: true}, {Name: "Blue"}, {Name: "White"}, {Name: "Black"}},
		Walls: []string{"h8"}, Closed: []string{"h7"}, Tints: []Tint{{Name: "the river", Squares: []string{"a5", "b5"}, Colour: "#3366aa", Sign: "~"}},
		States: []State{{"frozen", []string{"g7"}}}, Covers: map[string][]string{"a1": {"a2"}}, Arrows: []Arrow{{"a1", "c3", Check}, {"a1", "d4", Origin}}}
	for i, side := range b.Sides {
		b.Pieces = append(b.Pieces, Piece{Square: string(rune('a'+i)) + "1", Glyph: "K", Type: "King", ID: "K", Side: side.Name})
	}
	for k := Origin; k <= Check; k++ {
		b.Marks = append(b.Marks, Mark{string(rune('a'+int(k))) + "4", k}, Mark{string(rune('a'+int(k-Origin)%4)) + "1", k})
	}
	return b
}

// TestPicturesHaveTheColoursThatAreTested looks for colours in the code, and in pictures with everything on them: each is one of the palette, of a
// side, of a kind of mark or of a region.
func TestPicturesHaveTheColoursThatAreTested(t *testing.T) {
	known := map[string]bool{}
	for c := range palette {
		known[c] = true
	}
	for _, k := range append([]ink{white, black}, inks...) {
		known[k.fill], known[k.text] = true, true
	}
	for _, c := range kindColours {
		known[c] = true
	}
	colour := regexp.MustCompile(`#[0-9a-f]{6}\b`)
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range colour.FindAllString(string(text), -1) {
			if c != "#ffffff" && !known[c] {
				t.Errorf("%s has the colour %s, which is in no list that is tested", name, c)
			}
		}
	}
	b := everything()
	for _, tint := range b.Tints {
		known[tint.Colour] = true
	}
	var out strings.Builder
	if err := SVG(&out, b, Options{}); err != nil {
		t.Fatal(err)
	}
	found := colour.FindAllString(out.String(), -1)
	for _, c := range found {
		if !known[c] {
			t.Errorf("a picture has the colour %s, which is in no list that is tested", c)
		}
	}
	if len(found) < 50 {
		t.Errorf("the picture has %d colours", len(found))
	}
}

// TestACheckHidesNoColour wants the discs of a side in check as they are without it.
func TestACheckHidesNoColour(t *testing.T) {
	b := Board{Files: 4, Ranks: 4, Sides: []Side{{Name: "Yellow"}}, Pieces: []Piece{{"b2", "K", "King", "K1", "Yellow"}}}
	_, without := painted(t, b, Options{Plain: true, Square: 60})
	b.Marks = []Mark{{"b2", Check}}
	_, with := painted(t, b, Options{Plain: true, Square: 60})
	for _, at := range [][2]float64{{0.3, 0}, {-0.3, 0}, {0, -0.3}, {0.47, 0.47}, {-0.47, -0.47}} {
		if a, b := without("b2", at[0], at[1]), with("b2", at[0], at[1]); a != b {
			t.Errorf("at %v of the square: %v without a check, %v with one", at, a, b)
		}
	}
	if without("b2", 0.45, 0) == with("b2", 0.45, 0) {
		t.Error("no ring is there")
	}
}

// TestACheckIsMoreThanATint wants a ring and a mark where a side is in check, and words.
func TestACheckIsMoreThanATint(t *testing.T) {
	b := Board{Files: 8, Ranks: 8, Sides: []Side{{Name: "Red", InCheck: true}}, Pieces: []Piece{{"e1", "K", "King", "K1", "Red"}}, Marks: []Mark{{"e1", Check}}}
	var out strings.Builder
	if err := SVG(&out, b, Options{Plain: true}); err != nil {
		t.Fatal(err)
	}
	var none strings.Builder
	b.Marks = nil
	if err := SVG(&none, b, Options{Plain: true}); err != nil {
		t.Fatal(err)
	}
	with, texts := elements(t, out.String())
	without, _ := elements(t, none.String())
	if with["circle"] != without["circle"]+1 || with["path"] != without["path"]+1 || !has(texts, "e1: check") || !strings.Contains(out.String(), "in check") {
		t.Errorf("%d circles more, %d paths more, %q", with["circle"]-without["circle"], with["path"]-without["path"], texts)
	}
}
