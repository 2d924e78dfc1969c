package movement

// WayOfMove appends the clauses that let a piece move to a square: that of the mode it
// uses, preceded by those of what it copies by; or that of the loan. Nothing is appended if
// it cannot move there.
func (p *Position) WayOfMove(id PieceID, to Square, buf []string) []string {
	who := p.actor(id)
	return p.way(&who, forMove, func(m *mode, a *actor) bool {
		return p.reaches(m, a, to) && (m.land == nil || p.landing(m.land, a, to))
	}, buf)
}

// WayOfTaking is WayOfMove for a capture.
func (p *Position) WayOfTaking(id PieceID, t Taking, buf []string) []string {
	who := p.actor(id)
	want := forTake
	if t.To == who.from && t.Also == NoPiece {
		want = forShot
	}
	for i := range p.rs.types[who.own].modes {
		m := &p.rs.types[who.own].modes[i]
		if m.op == opAs && m.as.who == copyVictim && p.takesAs(m, &who, t.Victim, want) {
			return append(buf, m.clause, p.rs.types[p.pieces[t.Victim].typ].rule.Clause(""))
		}
	}
	return p.way(&who, want, func(m *mode, a *actor) bool {
		if !m.captures(p.pieces[t.Victim].typ) {
			return false
		}
		if m.takes != takesLanding || m.op == opChain && (t.Also != NoPiece || t.To != t.At) {
			return p.displaces(m, a, t.Victim)
		}
		return p.reaches(m, a, t.At) && (m.land == nil || p.landing(m.land, a, t.At))
	}, buf)
}

// way finds the first mode of a's piece, or loan to it, that serves.
func (p *Position) way(a *actor, want use, serves func(m *mode, a *actor) bool, buf []string) []string {
	rs := p.rs
	t := &rs.types[a.own]
	for i := range t.modes {
		m := &t.modes[i]
		if m.when != nil && !p.holds(m.when, a) {
			continue
		}
		if m.op == opAs && m.as.who == copyLast {
			typ, counters := p.lastType(a.side, a.own, m.as.resolved)
			if typ == NoType {
				continue
			}
			copied := *a
			copied.acting, copied.counters = typ, counters
			inner := want
			if m.as.moves {
				inner = forMove
			}
			for j := range rs.types[typ].modes {
				c := &rs.types[typ].modes[j]
				if c.op != opAs && c.use&inner != 0 && (c.when == nil || p.holds(c.when, &copied)) && serves(c, &copied) {
					return append(buf, m.clause, c.clause)
				}
			}
			continue
		}
		if m.op != opAs && m.use&want != 0 && serves(m, a) {
			return append(buf, m.clause)
		}
	}
	for g := range rs.grants {
		gr := &rs.grants[g]
		if !p.lent(a, gr) {
			continue
		}
		for j := range gr.modes {
			if m := &gr.modes[j]; m.use&want != 0 && (m.when == nil || p.holds(m.when, a)) && serves(m, a) {
				return append(buf, m.clause)
			}
		}
	}
	return buf
}
