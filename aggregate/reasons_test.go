package aggregate

import (
	"slices"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/systems"
)

// TestEveryReasonIsGivenAndTheTrueOnes: SPEC 7.4 in short, a play is told all that is wrong with it.
func TestEveryReasonIsGivenAndTheTrueOnes(t *testing.T) {
	tests := []struct {
		name, board, play string
		want              []string
	}{
		{"a King off the board, and out of reach", "Red: King, Rook a1; Blue: King t20", "Ra1xt20", []string{FaultNoOwnRoyal, FaultCannotCapture}},
		{"a King off the board, something in the way", "Red: King, Rook a1; Blue: King a9, Camel a5", "Ra1xa9", []string{FaultNoOwnRoyal, FaultBlocked}},
		{"a King off the board, within reach", "Red: King, Rook a1; Blue: King a9", "Ra1xa9", []string{FaultNoOwnRoyal}},
		// The Rook a12 checks the King from the Move on; the Placement far away changes nothing.
		{"a Move into check and a Placement elsewhere", "Red: King b6, Rook; Blue: King t20, Rook a12", "Kb6-a6; R@t1", []string{FaultOwnCheck, FaultPlacementChecks}},
		{"a Placement that leaves the check", "Red: King a6, Rook; Blue: King t20, Rook a12", "R@t1", []string{FaultOwnCheck, FaultPlacementChecks}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			faults := newGame(t, tt.board).refused("Red", tt.play)
			if got := codes(faults); !slices.Equal(got, tt.want) {
				t.Errorf("%v, want %v: %+v", got, tt.want, faults)
			}
		})
	}
}

// A piece that only captures is told so where it is to move; one that does both is not.
func TestAPieceThatOnlyCapturesIsToldSo(t *testing.T) {
	for _, c := range []struct{ uses, says string }{
		{"[capture]", "a Stone cannot move from a1 to c2: it does not move, and only captures"},
		{"[shot]", "a Stone cannot move from a1 to c2: it does not move, and only captures"},
		{"[move, capture]", "a Stone cannot move from a1 to c2"},
	} {
		parsed, err := rules.ParseFile("own.yaml", []byte("number: \"1\"\ntitle: The board\nprocedure: {board: {files: 8, ranks: 8}, capturing: {goes: gone}}\n---\n"+
			"number: \"2\"\ntitle: A Stone\npiece: {name: Stone, glyph: S, value: 1, modes: [{for: "+c.uses+", legs: [{dir: orthogonal}]}]}\n"))
		if err != nil {
			t.Fatal(err)
		}
		g := &game{t: t, j: mustJudge(t, NewState())}
		g.accept(events.GameOpened{Game: "test", System: "own", Seed: strings.Repeat("5e", 32), Format: systems.Format})
		for _, r := range parsed.Rules {
			g.accept(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
		}
		g.accept(events.ArraySet{Sides: []events.ArraySide{{Side: "Red", Player: "Ann"}, {Side: "Blue", Player: "Bob"}},
			Pieces: []events.ArrayPiece{{Type: "Stone", Side: "Red", At: "a1"}, {Type: "Stone", Side: "Blue", At: "h8"}}})
		faults := g.decide("Red", "Sa1-c2").Ruling.Faults
		if len(faults) != 1 || faults[0].Message != c.says {
			t.Errorf("%s: %v, want %s", c.uses, faults, c.says)
		}
	}
}
