package aggregate

import (
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// What follows of an atomic play by the consequences that definitions and procedures state. The
// movement engine works it out on a copy of the board, as it does when it tries whether a play leaves
// its maker in check; here it becomes outcomes, each with the clause that says so.

// follow brings about what follows of an act that has been made.
func (p *play) follow(a movement.Act) {
	t := p.d.now
	rs := p.d.law().ruleset
	if !rs.Consequent() {
		return
	}
	if p.board == nil {
		p.board = rs.NewPosition()
	}
	p.board.CopyFrom(t.pos)
	p.late = append(p.late, p.board.Follow(a, p.tells)...)
}

// tells records one thing that follows of an act.
func (p *play) tells(c *movement.Change) { p.happens(c, basisOf(nil, c.Clause)) }

// fates brings about what waits until a play has been judged, lots and surrenders: it turns no play into an illegal one.
func (p *play) fates() {
	d := p.d
	if len(p.late) == 0 || len(d.ruling.Faults) > 0 {
		return
	}
	if d.tried {
		d.waiting = p
		return
	}
	d.stage(StageAfter, 0)
	p.limited = p.limited[:0]
	if p.board == nil {
		p.board = d.law().ruleset.NewPosition()
	}
	for i := range p.late {
		p.board.CopyFrom(d.now.pos)
		p.board.FollowLate(&p.late[i], p, p.tells)
	}
	for _, h := range p.limited {
		d.excess(h.side, h.typ)
	}
	d.beyond()
}

// Draw implements movement.Lots.
func (p *play) Draw(clause string, among []string, n int) []string {
	drawn := p.d.draw(basisOf(nil, clause), LotRule+":"+p.name, among, n)
	p.d.note(FactLot, clause, "%s draws %s", p.name, listed(drawn))
	return drawn
}

// Piece implements movement.Lots.
func (p *play) Piece(id movement.PieceID) string { return p.d.now.pieceName(id) }

// happens records one thing that follows.
func (p *play) happens(c *movement.Change, b *events.Basis) {
	d, t := p.d, p.d.now
	rs := d.law().ruleset
	name := t.pieceName(c.Piece)
	switch c.Kind {
	case movement.Destroyed:
		d.emit(b, events.PieceDestroyed{Piece: name, Why: events.WhyEffect})
	case movement.Captured:
		side, was := t.sideName(c.Side), t.pos.TypeOf(c.Piece)
		d.emit(b, events.PieceCaptured{Piece: name, At: rs.SquareName(c.From), By: t.pieceName(c.By), Side: side})
		if c.Type != was {
			d.emit(basisOf(nil, d.law().citeCapturing()), events.PiecePromoted{Piece: name, Type: rs.TypeName(c.Type), Counters: d.law().kinds[c.Type].counters})
		}
		p.limited = append(p.limited, holding{side, rs.TypeName(c.Type)})
	case movement.Lifted:
		d.emit(b, events.PieceLifted{Piece: name, From: rs.SquareName(c.From), Why: LiftEffect})
	case movement.Converted:
		side := t.sideName(c.Side)
		d.emit(b, events.PieceConverted{Piece: name, Side: side})
		p.limited = append(p.limited, holding{side, t.state.pieces[c.Piece].typ})
	case movement.Became:
		d.emit(b, events.PiecePromoted{Piece: name, Type: rs.TypeName(c.Type), Counters: d.law().kinds[c.Type].counters, Base: t.state.pieces[c.Piece].base})
		p.limited = append(p.limited, holding{t.sideName(t.pos.Owner(c.Piece)), rs.TypeName(c.Type)})
	case movement.Moved:
		d.emit(b, events.PieceMoved{Piece: name, From: rs.SquareName(c.From), To: rs.SquareName(c.To)})
	case movement.CounterSet:
		d.emit(b, events.CounterChanged{Piece: name, Name: rs.CounterNames(t.pos.TypeOf(c.Piece))[c.Set], Value: c.Value})
	case movement.Marked, movement.Unmarked:
		side := ""
		if c.Side != movement.NoSide {
			side = t.sideName(c.Side)
		}
		d.emit(b, markedAs(rs.SquareName(c.To), c.Mark, c.Value, side))
	case movement.Closed:
		d.emit(b, events.SquareClosed{Square: rs.SquareName(c.To)})
	case movement.Opened:
		d.emit(b, events.SquareClosed{Square: rs.SquareName(c.To), Open: true})
	case movement.Placed:
		d.emit(b, events.PiecePlaced{Piece: name, At: rs.SquareName(c.To)})
	case movement.OfSides:
		p.ofSides(c.Sides, c.Clause, b)
	case movement.Paid:
		p.pays(c.Pay, b)
	case movement.Created:
		side := t.sideName(c.Side)
		id := d.create(b, side, rs.TypeName(c.Type))
		if c.To != movement.Off {
			d.emit(b, events.PiecePlaced{Piece: id, At: rs.SquareName(c.To)})
		}
		p.limited = append(p.limited, holding{side, rs.TypeName(c.Type)})
	}
}

// pays makes a payment that follows of an act: as far as a player who pays has it, unless the rule allows a debt.
func (p *play) pays(m *movement.Payment, b *events.Basis) {
	d, t := p.d, p.d.now
	asset := firstOf(m.Doing.Asset, rules.Money)
	account := func(word string, by movement.Holder) (name string, player bool) {
		switch {
		case by.Player >= 0:
			return t.state.players[by.Player].Name, true
		case by.Side >= 0:
			return d.holder(t.sideName(by.Side), asset), true
		case word == "mover":
			return d.holder(t.sideName(m.Mover), asset), true
		case word == "owner":
			return d.holder(t.sideName(m.Owner), asset), true
		}
		return word, false
	}
	payer, player := account(m.Doing.Payer, m.Payer)
	payee, _ := account(m.Doing.Payee, m.Payee)
	d.moveAsset(b, m.Doing, transferred{payer, payee, asset, Payable(m.Amount), Payable(m.Owed), player})
}

// ofSides makes an effect on sides alone that follows of an act. A side that surrenders by it leaves the board on which what follows
// is worked out as well.
func (p *play) ofSides(e *movement.SideEffect, clause string, b *events.Basis) {
	d, t := p.d, p.d.now
	s := sideEffect{Doing: e.Doing, verb: e.Verb, side: t.sideName(e.Side), clause: clause, basis: b}
	if e.Other >= 0 {
		s.other = t.sideName(e.Other)
	}
	switch {
	case e.Holder.Player >= 0:
		s.holder = t.state.players[e.Holder.Player].Name
	case e.Holder.Side >= 0:
		s.holder = t.sidePlayer(int(e.Holder.Side))
	}
	d.ofSides(s)
	if e.Verb == "surrender" {
		known := p.board.Choices()
		p.board.CopyFrom(d.now.pos)
		p.board.Know(known)
	}
}

// squareCalled is the square of a name.
func (p *play) squareCalled(name string) movement.Square {
	sq, _ := p.d.law().ruleset.Square(name)
	return sq
}
