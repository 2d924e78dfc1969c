package naivelaw

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// TestEffectsChangeTheLawAsTheDocumentationSays is about rules that effects enforce, suspend and repeal.
func TestEffectsChangeTheLawAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 60, 21000000, (*Random).Decreed)
	if few := kinds["games"] < 60; !few && (kinds["rests"] < 30 || kinds["wakes"] < 20 || kinds["used"] < 20) {
		t.Errorf("too few rules come and go: %v", kinds)
	}
}

// TestRulesAreSuspendedAndEnforced plays Passes of Red and Blue in turn. What is expected was worked out by hand from docs/rule-language/law.md.
func TestRulesAreSuspendedAndEnforced(t *testing.T) {
	for _, test := range []struct {
		name, rules string
		plays       int
		use, then   string // a power of Red on a piece, then, or a play of it, and how the game stands
	}{
		{"what follows in the same entry is judged by the law before",
			"  - {number: 4, procedure: {consequences: [{on: passes, do: [{suspend: \"5\"}]}]}}\n" +
				"  - {number: 5, procedure: {consequences: [{on: turn-ends, do: [{pay: 1, asset: gems, payee: Bank}]}]}}\n", 2, "",
			"A1 Ant Red b2; Bank has 1; rule 5 rests"},
		{"the last effect of several counts, and one that names no rule is nothing",
			"  - {number: 4, procedure: {consequences: [{on: passes, when: turns == 0, do: [{enforce: \"5\"}, {suspend: \"5\"}, {enforce: \"99\"}, {suspend: \"6\"}, {enforce: \"6\"}]}]}}\n" +
				"  - {number: 5, while: enforced, procedure: {duties: [{forbid: any, when: turns > 0}]}}\n" +
				"  - {number: 6, while: enforced and turns < 2, procedure: {duties: [{forbid: any, when: turns > 0}]}}\n", 1, "",
			"A1 Ant Red b2; rule 5 rests"},
		{"a rule with another condition too is in force while both hold",
			"  - {number: 4, procedure: {consequences: [{on: passes, when: turns == 0, do: [{enforce: \"6\"}]}]}}\n" +
				"  - {number: 6, while: enforced and turns < 2, procedure: {consequences: [{on: passes, do: [{pay: 1, asset: gems, payee: Bank}]}]}}\n", 3, "",
			"A1 Ant Red b2; Bank has 2; rule 6 rests"}, // in force at the first, as all are, and at the second
		{"pieces that no rule defines any longer leave the board, and no formula takes them for another",
			"  - {number: 4, procedure: {consequences: [{on: passes, do: [{suspend: \"7\"}]}], powers: [{name: ask, by: side, on: piece, when: 'actor.type == \"Ant\"', do: [{pay: 1, asset: gems, payee: Bank}]}]}}\n" +
				"  - {number: 7, while: turns < 9, piece: {name: Cat, glyph: C, value: 1, immovable: true}}\n", 1, "C1",
			"A1 Ant Red b2; C1 Cat Blue ; rule 7 rests"},
		{"nor does an effect make one of another type in the place of what no rule defines",
			"  - {number: 4, procedure: {consequences: [{on: passes, do: [{suspend: \"7\"}]}, {on: moved, do: [{create: Cat, on: from}, {become: actor, type: Cat}]}]}}\n" +
				"  - {number: 7, while: turns < 9, piece: {name: Cat, glyph: C, value: 1, immovable: true}}\n", 2, "#A1 b2-b3",
			"A1 Ant Red b3; C1 Cat Blue ; rule 7 rests"},
		{"but an Ant is one",
			"  - {number: 4, procedure: {powers: [{name: ask, by: side, on: piece, when: 'actor.type == \"Ant\"', do: [{pay: 1, asset: gems, payee: Bank}]}]}}\n", 1, "A1",
			"A1 Ant Red b2; Bank has 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "rules:\n  - {number: 1, procedure: {board: {files: 5, ranks: 5}, order: {by: fixed}, passing: {when: \"true\"}, assets: [{name: gems}]}}\n" +
				"  - {number: 2, piece: {name: Ant, glyph: A, value: 1, modes: [{legs: [{dir: orthogonal}]}]}}\n" + test.rules
			men := "Red Ant b2"
			if strings.Contains(text, "Cat") {
				men += ", Blue Cat e5"
			}
			j, g, err := begun(text, []string{"Red", "Blue"}, menOf(men), nil)
			if err != nil {
				t.Fatal(err)
			}
			for i := range test.plays {
				d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: g.sides[i%2], Text: "pass"}})
				if d.Ruling.Verdict != aggregate.Accepted {
					t.Fatal(faults(d))
				}
				j.Commit(d)
				g.play(act{side: g.sides[i%2], kind: "pass"})
			}
			if strings.HasPrefix(test.use, "#") {
				j.Commit(j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: "Red", Text: test.use}}))
				for _, a := range g.acts("Red") {
					if a.text() == test.use {
						g.play(a)
						break
					}
				}
			} else if test.use != "" {
				j.Commit(j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PowerUsed{Power: "ask", Player: playerOf("Red"), Side: "Red", On: test.use}}))
				if u := (use{power: g.powers[0], player: playerOf("Red"), side: "Red", doing: &doing{g: g, side: "Red", player: playerOf("Red"), actor: g.find(test.use)}}); len(g.refuses(u)) == 0 {
					g.uses(u)
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
