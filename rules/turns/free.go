package turns

import (
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// Left is what duties leave the pieces of each side of a position: nil where there are none.
type Left map[movement.SideID][]movement.Ply

// LeftBy asks what the duties of a rulebook leave each side, as if it were its turn. Duties whose conditions take a ledger to answer are left out: see
// Duties.
func LeftBy(rb *rules.Rulebook, p *movement.Position) Left {
	bound, rs := len(rb.Duties()) > 0, p.Ruleset()
	for i := range rs.Types() {
		bound = bound || len(rs.Def(movement.TypeID(i)).Duties) > 0
	}
	if !bound {
		return nil
	}
	g, _ := Duties(rb, p)
	if !g.Bound() {
		return nil
	}
	l := Left{}
	for i := range p.Sides() {
		l[movement.SideID(i)] = g.Free(movement.SideID(i))
	}
	return l
}

// Move reports whether duties let a piece go to an empty square, or change places with what stands there.
func (l Left) Move(side movement.SideID, id movement.PieceID, to movement.Square) bool {
	return l == nil || slices.ContainsFunc(l[side], func(p movement.Ply) bool {
		return p.Play != movement.Capture && !p.Apart() && p.Piece == id && p.To == to
	})
}

// Capture reports whether duties let a piece capture so.
func (l Left) Capture(side movement.SideID, id movement.PieceID, t movement.Taking) bool {
	return l == nil || slices.ContainsFunc(l[side], func(p movement.Ply) bool {
		return p.Play == movement.Capture && p.Piece == id && p.Take.Victim == t.Victim && p.Take.To == t.To && p.Take.Also == t.Also && p.Take.More == t.More
	})
}

// Along reports whether duties let a piece go with another one.
func (l Left) Along(side movement.SideID, a *movement.Ply) bool {
	return l == nil || slices.ContainsFunc(l[side], func(p movement.Ply) bool {
		return p.Play == movement.Move && p.Piece == a.Piece && p.To == a.To && p.Other == a.Other && p.Onto == a.Onto
	})
}
