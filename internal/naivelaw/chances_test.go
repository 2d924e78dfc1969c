package naivelaw

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// TestLotsDecideOfActsAsTheDocumentationSays is about acts that a lot lets succeed, come to nothing, or turns against who makes them.
func TestLotsDecideOfActsAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 60, 22000000, (*Random).Chancy)
	if few := kinds["games"] < 60; !few && kinds["lots"] < 60 {
		t.Errorf("too few lots: %v", kinds)
	}
}

// TestBothThrowThese asks both opinions what comes of an act, whatever the lot says: what it decides does not depend on the name that is drawn. What is
// expected was worked out by hand from docs/rule-language/procedures.md, "Acts of which a lot decides".
func TestBothThrowThese(t *testing.T) {
	const fights, friend = `{draw: [One, Two], made: %s, falls: %s}`, `convert: pieces, where: 'it.rank == 5'`
	for _, test := range []struct{ name, chance, ant, bee, play, then string }{
		{"the victim of a captor that falls stays where it is", fmt.Sprintf(fights, "false", "true"), "", "", "#A1 b2xb3-b3", "A1 Ant Blue ; B1 Bee Blue b3; B2 Bee Green d5; Red's has 3"},
		{"and is the one that has captured", fmt.Sprintf(fights, "false", "true"), "[{on: captures, do: [{" + friend + "}]}]", "[{on: captures, do: [{" + friend + "}]}]", "#A1 b2xb3-b3",
			"A1 Ant Blue ; B1 Bee Blue b3; B2 Bee Blue d5; Red's has 3"},
		{"where both fall each has captured, for the side that it was of", fmt.Sprintf(fights, "true", "true"), "[{on: captures, do: [{" + friend + "}]}]", "", "#A1 b2xb3-b3",
			"A1 Ant Blue ; B1 Bee Red ; B2 Bee Red d5; Red's has 3"},
		{"the captor before its victim", fmt.Sprintf(fights, "true", "true"), "[{on: captures, do: [{" + friend + "}]}]", "[{on: captures, do: [{" + friend + "}]}]", "#A1 b2xb3-b3",
			"A1 Ant Blue ; B1 Bee Red ; B2 Bee Blue d5; Red's has 3"},
		{"nothing follows of what comes to nothing", fmt.Sprintf(fights, "false", "false"), "[{on: captures, do: [{" + friend + "}]}]", "", "#A1 b2xb3-b3", "A1 Ant Red b2; B1 Bee Blue b3; B2 Bee Green d5; Red's has 3"},
		{"nor is it paid for", "{of: [leap], draw: [One, Two], made: false}", "", "", "#A1 b2xb3-b3 (leap)", "A1 Ant Red b2; B1 Bee Blue b3; B2 Bee Green d5; Red's has 3"},
		{"what succeeds is", "{of: [leap], draw: [One, Two], made: true}", "", "", "#A1 b2xb3-b3 (leap)", "A1 Ant Red b3; B1 Bee Red ; B2 Bee Green d5; Red's has 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			follows := func(list string) string {
				if list == "" {
					return ""
				}
				return ", consequences: " + list
			}
			text := `rules:
  - number: 1
    procedure:
      board: {files: 5, ranks: 5}
      order: {by: fixed}
      assets: [{name: gems}]
      kinds: [{name: leap, asset: gems, cost: 2}]
      chances: [` + test.chance + `]
  - {number: 2, piece: {name: Ant, glyph: A, value: 1, modes: [{legs: [{dir: orthogonal}]}], kinds: [{kind: leap, modes: [{for: [capture], legs: [{dir: north}]}]}]` + follows(test.ant) + `}}
  - {number: 3, piece: {name: Bee, glyph: B, value: 1, immovable: true` + follows(test.bee) + `}}
`
			j, g, err := begun(text, []string{"Red", "Blue", "Green"}, menOf("Red Ant b2, Blue Bee b3, Green Bee d5"), nil, events.AssetChanged{Account: "Red's", Asset: "gems", Change: 6, Why: "rule"})
			if err != nil {
				t.Fatal(err)
			}
			d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: "Red", Text: test.play}})
			if d.Ruling.Verdict != aggregate.Accepted {
				t.Fatal(faults(d))
			}
			j.Commit(d)
			for _, a := range g.acts("Red") {
				if a.text() == test.play {
					odd := ""
					g.dice, _ = thrown(g, d, map[string]int{}, &odd)
					if g.play(a); odd != "" {
						t.Fatal(odd)
					}
					break
				}
			}
			for who, got := range map[string][]string{"the second opinion": g.told(), "the program": toldByEngine(j)} {
				if diff := cmp.Diff(test.then, strings.Join(got, "; ")); diff != "" {
					t.Errorf("%s: %s", who, diff)
				}
			}
		})
	}
}
