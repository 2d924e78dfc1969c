package movement_test

import (
	"slices"
	"testing"

	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// Which piece names a square that several share is the same by whichever way and in whichever order they came, so that a position which is set up
// anew is the one that was played.
func TestASharedSquareIsNamedTheSameHoweverItWasComeTo(t *testing.T) {
	list, err := rules.Parse("shared", []byte(`
rules:
  - {number: 1, procedure: {board: {files: 8, ranks: 8}, capturing: {goes: gone, cite: ""}}}
  - {number: 2, piece: {name: Balloon, glyph: B, value: 1, shares: 3, modes: [{legs: [{dir: all}]}]}}
  - {number: 3, piece: {name: Kite, glyph: K, value: 1, shares: 3, modes: [{legs: [{dir: all}]}]}}
  - {number: 4, piece: {name: Rook, glyph: R, value: 5, betza: R}}
`))
	if err != nil {
		t.Fatal(err)
	}
	rs, err := movement.Compile(rules.NewRulebook(list...), nil)
	if err != nil {
		t.Fatal(err)
	}
	typed := func(name string) movement.TypeID {
		id, ok := rs.Type(name)
		if !ok {
			t.Fatalf("no %s", name)
		}
		return id
	}
	balloon, kite, rook := typed("Balloon"), typed("Kite"), typed("Rook")
	square := func(name string) movement.Square {
		sq, _ := rs.Square(name)
		return sq
	}
	d4, e5 := square("d4"), square("e5")
	set := func() *movement.Position { // pieces 0 and 2 are Balloons, 1 is a Rook, 3 a Kite
		p := rs.NewPosition()
		white := p.AddSide("White")
		for _, typ := range []movement.TypeID{balloon, rook, balloon, kite} {
			p.AddPiece(typ, white)
		}
		return p
	}
	for name, c := range map[string]struct {
		do   func(p *movement.Position)
		want []movement.PieceID
	}{
		"in order":                         {func(p *movement.Position) { p.Put(0, d4); p.Put(2, d4); p.Put(3, d4) }, []movement.PieceID{0, 2, 3}},
		"the other way":                    {func(p *movement.Position) { p.Put(3, d4); p.Put(2, d4); p.Put(0, d4) }, []movement.PieceID{0, 2, 3}},
		"there and back":                   {func(p *movement.Position) { p.Put(0, d4); p.Put(2, d4); p.Put(3, d4); p.Put(0, e5); p.Put(0, d4) }, []movement.PieceID{0, 2, 3}},
		"the first goes":                   {func(p *movement.Position) { p.Put(3, d4); p.Put(0, d4); p.Put(2, d4); p.Lift(0) }, []movement.PieceID{2, 3}},
		"one that does not share names it": {func(p *movement.Position) { p.Put(0, d4); p.Put(2, d4); p.Put(1, d4) }, []movement.PieceID{1, 0, 2}},
		"and first":                        {func(p *movement.Position) { p.Put(1, d4); p.Put(2, d4); p.Put(0, d4) }, []movement.PieceID{1, 0, 2}},
		"one that shares no longer":        {func(p *movement.Position) { p.Put(0, d4); p.Put(2, d4); p.SetType(2, rook) }, []movement.PieceID{2, 0}},
		"one that shares no longer, and shares again":   {func(p *movement.Position) { p.Put(0, d4); p.Put(2, d4); p.SetType(2, rook); p.SetType(2, kite) }, []movement.PieceID{0, 2}},
		"one that did not share, and now does":          {func(p *movement.Position) { p.Put(1, d4); p.Put(0, d4); p.Put(2, d4); p.SetType(1, kite) }, []movement.PieceID{0, 1, 2}},
		"one that was over another's square when it is": {func(p *movement.Position) { p.Put(0, d4); p.Put(2, e5); p.Put(2, d4); p.Put(0, e5) }, []movement.PieceID{2}},
	} {
		p := set()
		c.do(p)
		if got := p.AllAt(d4, nil); !slices.Equal(got, c.want) || p.At(d4) != c.want[0] {
			t.Errorf("%s: %v, and %d names it, want %v", name, got, p.At(d4), c.want)
		}
	}
}
