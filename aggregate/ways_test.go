package aggregate

import (
	"testing"

	"adjudicate/events"

	"github.com/google/go-cmp/cmp"
)

// walker is a piece of an umpire's own whose two ways stand in two clauses.
const walker = `
number: "1230.94"
title: Walker
piece:
  name: Walker
  glyph: W
  value: 4
  modes:
    - {cite: §1, legs: [{dir: orthogonal, n: 1..3}]}
    - {cite: §2, legs: [{dir: diagonal, n: 2, pass: any}]}
    - {cite: §3, legs: [{leap: [3, 1]}]}
`

// TestAMoveRestsOnTheClauseThatAllowsIt: each square is reached by one clause alone.
func TestAMoveRestsOnTheClauseThatAllowsIt(t *testing.T) {
	loan, by := "1230.20/1 ¶2", "1230.2/49 §6.A"
	taken := "1230.2/49 §6.B"
	tests := []struct {
		name, board, play string
		want              []string
	}{
		{"a Zombie goes one step diagonally by its Cantor's loan", "Red: King a1, Cantor e4, Zombie e5; Blue: King t20", "*e5-f6", []string{loan, by}},
		{"a Jester goes one step diagonally by its Cantor's loan", "Red: King a1, Cantor e4, Jester e5; Blue: King t20", "Je5-f6", []string{loan, by}},
		{"a Guard goes three steps diagonally by its Cantor's loan", "Red: King a1, Cantor e4, Guard e5; Blue: King t20", "+e5-h8", []string{loan, by}},
		{"a Rook captures diagonally by its Cantor's loan", "Red: King a1, Cantor e4, Rook e5; Blue: King t20, Camel g7", "Re5xg7", []string{loan, taken}},
		{"a Rook beside a Cantor goes along the file as a Rook", "Red: King a1, Cantor d4, Rook e5; Blue: King t20", "Re5-e9", []string{"1230.5/5 §2", by}},
		{"an own piece goes diagonally by its second clause", "Red: King a1; Blue: King t20", "We5-g7", []string{"1230.94/0 §2", by}},
		{"an own piece leaps by its third clause", "Red: King a1; Blue: King t20", "We5-f8", []string{"1230.94/0 §3", by}},
		{"an own piece goes up by its first clause", "Red: King a1; Blue: King t20", "We5-e7", []string{"1230.94/0 §1", by}},
		{"an own piece captures by its second clause", "Red: King a1; Blue: King t20, Camel g7", "We5xg7", []string{"1230.94/0 §2", taken}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := newGame(t, tt.board).with(walker)
			if tt.play[0] == 'W' {
				g.stand("W1", "Walker", "Red", "e5")
			}
			d := g.decide("Red", tt.play)
			if d.Ruling.Verdict != Accepted {
				t.Fatal(d.Ruling.Faults)
			}
			var got []string
			for _, o := range d.Outcomes {
				if _, ok := o.Payload.(events.PieceMoved); ok {
					got = o.Basis.Clauses
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s rests on (-want +got):\n%s", tt.play, diff)
			}
		})
	}
}
