package movement

import (
	"slices"

	"adjudicate/rules"
)

// Recall gives a position what another one remembers that shows the same pieces on the same board: which pieces have moved, were placed or
// promoted, and what they have been through; which squares are closed, in which states, and passed; how far a side has come; who knows what is beside the
// board. of is, by PieceID, what a piece is in the other position. Sides are found by their names.
func (p *Position) Recall(q *Position, of []PieceID) {
	back := map[PieceID]PieceID{}
	for i, old := range of {
		id := PieceID(i)
		back[old] = id
		p.Mark(id, q.pieces[old].moved, q.pieces[old].placed, q.pieces[old].base)
		if p.rs.remembers && q.rs.remembers {
			p.SetPast(id, q.PastOf(old))
		}
	}
	for _, sq := range p.rs.squares {
		if q.ClosedAt(sq) && p.cells[sq] == NoPiece {
			p.Close(sq)
		}
		for _, state := range q.StatesOf(sq) {
			number, side := q.MarkOn(sq, state)
			p.SetMark(sq, state, number, p.sideOf(q, side))
		}
	}
	p.SetTurns(q.history.turns)
	if captor, ok := back[q.history.captor]; ok {
		p.SetCaptor(captor)
	}
	if by, ok := back[q.passing.by]; ok && q.passing.by != NoPiece {
		p.SetPassing(by, q.passing.squares[:q.passing.n]...)
	}
	for s := range q.sides {
		for i := range p.sides {
			if p.sides[i].name != q.sides[s].name {
				continue
			}
			p.SetChecks(SideID(i), q.Checks(SideID(s)))
			if q.sides[s].steps > 0 {
				p.SetSteps(SideID(i), int(q.sides[s].steps))
			}
		}
	}
	if q.outside != nil {
		p.SetOutside(p.renamed(q))
	}
}

// renamed is what is beside the board of another position, in which sides have other ids.
type renamed struct {
	Outside
	there, here []int // by SideID, which side it is in the other position, and back; -1: none
}

func (p *Position) renamed(q *Position) Outside {
	r := &renamed{Outside: q.outside}
	for s := range p.sides {
		r.there = append(r.there, slices.IndexFunc(q.sides, func(x side) bool { return x.name == p.sides[s].name }))
	}
	for s := range q.sides {
		r.here = append(r.here, slices.IndexFunc(p.sides, func(x side) bool { return x.name == q.sides[s].name }))
	}
	return r
}

// side is a side of the position in the other one, which knows nothing of one that is made up.
func (r *renamed) side(of float64) float64 {
	if of < 0 {
		return of
	}
	if int(of) < len(r.there) {
		return float64(r.there[int(of)])
	}
	return float64(len(r.here))
}

// Attr implements Outside.
func (r *renamed) Attr(i int, of float64, text string) float64 {
	switch i {
	case rules.SidePlayer, rules.SideIs, rules.SideAccount:
		of = r.side(of)
	}
	return r.Outside.Attr(i, of, text)
}

// Func implements Outside.
func (r *renamed) Func(f int, args []float64, text func(float64) string) float64 {
	if f == rules.FuncBound {
		args = []float64{args[0], r.side(args[1]), r.side(args[2])}
	}
	return r.Outside.Func(f, args, text)
}

// Next implements Outside.
func (r *renamed) Next(set int, of, after float64) float64 {
	if set == rules.AllPlayers {
		return r.Outside.Next(set, of, after)
	}
	for next := r.side(after); ; {
		if next = r.Outside.Next(set, of, next); next < 0 {
			return next
		}
		if s := r.here[int(next)]; s >= 0 {
			return float64(s)
		}
	}
}

// sideOf finds a side of another position by its name.
func (p *Position) sideOf(q *Position, id SideID) SideID {
	if id == NoSide {
		return NoSide
	}
	return SideID(slices.IndexFunc(p.sides, func(s side) bool { return s.name == q.sides[id].name && s.left == q.sides[id].left }))
}
