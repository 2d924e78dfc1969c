package picture_test

import (
	"slices"
	"strings"
	"testing"

	"adjudicate/rules"
	"adjudicate/rules/picture"

	"github.com/google/go-cmp/cmp"
)

func book(t *testing.T) *rules.Rulebook {
	t.Helper()
	list, err := rules.Parse("x", []byte("rules:\n  - {number: 1, title: board, procedure: {board: {files: 4, ranks: 4, regions: [{name: river, squares: [rank 2]}]}}}\n  - {number: 2, title: K, piece: {name: King, glyph: K, value: 0, betza: K}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	return rules.NewRulebook(list...)
}

func TestAPictureComesBackFromTheWordsOfALedger(t *testing.T) {
	p := &picture.Picture{Turned: "diamond", Regions: map[string]picture.Tint{"river": {Colour: "blue", Sign: "~"}, "town": {Colour: "#aabbcc"}},
		Figures: map[string]rules.Words{"King": "♔, ♚"}}
	if diff := cmp.Diff(p, picture.Of(p.Words())); diff != "" {
		t.Error(diff)
	}
	if list := (*picture.Picture)(nil).Words(); list != nil {
		t.Errorf("no picture is recorded as %v", list)
	}
}

func TestWhatAPictureNamesIsLookedUp(t *testing.T) {
	p := &picture.Picture{Turned: "dimond", Regions: map[string]picture.Tint{"rivver": {Colour: "blue"}, "river": {Colour: "bleu", Sign: "将"}},
		Figures: map[string]rules.Words{"Kong": "♔", "King": "♔♔♔"}}
	var got []string
	p.Check(book(t), func(field, hint, message string) { got = append(got, field+": "+message+"; "+hint) })
	for _, want := range []string{
		`picture.turned: no such turn: "dimond"; did you mean "diamond"?`,
		`picture.regions.rivver: no such region of the section board: "rivver"; did you mean "river"?`,
		`picture.regions.river.colour: no such colour: "bleu"; did you mean "blue"?`,
		`picture.regions.river.sign: invalid sign "将": expected one column wide; `,
		`picture.figures.Kong: no such piece type: "Kong"; did you mean "King"?`,
		`picture.figures.King: invalid figure "♔♔♔": expected one or two characters; `,
	} {
		if !strings.Contains(strings.Join(got, "\n"), want) {
			t.Errorf("nothing says %s", want)
		}
	}
	if len(got) != 6 {
		t.Errorf("found\n%s", strings.Join(got, "\n"))
	}
}

// Where there is nothing to choose from, that is said.
func TestAPictureOfNoRegionsSaysSo(t *testing.T) {
	p := &picture.Picture{Regions: map[string]picture.Tint{"lake": {Colour: "blue"}}}
	var got []string
	p.Check(rules.NewRulebook(), func(field, hint, message string) { got = append(got, field+": "+message+"; "+hint) })
	if want := []string{`picture.regions.lake: no such region of the section board: "lake"; there is none`}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

// TestFigurinesLeaveAGamesOwnFigures adds the signs of Unicode where a game has none.
func TestFigurinesLeaveAGamesOwnFigures(t *testing.T) {
	got := picture.Figurines(map[string][]string{"King": {"帥", "将"}, "Camel": {"C"}})
	if len(got) != 7 || !slices.Equal(got["King"], []string{"帥", "将"}) || !slices.Equal(got["Knight"], []string{"♘", "♞"}) {
		t.Errorf("%v", got)
	}
}
