package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// move judges and makes a Move to an empty square.
func (p *play) move(s *step) {
	if len(s.item.With) > 0 && !p.goesAlong(s) {
		p.moveTogether(s)
		return
	}
	id, ok := p.mover(s)
	to, known := p.square(s, s.item.To)
	if !ok || !known {
		return
	}
	t := p.d.now
	if !p.along(s, id, movement.NoPiece) {
		return
	}
	p.once(s, id)
	from := t.squareOf(id)
	if s.item.To == from {
		p.comeBack(s, id)
		return
	}
	if p.d.law().kinds[t.pos.TypeOf(id)].forms {
		faults := len(p.d.ruling.Faults)
		if ply, ok := p.form(s, id, to); ok {
			p.moveAs(s, &ply)
			return
		}
		if len(p.d.ruling.Faults) > faults {
			return
		}
	}
	if other := t.pos.At(to); other != movement.NoPiece && (other != id || !t.pos.Ruleset().Wide()) && !slices.Contains(t.pos.MovesOf(id, p.moveBuf[:0]), to) {
		if slices.Contains(t.pos.SwapsOf(id, p.moveBuf[:0]), to) {
			p.swap(s, id, other)
			return
		}
		hint := ""
		if slices.ContainsFunc(t.pos.TakingsOf(id, nil), func(w movement.Taking) bool { return w.At == to }) {
			hint = "; a capture is written with an x, " + from + "x" + s.item.To
		}
		p.fault(s, FaultOccupied, p.cites(id).move, []string{s.item.To}, []string{t.pieceName(other)},
			"%s is occupied by the %s of %s%s", s.item.To, p.typeName(other), t.sideName(t.pos.Owner(other)), hint)
		return
	}
	if !t.pos.MovesTo(id, to) && !slices.Contains(t.pos.MovesOf(id, p.moveBuf[:0]), to) {
		p.unreachable(s, id, to, false)
		if !p.d.order.stands() || p.roomless(s, id, to, p.cites(id).move) {
			return
		}
	}
	p.act(s, rules.ActMove, id, to, nil)
	if p.fails(s, rules.ActMove, id, to, nil, notation.Item{Kind: notation.Move, From: from, To: s.item.To}) {
		return
	}
	way := t.pos.WayOfMove(id, to, p.wayBuf[:0])
	last := p.history(id, PlayMove, way)
	p.executed(notation.Item{Kind: notation.Move, From: from, To: s.item.To}, id)
	b := p.rests(id, notation.Move, way)
	p.d.emit(b, events.PieceMoved{Piece: t.pieceName(id), From: from, To: s.item.To})
	p.d.emit(b, last)
	p.promotions(s, id, PlayMove, "")
	p.follow(movement.Act{Play: movement.Move, Piece: id, From: p.squareCalled(from), To: to, Other: movement.NoPiece})
}

// swap lets two pieces of the side change places, which is a Move of the first.
func (p *play) swap(s *step, id, other movement.PieceID) {
	t := p.d.now
	from, to := t.squareOf(id), t.squareOf(other)
	p.act(s, rules.ActMove, id, t.pos.Where(other), nil)
	if p.fails(s, rules.ActMove, id, t.pos.Where(other), nil, notation.Item{Kind: notation.Move, From: from, To: to}) {
		return
	}
	way := t.pos.WayOfSwap(id, t.pos.Where(other), p.wayBuf[:0])
	last := p.history(id, PlayMove, way)
	last.With = t.pieceName(other)
	p.executed(notation.Item{Kind: notation.Move, From: from, To: to}, id)
	b := p.rests(id, notation.Move, way)
	p.d.emit(b, events.PieceMoved{Piece: t.pieceName(id), From: from, To: to})
	p.d.emit(b, events.PieceMoved{Piece: t.pieceName(other), From: to, To: from})
	p.d.emit(b, last)
	p.promotions(s, id, PlayMove, "")
	p.follow(movement.Act{Play: movement.Move, Piece: id, From: p.squareCalled(from), To: t.pos.Where(id), Other: other, Left: t.pos.Where(id)})
}

// rests returns what a Move or Capture of a piece rests on: the clauses by which it goes
// there, the one that allows such atomic plays, and the readings that its definition asks.
func (p *play) rests(id movement.PieceID, play notation.Kind, way movement.Way) *events.Basis {
	kind := &p.d.law().kinds[p.d.now.pos.TypeOf(id)]
	if play == notation.Capture && p.terms != nil {
		return restsOn(kind.of(p.terms.name).basis, way)
	}
	if play == notation.Capture {
		return restsOn(kind.capturing, way)
	}
	return restsOn(kind.moving, way)
}

// restsOn is what an act rests on: on the clauses of its way, if that is known, instead of the rule of the definition, which comes first.
func restsOn(b *events.Basis, way movement.Way) *events.Basis {
	if len(way.Clauses) == 0 {
		return b
	}
	on := basisFor(len(way.Clauses) + len(b.Clauses) - 1)
	on.Readings, on.Clauses = b.Readings, append(append(on.Clauses, way.Clauses...), b.Clauses[1:]...)
	return on
}

// moveOff refuses a Move to off-board: only a rule that is not among those in force would
// allow it. A piece that has one way off the board takes that.
func (p *play) moveOff(s *step) {
	if id, ok := p.mover(s); ok && p.exitMark(id) != "" { // it has one way off the board, and the play need not name it
		s.item.Kind = notation.Exit
		p.exit(s)
	} else if ok {
		p.once(s, id)
		p.fault(s, FaultNoRule, p.d.law().citePlay(notation.Off), []string{p.d.now.squareOf(id)}, []string{p.d.now.pieceName(id)},
			"no rule in force lets %s move off-board", article(p.typeName(id)))
	}
}

// What is stored about a move by which a piece leaves the board has the word of such a mode.
var (
	// FaultNoExit: the piece cannot leave the board from there.
	FaultNoExit = "no-" + notation.Exit.String()
	// LiftExit is why such a piece is lifted.
	LiftExit = notation.Exit.String()
)

// exitMark is the word that marks a play by which a piece leaves the board, where it is the general one.
func (p *play) exitMark(id movement.PieceID) string {
	return p.d.law().ruleset.ExitMark(p.d.now.pos.TypeOf(id))
}

// exit judges and makes a move whose first part ends in a corner, by which the piece
// leaves the board. It is a Move.
func (p *play) exit(s *step) {
	id, ok := p.mover(s)
	if !ok {
		return
	}
	t := p.d.now
	corner, by := movement.Off, ""
	if s.item.To != "" {
		by = " by " + s.item.To
		if corner, ok = p.square(s, s.item.To); !ok {
			return
		}
	}
	p.once(s, id)
	from := t.squareOf(id)
	corners := t.pos.ExitsOf(id, nil)
	if len(corners) == 0 || corner != movement.Off && !slices.Contains(corners, corner) {
		p.fault(s, FaultNoExit, p.cites(id).exit, []string{from}, []string{t.pieceName(id)},
			"the %s on %s has no free way off the board%s", p.typeName(id), from, by)
		return
	}
	if corner == movement.Off {
		corner = corners[0]
	}
	p.act(s, rules.ActMove, id, movement.Off, nil)
	item := notation.Item{Kind: notation.Exit, Mark: p.exitMark(id), From: from, To: p.d.law().ruleset.SquareName(corner)}
	if p.fails(s, rules.ActMove, id, movement.Off, nil, item) {
		return
	}
	way := t.pos.WayOut(id, corner, p.wayBuf[:0])
	last := p.history(id, PlayMove, way)
	p.executed(item, id)
	b := p.rests(id, notation.Move, way)
	p.d.emit(b, events.PieceLifted{Piece: t.pieceName(id), From: from, Why: firstOf(p.exitMark(id), LiftExit)})
	p.d.emit(b, last)
	p.promotions(s, id, PlayMove, "")
	p.follow(movement.Act{Play: movement.Move, Piece: id, From: p.squareCalled(from), Other: movement.NoPiece})
}

// history makes the record of an atomic play as later copies see it: the type at this
// time, and what a copying piece moved as, which is nothing if it went by a loan or by a way
// of its own. Without a way, which a play held to be legal may lack, it is taken to have copied.
func (p *play) history(id movement.PieceID, kind string, way movement.Way) events.AtomicPlayed {
	t := p.d.now
	rs := p.d.law().ruleset
	last := events.AtomicPlayed{
		Side: p.name, Play: kind, Piece: t.pieceName(id), Type: p.typeName(id),
		Counters: t.state.pieces[id].counters, How: p.how,
	}
	if kind != PlayMove && kind != PlayCapture || len(way.Clauses) > 0 && !way.Copied || !rs.Copies(t.pos.TypeOf(id)) {
		return last
	}
	as, counters := t.pos.MovedAs(id)
	if as == movement.NoType {
		return last
	}
	last.As, last.Counters = rs.TypeName(as), nil
	for i, name := range rs.CounterNames(as) {
		last.Counters = append(last.Counters, events.Counter{Name: name, Value: int(counters[i])})
	}
	return last
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
			pos.Retype(m.id, m.was, m.counters)
		}
	}
	yes := ask()
	for i := range p.promoted {
		if m := &p.promoted[i]; pos.Where(m.id) != movement.Off {
			typ, _ := p.d.law().ruleset.Type(p.d.now.state.pieces[m.id].typ)
			pos.Retype(m.id, typ, p.d.now.counters(typ, p.d.now.state.pieces[m.id].counters))
		}
	}
	return yes
}
