package cases

import (
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	rulesuite "adjudicate/systems"
)

// spoken is a case in the words of one game, unspoken the same in general ones.
const (
	spoken = `id: 5.2.1
title: A title
purpose: A purpose
clause: 12.5 §2
sides:
  Red: {board: Ra1, knives: 2, benefyts: 1.5, assets: {badges: 3}, nap: true}
  Blue: {board: Rb1, warm: true, nap: false}
  Green:
    knives: 1
game: {free_for_all: {state: running, starts: -1d}, cardigan: Red}
holds: {free_for_all: running, shirts: none, pieces: {a1: {scratches: false, specials: none}}}
steps:
  - play: Ra1-a2
    is: accepted
    then:
      away: Blue
      free_for_all: running
      free_for_all_ends: 5d
      owners: {cardigans: Red}
      shirts: Red Red
      pieces:
        a2:
          scratches: true
`
	unspoken = `id: 5.2.1
title: A title
purpose: A purpose
clause: 12.5 §2
sides:
  Red: {board: Ra1, assets: {badges: 3, knives: 2, benefyts: 1.5}, attributes: {nap: true}}
  Blue: {board: Rb1, attributes: {warm: true, nap: false}}
  Green:
    assets: {knives: 1}
game: {stages: {free-for-all: {state: running, starts: -1d}}, owners: {cardigans: Red}}
holds: {stages: {free-for-all: running}, owners: {lost shirts: none}, pieces: {a1: {exits: false, kinds: none}}}
steps:
  - play: Ra1-a2
    is: accepted
    then:
      attributes: {away: Blue}
      stages: {free-for-all: running}
      stage_ends: {free-for-all: 5d}
      owners: {cardigans: Red, lost shirts: Red Red}
      pieces:
        a2:
          exits: true
`
)

func TestTheWordsOfAGameStandForGeneralOnes(t *testing.T) {
	one := func(src string) Case {
		t.Helper()
		list, err := Parse("5.2.1.yaml", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		return list[0]
	}
	same := []cmp.Option{cmpopts.IgnoreUnexported(Case{}, PieceSpec{}), cmpopts.IgnoreFields(Step{}, "Line")}
	if d := cmp.Diff(one(unspoken), one(spoken), same...); d != "" {
		t.Errorf("in general words and in those of one game (-general +local):\n%s", d)
	}
	empty := strings.NewReplacer("warm: true", "warm:", "shirts: none", "shirts: ").Replace(spoken)
	c := one(empty)
	if len(c.Sides[1].Attributes) != 1 || c.Holds.Owners != nil {
		t.Errorf("keys without a value say %v of a side and %v of owners, want nothing", c.Sides[1].Attributes, c.Holds.Owners)
	}
}

func TestAFaultInALocalWordStandsWhereTheCaseHasIt(t *testing.T) {
	tests := []struct{ old, new, want string }{
		{"knives: 2", "knives: many", "5.2.1.yaml:6:29:"},
		{"warm: true", "warm: perhaps", "5.2.1.yaml:7:28:"},
		{"assets: {badges: 3}", "assets: 3", "5.2.1.yaml:6:"},
		{"shirts: Red Red", "shirts: {}", "5.2.1.yaml:20:15: expected a line of text"},
		{"free_for_all_ends: 5d", "free_for_all_ends: soon", `5.2.1.yaml:18:26: expected a time such as "3d" or "2d23h59m", found "soon"`},
		{"free_for_all_ends: 5d", "free_for_all_end: 5d", `5.2.1.yaml:18:7: unknown field "free_for_all_end"`},
		{"state: running", "mood: running", `unknown field "mood"`},
		{"benefyts: 1.5", "knives: 1", `5.2.1.yaml:6:32: mapping key "knives" already defined`},
		{"badges: 3", "knives: 3", `"knives"`},
	}
	for _, tt := range tests {
		_, err := Parse("5.2.1.yaml", []byte(strings.Replace(spoken, tt.old, tt.new, 1)))
		if err == nil || !strings.HasPrefix(err.Error(), "5.2.1.yaml:") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q in it", tt.new, err, tt.want)
		}
	}
}

// Each local word stands for a key that there is, and docs/cases-format.md has all words of both kinds.
func TestLocalWordsAreThoseOfTheFormat(t *testing.T) {
	page, err := os.ReadFile("../../docs/cases-format.md")
	if err != nil {
		t.Fatal(err)
	}
	w := local()
	for _, of := range []struct {
		what  reflect.Type
		words []localKey
	}{
		{reflect.TypeFor[SideSpec](), w.Side}, {reflect.TypeFor[GameSpec](), w.Game}, {reflect.TypeFor[Claims](), w.Claims}, {reflect.TypeFor[PieceClaim](), w.Piece},
	} {
		tags := map[string]bool{}
		for i := range of.what.NumField() {
			tag := of.what.Field(i).Tag.Get("yaml")
			if tags[tag] = true; tag != "-" && !strings.Contains(string(page), "`"+tag+"`") {
				t.Errorf("docs/cases-format.md has no %s", tag)
			}
		}
		for _, k := range of.words {
			if !tags[k.Means] {
				t.Errorf("%s stands for %s, which %v has not", k.Word, k.Means, of.what)
			}
			if !strings.Contains(string(page), "`"+k.Word+"`") && !strings.Contains(string(page), "`"+k.Word+": ") {
				t.Errorf("docs/cases-format.md has no %s", k.Word)
			}
		}
	}
	for _, f := range w.Do {
		verb, _, _ := strings.Cut(f.Form, " ")
		if !strings.Contains(string(page), "`"+verb+" ") {
			t.Errorf("docs/cases-format.md has no %s", f.Form)
		}
	}
}

// hall is a game with an attribute, an asset and a stage of its own.
var hall = fstest.MapFS{
	"system.yaml": {Data: []byte("name: hall\n")},
	"rules/1.yaml": {Data: []byte(`number: 1
title: The hall
procedure:
  board: {files: 4, ranks: 4}
  attributes: [{name: asleep}, {name: awake, except: [asleep]}]
  assets: [{name: gems}]
  stages: [{name: melee, least: 1, most: 9}]
`)},
	"rules/2.yaml": {Data: []byte(`number: 2
title: Rook
piece: {name: Rook, glyph: R, value: 5, modes: [{legs: [{dir: orthogonal, n: 1..3}]}]}
`)},
}

// what the cases of hall claim: the set-up says so, a side is put to sleep, a stage is announced.
const hallCase = `id: hall
title: A title
purpose: A purpose
clause: 2
sides:
  Red: {player: Ann, board: Ra1, assets: {gems: 2}, attributes: {asleep: true}}
  Blue: {player: Bob, board: Rd4}
game: {players: {active: Cy Gil}, owners: {gems: Bob Cy}}
holds: {attributes: {asleep: Red, awake: none}, owners: {gems: Ann Ann Bob Cy}, pieces: {a1: {exits: false, kinds: none}}}
steps:
  - do: attribute Blue asleep on
    is: accepted
    then: {attributes: {asleep: Red Blue}}
  - do: attribute Red asleep off
    is: accepted
    then: {attributes: {asleep: Blue}}
  - do: stage melee 3
    is: accepted
    then: {stages: {melee: announced}}
  - do: create Green for Gil awake
    is: accepted
    then: {attributes: {awake: Green, asleep: Blue}}
`

func TestAGameOfItsOwnIsToldInGeneralWords(t *testing.T) {
	sys, err := rulesuite.Read(hall, "hall")
	if err != nil {
		t.Fatal(err)
	}
	run := func(src string) string {
		t.Helper()
		list, err := Run(fstest.MapFS{"hall.yaml": {Data: []byte(src)}}, nil, sys)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(list[0].Diffs, "\n")
	}
	if diffs := run(hallCase); diffs != "" {
		t.Error(diffs)
	}
	for _, tt := range []struct{ old, new, want string }{
		{"{asleep: Red, awake: none}", "{asleep: Blue}", "sides with asleep: want Blue, got Red"},
		{"{gems: Ann Ann Bob Cy}", "{gems: Ann}", "owners of gems: want Ann, got Ann Ann Bob Cy"},
		{"{melee: announced}", "{melee: running}", "stage melee: want running, got announced"},
		{"stages: {melee: announced}", "stage_ends: {melee: 9d}", "end of the stage melee: want 9d0s, got"},
		{"exits: false", "exits: true", "exits of a1: want true, got false"},
		{"kinds: none", "kinds: a2", "kinds of a1: a2 missing"},
		{"game: {", "game: {stages: {mele: {state: over}}, ", `no rule has a stage "mele"`},
	} {
		if diffs := run(strings.Replace(hallCase, tt.old, tt.new, 1)); !strings.Contains(diffs, tt.want) {
			t.Errorf("%s: got %q, want %q in it", tt.new, diffs, tt.want)
		}
	}
}
