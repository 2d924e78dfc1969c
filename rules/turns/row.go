package turns

import (
	"slices"

	"adjudicate/rules/movement"
)

// Plays in a row, where the order of a rulebook lets a side play again while it has steps left: the board on which the first of them
// began is kept, for conditions that ask whether they have changed anything.

// begin notes where the plays in a row of a side begin, unless it has made some of them, and returns how to take that back.
func (g *Game) begin(s movement.SideID) func() {
	if !g.recalls || g.Position.StepsOf(s) > 0 {
		return func() {}
	}
	before := g.began
	g.began = g.board(nil)
	return func() { g.began = before }
}

// board appends what stands on each square: whose, and of which type.
func (g *Game) board(buf []uint32) []uint32 {
	p := g.Position
	for _, sq := range g.rs.Squares() {
		at := uint32(0)
		if id := p.At(sq); id != movement.NoPiece {
			at = uint32(p.Owner(id)+1)<<16 | uint32(p.TypeOf(id))
		}
		buf = append(buf, at)
	}
	return buf
}

// unchanged reports whether the board is the one on which the plays in a row of a side began.
func (g *Game) unchanged() bool {
	return g.began != nil && slices.Equal(g.began, g.board(make([]uint32, 0, len(g.began))))
}
