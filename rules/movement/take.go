package movement

// attacks answers, target first, what an attack is: could id capture x, were it its owner's turn?
// Whose x is, is the caller's to have settled (see defends).
func (p *Position) attacks(id, x PieceID) bool {
	a := p.hire(id)
	yes := p.attacksAs(a, x)
	p.hired--
	return yes
}

func (p *Position) attacksAs(a *actor, x PieceID) bool {
	if len(p.rs.denials) > 0 && p.denied(a)&forTake != 0 {
		return false
	}
	if p.rs.types[p.pieces[x].typ].royal && !p.mayTakeRoyal(a.side) {
		return false
	}
	if !p.takes(a, x, forTake|forShot) {
		return false
	}
	return !p.rs.readings.respectPins || p.ignorePins || !p.exposes(a, x)
}

// mayTakeRoyal reports whether a side may capture royal pieces: its own is on-board, or `checks` does not ask for that.
func (p *Position) mayTakeRoyal(s SideID) bool {
	return !p.rs.readings.captorNeedsOwn || p.sides[s].royals > 0 || p.grace == s
}

// takes reports whether a's piece could capture x in a wanted way (by moving, by a shot),
// apart from what royal pieces and pins forbid.
func (p *Position) takes(a *actor, x PieceID, want use) bool {
	if p.rs.wide {
		if p.rs.types[a.own].covers != nil {
			return p.takesWide(a, x, want)
		}
		if p.rs.types[p.pieces[x].typ].covers != nil {
			return p.each(x, func(Square) bool { return p.takesThere(a, x, want) })
		}
	}
	return p.takesThere(a, x, want)
}

// takesThere is takes on the one square of x that is asked for.
func (p *Position) takesThere(a *actor, x PieceID, want use) bool {
	rs := p.rs
	t := &rs.types[a.own]
	target := p.target(x)
	offset := int(target) - int(a.from) + rs.bias
	if set := t.reach[offset] & t.takeSet; set != 0 && p.takesBy(t.modes, set, a, x, want, NoType) {
		return true
	}
	for set := t.asSet; set != 0; set &= set - 1 {
		if p.takesAs(&t.modes[lowest(set)], a, x, want) {
			return true
		}
	}
	if t.noLoan {
		return false
	}
	for g := range rs.grants {
		gr := &rs.grants[g]
		if set := gr.reach[offset] & gr.takes; set != 0 && p.lent(a, gr) && p.takesBy(gr.modes, set, a, x, want, p.actingType(a)) {
			return true
		}
	}
	return false
}

// takesBy tries the modes in set for a capture of x that nothing protects from it. Whether anything protects what a mode takes by a
// condition is asked where the piece has landed, by victimsAt.
func (p *Position) takesBy(modes []mode, set uint16, a *actor, x PieceID, want use, acting TypeID) bool {
	if !p.anyTakes(modes, set, a, x, want) {
		return false
	}
	if !p.immune(x, a.own, acting) {
		return true
	}
	for i := range modes {
		if modes[i].takes != takesWhere {
			set &^= 1 << i
		}
	}
	return set != 0 && p.anyTakes(modes, set, a, x, want)
}

// anyTakes tries the modes in set for a capture of x.
func (p *Position) anyTakes(modes []mode, set uint16, a *actor, x PieceID, want use) bool {
	if len(p.lying) > 0 {
		defer p.past(a.own)()
	}
	for ; set != 0; set &= set - 1 {
		m := &modes[lowest(set)]
		if m.in > 0 && len(p.rs.denials) > 0 && m.bars(p.denied(a))&forTake != 0 {
			continue
		}
		if m.use&want == 0 || p.inDefence > 0 && m.asksDefence || !m.captures(p.pieces[x].typ) {
			continue
		}
		if m.when != nil && !p.holds(m.when, a) {
			continue
		}
		if m.displaces() && want != forMove {
			if !p.landingOnly && p.displaces(m, a, x) {
				return true
			}
			if m.takes != takesLanding {
				continue
			}
		}
		if at := p.target(x); p.reaches(m, a, at) && (m.land == nil || p.landing(m.land, a, at)) && p.armedFor(m, a, x, want) {
			return true
		}
	}
	return false
}

// captures reports whether the mode's own list of victims admits a type.
func (m *mode) captures(victim TypeID) bool {
	return (m.victim == nil || m.victim[victim]) && (m.spares == nil || !m.spares[victim])
}

// takesAs reports whether the copying mode m lets a's piece capture x.
func (p *Position) takesAs(m *mode, a *actor, x PieceID, want use) bool {
	rs := p.rs
	v := &p.pieces[x]
	if m.use&(forTake|forShot) == 0 || !m.captures(v.typ) || m.when != nil && !p.holds(m.when, a) {
		return false
	}
	b := p.push(a)
	yes := false
	switch m.as.who {
	case copyVictim:
		b.acting, b.stand = v.typ, v.typ
		b.counters = v.counters
		if m.as.initial {
			b.counters = rs.types[v.typ].initial
		}
		yes = p.takesAsType(b, x, want, false, 1) || m.as.withLoans && p.takesByVictimsLoan(b, x, want)
	case copyLast, copyPiece:
		t, counters := p.source(m, a, a.own)
		if t == NoType {
			break
		}
		b.acting, b.counters = t, counters
		yes = p.takesAsType(b, x, want, m.as.moves, 0)
	}
	p.pop()
	return yes
}

// takesAsType reports whether a piece at a.from could capture x with the modes of a.acting.
// depth counts how often a copy has led to a copy: circles capture nothing.
func (p *Position) takesAsType(a *actor, x PieceID, want use, asMoves bool, depth int) bool {
	rs := p.rs
	if depth > 2 || p.standing >= mostStand-1 {
		return false
	}
	t := &rs.types[a.acting]
	set := t.takeSet & (1<<t.plain - 1)
	if asMoves { // every mode is one of moves, and takes where it lands
		if want&forTake == 0 {
			return false
		}
		set, want = t.asMoves, forMove
	}
	offset := int(p.target(x)) - int(a.from) + rs.bias
	if set &= t.reach[offset]; set != 0 && p.takesBy(t.modes, set, a, x, want, a.acting) {
		return true
	}
	if asMoves {
		return false
	}
	for set := t.asSet; set != 0; set &= set - 1 {
		m := &t.modes[lowest(set)]
		if !m.captures(p.pieces[x].typ) || m.when != nil && !p.holds(m.when, a) {
			continue
		}
		b := p.push(a)
		yes := false
		switch m.as.who {
		case copyVictim:
			v := &p.pieces[x]
			if v.typ == a.acting {
				break
			}
			b.acting, b.stand, b.counters = v.typ, v.typ, v.counters
			if m.as.initial {
				b.counters = rs.types[v.typ].initial
			}
			yes = p.takesAsType(b, x, want, false, depth+1) || m.as.withLoans && p.takesByVictimsLoan(b, x, want)
		case copyLast:
			last, counters := p.lastType(a.side, a.acting, m.as.resolved)
			if last == NoType {
				break
			}
			b.acting, b.counters = last, counters
			yes = p.takesAsType(b, x, want, m.as.moves, depth+1)
		}
		p.pop()
		if yes {
			return true
		}
	}
	return false
}

// push copies an actor to the stack of those being asked.
func (p *Position) push(a *actor) *actor {
	b := &p.stand[min(p.standing, mostStand-1)]
	*b = *a
	p.standing++
	return b
}

func (p *Position) pop() { p.standing-- }

// waysAs reports whether the copying mode m captures x by moving, and by a shot.
func (p *Position) waysAs(m *mode, a *actor, x PieceID) (moving, shot bool) {
	k := &p.rs.types[p.pieces[x].typ]
	moving = p.takesAs(m, a, x, forTake)
	return moving, (k.shotSet|k.asSet) != 0 && p.takesAs(m, a, x, forShot)
}

// takesByVictimsLoan reports whether a could capture x by what x's own side lends x.
func (p *Position) takesByVictimsLoan(a *actor, x PieceID, want use) bool {
	offset := int(p.target(x)) - int(a.from) + p.rs.bias
	for g := range p.rs.grants {
		gr := &p.rs.grants[g]
		set := gr.reach[offset] & gr.takes
		if set == 0 {
			continue
		}
		victim := p.actor(x)
		if p.lent(&victim, gr) && p.takesBy(gr.modes, set, a, x, want, NoType) {
			return true
		}
	}
	return false
}

// source returns the type as which a piece moves by a mode that copies its side's last play or another piece, with the counters that it
// uses; NoType if there is none. Own is what it counts as so far.
func (p *Position) source(m *mode, a *actor, own TypeID) (TypeID, Counters) {
	if m.as.who == copyLast {
		return p.lastType(a.side, own, m.as.resolved)
	}
	id := p.ask(m.as.piece, a, Off, 0)
	if id < 0 || p.pieces[int(id)].gone {
		return NoType, Counters{}
	}
	pc := &p.pieces[int(id)]
	return pc.typ, pc.counters
}

// lastType returns the type that a copier of its side's last play moves as, with the
// counters it uses. own is the copier's type: a history of that type is itself a copy.
func (p *Position) lastType(s SideID, own TypeID, resolved bool) (TypeID, Counters) {
	if p.rests != nil {
		p.rests.last = true
	}
	last := &p.sides[s].last
	if last.Play != Move && last.Play != Capture {
		return NoType, Counters{}
	}
	if last.Type != own {
		return last.Type, last.Counters
	}
	if resolved {
		return last.As, last.Counters
	}
	return NoType, Counters{}
}

// actingType returns what a piece counts as besides its own type: the type that its side
// moved last, if it copies that.
func (p *Position) actingType(a *actor) TypeID {
	t := &p.rs.types[a.own]
	for set := t.asSet; set != 0; set &= set - 1 {
		if m := &t.modes[lowest(set)]; m.as.who == copyLast {
			typ, _ := p.lastType(a.side, a.own, m.as.resolved)
			return typ
		}
	}
	return NoType
}

// lent reports whether a friend of a's piece lends it gr's modes.
func (p *Position) lent(a *actor, gr *grant) bool {
	if p.rests != nil {
		p.rests.onType(gr.from)
	}
	if p.count[gr.from] == 0 {
		return false
	}
	if p.rs.wide {
		return p.lenderOf(a, gr) != NoPiece
	}
	rs := p.rs
	if gr.within == 1 {
		for dir := range rs.king {
			if c := p.cells[rs.next[dir][a.from]]; c >= 0 && c != a.id && p.pieces[c].typ == gr.from && p.pieces[c].side == a.side {
				return true
			}
		}
		return false
	}
	for df := -gr.within; df <= gr.within; df++ {
		for dr := -gr.within; dr <= gr.within; dr++ {
			sq, ok := rs.offset(a.from, df, dr)
			if !ok {
				continue
			}
			if c := p.cells[sq]; c >= 0 && c != a.id && p.pieces[c].typ == gr.from && p.pieces[c].side == a.side {
				return true
			}
		}
	}
	return false
}

// borrows reports whether a friend of a piece lends it modes. It makes no notes.
func (p *Position) borrows(id PieceID) bool {
	rests := p.rests
	p.rests = nil
	a := p.hire(id)
	yes := false
	for g := range p.rs.grants {
		yes = yes || p.lent(a, &p.rs.grants[g])
	}
	p.hired--
	p.rests = rests
	return yes
}

// sheltered reports whether something might make x immune. Most pieces are told apart so.
func (p *Position) sheltered(x PieceID, own, acting TypeID) bool {
	rs, pc := p.rs, &p.pieces[x]
	return rs.types[pc.typ].immune != nil || rs.shielded[own] || acting != NoType && rs.shielded[acting] || p.sides[pc.side].neutral || rs.ordered
}

// immune reports whether x cannot be captured by a piece of type own that acts as acting.
func (p *Position) immune(x PieceID, own, acting TypeID) bool {
	rs := p.rs
	if !rs.immunities {
		return false
	}
	return p.sides[p.pieces[x].side].neutral || p.beneath(x) || p.protected(x, own, acting)
}

// protected reports whether some definition protects x from a piece of type own that acts as acting.
func (p *Position) protected(x PieceID, own, acting TypeID) bool {
	rs := p.rs
	if !rs.immunities {
		return false
	}
	pc := &p.pieces[x]
	for i := range rs.types[pc.typ].immune {
		im := &rs.types[pc.typ].immune[i]
		if !im.self || !im.covers(own, acting) {
			continue
		}
		if im.when == nil {
			return true
		}
		a := p.actor(x)
		if p.holds(im.when, &a) {
			return true
		}
	}
	if !rs.shielded[own] && (acting == NoType || !rs.shielded[acting]) {
		return false
	}
	var buf [4]PieceID
	for dir := range compass {
		at := rs.next[dir][pc.at]
		if p.rests != nil {
			p.rests.onSquare(at)
		}
		if p.above == 0 && p.cells[at] < 0 {
			continue // most neighbours are empty
		}
		for _, c := range p.placedOn(at, buf[:0]) {
			if p.shields(c, x, dir, own, acting) {
				return true
			}
		}
	}
	return false
}

// shields reports whether a piece, beside which x stands in the direction opposite to dir, protects it.
func (p *Position) shields(c, x PieceID, dir int, own, acting TypeID) bool {
	k := &p.rs.types[p.pieces[c].typ]
	if p.pieces[c].side != p.pieces[x].side || !k.shields {
		return false
	}
	for i := range k.immune {
		im := &k.immune[i]
		if im.self || im.beside>>dir&1 == 0 || !im.covers(own, acting) {
			continue
		}
		if im.when == nil {
			return true
		}
		a := p.actor(c)
		if p.holds(im.when, &a) {
			return true
		}
	}
	return false
}

func (im *immunity) covers(own, acting TypeID) bool {
	return im.from == nil || im.from[own] || im.acting && acting != NoType && im.from[acting]
}

// attackedByAny reports whether a piece of any other side attacks x.
func (p *Position) attackedByAny(x PieceID) bool {
	bare := p.bare
	if p.depth >= mostDepth || p.attacked[x][bare].busy {
		return false // only definitions that depend on themselves come here; see rules.Check
	}
	memo := !p.ignorePins && p.grace == noSide && p.inDefence == 0 // else the question is a narrower one
	if memo && p.attacked[x][bare].epoch == p.epoch {
		return p.attacked[x][bare].yes
	}
	p.depth++
	p.attacked[x][bare].busy = true
	found := false
	owner, lent := p.pieces[x].side, p.lends()
	for _, id := range p.onBoard {
		if pc := &p.pieces[id]; pc.side != owner && (p.rs.wide || p.mightTake(pc, &p.pieces[x], lent)) && p.attacks(id, x) {
			found = true
			break
		}
	}
	p.depth--
	p.attacked[x][bare].busy = false
	if memo {
		p.attacked[x][bare].epoch, p.attacked[x][bare].yes = p.epoch, found
	}
	return found
}

// Attacks reports whether a piece attacks an opposing piece: whether it could capture it, were it its
// owner's turn. Both are on-board.
func (p *Position) Attacks(id, x PieceID) bool {
	return p.pieces[id].side != p.pieces[x].side && p.attacks(id, x)
}

// Defends reports whether a piece defends a friendly one: whether it would attack it, were
// it an opposing piece. What else "were" changes is the reading defends-as.
func (p *Position) Defends(id, x PieceID) bool {
	if id == x || p.pieces[id].side != p.pieces[x].side {
		return false
	}
	rs := p.rs
	friend := &p.pieces[x]
	if pc := &p.pieces[id]; !p.rs.wide && !p.spans(pc.typ, pc.at, friend.at, p.lends()) {
		return false
	}
	royal := rs.types[friend.typ].royal && rs.readings.captorNeedsOwn
	if royal && !rs.readings.ownRoyal {
		return false
	}
	if rs.readings.targetOnly {
		return p.attacks(id, x)
	}
	owner, grace, epoch := friend.side, p.grace, p.epoch
	p.sides = append(p.sides, side{last: Last{Type: NoType, As: NoType}, royal: NoPiece, name: p.sides[owner].name, heading: p.sides[owner].heading})
	p.setOwner(x, SideID(len(p.sides)-1))
	if royal {
		p.grace = owner
	}
	yes := p.attacks(id, x)
	p.grace = grace
	p.setOwner(x, owner)
	p.sides = p.sides[:len(p.sides)-1]
	p.epoch = epoch // it is the same position again
	return yes
}

// defendsAny reports whether a's piece defends any friend, for conditions that ask it. Modes
// whose own condition asks the same are left out, so that the question ends.
func (p *Position) defendsAny(id PieceID) bool {
	p.inDefence++
	found := false
	me, lent := &p.pieces[id], p.lends()
	if k := &p.rs.types[me.typ]; p.straightly(k) && (k.noLoan || !p.borrows(id)) {
		for dir := range p.rs.king {
			if x := p.first(dir, me.at); x >= 0 && p.pieces[x].side == me.side && p.spans(me.typ, me.at, p.pieces[x].at, 0) && p.Defends(id, x) {
				found = true
				break
			}
		}
		p.inDefence--
		return found
	}
	for _, x := range p.onBoard {
		if o := &p.pieces[x]; o.side == me.side && (p.rs.wide || p.spans(me.typ, me.at, o.at, lent)) && p.Defends(id, x) {
			found = true
			break
		}
	}
	p.inDefence--
	return found
}
