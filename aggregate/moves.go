package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// move judges and makes a Move to an empty square (1230.2 §6.A).
func (p *play) move(s *step) {
	id, ok := p.mover(s)
	to, known := p.square(s, s.item.To)
	if !ok || !known {
		return
	}
	t := p.d.now
	p.once(s, id)
	from := t.squareOf(id)
	if other := t.pos.At(to); other != movement.NoPiece {
		hint := ""
		if t.pos.Owner(other) != p.side {
			hint = "; a capture is written with an x, " + from + "x" + s.item.To
		}
		p.fault(s, FaultOccupied, p.cites(id).move, []string{s.item.To}, []string{t.pieceName(other)},
			"%s is occupied by the %s of %s%s", s.item.To, p.typeName(other), t.sideName(t.pos.Owner(other)), hint)
		return
	}
	if !slices.Contains(t.pos.MovesOf(id, p.moveBuf[:0]), to) {
		p.unreachable(s, id, to, false)
		return
	}
	last := p.history(id, PlayMove, func(pos *movement.Position) bool {
		return slices.Contains(pos.MovesOf(id, nil), to)
	})
	p.executed(notation.Item{Kind: notation.Move, From: from, To: s.item.To}, id)
	p.d.emit(p.d.law().kinds[t.pos.TypeOf(id)].moving, events.PieceMoved{Piece: t.pieceName(id), From: from, To: s.item.To})
	p.d.emit(p.d.law().kinds[t.pos.TypeOf(id)].moving, last)
	p.promotions(s, id, PlayMove, "")
}

// moveOff refuses a Move to off-board: only a rule that is not among those in force would
// allow it (1230.2 §6.A.b).
func (p *play) moveOff(s *step) {
	if id, ok := p.mover(s); ok {
		p.once(s, id)
		p.fault(s, FaultNoRule, p.d.law().citePlay(""), []string{p.d.now.squareOf(id)}, []string{p.d.now.pieceName(id)},
			"no rule in force lets a %s move off-board", p.typeName(id))
	}
}

// scratch judges and makes a move whose first part ends in a corner, by which the piece
// leaves the board. It is a Move.
func (p *play) scratch(s *step) {
	id, ok := p.mover(s)
	if !ok {
		return
	}
	t := p.d.now
	corner := movement.Off
	if s.item.To != "" {
		if corner, ok = p.square(s, s.item.To); !ok {
			return
		}
	}
	p.once(s, id)
	from := t.squareOf(id)
	corners := t.pos.ScratchesOf(id, nil)
	if len(corners) == 0 || corner != movement.Off && !slices.Contains(corners, corner) {
		p.fault(s, FaultNoScratch, p.cites(id).scratch, []string{from}, []string{t.pieceName(id)},
			"the %s on %s has no free way into %s", p.typeName(id), from, firstOf(s.item.To, "a corner"))
		return
	}
	if corner == movement.Off {
		corner = corners[0]
	}
	last := p.history(id, PlayMove, nil)
	p.executed(notation.Item{Kind: notation.Scratch, From: from, To: p.d.law().ruleset.SquareName(corner)}, id)
	b := p.d.law().kinds[t.pos.TypeOf(id)].moving
	p.d.emit(b, events.PieceLifted{Piece: t.pieceName(id), From: from, Why: LiftScratch})
	p.d.emit(b, last)
	p.promotions(s, id, PlayMove, "")
}

// history makes the record of an atomic play as later copies see it: the type at this
// time, and what a copying piece moved as. Alone asks, of a board without loans, whether
// the piece could have done it all the same; nil does not matter.
func (p *play) history(id movement.PieceID, kind string, alone func(*movement.Position) bool) events.AtomicPlayed {
	t := p.d.now
	rs := p.d.law().ruleset
	last := events.AtomicPlayed{
		Side: p.name, Play: kind, Piece: t.pieceName(id), Type: p.typeName(id),
		Counters: t.state.pieces[id].counters, How: p.how,
	}
	if kind != PlayMove && kind != PlayCapture {
		return last
	}
	as, counters := t.pos.MovedAs(id)
	if as == movement.NoType || alone != nil && p.lentOnly(alone) {
		return last
	}
	last.As, last.Counters = rs.TypeName(as), nil
	for i, name := range rs.CounterNames(as) {
		last.Counters = append(last.Counters, events.Counter{Name: name, Value: int(counters[i])})
	}
	return last
}

// lentOnly reports whether the side can do something only by what its pieces lend each
// other: whether it cannot once the lenders are somebody else's.
func (p *play) lentOnly(can func(*movement.Position) bool) bool {
	pos := p.d.now.pos
	rs := p.d.law().ruleset
	var lenders []movement.PieceID
	for _, id := range pos.OnBoard() {
		if pos.Owner(id) == p.side && len(rs.Def(pos.TypeOf(id)).Grants) > 0 {
			lenders = append(lenders, id)
		}
	}
	if len(lenders) == 0 {
		return false
	}
	alone := rs.NewPosition()
	alone.CopyFrom(pos)
	nobody := alone.AddSide()
	for _, id := range lenders {
		alone.SetOwner(id, nobody)
	}
	return !can(alone)
}

// cites names the places where a piece's definition says how it does things.
func (p *play) cites(id movement.PieceID) *typeCites {
	return &p.d.law().kinds[p.d.now.pos.TypeOf(id)].cites
}

// withoutPromotions asks a question of the board as it would be without the promotions
// made in this play.
func (p *play) withoutPromotions(ask func() bool) bool {
	pos := p.d.now.pos
	for i := range p.promoted {
		if m := &p.promoted[i]; pos.Where(m.id) != movement.Off {
			pos.SetType(m.id, m.was)
			for k, v := range m.counters {
				pos.SetCounter(m.id, k, int(v))
			}
		}
	}
	yes := ask()
	for i := range p.promoted {
		if m := &p.promoted[i]; pos.Where(m.id) != movement.Off {
			typ, _ := p.d.law().ruleset.Type(p.d.now.state.pieces[m.id].typ)
			pos.SetType(m.id, typ)
			p.d.now.setCounters(m.id, typ, p.d.now.state.pieces[m.id].counters)
		}
	}
	return yes
}
