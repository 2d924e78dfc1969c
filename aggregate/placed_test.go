package aggregate

import (
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
)

// A Placement is judged on the board after its consequences: a King may come to a square on which it is attacked by what its coming takes off
// the board, and not to one that its coming exposes (rule language, consequences, the order).
func TestAPlacementIsJudgedAfterWhatFollowsOfIt(t *testing.T) {
	for _, tt := range []struct{ name, rule, square, fault string }{
		{"nothing follows", `{number: "1230.95", note: quiet}`, "a1", FaultPlacementChecks},
		{"the Rook that attacks it is lifted", `{number: "1230.95", procedure: {consequences: [{on: placed, when: actor.royal, do: [{lift: pieces, where: 'it.type == "Rook"'}]}]}}`, "a1", ""},
		{"the Rook is pushed aside", `{number: "1230.95", procedure: {consequences: [{on: landed, when: actor.royal, do: [{move: pieces, where: 'it.type == "Rook"', on: '"b9"'}]}]}}`, "a1", ""},
		{"the King goes elsewhere", `{number: "1230.95", procedure: {consequences: [{on: placed, when: actor.royal, do: [{move: actor, on: '"c1"'}]}]}}`, "a1", ""},
		{"its side cannot be attacked any longer", `{number: "1230.95", procedure: {attributes: [{name: safe}], duties: [{forbid: capture, disarms: true, when: 'victim.side.is("safe")'}],
			consequences: [{on: placed, when: actor.royal, do: [{attribute: safe}]}]}}`, "a1", ""},
		{"the Rook comes to its file", `{number: "1230.95", procedure: {consequences: [{on: placed, when: actor.royal, do: [{move: pieces, where: 'it.type == "Rook"', on: '"c8"'}]}]}}`, "c1", FaultPlacementChecks},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := newGame(t, "Red: King; Blue: King t20, Rook a8")
			list, err := rules.Parse("", []byte(tt.rule))
			if err != nil {
				t.Fatal(err)
			}
			g.input(0, events.RuleEnacted{Number: list[0].Number, Rule: list[0].Canonical()})
			d := g.j.Decide(Input{Payload: playOf("Red", "K@"+tt.square), At: noon})
			got := ""
			if len(d.Ruling.Faults) > 0 {
				got = d.Ruling.Faults[0].Code
			}
			if got != tt.fault {
				t.Errorf("K@%s: %s, faults %v, want %q", tt.square, d.Ruling.Verdict, d.Ruling.Faults, tt.fault)
			}
		})
	}
}
