package movement_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// TestPiecesInHandThatDifferArePlacedEach holds three Ants, of which the second has another counter: the first stands for the third, and for
// no other.
func TestPiecesInHandThatDifferArePlacedEach(t *testing.T) {
	list, err := rules.Parse("placing", []byte(`rules:
  - {number: 1, procedure: {board: {files: 2, ranks: 1}}}
  - {number: 2, piece: {name: Ant, glyph: A, value: 1, counters: [{name: heat, initial: 1}], modes: [{legs: [{dir: east}]}]}}
`))
	if err != nil {
		t.Fatal(err)
	}
	rs, err := movement.Compile(rules.NewRulebook(list...), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := rs.NewPosition()
	red := p.AddSide("Red")
	typ, _ := rs.Type("Ant")
	for range 3 {
		p.AddPiece(typ, red)
	}
	p.SetCounter(1, 0, 2)
	var got []string
	for _, ply := range p.PlacementsOf(red, nil) {
		got = append(got, fmt.Sprint(ply.Piece, "@", rs.SquareName(ply.To)))
	}
	slices.Sort(got)
	if diff := cmp.Diff("0@a1 0@b1 1@a1 1@b1", strings.Join(got, " ")); diff != "" {
		t.Error(diff)
	}
}
