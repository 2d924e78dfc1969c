package draw

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
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
		Marks:  []Mark{{"b1", Target}, {"b1", Special}, {"c2", Check}, {"c2", Capture}},
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
		"   • move   × capture   ◇ special   ‡ check",
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
	for _, b := range []Board{{}, {Files: 27, Ranks: 1}, {Files: 8, Ranks: -1}} {
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
	got := tags(sides)
	if diff := cmp.Diff([]string{"r", "u", "e", "d", "1", "2", "g", "w", "b", "l", "3", "4", "s", "5"}, got); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	var names []string
	for _, k := range paint(sides) {
		names = append(names, k.name)
	}
	// Named inks first, then the free ones in order; the second Red, the second Black, take their turn.
	want := []string{"red", "green", "orange", "purple", "teal", "pink", "grey", "white", "black", "brown", "yellow", "blue", "lime", "navy"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("inks (-want +got):\n%s", diff)
	}
}

func TestMoreSidesThanInksAndTags(t *testing.T) {
	sides := make([]Side, 70)
	inks, letters := paint(sides), tags(sides)
	if len(inks) != 70 || inks[0].name != "red" || inks[12].name != "red" || inks[13].name != "blue" {
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
