package movement_test

import (
	"slices"
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

// TestAPositionInUsedMemoryIsANewOne lays one board after the other, of many rulesets, in the memory of a single position, of which much is asked
// between: it answers as a position that is new.
func TestAPositionInUsedMemoryIsANewOne(t *testing.T) {
	used, asked := new(movement.Position), 0
	boards(t, func(name string, p *movement.Position) {
		rs := p.Ruleset()
		used.Renew(rs)
		for _, q := range []*movement.Position{used, rs.NewPosition()} {
			if q.Sides()+q.Pieces()+len(q.OnBoard()) > 0 {
				t.Fatalf("%s: it begins with %d sides and %d pieces", name, q.Sides(), q.Pieces())
			}
		}
		fresh := rs.NewPosition()
		for _, q := range []*movement.Position{used, fresh} {
			for s := range p.Sides() {
				side := q.AddSide(p.SideName(movement.SideID(s)))
				q.SetLast(side, p.LastOf(side))
			}
			for i := range p.Pieces() {
				id := q.AddPiece(p.TypeOf(movement.PieceID(i)), p.Owner(movement.PieceID(i)))
				q.Retype(id, p.TypeOf(id), p.CountersOf(id))
				if at := p.Where(id); at != movement.Off && (!rs.Wide() || q.Fits(id, at)) {
					q.Put(id, at)
				}
			}
		}
		for _, id := range fresh.OnBoard() {
			asked++
			if got, want := used.MovesOf(id, nil), fresh.MovesOf(id, nil); !slices.Equal(got, want) {
				t.Errorf("%s: piece %d goes to %v, on a new board to %v", name, id, got, want)
			}
			if got, want := used.TakingsOf(id, nil), fresh.TakingsOf(id, nil); !slices.Equal(got, want) {
				t.Errorf("%s: piece %d captures %v, on a new board %v", name, id, got, want)
			}
		}
	})
	if asked < 500 {
		t.Errorf("only %d pieces were asked about", asked)
	}
}
