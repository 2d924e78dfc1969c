package naivelaw

import (
	"strings"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// TestWhatAPlayWaitsFor asks whether plays by Red wait for consent. What is expected was worked out by hand from docs/rule-language/consent.md.
func TestWhatAPlayWaitsFor(t *testing.T) {
	for _, test := range []struct {
		name, consent, ant, men, play string
		waits                         bool
	}{
		{"a shot lands where it began", "when: 'distance(from, to) > 0'", "modes: [{for: [shot], legs: [{dir: north}]}]", "Red Ant b2, Blue Bee b3", "#A1 b2xb3 (shot)", false},
		{"which is a square", "when: to == from and from != none", "modes: [{for: [shot], legs: [{dir: north}]}]", "Red Ant b2, Blue Bee b3", "#A1 b2xb3 (shot)", true},
		{"what follows of a move is no capture of the play", "when: victim != none",
			"modes: [{legs: [{dir: north}]}]\n      consequences: [{on: moved, do: [{capture: pieces, where: 'it.side != self.side'}]}]", "Red Ant b2, Blue Bee d4", "#A1 b2-b3", false},
		{"nor do those go from its square who are moved by what follows", "when: 'from == \"b2\" and to == \"b3\" and self.type == \"Ant\"'",
			"modes: [{legs: [{dir: north}]}]\n      consequences: [{on: landed, do: [{move: actor, on: '\"d1\"'}]}]", "Red Ant b2, Blue Bee d4", "#A1 b2-b3", true},
		{"of two acts the first one is asked about, and the first victim of either", "when: 'to == \"b3\" and victim.type == \"Bee\"'", "modes: [{legs: [{dir: all}]}]", "Red Ant b2, Blue Bee c3", "#A1 b2-b3; #A1 b3xc3-c3", true},
		{"it waits for who has not answered even if that may be no", "of: who != player, needs: yes + no == asked", "modes: [{legs: [{dir: north}]}]", "Red Ant b2, Blue Bee c3", "#A1 b2-b3", true},
		{"it does not wait for nobody", "of: 'who == victim.side.player', needs: no == 0", "modes: [{legs: [{dir: north}]}]", "Red Ant b2, Blue Bee c3", "#A1 b2-b3", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "rules:\n  - number: 1\n    procedure:\n      board: {files: 5, ranks: 5}\n      order: {by: fixed}\n      plays: {counts: \"true\", one_only: \"false\", shapes: [{when: \"true\", plays: [\"Move, Capture\"]}]}\n" +
				"      consents: [{to: [play], " + test.consent + "}]\n  - number: 2\n    piece:\n      name: Ant\n      glyph: A\n      value: 1\n      " + test.ant + "\n  - {number: 3, piece: {name: Bee, glyph: B, value: 1, immovable: true}}\n"
			j, g, err := begun(text, []string{"Red", "Blue"}, menOf(test.men), nil)
			if err != nil {
				t.Fatal(err)
			}
			board, turn := g, []act(nil)
			for _, play := range strings.Split(test.play, "; ") {
				for _, a := range board.acts("Red") {
					if a.text() == play {
						turn = append(turn, a)
						board = board.clone()
						board.do(a.on(board))
						break
					}
				}
			}
			d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: "Red", Text: test.play}})
			if d.Ruling.Verdict != aggregate.Accepted {
				t.Fatal(faults(d))
			}
			j.Commit(d)
			naive := false
			if m := g.matter(turn); m != nil {
				pass, fail := m.could(g)
				naive = pass && fail
			}
			_, engine := j.State().PendingPlay("Red")
			if naive != test.waits || engine != test.waits {
				t.Errorf("waits: %t by the second opinion, %t by the program", naive, engine)
			}
		})
	}
}
