package movement

import (
	"slices"

	"adjudicate/rules"
)

// This file holds the captures whose victim does not stand where the captor lands, and
// what else pieces do to each other: denials, actions, blasts.

// displaces reports whether m captures, at least at times, without landing on its victim alone.
func (m *mode) displaces() bool { return m.takes != takesLanding || m.op == opTour }

// aside is for what m captures by such ways.
func (m *mode) aside() use {
	switch {
	case m.takes == takesBranches:
		return forShot | forOwn
	case m.displaces():
		return forTake
	}
	return 0
}

// displaced calls yield with each way in which m captures without landing on its victim
// alone: from behind, by hopping, on the way, or whom a condition names. It stops when yield says
// so. Whose the victims are is the caller's to ask.
func (p *Position) displaced(m *mode, a *actor, yield func(Taking) bool) {
	switch {
	case m.op == opTour:
		p.toured(m, a, yield)
	case m.takes == takesBehind:
		p.behind(m, a, yield)
	case m.takes == takesHopped:
		p.hopped(m, a, yield)
	case m.takes == takesWhere:
		p.where(m, a, yield)
	case m.takes == takesPassing:
		p.inPassing(m, a, yield)
	}
}

func (p *Position) behind(m *mode, a *actor, yield func(Taking) bool) {
	l := &m.legs[0]
	mask := p.mask(l, a, 0)
	for _, v := range l.along(a) {
		at := p.rs.vecBack(&v)[a.from]
		x := p.cells[at]
		if x < 0 {
			continue
		}
		sq := a.from
		for n := 1; n <= highest(mask); n++ {
			sq = v.next[sq]
			c := p.cells[sq]
			if c == border || !l.any && c != NoPiece {
				break
			}
			if mask>>n&1 != 0 && c == NoPiece && p.mayLand(m, a, sq, x) && !yield(Taking{Victim: x, At: at, To: sq, Also: NoPiece}) {
				return
			}
		}
	}
}

func (p *Position) hopped(m *mode, a *actor, yield func(Taking) bool) {
	l := &m.legs[0]
	mask := p.mask(l, a, 0)
	for _, v := range l.along(a) {
		sq, x, at, over := a.from, NoPiece, Off, 0
		for n := 1; n <= highest(mask); n++ {
			sq = v.next[sq]
			c := p.cells[sq]
			if c == border {
				break
			}
			if c != NoPiece {
				if c == x && p.rs.wide {
					continue // still over the same piece
				}
				if over++; over > l.most1 || !p.hurdle(l, c) {
					break
				}
				if c != wall {
					x, at = c, sq
				}
				continue
			}
			if over < l.least1 {
				continue
			}
			if x == NoPiece { // over closed squares alone
				if l.next {
					break
				}
				continue
			}
			if mask>>n&1 != 0 && p.mayLand(m, a, sq, x) && !yield(Taking{Victim: x, At: at, To: sq, Also: NoPiece}) {
				return
			}
			if l.next {
				break
			}
		}
	}
}

// mayLand reports whether a mode may end on a square, having captured a victim that stands elsewhere.
func (p *Position) mayLand(m *mode, a *actor, to Square, victim PieceID) bool {
	return m.land == nil || p.landingFor(m.land, a, to, victim)
}

// displaces reports whether m captures x without landing on it.
func (p *Position) displaces(m *mode, a *actor, x PieceID) bool {
	found := false
	p.displaced(m, a, func(t Taking) bool {
		found = t.Takes(x) && (a.stand == NoType || t.Also == NoPiece) && p.armed(a, t.To, t.Victim) // as its victim it takes that alone
		return !found
	})
	return found
}

// displaced collects the captures of a mode that does not land on its victim.
func (g *gather) displaced(m *mode) {
	a := g.a
	p := a.p
	p.displaced(m, g.who, func(t Taking) bool {
		if p.pieces[t.Victim].side == g.who.side {
			if m.takes == takesBranches {
				g.ownBy(t)
			} else if m.captures(p.pieces[t.Victim].typ) {
				g.friend(t.Victim, true)
			}
			return true
		}
		victims := [1]PieceID{t.Victim}
		all := victims[:]
		if t.Also != NoPiece {
			all = t.Victims()
		}
		for _, x := range all {
			v := &p.pieces[x]
			if v.side == g.who.side {
				continue // a friend on one of the branches, which that has asked about
			}
			if !m.captures(v.typ) || p.rs.types[v.typ].royal && !p.mayTakeRoyal(g.who.side) ||
				g.immunities && m.takes != takesWhere && p.immune(x, g.who.own, g.who.acting) {
				return true
			}
		}
		g.add(t)
		return true
	})
	if m.takes != takesBranches || m.use&forShot == 0 {
		return
	}
	for _, c := range p.onBoard { // a branch ends on friends too, and on others if one of them were an enemy
		if c != g.who.id && p.pieces[c].side == g.who.side && m.captures(p.pieces[c].typ) {
			g.friend(c, true)
		}
	}
}

// add notes a capture once, unless it exposes its own side and that matters.
func (g *gather) add(t Taking) {
	a := g.a
	for i := range a.takings[a.pieces[g.who.id].takings.from:] {
		if have := &a.takings[int(a.pieces[g.who.id].takings.from)+i]; *have == t || have.To == t.To && len(have.More) == len(t.More) && t.Also != NoPiece && have.Same(&t) {
			return // the same pieces, perhaps in another order
		}
	}
	if a.p.rs.readings.respectPins && !a.p.ignorePins && a.p.exposesAt(g.who, t) {
		return
	}
	g.take(t)
}

// copiedDisplaced collects the captures of x that a piece copies from x's own type and that
// do not land on x.
func (g *gather) copiedDisplaced(m *mode, who *actor, x PieceID) {
	p := g.a.p
	v := &p.pieces[x]
	k := &p.rs.types[v.typ]
	b := *who
	b.acting, b.stand, b.counters = v.typ, v.typ, v.counters
	if m.as.initial {
		b.counters = k.initial
	}
	immune := g.immunities && p.immune(x, b.own, b.acting)
	for i := range k.modes[:k.plain] {
		c := &k.modes[i]
		if immune && c.takes != takesWhere || c.use&c.aside() == 0 || !c.captures(v.typ) || c.when != nil && !p.holds(c.when, &b) {
			continue
		}
		p.displaced(c, &b, func(t Taking) bool {
			if t.Victim == x && t.Also == NoPiece {
				g.add(t)
			}
			return true
		})
	}
}

// denied returns what the pieces near it deny to a's piece.
func (p *Position) denied(a *actor) use {
	var out use
	for i := range p.rs.denials {
		d := &p.rs.denials[i]
		if p.count[d.from] == 0 || d.types != nil && !d.types[a.own] {
			continue
		}
		for _, id := range p.onBoard {
			pc := &p.pieces[id]
			if pc.typ != d.from || id == a.id || p.rs.Distance(pc.at, a.from) > d.within {
				continue
			}
			if pc.side == a.side && !d.friend || pc.side != a.side && !d.enemy {
				continue
			}
			if d.when != nil {
				who := p.actor(id)
				if !p.holds(d.when, &who) {
					continue
				}
			}
			out |= d.deny
		}
	}
	return out
}

// Denies reports whether the pieces near it deny to a piece on the board what a word names: move, capture, or a declared kind of move.
func (p *Position) Denies(id PieceID, word string) bool {
	a := p.actor(id)
	return p.denied(&a)&p.rs.useOf(word) != 0
}

// useOf is what a word of denials names.
func (rs *Ruleset) useOf(word string) use {
	switch word {
	case rules.ActMove:
		return forMove
	case rules.ActCapture:
		return forTake
	}
	if i := slices.Index(rs.kindNames, word); i >= 0 {
		return KindID(i).use()
	}
	return 0
}

// ActionTargets appends the pieces that an action of a piece's type may be done to, as an
// index of its definition's Actions; nothing if its condition does not hold.
func (p *Position) ActionTargets(id PieceID, index int, buf []PieceID) []PieceID {
	who := p.actor(id)
	list := p.rs.types[who.own].actions
	for i := range list {
		act := &list[i]
		if act.def != &p.rs.types[who.own].def.Actions[index] || act.mode.when != nil && !p.holds(act.mode.when, &who) {
			continue
		}
		base := len(p.stack)
		if p.isWide(id) {
			var struck []Square
			p.beams(&act.mode, &who, func(_, sq Square, _ PieceID) bool { struck = append(struck, sq); return true })
			p.stack = append(p.stack, struck...)
		} else {
			p.stack = p.reach(&act.mode, &who, p.stack)
		}
		for _, sq := range p.stack[base:] {
			x := p.cells[sq]
			if x < 0 || x == id || p.rs.wide && slices.Contains(buf, x) {
				continue
			}
			pc := &p.pieces[x]
			friend, breaks := pc.side == who.side, act.breaks[pc.typ]
			if friend && !act.friend || !friend && !act.enemy || act.spares[pc.typ] || p.rs.types[pc.typ].royal && !act.def.Royal ||
				p.sides[pc.side].neutral && !act.neutral && !breaks || !breaks && p.protected(x, who.own, NoType) {
				continue
			}
			buf = append(buf, x)
		}
		p.stack = p.stack[:base]
	}
	return buf
}

// Blasted appends the pieces that a capture by a piece which now stands on a square would
// destroy around it (rules.Effect "around"): never royal ones, and never the captor.
func (p *Position) Blasted(captor PieceID, at Square, buf []PieceID) []PieceID {
	pc := &p.pieces[captor]
	return p.around(p.rs.types[pc.typ].blasts, pc.side, at, captor, buf)
}

// BlastedBy appends the pieces that the capture of a victim destroys around the square
// where it stood (rules.Piece.OnCaptured): never royal ones, and never the captor. takes
// reports whether the captor is destroyed. The victim is of the type and side that it had.
func (p *Position) BlastedBy(victim TypeID, owner SideID, at Square, captor PieceID, buf []PieceID) (list []PieceID, takes bool) {
	k := &p.rs.types[victim]
	return p.around(k.lastBlasts, owner, at, captor, buf), k.takesCaptor && !p.rs.types[p.pieces[captor].typ].royal
}

// around appends what blasts by a piece of a side destroy about a square.
func (p *Position) around(blasts []blast, owner SideID, at Square, captor PieceID, buf []PieceID) []PieceID {
	for i := range blasts {
		b := &blasts[i]
		for _, x := range p.onBoard {
			o := &p.pieces[x]
			friend := o.side == owner
			if x == captor || p.rs.Distance(o.at, at) > b.within || friend && !b.friend || !friend && !b.enemy ||
				b.spares[o.typ] || p.rs.types[o.typ].royal {
				continue
			}
			buf = append(buf, x)
		}
	}
	return buf
}
