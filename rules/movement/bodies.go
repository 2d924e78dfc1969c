package movement

import "slices"

// What pieces on several squares may do by the paths that they can walk (body.go).

// A passage is one way of a piece on several squares by a mode: where its place ends, and what it captures, nothing if it just moves.
// A shot is a line of one square, from each of those that the piece covers; the piece stays.
type passage struct {
	to    Square
	takes []PieceID
	shot  bool
	own   bool     // of a shot: it captures friends alone
	at    Square   // of a shot: where it strikes
	from  Square   // and from where
	ends  []Square // where the legs of a path before the last have ended
}

// needs is what a mode must be for to lead by a passage.
func (w *passage) needs() use {
	switch {
	case w.own:
		return forOwn
	case w.shot:
		return forShot
	case len(w.takes) > 0:
		return forTake
	}
	return forMove
}

// walkWide is reach for a piece on several squares: what it appends are places. What would be taken on the way is not looked at.
func (p *Position) walkWide(m *mode, a *actor, hits []Square) []Square {
	if !m.glides() {
		p.trek(m, a, true, func(to Square, taken, _ []PieceID, _ []Square) bool {
			if len(taken) == 0 {
				hits = append(hits, to)
			}
			return true
		})
		return hits
	}
	cells, walked, firing := p.cells, p.walkedOn, p.firing
	p.cells, p.walkedOn, p.firing = p.eroded(a), cells, false
	p.viewing++
	hits = p.walk(m, a, hits)
	p.viewing--
	p.cells, p.walkedOn, p.firing = cells, walked, firing
	return hits
}

// passages calls yield with the ways of a piece on several squares by a mode, until that says false. Conditions, and whether it may capture
// what it meets, are the caller's to ask.
func (p *Position) passages(m *mode, a *actor, yield func(w *passage) bool) {
	if m.op == opCarry {
		return // it is no move of the piece alone, and is not copied
	}
	w := passage{from: a.from}
	goOn := true
	emit := func(to Square, takes []PieceID) bool {
		if to != a.from || len(takes) > 0 {
			w.to, w.takes = to, takes
			goOn = goOn && yield(&w)
		}
		return goOn
	}
	switch {
	case m.takes == takesBehind:
		p.leaves(m, a, emit)
	case m.takes == takesPassing, m.takes == takesBranches:
	case !m.glides():
		collect := func(to Square, taken, met []PieceID, ends []Square) bool {
			w.ends = ends
			if m.takes == takesWhere {
				if len(taken)+len(met) > 0 || to == a.from {
					return true
				}
				met = p.victimsAt(m, a, to)
			}
			return emit(to, append(slices.Clone(taken), met...))
		}
		if m.op == opHop && m.takes == takesHopped {
			p.trek(m, a, true, collect)
		}
		if goOn {
			p.trek(m, a, false, collect)
		}
	default:
		base := len(p.stack)
		p.stack = p.walkWide(m, a, p.stack)
		for i, end := base, len(p.stack); i < end && goOn; i++ {
			to := p.stack[i]
			if to == a.from || slices.Contains(p.stack[base:i], to) {
				continue
			}
			met := p.met(a, to)
			if m.takes == takesWhere {
				if len(met) > 0 {
					continue
				}
				met = p.victimsAt(m, a, to)
			}
			emit(to, met)
		}
		p.stack = p.stack[:base]
	}
	switch {
	case !goOn:
	case m.takes == takesBranches:
		p.branched(m, a, yield)
	case m.use&forShot != 0:
		p.beams(m, a, func(from, sq Square, x PieceID) bool {
			return yield(&passage{to: a.from, takes: []PieceID{x}, shot: true, at: sq, from: from})
		})
	}
}

// leaves yields the ways of a mode that captures behind: to each empty place with every opposing piece that stands next to one of the
// piece's squares, in the opposite direction; and if there is one, also without.
func (p *Position) leaves(m *mode, a *actor, yield func(to Square, takes []PieceID) bool) {
	l := &m.legs[0]
	mask := p.mask(l, a, 0)
	b := march{p: p, m: m, a: *a}
	for _, v := range l.along(a) {
		var behind []PieceID
		back := p.rs.vecBack(&v)
		for _, sq := range p.footing(a, a.from) {
			if x := p.cells[back[sq]]; x >= 0 && x != a.id && !slices.Contains(behind, x) && b.capturable([]PieceID{x}) {
				behind = append(behind, x)
			}
		}
		sq := a.from
		for n := 1; n <= highest(mask); n++ {
			sq = v.next[sq]
			met, shut, room := b.meets(sq)
			if some := len(met)+len(shut) > 0; !room || some && !l.any {
				break
			} else if some || mask>>n&1 == 0 {
				continue
			}
			if !yield(sq, nil) || len(behind) > 0 && !yield(sq, behind) {
				return
			}
		}
	}
}

// beams yields what the lines of a mode strike that begin on the squares of a piece. They end where they come to another of its squares.
func (p *Position) beams(m *mode, a *actor, yield func(from, sq Square, x PieceID) bool) {
	base, goOn := len(p.stack), true
	for _, from := range p.footing(a, a.from) {
		p.fire(a, from, func(b *actor) { p.stack = p.walk(m, b, p.stack) })
		for i := base; i < len(p.stack) && goOn; i++ {
			if x := p.cells[p.stack[i]]; x >= 0 && x != a.id {
				goOn = yield(from, p.stack[i], x)
			}
		}
		p.stack = p.stack[:base]
	}
}

// fire lets a shot of a piece on several squares be walked that begins on one of them: the others are beyond the board for it.
func (p *Position) fire(a *actor, from Square, walk func(b *actor)) {
	cells, walked, firing := p.cells, p.walkedOn, p.firing
	if len(p.views) == p.viewing {
		p.views = append(p.views, nil)
	}
	view := grow(p.views[p.viewing], len(cells)) // those of another board may stand there
	p.views[p.viewing] = view
	copy(view, cells)
	for _, sq := range p.footing(a, a.from) {
		view[sq] = border
	}
	view[from] = a.id
	b := *a
	b.from = from
	p.cells, p.walkedOn, p.firing = view, cells, true
	p.viewing++
	walk(&b)
	p.viewing--
	p.cells, p.walkedOn, p.firing = cells, walked, firing
}

// branched yields the shots of a mode that splits, from each of the squares of a piece.
func (p *Position) branched(m *mode, a *actor, yield func(w *passage) bool) {
	t := tour{p: p, m: m, a: *a, taking: true}
	t.spare()
	for _, from := range p.footing(a, a.from) {
		t.captures = t.captures[:0]
		p.fire(a, from, func(b *actor) {
			t.a = *b
			t.walk()
		})
		for i := range t.captures {
			w := &t.captures[i]
			if !yield(&passage{to: a.from, takes: w.Victims(), shot: true, own: p.pieces[w.Victim].side == a.side, at: w.At, from: from}) {
				return
			}
		}
	}
}

// branchTo is the way of a shot that splits from a square of a piece to one that it captures.
func (p *Position) branchTo(m *mode, a *actor, from Square, prey PieceID) []Square {
	t := tour{p: p, m: m, a: *a, showing: true, prey: prey}
	t.spare()
	p.fire(a, from, func(b *actor) {
		t.a = *b
		t.walk()
	})
	return t.way
}

// broadly is passages under the conditions of the mode.
func (p *Position) broadly(m *mode, a *actor, yield func(w *passage) bool) {
	if m.when != nil && !p.holds(m.when, a) {
		return
	}
	p.passages(m, a, func(w *passage) bool { return !p.ends(m, a, w) || yield(w) })
}

// ends asks the condition about where a passage leads.
func (p *Position) ends(m *mode, a *actor, w *passage) bool {
	if m.land == nil || m.takes == takesBranches { // each branch has asked it
		return true
	}
	victim, to := NoPiece, w.to
	if n := len(w.takes); n > 0 {
		victim = w.takes[n-1]
	}
	if !w.shot {
		return p.landingFor(m.land, a, to, victim)
	}
	b := *a
	b.from = w.from
	return p.landingFor(m.land, &b, w.at, victim)
}

// all reports whether a piece may capture everything that it meets, by a mode.
func (p *Position) all(m *mode, a *actor, met []PieceID) bool {
	for _, x := range met {
		v := &p.pieces[x]
		if v.side == a.side && m.takes == takesBranches {
			continue // a branch has asked about it
		}
		if v.side == a.side || !m.captures(v.typ) || p.rs.types[v.typ].royal && !p.mayTakeRoyal(a.side) || m.takes != takesWhere && p.immune(x, a.own, a.acting) {
			return false
		}
	}
	return len(met) > 0
}

// takingBy is the capture of a passage. At is a square of the last victim, one that the piece covers then if it does.
func (p *Position) takingBy(a *actor, w *passage) Taking {
	t := p.taking(w.takes, w.to)
	if w.shot {
		t.At = p.pieces[t.Victim].at
		return t
	}
	if p.cells[w.to] == t.Victim {
		t.At = w.to
	} else if squares := p.footing(a, w.to); squares != nil {
		if i := slices.IndexFunc(squares, func(sq Square) bool { return p.cells[sq] == t.Victim }); i >= 0 {
			t.At = squares[i]
		}
	}
	return t
}

// A copier is told of a mode by which a piece on several squares may capture, whose it is then, what for, and the type to which all that it
// captures must belong, or NoType.
type copier func(m *mode, a *actor, use use, only TypeID) (goOn bool)

// broadTakings calls yield with each capture by a piece on several squares that takes x among others, until that says false.
func (p *Position) broadTakings(a *actor, x PieceID, yield func(Taking) bool) {
	try := func(m *mode, a *actor, use use, only TypeID) (goOn bool) {
		if use&(forTake|forShot) == 0 || p.inDefence > 0 && m.asksDefence {
			return true
		}
		goOn = true
		p.broadly(m, a, func(w *passage) bool {
			if use&w.needs() == 0 || !slices.Contains(w.takes, x) || !p.all(m, a, w.takes) || !p.allOf(w.takes, only) {
				return true
			}
			if t := p.takingBy(a, w); p.armed(a, w.to, t.Victim) {
				goOn = yield(t)
			}
			return goOn
		})
		return goOn
	}
	k := &p.rs.types[a.own]
	for i := range k.modes {
		m := &k.modes[i]
		if m.in > 0 && len(p.rs.denials) > 0 && m.bars(p.denied(a))&forTake != 0 {
			continue
		}
		if m.op == opAs {
			if !p.copying(m, a, x, 0, try) {
				return
			}
		} else if !try(m, a, m.use, NoType) {
			return
		}
	}
	if k.noLoan {
		return
	}
	for g := range p.rs.grants {
		if gr := &p.rs.grants[g]; p.lent(a, gr) {
			b := *a
			b.acting = p.actingType(a)
			for i := range gr.modes {
				if !try(&gr.modes[i], &b, gr.modes[i].use, NoType) {
					return
				}
			}
		}
	}
}

// allOf reports whether pieces are all of a type, which may be NoType for any.
func (p *Position) allOf(list []PieceID, typ TypeID) bool {
	return typ == NoType || !slices.ContainsFunc(list, func(x PieceID) bool { return p.pieces[x].typ != typ })
}

// copying tells of the modes by which a piece on several squares captures x by a mode that copies. They are walked by the body that it has.
func (p *Position) copying(m *mode, a *actor, x PieceID, depth int, try copier) (goOn bool) {
	v := &p.pieces[x]
	if depth > 2 || m.use&(forTake|forShot) == 0 || !m.captures(v.typ) || m.when != nil && !p.holds(m.when, a) {
		return true
	}
	b := *a
	only, asMoves := NoType, false
	switch m.as.who {
	case copyVictim:
		if depth > 0 && v.typ == a.acting {
			return true
		}
		b.acting, b.stand, b.counters, only = v.typ, v.typ, v.counters, v.typ
		if m.as.initial {
			b.counters = p.rs.types[v.typ].initial
		}
	default:
		if depth > 0 && m.as.who == copyPiece {
			return true
		}
		own := a.own
		if a.acting != NoType {
			own = a.acting
		}
		if b.acting, b.counters = p.source(m, a, own); b.acting == NoType {
			return true
		}
		asMoves, b.foes = m.as.moves, b.foes || m.as.who == copyPiece
	}
	list := p.rs.types[b.acting].plainly()
	for i := range list {
		c := &list[i]
		if c.op == opAs {
			if !asMoves && !p.copying(c, &b, x, depth+1, try) {
				return false
			}
			continue
		}
		use := c.use
		if asMoves {
			if use &= forMove; use != 0 && !c.onto {
				use = forTake
			}
		}
		if m.as.who == copyPiece {
			use &= m.lends()
		}
		if !try(c, &b, use, only) {
			return false
		}
	}
	if m.as.who == copyVictim && m.as.withLoans {
		victim := p.actor(x)
		b.acting = NoType
		for g := range p.rs.grants {
			if gr := &p.rs.grants[g]; p.lent(&victim, gr) {
				for i := range gr.modes {
					if !try(&gr.modes[i], &b, gr.modes[i].use, only) {
						return false
					}
				}
			}
		}
	}
	return true
}

// takesWide is takes for a piece on several squares.
func (p *Position) takesWide(a *actor, x PieceID, want use) bool {
	found := false
	p.broadTakings(a, x, func(t Taking) bool {
		found = want&forTake != 0 && want&forShot != 0 || (t.To == a.from) == (want&forShot != 0)
		return !found
	})
	return found
}

// exposesWide is exposes where pieces cover several squares: there may be several captures of one.
func (p *Position) exposesWide(a *actor, x PieceID) bool {
	exposed := true
	ask := func(w Taking) bool {
		exposed = exposed && p.exposesAt(a, w)
		return exposed
	}
	switch v := &p.pieces[x]; {
	case p.rs.types[a.own].covers != nil:
		p.broadTakings(a, x, ask)
	case p.rs.types[v.typ].covers != nil:
		p.each(x, func(sq Square) bool {
			return p.takesThere(a, x, forTake) && !ask(Taking{Victim: x, At: sq, To: sq, Also: NoPiece}) ||
				p.takesThere(a, x, forShot) && !ask(Taking{Victim: x, At: v.at, To: a.from, Also: NoPiece})
		})
	}
	return exposed
}

// broad collects what a mode yields for a piece on several squares.
func (g *gather) broad(m *mode, use use) {
	a, p := g.a, g.a.p
	p.broadly(m, g.who, func(w *passage) bool {
		switch {
		case len(w.takes) == 0:
			if use&forMove != 0 && a.seenMove[w.to] != a.stamp {
				a.seenMove[w.to] = a.stamp
				a.moves = append(a.moves, w.to)
			}
		case use&w.needs() == 0:
		case w.own:
			g.ownBy(p.takingBy(g.who, w))
		case p.all(m, g.who, w.takes):
			g.add(p.takingBy(g.who, w))
		default:
			for _, c := range w.takes {
				if p.pieces[c].side == g.who.side {
					g.friend(c, true)
				}
			}
		}
		return true
	})
	if m.displaces() && use&(forTake|forShot) != 0 && (use&forTake != 0 || m.takes == takesBranches) { // a friend that is not landed on
		for _, c := range p.onBoard {
			if c != g.who.id && p.pieces[c].side == g.who.side {
				g.friend(c, true)
			}
		}
	}
}

// broad adds the acts of a mode of a piece on several squares.
func (g *plying) broad(m *mode, who *actor, ply Ply) {
	p := g.p
	p.broadly(m, who, func(w *passage) bool {
		ply := ply
		ply.To = w.to
		switch {
		case len(w.takes) == 0 && m.use&forMove != 0:
			g.promoting(ply)
		case len(w.takes) > 0 && m.use&w.needs() != 0 && p.all(m, who, w.takes):
			ply.Play, ply.Take = Capture, p.takingBy(who, w)
			g.promoting(ply)
		}
		return true
	})
}

// victimWide collects the captures of a piece on several squares, or by one, by a mode that copies its victim.
func (g *gather) victimWide(m *mode, who *actor, x PieceID) {
	p := g.a.p
	v := &p.pieces[x]
	if v.side == who.side {
		g.friend(x, true)
		return
	}
	if p.rs.types[v.typ].royal && !p.mayTakeRoyal(who.side) {
		return
	}
	if p.rs.types[who.own].covers != nil {
		p.copying(m, who, x, 0, func(c *mode, b *actor, use use, only TypeID) bool {
			p.broadly(c, b, func(w *passage) bool {
				if use&w.needs() != 0 && slices.Contains(w.takes, x) && p.all(c, b, w.takes) && p.allOf(w.takes, only) {
					g.add(p.takingBy(b, w))
				}
				return true
			})
			return true
		})
		return
	}
	k := &p.rs.types[v.typ]
	if k.displaces && m.use&forTake != 0 && (m.when == nil || p.holds(m.when, who)) {
		g.copiedDisplaced(m, who, x)
	}
	p.each(x, func(sq Square) bool {
		p.landingOnly = k.displaces
		defer func() { p.landingOnly = false }()
		if moves, shots := p.waysAs(m, who, x); moves || shots {
			if moves {
				g.add(Taking{Victim: x, At: sq, To: sq, Also: NoPiece})
			}
			if shots {
				g.add(Taking{Victim: x, At: v.at, To: who.from, Also: NoPiece})
			}
		}
		return false
	})
}
