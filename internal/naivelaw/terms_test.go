package naivelaw

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// TestRulesComeAndGo plays several turns. What is expected was worked out by hand from docs/rule-language/law.md.
func TestRulesComeAndGo(t *testing.T) {
	for _, test := range []struct {
		name, rules, men string
		plays            []string // by Red and Blue in turn
		then             string
	}{
		{"a rule that rests wakes by what pieces have been through",
			"  - {number: 4, while: 'any(pieces, it.captures > 0)', procedure: {consequences: [{on: moved, do: [{mark: ice, on: from}]}]}}\n",
			"Red Ant b2, Blue Ant d4, Red Bee b4",
			[]string{"#A1 b2-b3", "#A2 d4-c4", "#A1 b3-c3", "#A2 c4xb4-b4", "#A1 c3-c2"}, // in force at the beginning, at rest from then until something is captured
			"A1 Ant Red c2; A2 Ant Blue b4; B1 Bee Blue ; b2 is ice; c3 is ice"},
		{"or by how old they are",
			"  - {number: 4, while: 'any(pieces, it.age > 1)', procedure: {consequences: [{on: moved, do: [{mark: ice, on: from}]}]}}\n",
			"Red Ant b2, Blue Ant d4",
			[]string{"#A1 b2-b3", "#A2 d4-d5", "#A1 b3-b4", "#A2 d5-d4"}, // one turn has ended, two, three
			"A1 Ant Red b4; A2 Ant Blue d4; b2 is ice; b3 is ice; d5 is ice"},
		{"a rule is asked once, in the order of enactment, and sees what those before it have left",
			"  - {number: 4, while: 'turns < 1', piece: {name: Cat, glyph: C, value: 1, immovable: true}}\n" +
				"  - {number: 5, while: 'count(\"Cat\") > 0', procedure: {consequences: [{on: moved, do: [{mark: ice, on: from}]}]}}\n",
			"Red Ant b2, Blue Ant d4, Blue Cat e5",
			[]string{"#A1 b2-b3", "#A2 d4-d3"},
			"A1 Ant Red b3; A2 Ant Blue d3; C1 Cat Blue ; b2 is ice; rule 4 rests; rule 5 rests"},
		{"one that was enacted before sees that with the next input",
			"  - {number: 5, while: 'count(\"Cat\") > 0', procedure: {consequences: [{on: moved, do: [{mark: ice, on: from}]}]}}\n" +
				"  - {number: 4, while: 'turns < 1', piece: {name: Cat, glyph: C, value: 1, immovable: true}}\n",
			"Red Ant b2, Blue Ant d4, Blue Cat e5",
			[]string{"#A1 b2-b3", "#A2 d4-d3", "#A1 b3-b4"},
			"A1 Ant Red b4; A2 Ant Blue d3; C1 Cat Blue ; b2 is ice; d4 is ice; rule 4 rests; rule 5 rests"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "rules:\n  - {number: 1, procedure: {board: {files: 5, ranks: 5}, order: {by: fixed}}}\n" +
				"  - {number: 2, piece: {name: Ant, glyph: A, value: 1, modes: [{legs: [{dir: orthogonal}]}]}}\n" +
				"  - {number: 3, piece: {name: Bee, glyph: B, value: 1, immovable: true}}\n" + test.rules
			j, g, err := begun(text, []string{"Red", "Blue"}, menOf(test.men), nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, play := range test.plays {
				side := g.sides[i%2]
				d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: side, Text: play}})
				if d.Ruling.Verdict != aggregate.Accepted {
					t.Fatalf("%s: %v", play, faults(d))
				}
				j.Commit(d)
				for _, a := range g.acts(side) {
					if a.text() == play {
						g.play(a)
						break
					}
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
