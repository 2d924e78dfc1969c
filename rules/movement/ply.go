package movement

import "slices"

// This file lists whole acts: what they capture, which other piece goes along, what the piece becomes. Whose turn it
// is, what is forbidden and when a game ends is not asked here.

// A Ply is one act of a side with everything that its maker chooses about it, but for what the section choices adds.
type Ply struct {
	Play      Play // Move, Capture, Placement; Become: a promotion where the piece stands; Pass
	Piece     PieceID
	From, To  Square
	Take      Taking  // of a Capture; of an action: whom it is done to
	Other     PieceID // which goes along, or NoPiece
	Onto      Square  // where to,
	OtherFrom Square  // and from where
	Exposed   bool    // the piece can be captured on the squares that it passes
	Becomes   TypeID  // or NoType
	Make      TypeID  // a Placement of a piece of this type that is made for it; else NoType
	Side      SideID
	Kind      KindID   // of a Declared move
	In        uint8    // of a Capture: the declared kind in which it is made, from 1; else 0
	Action    uint8    // what the piece does to others and stays, from 1; else 0: see Apart
	modes     []TypeID // that its mode makes it become one of
	step      uint8    // of a row that moves as one: the direction of its step, from 1; else 0
	line      uint8    // and the direction in which it lies,
	steps     uint8    // and how many steps it takes
	later     bool     // it becomes that when all else of the act has followed
}

// Swaps reports whether two pieces change places.
func (ply *Ply) Swaps() bool {
	return ply.Other != NoPiece && (ply.OtherFrom == Off || ply.OtherFrom == ply.To && ply.Onto == ply.From)
}

// endOfTurn is the timing of promotions that come last.
const endOfTurn = "end-of-turn"

// Plies appends the acts of the pieces that a side has on the board, legal or not, each once; of those that go with a
// promotion each choice is one.
func (p *Position) Plies(s SideID, buf []Ply) []Ply {
	g := plying{p: p, out: buf}
	order := len(p.onBoard)
	for i := 0; i < order; i++ {
		if id := p.onBoard[i]; p.pieces[id].side == s {
			g.piece(id)
		}
	}
	return g.out
}

// PliesOf appends the acts of one piece: those that Plies lists of it on the board, and off the board its Placements, legal or not, those on a field where
// pieces may be placed among them.
func (p *Position) PliesOf(id PieceID, buf []Ply) []Ply {
	if p.pieces[id].at == Off {
		return p.placementsOf(id, buf, true)
	}
	g := plying{p: p, out: buf}
	g.piece(id)
	return g.out
}

// plying collects acts.
type plying struct {
	p    *Position
	out  []Ply
	base int   // of the piece's
	in   *mode // that captures in a declared kind, while it is walked
}

func (g *plying) piece(id PieceID) {
	p := g.p
	who := p.actor(id)
	defer p.past(who.own)()
	t := &p.rs.types[who.own]
	g.base = len(g.out)
	if len(p.rs.grants) > 0 || len(p.rs.denials) > 0 || t.asSet != 0 {
		g.found(id)
		if p.rs.Forms(who.own) {
			g.formed(&who)
		}
	} else {
		for i := range t.modes {
			g.mode(&t.modes[i], &who)
		}
	}
	if t.apart {
		g.apart(&who)
	}
	if t.comesBack && p.Returns(id) == "move" {
		g.add(Ply{Play: Move, Piece: id, From: who.from, To: who.from, Take: noTaking, Other: NoPiece, Becomes: NoType})
	}
	for i := range t.promote {
		pr := &t.promote[i]
		if pr.def.On == "stay" && (pr.in == nil || pr.in.has(who.from, p.sides[who.side].name)) && (pr.when == nil || p.holds(pr.when, &who)) {
			for _, to := range p.promotable(pr, id, NoType) {
				if p.FitsAs(id, to) {
					g.add(Ply{Play: Become, Piece: id, From: who.from, To: who.from, Take: noTaking, Other: NoPiece, Becomes: to})
				}
			}
		}
	}
}

// found takes the acts from the analysis, where pieces lend, deny and copy moves.
func (g *plying) found(id PieceID) {
	p := g.p
	from := p.pieces[id].at
	a := p.findings(id)
	moves, takings, swaps := slices.Clone(a.Moves(id)), append(slices.Clone(a.Takings(id)), a.OwnTakings(id)...), slices.Clone(a.Swaps(id))
	for _, to := range moves {
		g.promoting(Ply{Play: Move, Piece: id, From: from, To: to, Take: noTaking, Other: NoPiece})
	}
	for _, t := range takings {
		ply := Ply{Play: Capture, Piece: id, From: from, To: t.To, Take: t, Other: NoPiece}
		if p.Plainly(id, t) {
			g.promoting(ply)
		}
		for _, kind := range p.InKinds(id, t) {
			ply.In = uint8(kind) + 1
			g.promoting(ply)
		}
	}
	for _, to := range swaps {
		g.promoting(Ply{Play: Move, Piece: id, From: from, To: to, Take: noTaking, Other: p.cells[to], Onto: from})
	}
}

func (g *plying) mode(m *mode, who *actor) {
	p := g.p
	if m.when != nil && !p.holds(m.when, who) {
		return
	}
	ply := Ply{Play: Move, Piece: who.id, From: who.from, Take: noTaking, Other: NoPiece, Exposed: m.exposed, Becomes: NoType, modes: m.becomes, In: m.in}
	if m.in > 0 {
		g.in = m
		defer func() { g.in = nil }()
	}
	if m.op == opCarry {
		p.carries(m, who, func(c carriage) bool {
			ply.To, ply.Other, ply.Onto, ply.OtherFrom = c.to, c.other, c.onto, p.pieces[c.other].at
			ply.step, ply.line, ply.steps = c.step, c.line, c.steps
			g.promoting(ply)
			return true
		})
		return
	}
	use := m.use
	if p.rs.wide && p.rs.types[who.own].covers != nil {
		g.broad(m, who, ply)
		return
	}
	if aside := m.aside(); use&aside != 0 {
		p.displaced(m, who, func(t Taking) bool {
			if g.mayTake(m, who, &t) {
				ply := ply
				ply.Play, ply.To, ply.Take = Capture, t.To, t
				g.promoting(ply)
			}
			return true
		})
		if m.takes != takesLanding {
			use &^= aside
		}
	}
	if use == 0 {
		return
	}
	base := len(p.stack)
	p.stack = p.reach(m, who, p.stack)
	end := len(p.stack)
	for i := base; i < end; i++ {
		sq := p.stack[i]
		c := p.cells[sq]
		if c == who.id || m.land != nil && !p.landing(m.land, who, sq) {
			continue
		}
		ply := ply
		ply.To = sq
		if p.rs.sharing && g.shared(m, who, ply, use) {
			continue
		}
		if c == NoPiece {
			if use&forMove != 0 && (m.where == nil || len(p.victimsAt(m, who, sq)) == 0) {
				g.promoting(ply)
			}
			continue
		}
		x := &p.pieces[c]
		if x.side == who.side {
			if use&forSwap != 0 && m.captures(x.typ) && !p.isWide(c) {
				ply := ply
				ply.Other, ply.Onto = c, who.from
				g.promoting(ply)
			}
			if use&forOwn != 0 && p.takesOwn(m, who, c) {
				ply.Play, ply.Take = Capture, Taking{Victim: c, At: sq, To: sq, Also: NoPiece}
				g.promoting(ply)
			}
			continue
		}
		g.taking(m, who, ply, c, use)
	}
	p.stack = p.stack[:base]
}

// taking adds the captures of a piece of another side where a mode has landed.
func (g *plying) taking(m *mode, who *actor, ply Ply, c PieceID, use use) {
	p := g.p
	x := &p.pieces[c]
	if use&(forTake|forShot) == 0 || !m.captures(x.typ) || p.rs.types[x.typ].royal && !p.mayTakeRoyal(who.side) || p.immune(c, who.own, NoType) {
		return
	}
	ply.Play = Capture
	ply.Take = Taking{Victim: c, At: ply.To, To: ply.To, Also: NoPiece}
	if use&forTake != 0 {
		g.promoting(ply)
	}
	if use&forShot != 0 {
		ply.To, ply.Take.At, ply.Take.To = who.from, x.at, who.from
		g.promoting(ply)
	}
}

// shared adds what a mode yields on a landing square that holds several pieces, or that the piece may share, and reports whether
// it has dealt with it: see gather.sharedSquare.
func (g *plying) shared(m *mode, who *actor, ply Ply, use use) bool {
	p := g.p
	var buf [8]PieceID
	list := p.AllAt(ply.To, buf[:0])
	shares := p.rs.types[who.own].shares > 1 && len(list) > 0 && p.mayShare(who.id, ply.To)
	if len(list) < 2 && !shares {
		return false
	}
	if shares && use&forMove != 0 && ply.To != who.from {
		g.promoting(ply)
	}
	for _, c := range list {
		if c == who.id || p.pieces[c].side == who.side {
			continue
		}
		use := use
		for _, x := range list {
			if x != c && x != who.id && p.Excludes(x, who.id) {
				use &^= forTake // it cannot stay there beside that
			}
		}
		g.taking(m, who, ply, c, use)
	}
	return true
}

// mayTake reports whether a's piece may capture all victims of a taking.
func (g *plying) mayTake(m *mode, who *actor, t *Taking) bool {
	p := g.p
	for _, x := range t.Victims() {
		v := &p.pieces[x]
		if v.side == who.side && m.takes == takesBranches {
			continue // a friend on one of the branches, which that has asked about
		}
		if v.side == who.side || !t.Turned && !m.captures(v.typ) || p.rs.types[v.typ].royal && !p.mayTakeRoyal(who.side) || m.takes != takesWhere && p.immune(x, who.own, NoType) {
			return false
		}
	}
	return true
}

// promoting adds an act, once with each choice of a promotion that goes with it.
func (g *plying) promoting(ply Ply) {
	p := g.p
	if p.rs.sharing && ply.Play == Capture && slices.ContainsFunc(g.out[g.base:], func(o Ply) bool {
		return o.Play == Capture && o.In == ply.In && o.Take != ply.Take && p.Indistinct(&o.Take, &ply.Take)
	}) {
		return // no play means it
	}
	if len(p.rs.disarmings) > 0 && ply.Play == Capture && p.pieces[ply.Take.Victim].side != p.pieces[ply.Piece].side {
		who := p.actor(ply.Piece)
		if !p.armed(&who, ply.To, ply.Take.Victim) {
			return
		}
	}
	if g.in != nil && !p.takingFits(g.in, ply.Piece, ply.Take) {
		return
	}
	ply.Becomes = NoType
	switch {
	case len(ply.modes) > 0:
		for _, t := range p.fitting(&ply, ply.modes) {
			ply.Becomes = t
			g.add(ply)
		}
	case p.rs.resisted && ply.Play == Capture:
		g.resistible(&ply)
	case !g.promotions(&ply, &ply, p.victimType(&ply)):
		g.add(ply)
	}
}

// promotions adds an act with each choice of a promotion that goes with it as it is made, and reports whether one has to be chosen.
func (g *plying) promotions(ply, made *Ply, victim TypeID) (forced bool) {
	p := g.p
	list := p.rs.types[p.pieces[ply.Piece].typ].promote
	for i := range list {
		pr := &list[i]
		if !p.occasioned(pr, made) {
			continue
		}
		forced = forced || pr.def.Forced && !(pr.def.To == "victim" && victim == p.pieces[ply.Piece].typ) // else it is that already
		for _, t := range p.fitting(made, p.promotable(pr, ply.Piece, victim)) {
			choice := *ply
			choice.Becomes, choice.later = t, pr.def.Timing == endOfTurn
			g.add(choice)
		}
	}
	return forced
}

// resistible adds a capture that some of its victims may resist, by each kind in which it may be made: what a captor becomes hangs on
// whom it takes, and on whether it arrives.
func (g *plying) resistible(ply *Ply) {
	p := g.p
	kinds := p.KindsOf(ply.Piece, ply.Take)
	switch {
	case ply.In > 0:
		kinds = []string{p.rs.InKind(ply)}
	case kinds == nil:
		kinds = []string{""}
	}
	for _, kind := range kinds {
		made, victim := *ply, NoType
		for _, x := range ply.Take.Victims() {
			if _, resists := p.Resists(x, kind); !resists {
				victim = p.pieces[x].typ
			} else if p.InTheWay(x, ply.Piece, ply.To) {
				made.To = ply.From
			}
		}
		if victim == NoType || !g.promotions(ply, &made, victim) {
			g.add(*ply)
		}
	}
}

func (p *Position) victimType(ply *Ply) TypeID {
	if ply.Play != Capture {
		return NoType
	}
	return p.pieces[ply.Take.Victim].typ
}

// occasioned reports whether a promotion clause goes with an act that is about to be made.
func (p *Position) occasioned(pr *promotion, ply *Ply) bool {
	name := p.sides[p.pieces[ply.Piece].side].name
	switch pr.def.On {
	case "reach":
		if !pr.in.has(ply.To, name) && !(ply.Take.Turned && pr.onTheWay()) {
			return false
		}
	case "leave":
		if ply.Play == Declared || !pr.in.has(ply.From, name) {
			return false
		}
	case "capture":
		if ply.Play != Capture {
			return false
		}
	default:
		return false
	}
	if pr.when == nil {
		return true
	}
	s := p.save()
	plain := *ply
	plain.Becomes = NoType
	p.perform(&plain)
	holds := false
	if p.pieces[ply.Piece].at != Off {
		a := p.actor(ply.Piece)
		holds = p.holds(pr.when, &a)
	}
	p.restore(s)
	return holds
}

// promotable returns the types that a clause lets a piece become.
func (p *Position) promotable(pr *promotion, id PieceID, victim TypeID) (list []TypeID) {
	rs := p.rs
	own := &p.pieces[id]
	types := pr.types
	switch pr.def.To {
	case "victim":
		if victim == NoType {
			return nil
		}
		types = []TypeID{victim}
	case "base":
		if own.base == NoType {
			return nil
		}
		types = []TypeID{own.base}
	}
	for _, t := range types {
		if t == own.typ || slices.Contains(pr.def.Except, rs.types[t].name) {
			continue
		}
		if most, bounded := pr.most[t]; bounded {
			have := 0
			for _, x := range p.onBoard {
				if o := &p.pieces[x]; o.typ == t && o.side == own.side {
					have++
				}
			}
			if have >= most {
				continue
			}
		}
		list = append(list, t)
	}
	return list
}

// add adds an act unless it is there already.
func (g *plying) add(ply Ply) {
	for i := g.base; i < len(g.out); i++ {
		o := &g.out[i]
		if o.To == ply.To && o.Play == ply.Play && o.Becomes == ply.Becomes && o.Other == ply.Other && o.Exposed == ply.Exposed &&
			o.Onto == ply.Onto && o.Take == ply.Take && o.Kind == ply.Kind && o.In == ply.In && !o.Acts() {
			return
		}
	}
	g.out = append(g.out, ply)
}

// PlacementsOf appends the Placements of a side on empty squares that the types' own limits, and those of the board, allow. Of pieces of the holding that do not
// differ one is placed.
func (p *Position) PlacementsOf(s SideID, buf []Ply) []Ply {
	var seen []PieceID
	for i := range p.pieces {
		pc := &p.pieces[i]
		if pc.at != Off || pc.gone || pc.side != s || slices.ContainsFunc(seen, func(x PieceID) bool { return p.Alike(x, PieceID(i)) }) {
			continue
		}
		seen = append(seen, PieceID(i))
		buf = p.placementsOf(PieceID(i), buf, false)
	}
	return p.FreePlacements(s, buf, func(t TypeID) bool {
		return slices.ContainsFunc(seen, func(x PieceID) bool { return p.pieces[x].typ == t })
	})
}

// FreePlacements appends the Placements of pieces that are made for it, of the types of which none is held: one that is held is placed first.
func (p *Position) FreePlacements(s SideID, buf []Ply, held func(TypeID) bool) []Ply {
	for t := range p.rs.types {
		if !p.rs.types[t].placeFree || held(TypeID(t)) {
			continue
		}
		id, base := p.AddPiece(TypeID(t), s), len(buf)
		buf = p.placementsOf(id, buf, false)
		p.forget(id)
		for i := base; i < len(buf); i++ {
			buf[i].Piece, buf[i].Make = NoPiece, TypeID(t)
		}
	}
	return buf
}

// Alike reports whether two pieces of one side off the board do not differ in anything that a rule can ask of them: type, also former type,
// counters, and the past where rules ask for it.
func (p *Position) Alike(a, b PieceID) bool {
	x, y := &p.pieces[a], &p.pieces[b]
	return x.typ == y.typ && x.base == y.base && x.moved == y.moved && x.placed == y.placed && x.counters == y.counters && p.PastOf(a).equal(p.PastOf(b))
}

func (p *Position) placementsOf(id PieceID, buf []Ply, fields bool) []Ply {
	if p.Crowds(id) {
		return buf
	}
	k := &p.rs.types[p.pieces[id].typ]
	for _, sq := range p.rs.squares {
		if p.cells[sq] != NoPiece && !(fields && p.fieldToPlaceOn(sq)) || p.rs.wide && !p.Fits(id, sq) || !p.PlaceableAt(id, sq) {
			continue
		}
		ply := Ply{Play: Placement, Piece: id, To: sq, Take: noTaking, Other: NoPiece, Becomes: NoType, Make: NoType, Side: p.pieces[id].side}
		forced := false
		for i := range k.promote {
			if pr := &k.promote[i]; pr.def.On == "placed" {
				forced = forced || pr.def.Forced
				for _, t := range p.fitting(&ply, p.promotable(pr, id, NoType)) {
					ply.Becomes = t
					buf = append(buf, ply)
				}
			}
		}
		if ply.Becomes = NoType; !forced {
			buf = append(buf, ply)
		}
	}
	return buf
}

// placeable asks the condition of a type about a Placement.
func (p *Position) placeable(id PieceID, sq Square) bool {
	who := p.actor(id)
	return p.landingFor(p.rs.types[who.own].placeWhen, &who, sq, NoPiece)
}
