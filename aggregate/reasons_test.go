package aggregate

import (
	"slices"
	"testing"
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
