package movement_test

import (
	"slices"
	"testing"

	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// compiled is the ruleset of some rules.
func compiled(t *testing.T, text string) *movement.Ruleset {
	t.Helper()
	list, err := rules.Parse("rules", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	rs, err := movement.Compile(rules.NewRulebook(list...), nil)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// Which piece names a square that several share is the same by whichever way and in whichever order they came, so that a position which is set up
// anew is the one that was played.
func TestASharedSquareIsNamedTheSameHoweverItWasComeTo(t *testing.T) {
	rs := compiled(t, `
rules:
  - {number: 1, procedure: {board: {files: 8, ranks: 8}, capturing: {goes: gone, cite: ""}}}
  - {number: 2, piece: {name: Balloon, glyph: B, value: 1, shares: 3, modes: [{legs: [{dir: all}]}]}}
  - {number: 3, piece: {name: Kite, glyph: K, value: 1, shares: 3, modes: [{legs: [{dir: all}]}]}}
  - {number: 4, piece: {name: Rook, glyph: R, value: 5, betza: R}}
`)
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

// Whether a piece that is over another may be captured is asked by trying: the one beneath stands there as before.
func TestAskingWhetherACaptureIsLegalLeavesASharedSquareAsItIs(t *testing.T) {
	rs := compiled(t, `
rules:
  - {number: 1, procedure: {board: {files: 8, ranks: 8}, capturing: {goes: gone, cite: ""}}}
  - {number: 2, piece: {name: Balloon, glyph: B, value: 1, shares: 2, modes: [{legs: [{dir: all}]}]}}
  - {number: 3, piece: {name: Rook, glyph: R, value: 5, betza: R}}
`)
	balloon, _ := rs.Type("Balloon")
	rook, _ := rs.Type("Rook")
	d1, _ := rs.Square("d1")
	d4, _ := rs.Square("d4")
	p := rs.NewPosition()
	white, black := p.AddSide("White"), p.AddSide("Black")
	captor, over, beneath := p.AddPiece(rook, white), p.AddPiece(balloon, black), p.AddPiece(rook, black)
	p.Put(captor, d1)
	p.Put(over, d4)
	p.Put(beneath, d4)
	asked := 0
	for _, w := range p.TakingsOf(captor, nil) {
		asked++
		p.LegalTaking(captor, w)
		if got, want := p.AllAt(d4, nil), []movement.PieceID{beneath, over}; !slices.Equal(got, want) {
			t.Errorf("after the capture of %d has been tried %v stand there, want %v", w.Victim, got, want)
		}
	}
	if asked != 2 {
		t.Errorf("%d captures, want one of each", asked)
	}
}

// The fields of a piece lie from where it stands, in games whose pieces share squares as in others.
func TestFieldsLieAnewWhenAPieceHasMoved(t *testing.T) {
	rs := compiled(t, `
rules:
  - {number: 1, procedure: {board: {files: 7, ranks: 7}, capturing: {goes: gone, cite: ""}}}
  - {number: 2, piece: {name: Lantern, glyph: L, value: 3, betza: R, fields: [{name: ray, dir: all, most: 6}]}}
  - {number: 3, piece: {name: Elk, glyph: E, value: 3, shares: 2, betza: K}}
`)
	moves := func(way ...string) []movement.Square { // of the Elk on d4, while the second Lantern has gone that way
		p := rs.NewPosition()
		white := p.AddSide("White")
		lantern, _ := rs.Type("Lantern")
		elk, _ := rs.Type("Elk")
		at := func(name string) movement.Square { sq, _ := rs.Square(name); return sq }
		p.Put(p.AddPiece(elk, white), at("d4"))
		p.Put(p.AddPiece(lantern, white), at("c1"))
		second := p.AddPiece(lantern, white)
		for _, sq := range way {
			p.Put(second, at(sq))
		}
		list := p.MovesOf(0, nil)
		slices.Sort(list)
		return list
	}
	straight, around := moves("c7"), moves("a7", "c7")
	if len(straight) != 5 { // between c1 and c7 the ray closes c3, c4 and c5
		t.Errorf("the Elk has %d moves beside the ray, want 5", len(straight))
	}
	if !slices.Equal(straight, around) {
		t.Errorf("the Elk goes to %v, and to %v when the Lantern has come from elsewhere", straight, around)
	}
	if open := moves("c7", "a7"); len(open) != 8 {
		t.Errorf("the Elk has %d moves when the ray is gone, want 8", len(open))
	}
}
