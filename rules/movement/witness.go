package movement

import "slices"

// A Way is how a piece goes to a square or captures: the clauses of the mode that takes it
// there, after those by which it copies that mode; or the one clause of a loan.
type Way struct {
	Clauses []string
	// Copied reports whether the mode is one of what the piece's side last moved.
	Copied bool
	Kind   string // of a capture by the mode
}

// WayOf finds the way of a Move or Capture, whatever else it does.
func (p *Position) WayOf(ply *Ply, buf []string) Way {
	switch {
	case ply.Play == Capture:
		return p.WayOfTaking(ply.Piece, ply.Take, buf)
	case ply.Other == NoPiece:
		return p.WayOfMove(ply.Piece, ply.To, buf)
	case ply.Swaps():
		if way := p.WayOfSwap(ply.Piece, ply.To, buf); len(way.Clauses) > 0 {
			return way
		}
	}
	return Way{Clauses: p.CiteCarry(ply.Piece, ply.To)}
}

// WayOfMove finds the way by which a piece may move to a square; without clauses if there is
// none. The clauses are appended to buf.
func (p *Position) WayOfMove(id PieceID, to Square, buf []string) Way {
	w := p.witness()
	w.want, w.to, w.wide, w.way.Clauses = forMove, to, p.isWide(id), buf
	return w.find(id)
}

// WayOfSwap is WayOfMove for changing places with the friend on a square.
func (p *Position) WayOfSwap(id PieceID, to Square, buf []string) Way {
	w := p.witness()
	w.want, w.to, w.way.Clauses = forSwap, to, buf
	return w.find(id)
}

// WayOut is WayOfMove for leaving the board by a square.
func (p *Position) WayOut(id PieceID, by Square, buf []string) Way {
	w := p.witness()
	w.want, w.to, w.way.Clauses = forExit, by, buf
	return w.find(id)
}

// WayOfTaking is WayOfMove for a capture.
func (p *Position) WayOfTaking(id PieceID, t Taking, buf []string) Way {
	return p.wayOfTaking(id, t, nil, true, buf)
}

// wayOfTaking finds a way of a kind, if one is asked for; plain: none that is made in a declared kind.
func (p *Position) wayOfTaking(id PieceID, t Taking, kind *string, plain bool, buf []string) Way {
	w := p.taker(id, t, buf)
	w.kind, w.plain = kind, plain
	return w.find(id)
}

// takesBeing reports whether a piece makes a capture by a mode of its own that captures in a declared kind.
func (p *Position) takesBeing(id PieceID, m *mode, t Taking) bool {
	a := p.actor(id)
	if len(p.rs.denials) > 0 && m.bars(p.denied(&a))&forTake != 0 {
		return false
	}
	w := p.taker(id, t, nil)
	defer func() { p.witnessing-- }()
	return w.leads(m, &a, false) && (m.when == nil || p.holds(m.when, &a))
}

// taker looks for the ways of a capture.
func (p *Position) taker(id PieceID, t Taking, buf []string) *witness {
	w := p.witness()
	w.want, w.victim, w.take, w.wide, w.way.Clauses = forTake, t.Victim, t, p.isWide(id), buf
	w.shoots = w.wide || t.To == p.pieces[id].at
	if t.Victim != NoPiece && p.pieces[t.Victim].side == p.pieces[id].side {
		w.want = forOwn
	}
	return w
}

// does reports whether a mode does what is looked for.
func (w *witness) does(m *mode, a *actor) bool {
	switch {
	case w.serves != nil:
		return w.serves(m, a)
	case w.to != Off:
		return w.arrives(m, a)
	case w.wide:
		return w.wends(m, a, m.takes == takesBranches)
	}
	p, t, found := w.p, &w.take, m.displaces() && w.apart(m, a)
	plain := t.To == t.At && t.Also == NoPiece && m.takes == takesLanding
	return found || plain && p.lands(m, a, t.At) && p.mayLand(m, a, t.At, t.Victim)
}

// arrives is does for what captures nothing.
func (w *witness) arrives(m *mode, a *actor) bool {
	p := w.p
	if w.wide {
		return p.wends(m, a, func(x *passage) bool { return len(x.takes) == 0 && x.to == w.to })
	}
	if w.want == forSwap {
		if friend := p.At(w.to); friend == NoPiece || !m.captures(p.pieces[friend].typ) {
			return false
		}
	}
	return p.lands(m, a, w.to) && p.mayLand(m, a, w.to, NoPiece)
}

// apart reports whether a mode that does not land on its victims takes those that are looked for.
func (w *witness) apart(m *mode, a *actor) (found bool) {
	t := &w.take
	w.p.displaced(m, a, func(u Taking) bool {
		found = u == *t || u.To == t.To && t.Also != NoPiece && u.Same(t)
		return !found
	})
	return found
}

// shot is does for modes that capture without moving.
func (w *witness) shot(m *mode, a *actor) bool {
	switch t := &w.take; {
	case !w.shoots:
		return false
	case w.shotAt != nil:
		return w.p.wends(m, a, w.shotAt)
	case w.wide:
		return w.wends(m, a, true)
	case m.takes == takesBranches:
		return w.apart(m, a)
	default:
		return w.p.lands(m, a, t.At) && w.p.mayLand(m, a, t.At, t.Victim)
	}
}

// wends is does for pieces that cover several squares.
func (w *witness) wends(m *mode, a *actor, shot bool) bool {
	return w.p.wends(m, a, func(x *passage) bool {
		if x.shot != shot || len(x.takes) == 0 {
			return false
		}
		u := w.p.takingBy(a, x)
		return u == w.take || u.To == w.take.To && u.Same(&w.take)
	})
}

// TakesInOrder reports whether a path of a piece takes these pieces in this order: of those that take the same ones in another order
// TakingsOf lists one.
func (p *Position) TakesInOrder(id PieceID, t Taking) bool {
	w := p.witness()
	w.want, w.victim = forTake, t.Victim
	w.serves = func(m *mode, a *actor) (found bool) {
		if p.isWide(id) {
			return p.wends(m, a, func(w *passage) bool { return len(w.takes) > 0 && p.takingBy(a, w) == t })
		}
		if m.displaces() {
			p.displaced(m, a, func(u Taking) bool {
				found = u == t
				return !found
			})
		}
		return found
	}
	return len(w.find(id).Clauses) > 0
}

// Shoots reports whether a capture after which the captor stands on its own square may be one
// without moving, and not only one from which it comes back.
func (p *Position) Shoots(id PieceID, t Taking) bool {
	if t.To != p.pieces[id].at {
		return false
	}
	w := p.witness()
	w.victim, w.take, w.shoots = t.Victim, t, true
	w.serves = func(*mode, *actor) bool { return false }
	if w.wide = p.isWide(id); w.wide {
		w.shotAt = func(x *passage) bool { return x.shot && slices.Contains(x.takes, t.Victim) }
	}
	return len(w.find(id).Clauses) > 0
}

// wends reports whether some passage of a mode is one.
func (p *Position) wends(m *mode, a *actor, is func(w *passage) bool) (found bool) {
	p.passages(m, a, func(w *passage) bool {
		found = is(w) && p.ends(m, a, w)
		return !found
	})
	return found
}

// lands reports whether m lands on a square from a.from. Unlike reaches it relies on nothing
// that the offset tables have said.
func (p *Position) lands(m *mode, a *actor, to Square) bool {
	base := len(p.stack)
	p.stack = p.reach(m, a, p.stack)
	found := false
	for _, sq := range p.stack[base:] {
		found = found || sq == to
	}
	p.stack = p.stack[:base]
	return found
}

// witness looks for a mode by which a piece may do what it does.
type witness struct {
	p      *Position
	want   use
	to     Square                       // where it goes without a capture, or Off
	victim PieceID                      // of a capture
	serves func(m *mode, a *actor) bool // nil: what goes there, or makes the capture take
	take   Taking
	shoots bool                  // modes that capture without moving may make it
	wide   bool                  // the piece covers several squares
	shotAt func(x *passage) bool // of one that does, which passages shoot so; nil: those of take
	way    Way
	kind   *string // of a capture, if one is asked for
	plain  bool    // none that is made in a declared kind
}

// witness begins to look for a way. It belongs to the position, and is free again when witnessing is counted down, as find does.
func (p *Position) witness() *witness {
	if p.witnessing == len(p.witnesses) {
		p.witnesses = append(p.witnesses, new(witness))
	}
	w := p.witnesses[p.witnessing]
	p.witnessing++
	*w = witness{p: p, victim: NoPiece}
	return w
}

func (w *witness) find(id PieceID) Way {
	p := w.p
	a := p.hire(id)
	defer func() { p.hired, p.witnessing = p.hired-1, p.witnessing-1 }()
	k := &p.rs.types[a.own]
	if w.copies(k, a) || w.among(k.modes, a, false, 0) {
		return w.way
	}
	if w.victim != NoPiece && k.noLoan {
		return w.way
	}
	a.acting = p.actingType(a)
	for g := range p.rs.grants {
		if gr := &p.rs.grants[g]; p.lent(a, gr) && w.among(gr.modes, a, false, 0) {
			break
		}
	}
	return w.way
}

// copies tries the modes by which a type captures as its victim does, before any others.
func (w *witness) copies(k *kind, a *actor) bool {
	if w.victim == NoPiece {
		return false
	}
	for i := range k.modes {
		if m := &k.modes[i]; m.op == opAs && m.as.who == copyVictim && w.asVictim(m, a, 0) {
			return true
		}
	}
	return false
}

// among tries modes in order. asMoves: they capture wherever they move.
func (w *witness) among(modes []mode, a *actor, asMoves bool, depth int) bool {
	p := w.p
	for i := range modes {
		m := &modes[i]
		switch {
		case m.op == opAs && (asMoves || depth > 2 || depth > 0 && m.as.who == copyPiece):
		case m.op == opAs && m.as.who == copyVictim:
			if depth > 0 && w.asVictim(m, a, depth) {
				return true
			}
		case m.op == opAs:
			if w.asLast(m, a, depth) {
				return true
			}
		case w.leads(m, a, asMoves) && (m.when == nil || p.holds(m.when, a)):
			w.way.Clauses = append(w.way.Clauses, m.clause)
			w.way.Kind = m.kind
			return true
		}
	}
	return false
}

// leads asks a mode with legs, its condition apart.
func (w *witness) leads(m *mode, a *actor, asMoves bool) bool {
	p := w.p
	uses := m.use
	if w.kind != nil && *w.kind != m.kind || w.plain && m.in > 0 {
		return false
	}
	if asMoves {
		if uses &= forMove; uses != 0 && !m.onto {
			uses |= forTake
		}
	}
	if w.victim != NoPiece && (!m.captures(p.pieces[w.victim].typ) || p.immune(w.victim, a.own, a.acting)) {
		return false
	}
	return uses&w.want != 0 && w.does(m, a) || uses&forShot != 0 && w.shot(m, a)
}

// asLast tries what a piece copies of its side's last play, or of another piece.
func (w *witness) asLast(m *mode, a *actor, depth int) bool {
	p := w.p
	if m.when != nil && !p.holds(m.when, a) {
		return false
	}
	own := a.own
	if a.acting != NoType {
		own = a.acting
	}
	typ, counters := p.source(m, a, own)
	if typ == NoType || w.want == forExit || m.as.who == copyPiece && w.want&m.lends() == 0 && (!w.shoots || m.lends()&forShot == 0) {
		return false
	}
	b := *a
	b.acting, b.counters, b.foes = typ, counters, b.foes || m.as.who == copyPiece
	return w.through(m, func() bool {
		w.way.Copied = w.way.Copied || depth == 0
		return w.among(p.rs.types[typ].plainly(), &b, m.as.moves, depth+1)
	})
}

// asVictim tries what a piece copies of its victim. The victim's rule is cited as a whole.
func (w *witness) asVictim(m *mode, a *actor, depth int) bool {
	p := w.p
	if w.victim == NoPiece {
		return false
	}
	v := &p.pieces[w.victim]
	if depth > 0 && v.typ == a.acting || !m.captures(v.typ) || m.when != nil && !p.holds(m.when, a) {
		return false
	}
	b := *a
	b.acting, b.stand, b.counters = v.typ, v.typ, v.counters
	if m.as.initial {
		b.counters = p.rs.types[v.typ].initial
	}
	return w.through(m, func() bool {
		cited := len(w.way.Clauses)
		if w.among(p.rs.types[v.typ].plainly(), &b, false, depth+1) {
			w.way.Clauses = append(w.way.Clauses[:cited], p.rs.types[v.typ].rule.Clause(""))
			return true
		}
		b.acting = NoType
		victim := p.actor(w.victim)
		for g := range p.rs.grants {
			if gr := &p.rs.grants[g]; m.as.withLoans && p.lent(&victim, gr) && w.among(gr.modes, &b, false, depth+1) {
				return true
			}
		}
		return false
	})
}

// through cites a copying mode if what it leads to serves, and nothing if not.
func (w *witness) through(m *mode, leads func() bool) bool {
	before := w.way
	w.way.Clauses = append(w.way.Clauses, m.clause)
	if leads() {
		return true
	}
	w.way = before
	return false
}
