package movement_test

import (
	"testing"

	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// A path that captures on its way has its victim where it goes on from, and may lead off the board behind it: no piece is to blame then.
func TestAPathThatLeadsOffTheBoardIsNotSaidToBeInAPiecesWay(t *testing.T) {
	list, err := rules.Parse("smith", []byte(`
rules:
  - number: 1
    procedure:
      board: {files: 8, ranks: 8}
      capturing: {goes: gone, cite: ""}
  - number: 2
    piece:
      name: Smith
      glyph: S
      value: 1
      modes:
        - {for: [capture], legs: [{dir: orthogonal, n: 2, takes: true}, {dir: turn45}]}
`))
	if err != nil {
		t.Fatal(err)
	}
	rs, err := movement.Compile(rules.NewRulebook(list...), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := rs.NewPosition()
	red, blue := p.AddSide("Red"), p.AddSide("Blue")
	c3, _ := rs.Square("c3")
	a3, _ := rs.Square("a3")
	id, victim := p.AddPiece(0, red), p.AddPiece(0, blue)
	p.Put(id, c3)
	p.Put(victim, a3)
	const want = "its path over a3 is barred: something stands in the way, what it needs there does not, or it leads off the board"
	if got := p.Explain(id, a3); len(got) != 1 || got[0].Text != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// What lies where only pieces of another heading go is told by the side's own.
func TestAWayOfAnotherHeadingIsTold(t *testing.T) {
	list, err := rules.Parse("west", []byte(`
rules:
  - number: 1
    procedure:
      board: {files: 8, ranks: 8, heading: {Red: west, Blue: east}}
      capturing: {goes: gone, cite: ""}
  - number: 2
    piece:
      name: Pawn
      glyph: p
      value: 1
      modes:
        - {for: [move], legs: [{dir: forward}]}
        - {for: [capture], legs: [{dir: [forward-left, forward-right]}]}
`))
	if err != nil {
		t.Fatal(err)
	}
	rs, err := movement.Compile(rules.NewRulebook(list...), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ side, to, want string }{
		{"Red", "g2", "Red is headed west, so that g2 lies backward-left: that way leads only forward-left or forward-right"},
		{"Red", "g3", "Red is headed west, so that g3 lies backward: that way leads only forward"},
		{"Green", "g3", "for Green, which is headed nowhere, that way leads to no square"},
	} {
		p := rs.NewPosition()
		f3, _ := rs.Square("f3")
		to, _ := rs.Square(c.to)
		id := p.AddPiece(0, p.AddSide(c.side))
		p.Put(id, f3)
		if got := p.Explain(id, to); len(got) != 1 || got[0].Text != c.want {
			t.Errorf("%s to %s: %v, want %s", c.side, c.to, got, c.want)
		}
	}
}
