package movement

import "slices"

// piece finds the moves, captures and defences of one piece.
func (a *Analysis) piece(id PieceID) {
	p := a.p
	rs := p.rs
	f := &a.pieces[id]
	f.moves.from, f.takings.from = int32(len(a.moves)), int32(len(a.takings))
	f.defends.from, f.exits.from = int32(len(a.defended)), int32(len(a.exit))
	f.swaps.from, f.owned.from = int32(len(a.swaps)), int32(len(a.owned))
	g := a.look(id)
	who := g.who
	if len(p.lying) > 0 {
		defer p.past(who.own)()
	}
	t := &rs.types[who.own]
	a.walked = 0
	a.enough = false
	for i := range t.modes {
		m := &t.modes[i]
		switch {
		case a.enough:
		case m.op != opAs:
			g.mode(m, m.use)
		case m.as.who == copyVictim:
			g.victims(m, who)
		default:
			g.last(m)
		}
	}
	if lent := a.lent[id]; lent != 0 && !a.enough {
		g.who.acting = p.actingType(who)
		for ; lent != 0; lent &= lent - 1 {
			gr := &rs.grants[lowest(lent)]
			g.loan, a.walked = true, 0
			for i := range gr.modes {
				if a.enough {
					break
				}
				use := gr.modes[i].use
				if t.noLoan {
					use &= forMove
				}
				g.mode(&gr.modes[i], use)
			}
		}
		g.who.acting = NoType
	}
	if t.dynamic && !a.enough {
		g.watched()
	}
	f.moves.to, f.takings.to = int32(len(a.moves)), int32(len(a.takings))
	f.defends.to, f.exits.to = int32(len(a.defended)), int32(len(a.exit))
	f.swaps.to, f.owned.to = int32(len(a.swaps)), int32(len(a.owned))
	a.gathering--
}

// look begins to look at a piece.
func (a *Analysis) look(id PieceID) *gather {
	p := a.p
	a.stamp++
	g := a.gather()
	g.who.become(p, id)
	g.watches, g.immunities = p.rs.types[g.who.own].watches, p.rs.immunities
	if len(p.rs.denials) > 0 {
		g.denied = p.denied(g.who)
	}
	return g
}

// ask looks at some pieces alone that a piece might capture, or defend, by a mode that copies its victim. What it was found to capture and to
// defend before, perhaps nothing, is found already.
func (a *Analysis) ask(id PieceID, among, captures, defends []PieceID) {
	p := a.p
	f := &a.pieces[id]
	*f = findings{}
	g := a.look(id)
	for _, x := range captures {
		a.takings = append(a.takings, Taking{Victim: x, Also: NoPiece})
	}
	a.defended = append(a.defended, defends...)
	t := &p.rs.types[g.who.own]
	for i := range t.modes {
		if m := &t.modes[i]; m.op == opAs && m.as.who == copyVictim && g.denied&forTake == 0 {
			for _, x := range among {
				g.victim(m, g.who, x)
			}
		}
	}
	f.takings.to, f.defends.to = int32(len(a.takings)), int32(len(a.defended))
	a.gathering--
}

// defends and captures report whether enough is known of what the piece defends, or may capture.
func (g *gather) defends() bool {
	return g.a.brief && int(g.a.pieces[g.who.id].defends.from) < len(g.a.defended)
}

func (g *gather) captures() bool {
	return g.a.brief && int(g.a.pieces[g.who.id].takings.from) < len(g.a.takings)
}

// know notes whether enough is known of the piece.
func (g *gather) know() {
	if a := g.a; a.brief && a.anywhere && g.captures() && g.defends() && (a.p.rests == nil || !a.p.rests.whole) {
		a.enough = int(a.pieces[g.who.id].moves.from) < len(a.moves)
	}
}

// gather collects one piece's findings.
type gather struct {
	a          *Analysis
	who        *actor
	watches    []bool // types whose change of side may change what the modes capture
	immunities bool
	loan       bool
	denied     use
}

// gather begins to collect what is found as an actor, who is still to be said. It belongs to the analysis, and is free again when gathering is counted down.
func (a *Analysis) gather() *gather {
	if a.gathering == len(a.gathers) {
		a.gathers = append(a.gathers, new(gathered))
	}
	x := a.gathers[a.gathering]
	a.gathering++
	x.a, x.who, x.loan, x.denied = a, &x.actor, false, 0
	return &x.gather
}

// gathered is a gather with its actor.
type gathered struct {
	gather
	actor actor
}

// mode collects what one mode with legs yields.
func (g *gather) mode(m *mode, use use) {
	a := g.a
	p := a.p
	if m.when != nil && !p.holds(m.when, g.who) {
		return
	}
	use &^= m.bars(g.denied)
	if p.rests != nil && !m.noted {
		p.look(m, g.who)
	}
	if p.rs.wide && p.rs.types[g.who.own].covers != nil {
		g.broad(m, use)
		return
	}
	if aside := m.aside(); use&aside != 0 {
		g.displaced(m)
		if m.takes != takesLanding {
			use &^= aside
		}
	}
	switch {
	case m.twin != 0 && m.twin == a.walked: // the mode before has been there
	case p.rests != nil && m.noted && a.anywhere:
		w := p.begin(m, g.who)
		for i := 0; i < len(w.vecs) && !a.enough; i++ {
			a.hits = p.ray(&w, i, a.hits[:0])
			g.landed(m, use)
			g.know()
		}
		return
	case p.rests != nil && m.noted:
		w := p.begin(m, g.who)
		a.hits = a.hits[:0]
		for i := range w.vecs {
			a.hits = p.ray(&w, i, a.hits)
		}
	default:
		a.hits = p.reach(m, g.who, a.hits[:0])
	}
	if a.walked = int8(m.index) + 1; m.twin != 0 {
		a.walked = m.twin
	}
	g.landed(m, use)
	g.know()
}

// landed collects what stands where a mode has landed.
func (g *gather) landed(m *mode, use use) {
	a := g.a
	p := a.p
	me, sharing := g.who.id, p.rs.sharing
	if m.land == nil && m.where == nil && !sharing && use&^(forMove|forTake|forShot) == 0 {
		g.plainly(m, use)
		return
	}
	for _, sq := range a.hits {
		if m.land != nil && !p.landing(m.land, g.who, sq) {
			continue
		}
		c := p.cells[sq]
		if c == me {
			continue // a way that leads back: nobody defends, takes or changes places with itself
		}
		if sharing && g.sharedSquare(m, sq, use) {
			continue
		}
		if c == NoPiece {
			if use&forMove != 0 && a.seenMove[sq] != a.stamp && (m.where == nil || len(p.victimsAt(m, g.who, sq)) == 0) {
				a.seenMove[sq] = a.stamp
				a.moves = append(a.moves, sq)
			}
			if use&forExit != 0 {
				a.exit = append(a.exit, sq)
			}
			continue
		}
		if use&forSwap != 0 && p.pieces[c].side == g.who.side && m.captures(p.pieces[c].typ) && !p.isWide(c) {
			a.swaps = append(a.swaps, sq)
		}
		if use&forOwn != 0 {
			g.own(m, c, sq)
		}
		if use&(forTake|forShot) == 0 || !m.captures(p.pieces[c].typ) {
			continue
		}
		if p.pieces[c].side == g.who.side {
			g.friend(c, m.op == opToward)
			continue
		}
		g.enemy(c, sq, use)
	}
}

// plainly is landed of a mode that asks nothing of where it lands, as most do.
func (g *gather) plainly(m *mode, use use) {
	a, me, side := g.a, g.who.id, g.who.side
	p, moves := a.p, a.moves
	for _, sq := range a.hits {
		c := p.cells[sq]
		if c == NoPiece {
			if use&forMove != 0 && a.seenMove[sq] != a.stamp {
				a.seenMove[sq] = a.stamp
				moves = append(moves, sq)
			}
			continue
		}
		if c == me || use&(forTake|forShot) == 0 {
			continue
		}
		switch pc := &p.pieces[c]; {
		case !m.captures(pc.typ):
		case pc.side == side:
			g.friend(c, m.op == opToward)
		default:
			g.enemy(c, sq, use)
		}
	}
	a.moves = moves
}

// friend notes a friend that the piece could land on, if it defends it.
func (g *gather) friend(c PieceID, doubtful bool) {
	a := g.a
	p := a.p
	rs := p.rs
	doubtful = doubtful || len(rs.disarmings) > 0 || p.beneath(c)
	if a.seenGuard[c] == a.stamp || g.defends() {
		return
	}
	pc := &p.pieces[c]
	k := &rs.types[pc.typ]
	if doubtful || g.watches[pc.typ] || k.royal && !rs.readings.ownRoyal || g.loan && len(k.grants) > 0 ||
		k.immune != nil && k.mayBeImmune(g.who.own, g.who.acting) || rs.readings.respectPins || rs.readings.targetOnly {
		if !p.Defends(g.who.id, c) {
			return
		}
	}
	a.seenGuard[c] = a.stamp
	a.defended = append(a.defended, c)
}

// own notes the capture of a friend by landing on it. It is no attack, and no royal piece is taken so.
func (g *gather) own(m *mode, c PieceID, sq Square) {
	if !g.a.p.takesOwn(m, g.who, c) {
		return
	}
	g.ownBy(Taking{Victim: c, At: sq, To: sq, Also: NoPiece})
}

// ownBy notes a capture of friends alone.
func (g *gather) ownBy(t Taking) {
	a := g.a
	if !slices.Contains(a.owned[a.pieces[g.who.id].owned.from:], t) {
		a.owned = append(a.owned, t)
	}
}

// takesOwn reports whether a way that is for captures of friends takes one that stands where it lands.
func (p *Position) takesOwn(m *mode, who *actor, c PieceID) bool {
	v := &p.pieces[c]
	return v.side == who.side && m.captures(v.typ) && !p.rs.types[v.typ].royal && !p.immune(c, who.own, who.acting)
}

// mayBeImmune reports whether a type's own protection covers captors of a type.
func (k *kind) mayBeImmune(own, acting TypeID) bool {
	for i := range k.immune {
		if k.immune[i].self && k.immune[i].covers(own, acting) {
			return true
		}
	}
	return false
}

// enemy notes a capture on a square, unless something forbids it.
func (g *gather) enemy(c PieceID, sq Square, use use) {
	a := g.a
	p := a.p
	pc := &p.pieces[c]
	royal := p.rs.types[pc.typ].royal
	if !royal && g.captures() {
		return
	}
	shot := use&forShot != 0
	seen := a.seenTake
	if shot {
		seen = a.seenShot
	}
	if seen[c] == a.stamp && (shot || !p.isWide(c)) {
		return
	}
	if royal && !p.mayTakeRoyal(g.who.side) {
		return
	}
	if g.immunities && p.sheltered(c, g.who.own, g.who.acting) && p.immune(c, g.who.own, g.who.acting) {
		return
	}
	t := Taking{Victim: c, At: sq, To: sq, Also: NoPiece}
	if shot {
		t.At, t.To = pc.at, g.who.from
	}
	if seen[c] == a.stamp { // on another of its squares
		g.add(t)
		return
	}
	if p.rs.readings.respectPins && !p.ignorePins && p.exposesAt(g.who, t) {
		return
	}
	seen[c] = a.stamp
	g.take(t)
}

func (g *gather) take(t Taking) {
	a, id := g.a, g.who.id
	if !a.p.armed(g.who, t.To, t.Victim) {
		return
	}
	a.takings = append(a.takings, t)
	if v := &a.p.pieces[t.Victim]; a.p.rs.types[v.typ].royal {
		a.given = append(a.given, given{v.side, id})
	}
	if t.Also != NoPiece {
		for _, x := range t.Over() {
			if v := &a.p.pieces[x]; a.p.rs.types[v.typ].royal {
				a.given = append(a.given, given{v.side, id})
			}
		}
	}
}

// last collects what a mode that copies its side's last play, or another piece, yields.
func (g *gather) last(m *mode) {
	p := g.a.p
	if m.when != nil && !p.holds(m.when, g.who) {
		return
	}
	own := g.who.own
	if g.who.acting != NoType {
		own = g.who.acting
	}
	typ, counters := p.source(m, g.who, own)
	if typ == NoType {
		return
	}
	t := &p.rs.types[typ]
	inner := g.a.gather()
	defer func() { g.a.gathering-- }()
	who := inner.who
	*who = *g.who
	who.acting, who.counters = typ, counters
	who.foes = who.foes || m.as.who == copyPiece
	*inner = *g
	inner.who = who
	if m.as.who == copyLast {
		inner.watches = t.watches
	}
	g.a.walked = 0
	defer func() { g.a.walked = 0 }()
	for i := range t.modes[:t.plain] {
		if g.a.enough {
			break
		}
		c := &t.modes[i]
		if c.op == opAs {
			switch {
			case !m.as.moves && c.as.who == copyVictim:
				if m.as.who != copyPiece || m.use&(forTake|forShot) != 0 {
					inner.victims(c, who)
				}
			case m.as.who == copyPiece && c.as.who == copyLast:
				inner.last(c)
			}
			continue
		}
		use := c.use &^ forExit
		if m.as.moves {
			use &= forMove
			if use != 0 && !c.onto {
				use |= forTake
			}
		}
		if m.as.who == copyPiece {
			use &= m.lends()
		}
		inner.mode(c, use)
	}
	if t.dynamic && m.as.who == copyLast && !g.a.enough {
		inner.watched()
	}
}

// lends is what a piece may do by the modes that m copies.
func (m *mode) lends() (use use) {
	if m.use&forMove != 0 {
		use |= forMove
	}
	if m.use&forTake != 0 {
		use |= forTake | forShot
	}
	return use
}

// watched looks at the friends whose change of side would change what the piece can
// capture: the moves found so far say nothing about those.
func (g *gather) watched() {
	p := g.a.p
	t := &p.rs.types[g.who.own]
	if g.who.acting != NoType {
		t = &p.rs.types[g.who.acting]
	}
	if g.defends() {
		return
	}
	among := p.onBoard
	if s := &p.sides[g.who.side]; g.who.acting == NoType && t.watched != NoType && s.royals <= 1 {
		if among = p.onBoard[:0]; s.royal != NoPiece {
			among = p.onBoard[p.pieces[s.royal].slot:][:1]
		}
	}
	if p.straightly(t) {
		for dir := range p.rs.king {
			if x := p.first(dir, g.who.from); x >= 0 {
				g.guards(t, x)
			}
		}
		return
	}
	for _, x := range among {
		g.guards(t, x)
	}
}

// guards notes a friend that the piece defends, as a type whose capture of it may depend on whose it is.
func (g *gather) guards(t *kind, x PieceID) {
	p := g.a.p
	pc := &p.pieces[x]
	if pc.side != g.who.side || !g.watches[pc.typ] || x == g.who.id || g.a.seenGuard[x] == g.a.stamp ||
		t.reach[int(pc.at)-int(g.who.from)+p.rs.bias] == 0 && t.asSet == 0 && !p.rs.wide {
		return
	}
	if p.Defends(g.who.id, x) {
		g.a.seenGuard[x] = g.a.stamp
		g.a.defended = append(g.a.defended, x)
	}
}

// watchRoyals notes the types that watch one other alone, which is royal: of a side with one royal piece that piece alone need be asked about.
func (rs *Ruleset) watchRoyals() {
types:
	for i := range rs.types {
		k := &rs.types[i]
		if k.watched = NoType; !k.dynamic || k.asSet != 0 {
			continue
		}
		for t := range rs.types {
			switch {
			case !k.watches[t]:
			case k.watched == NoType && rs.types[t].royal:
				k.watched = TypeID(t)
			default:
				k.watched = NoType
				continue types
			}
		}
	}
}
