package movement_test

import (
	"testing"

	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// TestACopyForgetsWhoWasAttacked copies a position that has been through more than the one it is copied into, and remembers that nobody is
// attacked: whatever is then changed in the copy, as often as in the first, an Ant that stands beside a Bee attacks it.
func TestACopyForgetsWhoWasAttacked(t *testing.T) {
	list, err := rules.Parse("copies", []byte(`rules:
  - {number: 1, procedure: {board: {files: 4, ranks: 1}}}
  - {number: 2, piece: {name: Ant, glyph: A, value: 1, counters: [{name: heat, initial: 0}], modes: [{for: [capture], legs: [{dir: east}]}, {for: [move], when: 'any(pieces, it.side != self.side and it.attacked)', legs: [{dir: west}]}]}}
  - {number: 3, piece: {name: Bee, glyph: B, value: 1, immovable: true}}
`))
	if err != nil {
		t.Fatal(err)
	}
	rs, err := movement.Compile(rules.NewRulebook(list...), nil)
	if err != nil {
		t.Fatal(err)
	}
	square := func(name string) movement.Square {
		sq, _ := rs.Square(name)
		return sq
	}
	ant, _ := rs.Type("Ant")
	bee, _ := rs.Type("Bee")
	for changes := range 80 {
		first, copied := rs.NewPosition(), rs.NewPosition()
		a, b := first.AddPiece(ant, first.AddSide("Red")), first.AddPiece(bee, first.AddSide("Blue"))
		first.Put(a, square("b1"))
		first.Put(b, square("d1"))
		for i := range 40 {
			first.SetCounter(a, 0, i)
		}
		if first.MovesTo(a, square("a1")) {
			t.Fatal("it goes, though nobody is attacked")
		}
		copied.CopyFrom(first)
		copied.Lift(b)
		copied.Put(b, square("c1"))
		for i := range changes {
			copied.SetCounter(a, 0, i)
		}
		if !copied.MovesTo(a, square("a1")) {
			t.Fatalf("after %d changes the Bee is not attacked", changes)
		}
	}
}
