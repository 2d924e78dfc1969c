package movement

import "slices"

// movedAs returns what a piece counts as having moved as, for the history of its side.
func (p *Position) movedAs(a *actor) (TypeID, Counters) {
	t := &p.rs.types[a.own]
	for set := t.asSet; set != 0; set &= set - 1 {
		if m := &t.modes[lowest(set)]; m.as.who == copyLast {
			return p.lastType(a.side, a.own, m.as.resolved)
		}
	}
	return NoType, a.counters
}

// movesApart reports whether a copying piece moves or captures by a loan or a way of its own,
// not as what it copies.
func (p *Position) movesApart(a *actor, to Square, play Play, w Taking) bool {
	k := &p.rs.types[a.own]
	if k.asSet == 1<<len(k.modes)-1 && !p.lenders() {
		return false
	}
	var way Way
	var buf [MostLegs]string
	switch play {
	case Move:
		way = p.WayOfMove(a.id, to, buf[:0])
	case Capture:
		way = p.WayOfTaking(a.id, w, buf[:0])
	}
	return len(way.Clauses) > 0 && !way.Copied
}

// MovedAs returns the type that a copying piece moves as now, with the counters it uses;
// NoType and the piece's own counters for any other.
func (p *Position) MovedAs(id PieceID) (TypeID, Counters) {
	a := p.actor(id)
	return p.movedAs(&a)
}

// InCheck reports whether a side's royal piece on-board is attacked by a piece of a side
// that may take it. Of several any one will do. Without a rule about check nobody is in it.
func (p *Position) InCheck(s SideID) bool {
	if p.rs.readings.noCheck {
		return false
	}
	switch p.sides[s].royals {
	case 0:
		return false
	case 1:
		return p.threatened(s, p.sides[s].royal)
	}
	for _, king := range p.onBoard {
		if p.royalOf(s, king) && p.threatened(s, king) {
			return true
		}
	}
	return false
}

// royalOf reports whether a piece on-board is a royal one of a side.
func (p *Position) royalOf(s SideID, id PieceID) bool {
	return p.pieces[id].side == s && p.rs.types[p.pieces[id].typ].royal
}

// threatened reports whether another side's piece attacks a royal piece of a side.
func (p *Position) threatened(s SideID, king PieceID) bool {
	yes := false
	p.threats(s, king, func(PieceID) bool { yes = true; return false })
	return yes
}

// threats calls yield with each piece of another side that attacks a royal piece of a side, until it says to stop.
func (p *Position) threats(s SideID, king PieceID, yield func(PieceID) bool) {
	lent := p.lends()
	for _, id := range p.onBoard {
		pc := &p.pieces[id]
		if pc.side != s && (p.rs.wide || p.mightTake(pc, &p.pieces[king], lent)) && p.attacks(id, king) && !yield(id) {
			return
		}
	}
}

// lends returns the grants of which a lender is on-board, as bits.
func (p *Position) lends() (set uint16) {
	for g := range p.rs.grants {
		if p.count[p.rs.grants[g].from] > 0 {
			set |= 1 << g
		}
	}
	return set
}

// spans reports whether a piece of a type on a square could capture on another one as far as its own
// modes and those of the grants lent go, whatever stands where. Most pairs of pieces end here.
func (p *Position) spans(typ TypeID, from, to Square, lent uint16) bool {
	offset := int(to) - int(from) + p.rs.bias
	t := &p.rs.threats[typ]
	if t.copies || t.by.has(offset) {
		return true
	}
	for ; lent != 0; lent &= lent - 1 {
		if gr := &p.rs.grants[lowest(lent)]; gr.reach[offset]&gr.takes != 0 {
			return true
		}
	}
	return false
}

// mightTake is spans, asked of a victim: a piece that copies what it captures might do so only where that could reach it.
func (p *Position) mightTake(pc, victim *piece, lent uint16) bool {
	if !p.rs.threats[pc.typ].copies {
		return p.spans(pc.typ, pc.at, victim.at, lent)
	}
	t := &p.rs.types[pc.typ]
	offset := int(victim.at) - int(pc.at) + p.rs.bias
	if t.covers != nil || t.threat.has(offset) {
		return true
	}
	for set := t.asSet; set != 0; set &= set - 1 {
		if m := &t.modes[lowest(set)]; m.as.who != copyVictim || p.copies(m, pc.at, victim) {
			return true
		}
	}
	for ; lent != 0; lent &= lent - 1 {
		if gr := &p.rs.grants[lowest(lent)]; gr.reach[offset]&gr.takes != 0 {
			return true
		}
	}
	return false
}

// lenders reports whether a piece that lends moves is on-board.
func (p *Position) lenders() bool {
	for g := range p.rs.grants {
		if p.count[p.rs.grants[g].from] > 0 {
			return true
		}
	}
	return false
}

// CheckedBy appends the pieces that give check to a side, sorted.
func (p *Position) CheckedBy(s SideID, buf []PieceID) []PieceID {
	base := len(buf)
	if p.rs.readings.noCheck {
		return buf
	}
	threats := func(king PieceID) {
		p.threats(s, king, func(id PieceID) bool { buf = append(buf, id); return true })
	}
	switch p.sides[s].royals {
	case 0:
	case 1:
		threats(p.sides[s].royal)
	default:
		for _, king := range p.onBoard {
			if p.royalOf(s, king) {
				threats(king)
			}
		}
	}
	slices.Sort(buf[base:])
	return append(buf[:base], slices.Compact(buf[base:])...)
}

// exposes reports whether every capture of x by a's piece leaves its own side in check.
func (p *Position) exposes(a *actor, x PieceID) bool {
	if p.rs.wide && (p.rs.types[a.own].covers != nil || p.isWide(x)) {
		return p.exposesWide(a, x)
	}
	way := Taking{Victim: x, At: p.pieces[x].at, To: p.pieces[x].at, Also: NoPiece}
	if p.takes(a, x, forTake) && !p.exposesAt(a, way) {
		return false
	}
	way.To = a.from
	return !p.takes(a, x, forShot) || p.exposesAt(a, way)
}

// exposesAt reports whether a capture leaves the captor's side in check. That inner question
// ignores pins.
func (p *Position) exposesAt(a *actor, way Taking) bool {
	grace, epoch := p.grace, p.epoch
	p.ignorePins, p.grace = true, noSide
	t := p.try(a.id, way.To, Capture, way)
	exposed := p.InCheck(a.side)
	t.undo()
	p.ignorePins, p.grace = false, grace
	p.epoch = epoch
	return exposed
}

// LegalMove reports whether a Move leaves the mover's side out of check. The move itself
// is taken to be one of MovesOf.
func (p *Position) LegalMove(id PieceID, to Square) bool {
	return p.legal(id, to, Move, noTaking)
}

// LegalAlong reports whether an act of Along leaves its side out of check.
func (p *Position) LegalAlong(ply *Ply) bool {
	u := p.Do(ply)
	defer u.Back()
	return !p.InCheck(p.pieces[ply.Piece].side)
}

// LegalTaking reports whether a capture leaves the captor's side out of check.
func (p *Position) LegalTaking(id PieceID, t Taking) bool {
	return p.legal(id, t.To, Capture, t)
}

// legalExit reports whether a side is out of check once a piece has left the board.
func (p *Position) legalExit(id PieceID) bool {
	side, epoch, base := p.pieces[id].side, p.epoch, len(p.liftStack)
	t := trial{p: p, id: id, from: p.pieces[id].at, side: side, last: p.sides[side].last,
		typ: p.pieces[id].typ, count: p.pieces[id].counters, base: base, other: NoPiece}
	p.SetLast(side, Last{Play: Move, Type: t.typ, As: NoType, Counters: t.count})
	p.liftFor(id)
	ok := !p.InCheck(side)
	t.undo()
	p.epoch = epoch
	return ok
}

// noTaking stands for no capture.
var noTaking = Taking{Victim: NoPiece, Also: NoPiece}

func (p *Position) legal(id PieceID, to Square, play Play, w Taking) bool {
	s := p.pieces[id].side
	epoch := p.epoch
	var victim TypeID = NoType
	if w.Victim != NoPiece {
		victim = p.pieces[w.Victim].typ
	}
	t := p.try(id, to, play, w)
	ok := !p.InCheck(s)
	if p.pieces[id].at != Off {
		ok = p.legalPromoted(id, victim, ok)
	}
	t.undo()
	p.epoch = epoch
	return ok
}

// legalPromoted looks for a promotion that goes with the play and leaves the side out of
// check (the reading announced-promotion). ok is the verdict without one.
func (p *Position) legalPromoted(id PieceID, victim TypeID, ok bool) bool {
	rs := p.rs
	s := p.pieces[id].side
	own := p.pieces[id].typ
	for i := range rs.types[own].promote {
		pr := &rs.types[own].promote[i]
		forced := pr.def.Forced && pr.in != nil && pr.in.has(p.pieces[id].at, p.sides[p.pieces[id].side].name)
		if ok && !forced || rs.readings.ignorePromotion {
			continue
		}
		holds := false
		for t := range rs.types {
			if !p.promotes(pr, id, TypeID(t), victim) {
				continue
			}
			counters := p.pieces[id].counters
			p.SetType(id, TypeID(t))
			holds = !p.InCheck(s)
			p.Retype(id, own, counters)
			if holds {
				break
			}
		}
		if forced {
			return holds
		}
		ok = ok || holds
	}
	return ok
}

// promotes reports whether a promotion clause lets a piece, on the square where it now
// stands, become a type with this very play; victim is what it captured.
func (p *Position) promotes(pr *promotion, id PieceID, to, victim TypeID) bool {
	rs := p.rs
	own := p.pieces[id].typ
	if to == own || !p.FitsAs(id, to) {
		return false
	}
	switch pr.def.On {
	case "reach":
		if !pr.in.has(p.pieces[id].at, p.sides[p.pieces[id].side].name) {
			return false
		}
	case "capture":
		if victim == NoType {
			return false
		}
	default:
		return false // a promotion beside the play, of whichever piece, is a play's own matter
	}
	switch pr.def.To {
	case "victim":
		if to != victim {
			return false
		}
	case "base":
		if to != p.pieces[id].base {
			return false
		}
	case "mirror":
		return false
	}
	for _, name := range pr.def.Except {
		if rs.types[to].name == name {
			return false
		}
	}
	if pr.when == nil {
		return true
	}
	a := p.actor(id)
	return p.holds(pr.when, &a)
}

// findings runs the analysis of one piece in the position's own memory.
func (p *Position) findings(id PieceID) *Analysis {
	if p.spare == nil {
		p.spare = &Analysis{}
	}
	a := p.spare
	a.follow(p)
	a.forget()
	a.pieces[id] = findings{}
	if p.pieces[id].at != Off {
		a.piece(id)
	}
	return a
}

// MovesOf appends the squares that a piece may move to, sorted.
func (p *Position) MovesOf(id PieceID, buf []Square) []Square {
	return append(buf, p.findings(id).Moves(id)...)
}

// MovesTo reports whether a piece may move to an empty square, as MovesOf has it, by a mode of its own. If it says no, MovesOf knows.
func (p *Position) MovesTo(id PieceID, sq Square) bool {
	pc := &p.pieces[id]
	if pc.at == Off || p.cells[sq] != NoPiece || p.rs.loose {
		return false
	}
	t := &p.rs.types[pc.typ]
	set := t.reach[int(sq)-int(pc.at)+p.rs.bias] & t.moveSet
	if set == 0 {
		return false
	}
	a := p.hire(id)
	defer func() { p.hired-- }()
	if len(p.rs.denials) > 0 && p.denied(a)&forMove != 0 {
		return false
	}
	for ; set != 0; set &= set - 1 {
		m := &t.modes[lowest(set)]
		if m.where == nil && !m.displaces() && (m.when == nil || p.holds(m.when, a)) && p.reaches(m, a, sq) && (m.land == nil || p.landing(m.land, a, sq)) {
			return true
		}
	}
	return false
}

// TakingsOf appends the ways in which a piece may capture, sorted.
func (p *Position) TakingsOf(id PieceID, buf []Taking) []Taking {
	return append(buf, p.findings(id).Takings(id)...)
}

// SwapsOf appends the squares of the friends that a piece may change places with.
func (p *Position) SwapsOf(id PieceID, buf []Square) []Square {
	return append(buf, p.findings(id).Swaps(id)...)
}

// OwnTakingsOf appends the captures of friends that a piece may make by landing on them.
func (p *Position) OwnTakingsOf(id PieceID, buf []Taking) []Taking {
	return append(buf, p.findings(id).OwnTakings(id)...)
}

// ExitsOf appends the squares by which a piece may leave the board.
func (p *Position) ExitsOf(id PieceID, buf []Square) []Square {
	return append(buf, p.findings(id).Exits(id)...)
}

// PromotionHolds reports whether the condition of a promotion clause holds for a piece on
// the board; clause is an index of its definition's Promotion. A clause that the readings
// rule out never holds. mirror is the types that a mirror condition found.
func (p *Position) PromotionHolds(id PieceID, clause int) (holds bool, mirror []TypeID) {
	list := p.rs.types[p.pieces[id].typ].promote
	for i := range list {
		if list[i].index != clause {
			continue
		}
		if list[i].when == nil {
			return true, nil
		}
		p.mirrors = p.mirrors[:0]
		a := p.actor(id)
		holds = p.holds(list[i].when, &a)
		return holds, slices.Clone(p.mirrors)
	}
	return false, nil
}
