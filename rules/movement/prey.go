package movement

// This file finds the pieces that a mode which copies its victim is to ask about.
//
// # Idea
//
// Such a mode asks of a piece what it could capture in the place of the copier. Asked of every piece, that costs a position the square of the number
// of its pieces. But what stands where does not depend on who is asked:
//
//   - of pieces that capture on straight ways over empty squares, only the first on each line can be captured so;
//   - of a type of which there are many, the modes are walked once from the copier's square, and only pieces on which a walk has landed are asked.
//
// Of the others each is asked that could be reached at all. Whoever is asked is asked in full: this file only leaves out those of whom the answer is no.
//
// # Refuses
//
// Notes of what an answer rests on (looks.go), and squares that are shared or closed by fields: there every piece is asked.

// fewAsked is how many pieces of a type are asked one by one: a walk costs about as much.
const fewAsked = 6

// byType is the pieces on the board by their types.
type byType struct {
	known bool
	first [MostTypes + 1]int16 // by TypeID: where its pieces begin
	list  []PieceID
}

// sort sorts the pieces of a position, once until known is unset.
func (b *byType) sort(p *Position) {
	if b.known {
		return
	}
	b.known = true
	b.list = grow(b.list, len(p.onBoard))
	var next [MostTypes + 1]int16
	for t := range p.rs.types {
		next[t+1] = next[t] + p.count[t]
	}
	b.first = next
	for _, id := range p.onBoard {
		t := p.pieces[id].typ
		b.list[next[t]] = id
		next[t]++
	}
}

func (b *byType) of(t int) []PieceID { return b.list[b.first[t]:b.first[t+1]] }

// preyed notes how pieces of a type are captured by whoever copies its victim.
func (k *kind) preyed() {
	takes := k.takeSet & (1<<k.plain - 1)
	k.lined = k.takeSet != 0 && k.asSet == 0 && !k.displaces
	k.sweeps = !k.displaces && k.sweep(takes)
	for i := range k.modes {
		m, bit := &k.modes[i], uint16(1)<<i
		k.lined = k.lined && (k.takeSet&bit == 0 || k.slides&bit != 0 || m.op == opToward)
		k.sweeps = k.sweeps && (m.op != opAs || m.as.who == copyLast)
	}
}

// sweep reports whether where the modes of a type in set land depends on what stands where alone, and on how many pieces there are.
func (k *kind) sweep(set uint16) bool {
	for i := range k.modes {
		m := &k.modes[i]
		if set>>i&1 == 0 {
			continue
		}
		if m.op > opPath || m.displaces() {
			return false
		}
		for j := range m.legs {
			if l := &m.legs[j]; l.steps != nil && l.byD1 == nil && l.memo == 0 {
				return false
			}
		}
	}
	return true
}

// first returns what a straight way from a square meets first: a piece, or the end of the board or a wall.
func (p *Position) first(dir int, from Square) PieceID {
	next := p.rs.king[dir].next
	sq := next[from]
	for p.cells[sq] == NoPiece {
		sq = next[sq]
	}
	return p.cells[sq]
}

// straightly reports whether a piece of a type, where it stands, captures and defends no other pieces than those that Position.first returns.
func (p *Position) straightly(k *kind) bool {
	return k.lined && p.rs.flat && !p.rs.loose && p.rs.fields == nil
}

// victims collects the captures of a mode that copies its victim. Where one capture and one defence are enough, those found last are
// tried first.
func (g *gather) victims(m *mode, who *actor) {
	if g.denied&forTake != 0 {
		return
	}
	p := g.a.p
	if g.a.brief {
		for _, x := range g.a.hints {
			if int(x) < len(p.pieces) && p.pieces[x].at != Off {
				g.victim(m, who, x)
			}
		}
		if g.captures() && g.defends() {
			return
		}
	}
	if !g.a.brief && p.rests == nil && !p.rs.loose && p.rs.fields == nil && !m.as.withLoans {
		g.prey(m, who)
		return
	}
	captures, defends := g.captures(), g.defends()
	for _, x := range p.onBoard {
		v := &p.pieces[x]
		if v.side == who.side && defends || v.side != who.side && captures || !p.rs.wide && !p.copies(m, who.from, v) {
			continue // most are out of reach as what they are
		}
		g.victim(m, who, x)
		if captures, defends = g.captures(), g.defends(); captures && defends {
			return
		}
	}
	if r := p.rests; r != nil { // it has asked every piece
		r.victims = true
		r.beyond = r.beyond || who.acting != NoType || m.as.withLoans
	}
}

// victim notes a piece that a mode which copies its victim captures, or defends.
func (g *gather) victim(m *mode, who *actor, x PieceID) {
	p := g.a.p
	rs := p.rs
	v := &p.pieces[x]
	if x == who.id || !m.captures(v.typ) {
		return
	}
	k := &rs.types[v.typ]
	if k.covers != nil || rs.types[who.own].covers != nil {
		g.victimWide(m, who, x)
		return
	}
	if !p.copies(m, who.from, v) {
		return
	}
	if !m.as.withLoans && p.barred(who.from, v) {
		return
	}
	if r := p.rests; r != nil {
		r.beyond = r.beyond || k.displaces
	}
	if v.side == who.side {
		if g.a.seenGuard[x] != g.a.stamp && !g.defends() && p.Defends(who.id, x) {
			g.a.seenGuard[x] = g.a.stamp
			g.a.defended = append(g.a.defended, x)
			p.restsOn(v.at)
		}
		return
	}
	if g.a.seenTake[x] == g.a.stamp && !k.displaces && (k.shotSet|k.asSet) == 0 || g.captures() || k.royal && !p.mayTakeRoyal(who.side) {
		return
	}
	p.landingOnly = k.displaces
	moves, shots := p.waysAs(m, who, x)
	p.landingOnly = false
	if k.displaces && m.use&forTake != 0 && (m.when == nil || p.holds(m.when, who)) {
		g.copiedDisplaced(m, who, x)
	}
	g.copied(x, v.at, moves, g.a.seenTake)
	g.copied(x, who.from, shots, g.a.seenShot)
}

// barred reports whether a piece on a square, as what v is, could come to v on a straight way alone, and something is in that way. What is taken where
// it stands by a condition, or on the way, needs no such way.
func (p *Position) barred(from Square, v *piece) bool {
	rs, k := p.rs, &p.rs.types[v.typ]
	if k.displaces || k.asSet != 0 || !rs.flat || rs.loose || k.reach[int(v.at)-int(from)+rs.bias]&k.takeSet&^k.slides != 0 {
		return false
	}
	way, n, ok := rs.line(from, v.at)
	return ok && !p.clear(from, way, n)
}

// copies reports whether a piece on a square could capture v by a mode that copies its victim, whatever stands where.
func (p *Position) copies(m *mode, from Square, v *piece) bool {
	k := &p.rs.types[v.typ]
	return k.reach[int(v.at)-int(from)+p.rs.bias]&k.takeSet != 0 || k.asSet != 0 || m.as.withLoans
}

func (g *gather) copied(x PieceID, to Square, yes bool, seen []uint32) {
	a := g.a
	if !yes || seen[x] == a.stamp || a.p.rs.readings.respectPins && !a.p.ignorePins && a.p.exposesAt(g.who, Taking{Victim: x, At: a.p.pieces[x].at, To: to, Also: NoPiece}) {
		return
	}
	seen[x] = a.stamp
	a.p.restsOn(a.p.pieces[x].at)
	g.take(Taking{Victim: x, At: a.p.pieces[x].at, To: to, Also: NoPiece})
}

// prey collects the captures and defences of a mode that copies its victim.
func (g *gather) prey(m *mode, who *actor) {
	a := g.a
	p := a.p
	rs := p.rs
	if rs.flat {
		for dir := range rs.king {
			if c := p.first(dir, who.from); c >= 0 && rs.types[p.pieces[c].typ].lined {
				g.victim(m, who, c)
			}
		}
	}
	a.byType.sort(p)
	for t := range rs.types {
		k := &rs.types[t]
		list := a.byType.of(t)
		if len(list) == 0 || rs.flat && k.lined || !m.captures(TypeID(t)) {
			continue
		}
		if len(list) > fewAsked && g.swept(m, who, TypeID(t)) {
			continue
		}
		for _, x := range list {
			if p.copies(m, who.from, &p.pieces[x]) {
				g.victim(m, who, x)
			}
		}
	}
}

// swept asks the pieces of a type on which its modes, walked from the copier's square, have landed. It reports whether that was possible.
func (g *gather) swept(m *mode, who *actor, t TypeID) bool {
	p := g.a.p
	k := &p.rs.types[t]
	if !k.sweeps || m.as.withLoans {
		return false
	}
	b := *who
	b.acting, b.stand, b.counters = t, t, k.initial
	base := len(p.stack)
	for i := range k.modes[:k.plain] {
		if k.takeSet>>i&1 != 0 {
			p.stack = p.reach(&k.modes[i], &b, p.stack)
		}
	}
	for set := k.asSet; set != 0; set &= set - 1 { // each copies what its side played last
		as := &k.modes[lowest(set)].as
		last, counters := p.lastType(who.side, t, as.resolved)
		if last == NoType {
			continue
		}
		l := &p.rs.types[last]
		modes := l.takeSet & (1<<l.plain - 1)
		if as.moves {
			modes = l.asMoves
		}
		if l.asSet != 0 || !l.sweep(modes) {
			p.stack = p.stack[:base]
			return false
		}
		b.acting, b.counters = last, counters
		for ; modes != 0; modes &= modes - 1 {
			p.stack = p.reach(&l.modes[lowest(modes)], &b, p.stack)
		}
	}
	for i := base; i < len(p.stack); i++ { // what is asked uses the stack behind them
		if c := p.cells[p.stack[i]]; c >= 0 && p.pieces[c].typ == t {
			g.victim(m, who, c)
		}
	}
	p.stack = p.stack[:base]
	return true
}
