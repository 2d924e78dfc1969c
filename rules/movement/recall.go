package movement

import "slices"

// Recall gives a position what another one remembers that shows the same pieces on the same board: which pieces have moved, were placed or
// promoted, and what they have been through; which squares are closed, in which states, and passed; how far a side has come. of is, by
// PieceID, what a piece is in the other position. Sides are found by their names; what is beside the board is known only if all are the same.
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
	same := len(p.sides) == len(q.sides)
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
		same = same && p.sides[s].name == q.sides[s].name
	}
	if same && len(p.pieces) == len(q.pieces) {
		p.SetOutside(q.outside)
	}
}

// sideOf finds a side of another position by its name.
func (p *Position) sideOf(q *Position, id SideID) SideID {
	if id == NoSide {
		return NoSide
	}
	return SideID(slices.IndexFunc(p.sides, func(s side) bool { return s.name == q.sides[id].name }))
}
