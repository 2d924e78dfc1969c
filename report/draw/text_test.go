package draw

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
)

func TestBoardsInTextAreAsTheyWereLookedAt(t *testing.T) {
	for file, c := range map[string]struct {
		board   Board
		options Options
	}{
		"party.txt":        {party(), Options{}},
		"party-color.txt":  {party(), Options{Color: true}},
		"fourplay.txt":     {fourplay(), Options{}},
		"party-plain.txt":  {party(), Options{Plain: true}},
		"fourplay-col.txt": {fourplay(), Options{Color: true}},
	} {
		golden(t, file, Text(c.board, c.options))
	}
}

func TestASmallBoardIsDrawnSignBySign(t *testing.T) {
	b := Board{
		Files: 3, Ranks: 2,
		Sides:  []Side{{Name: "Red", Note: "12.5"}, {Name: "Rust", InCheck: true}},
		Pieces: []Piece{{"a1", "R", "Rook", "R1", "Red"}, {"c2", "K", "King", "K1", "Rust"}},
		Marks:  []Mark{{"b1", Target}, {"b1", Declared}, {"c2", Check}, {"c2", Capture}},
		Walls:  []string{"a2"},
	}
	want := strings.Join([]string{
		"   a  b  c",
		" 2 ▒▒ · ‡Ku 2",
		" 1 Rr•◇  ·  1",
		"   a  b  c",
		"",
		"   r  Red   12.5",
		"   u  Rust  ‡ in check",
		"",
		"   • move   × capture   ◇ other move   ‡ check",
		"",
	}, "\n")
	if diff := cmp.Diff(want, Text(b, Options{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTwentyFilesFitIntoEightyColumns(t *testing.T) {
	board, _, _ := strings.Cut(Text(party(), Options{}), "\n   r  Red")
	for line := range strings.Lines(board) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

func TestColourAddsNothingButColour(t *testing.T) {
	for _, b := range []Board{party(), fourplay()} {
		coloured := Text(b, Options{Color: true})
		var plain strings.Builder
		for i := 0; i < len(coloured); i++ {
			if coloured[i] == 0x1b {
				i += strings.IndexByte(coloured[i:], 'm')
				continue
			}
			plain.WriteByte(coloured[i])
		}
		if diff := cmp.Diff(Text(b, Options{}), plain.String()); diff != "" {
			t.Errorf("(-without colour +colour taken away):\n%s", diff)
		}
	}
}

func TestABoardOfNoSizeIsNothing(t *testing.T) {
	for _, b := range []Board{{}, {Files: 65, Ranks: 1}, {Files: 8, Ranks: -1}} {
		if got := Text(b, Options{}); got != "" {
			t.Errorf("%d×%d: %q", b.Files, b.Ranks, got)
		}
	}
}

func TestSidesAreToldApart(t *testing.T) {
	var sides []Side
	for _, name := range []string{"Red", "Rudder", "RED", "Édith", "r", "rr", "Gray", "white", "Black", "black", "", "Blue", "Reds", "Éé"} {
		sides = append(sides, Side{Name: name})
	}
	l := dress(nil, sides)
	if diff := cmp.Diff([]string{"r", "u", "e", "d", "1", "2", "g", "w", "b", "l", "3", "4", "s", "5"}, l.tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	var names []string
	for _, k := range l.inks {
		names = append(names, k.name)
	}
	// Who is named after a free ink has it, the others the next free one; the second Red, the
	// second Black, take their turn.
	want := []string{"red", "orange", "purple", "teal", "pink", "brown", "grey", "white", "black", "yellow", "navy", "blue", "lime", "green"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("inks (-want +got):\n%s", diff)
	}
}

// What a side looks like depends on nobody who comes or goes after it.
func TestLettersAndColoursAreForLife(t *testing.T) {
	entered := []string{"Nap", "Blue", "Beech", "Nettle", "Red", "Noon", "Beech"}
	type look struct{ ink, tag string }
	looks := map[string]look{}
	for n := range len(entered) + 1 {
		for gone := -1; gone < n; gone++ {
			var sides []Side
			for i, name := range entered[:n] {
				if i != gone {
					sides = append(sides, Side{Name: name})
				}
			}
			l := dress(entered[:n], sides)
			for _, s := range sides {
				k, tag := l.of(s.Name)
				now := look{k.name, tag}
				if was, ok := looks[s.Name]; ok && was != now {
					t.Errorf("%s of %d entered without #%d is %v, and was %v", s.Name, n, gone, now, was)
				}
				looks[s.Name] = now
			}
		}
	}
	seen := map[look]string{}
	for name, l := range looks {
		if seen[l] != "" {
			t.Errorf("%s and %s are both %v", name, seen[l], l)
		}
		seen[l] = name
	}
	if looks["Red"].ink != "red" || looks["Blue"].ink != "blue" {
		t.Errorf("Red is %v, Blue %v", looks["Red"], looks["Blue"])
	}
}

// A side looks the same in a text, a picture and a chart, though others have left.
func TestEveryDrawingDressesASideAlike(t *testing.T) {
	entered := []string{"Garden", "Harbour", "Glade"}
	k, tag := dress(entered, nil).of("Glade")
	b := Board{Files: 2, Ranks: 2, Entered: entered, Sides: []Side{{Name: "Glade"}}, Pieces: []Piece{{Square: "a1", Glyph: "K", Side: "Glade"}}}
	var picture, chart strings.Builder
	if err := SVG(&picture, b, Options{}); err != nil {
		t.Fatal(err)
	}
	line := Line{Name: "Glade (edition 2)", Side: "Glade", Dashed: true, Weights: []events.Half{2, 4}}
	if err := Series(&chart, []Line{line}, SeriesOptions{Entered: entered}); err != nil {
		t.Fatal(err)
	}
	for what, has := range map[string]bool{
		"text":    strings.Contains(Text(b, Options{}), "K"+tag),
		"colour":  strings.Contains(Text(b, Options{Color: true}), fmt.Sprintf("38;5;%dmK%s", k.ansi, tag)),
		"picture": strings.Contains(picture.String(), k.fill) && strings.Contains(picture.String(), ">"+tag+"<"),
		"chart":   strings.Contains(chart.String(), `fill="`+k.fill+`"`) && strings.Contains(chart.String(), "stroke-dasharray"),
	} {
		if !has {
			t.Errorf("%s: Glade is not %s %s", what, k.name, tag)
		}
	}
}

func TestMoreSidesThanInksAndTags(t *testing.T) {
	var sides []Side
	for i := range 70 {
		sides = append(sides, Side{Name: strings.Repeat("–", i)})
	}
	l := dress(nil, sides)
	inks, letters := l.inks, l.tags
	if len(inks) != 70 || inks[0].name != "orange" || inks[12].name != "orange" || inks[13].name != "purple" {
		t.Errorf("inks do not go round: %s, %s, %s", inks[0].name, inks[12].name, inks[13].name)
	}
	seen := map[string]bool{}
	for i, l := range letters[:62] {
		if l == "?" || seen[l] {
			t.Errorf("side %d has the tag %q", i, l)
		}
		seen[l] = true
	}
	if letters[62] != "?" {
		t.Errorf("side 62 has the tag %q", letters[62])
	}
}
