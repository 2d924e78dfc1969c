package season_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adjudicate/season"
)

const fixtures = "../fixtures/season"

const opening = `season 1
on 1998-10-05
game G system partychess seed 00000000000000000000000000000000000000000000000000000000000000aa
rulebook partychess
player Ann
player Bob
umpire Ann
swingership Red swinger Ann nap
swingership Blue swinger Bob party
draft Red: Rook, Camel, Bishop, Pawn, Loyalist
draft Blue: Rook, Camel, Bishop, Pawn, Zombie
start
`

func TestTheSampleSeasonsAreWrittenCanonically(t *testing.T) {
	for _, name := range []string{"autumn.season"} {
		text, err := os.ReadFile(filepath.Join(fixtures, name))
		if err != nil {
			t.Fatal(err)
		}
		s, err := season.Parse(name, text)
		if err != nil {
			t.Fatal(err)
		}
		if s.String() != string(text) {
			t.Errorf("%s is not as String writes it", name)
		}
	}
}

func TestRulesThatCannotBeFetchedAreNamedWithTheirLine(t *testing.T) {
	for text, want := range map[string]string{
		"enact nowhere.yaml\n":        "s:13: cannot read nowhere.yaml: ",
		"rulebook partychest\n":       "s:13: ",
		"enact\n| number: [\n":        "s:13",
		"enact\n| # only a comment\n": "s:13",
		"enact ../../go.mod\n":        "s:13: rule file: ",
	} {
		s, err := season.Parse("s", []byte(opening+text))
		if err != nil {
			t.Fatal(err)
		}
		err = s.Resolve(season.Beside(os.DirFS(fixtures)))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want an error that begins with %q", text, err, want)
		}
	}
}

func TestInputsAreInOrderAndComplete(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(fixtures, "short.season"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := season.Parse("short.season", text)
	if err == nil {
		err = s.Resolve(season.Beside(os.DirFS(fixtures)))
	}
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := s.Inputs()
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, p := range inputs {
		if k := p.Kind(); len(kinds) == 0 || kinds[len(kinds)-1] != k {
			kinds = append(kinds, k)
		}
	}
	want := []string{"game-opened", "rule-enacted", "player-registered", "office-filled", "side-created", "pieces-chosen", "game-started", "play-submitted"}
	if !slices.Equal(kinds, want) {
		t.Errorf("kinds of inputs are %v, want %v", kinds, want)
	}
}
