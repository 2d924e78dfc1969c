package movement

// A trial is a change of a position that is taken back.
type trial struct {
	p     *Position
	id    PieceID
	from  Square
	side  SideID
	last  Last
	typ   TypeID
	count Counters
	base  int     // of what left the board on liftStack
	other PieceID // what it changed places with, or NoPiece
	saved *saved  // the position as it was, where something may follow of the trial; else nil
}

// lifted is a piece taken off the board, with all that is needed to put it back so that
// the position is the same to the letter: questions under way may be walking its pieces.
type lifted struct {
	id   PieceID
	at   Square
	slot int16
}

// try moves a piece to a square, from the board or the holding, as a play of a kind; x, if
// any, is captured. What the capture takes with it leaves too: a captor that is destroyed
// by capturing, and the pieces of a side whose royal piece falls.
func (p *Position) try(id PieceID, to Square, play Play, w Taking) trial {
	pc := &p.pieces[id]
	t := trial{p: p, id: id, from: pc.at, side: pc.side, last: p.sides[pc.side].last,
		typ: pc.typ, count: pc.counters, base: len(p.liftStack), other: NoPiece}
	who := p.actor(id)
	if p.rs.consequent && !p.following {
		t.saved = p.save()
		defer func() { t.ends(to, play, w) }()
	} else if p.rs.wide || p.above > 0 { // who captures one of several on a square may stand meanwhile where another one does
		t.saved = p.save()
	}
	as, counters := p.movedAs(&who)
	if as != NoType && p.movesApart(&who, to, play, w) {
		as, counters = NoType, who.counters
	}
	p.SetLast(pc.side, Last{Play: play, Type: pc.typ, As: as, Counters: counters})
	if w.Victim == NoPiece {
		if other := p.cells[to]; other >= 0 && other != id && !p.mayShare(id, to) { // they change places
			t.other = other
			p.swap(id, other)
		} else if to != pc.at {
			p.Put(id, to)
		}
		return t
	}
	type gone struct {
		id    PieceID
		typ   TypeID
		owner SideID
		at    Square
	}
	var few [2]gone
	fallen := few[:0]
	order := [2]PieceID{w.Victim, w.Also}
	victims := order[:]
	if w.More != "" {
		victims = w.Victims()
	}
	for _, v := range victims {
		if v == NoPiece || p.pieces[v].at == Off {
			continue
		}
		o := &p.pieces[v]
		fallen = append(fallen, gone{v, o.typ, o.side, o.at})
		p.fallFor(v, pc.side)
	}
	k := &p.rs.types[pc.typ]
	if to != pc.at {
		p.Put(id, to)
	}
	dies := k.diesCapturing
	if len(k.blasts) > 0 {
		p.liftAll(p.Blasted(id, to, nil))
	}
	for _, f := range fallen {
		if v := &p.rs.types[f.typ]; len(v.lastBlasts) > 0 || v.takesCaptor {
			list, takes := p.BlastedBy(f.typ, f.owner, f.at, id, nil)
			p.liftAll(list)
			dies = dies || takes
		}
	}
	if dies {
		p.liftFor(id)
	}
	return t
}

// liftAll takes pieces off the board, each once.
func (p *Position) liftAll(list []PieceID) {
	for _, id := range list {
		if p.pieces[id].at != Off {
			p.liftFor(id)
		}
	}
}

// fallFor takes a captured piece off the board, and its side's other pieces if it was royal.
func (p *Position) fallFor(x PieceID, captor SideID) {
	victim := &p.pieces[x]
	royal, loser := p.rs.types[victim.typ].royal, victim.side
	p.liftFor(x)
	if royal && !p.rs.consequent { // else what follows comes first
		p.sweep(loser, captor)
	}
}

// sweep takes the pieces of a side off the board whose royal piece has fallen.
func (p *Position) sweep(loser, captor SideID) {
	if loser == captor || !p.rs.readings.royalSweep {
		return
	}
	for i := len(p.onBoard) - 1; i >= 0; i-- {
		if other := p.onBoard[i]; p.pieces[other].side == loser {
			p.liftFor(other)
		}
	}
}

// swap lets two pieces on the board change places.
func (p *Position) swap(a, b PieceID) {
	p.changed()
	x, y := &p.pieces[a], &p.pieces[b]
	if p.rs.sharing {
		from, to := x.at, y.at
		p.vacate(a)
		p.vacate(b)
		p.arrive(a, to)
		p.arrive(b, from)
		p.layFields()
		return
	}
	p.cells[x.at], p.cells[y.at] = b, a
	x.at, y.at = y.at, x.at
	p.layFields()
}

func (p *Position) liftFor(id PieceID) {
	pc := &p.pieces[id]
	p.liftStack = append(p.liftStack, lifted{id, pc.at, pc.slot})
	p.Lift(id)
}

// ends works out what follows of what a trial has made, and lets the sides of fallen royal pieces leave
// the board afterwards, as at the end of a play.
func (t *trial) ends(to Square, play Play, w Taking) {
	p := t.p
	a := Act{Play: play, Piece: t.id, From: t.from, To: to, Other: t.other, Left: to}
	if w.Victim != NoPiece {
		for _, v := range w.Victims() {
			a.Victims = append(a.Victims, Fallen{v, t.saved.pieces[v].at, t.saved.pieces[v].side})
			p.SetOwner(v, t.side)
		}
		for _, l := range p.liftStack[t.base:] {
			if !w.Takes(l.id) {
				a.Burst = append(a.Burst, Fallen{l.id, l.at, t.saved.pieces[l.id].side})
			}
		}
	}
	p.history.still = true
	p.consequences(a)
	p.history.still = false
	for _, v := range a.Victims {
		if p.rs.types[t.saved.pieces[v.Piece].typ].royal {
			p.sweep(v.Side, t.side)
		}
	}
}

// undo takes a trial back.
func (t *trial) undo() {
	p := t.p
	if t.saved != nil {
		p.liftStack = p.liftStack[:t.base]
		p.restore(t.saved)
		return
	}
	if pc := &p.pieces[t.id]; pc.typ != t.typ {
		p.Retype(t.id, t.typ, t.count)
	}
	for i := len(p.liftStack) - 1; i >= t.base; i-- {
		l := &p.liftStack[i]
		if l.id != t.id && p.cells[l.at] == t.id {
			p.Put(t.id, t.from) // the captor has taken its place
		}
		p.Put(l.id, l.at)
		end := len(p.onBoard) - 1
		other := p.onBoard[l.slot]
		p.onBoard[l.slot], p.onBoard[end] = l.id, other
		p.pieces[other].slot, p.pieces[l.id].slot = int16(end), l.slot
	}
	switch pc := &p.pieces[t.id]; {
	case t.other != NoPiece:
		p.swap(t.id, t.other)
	case pc.at == t.from || pc.at == Off:
	case t.from == Off:
		p.Lift(t.id)
	default:
		p.Put(t.id, t.from)
	}
	p.liftStack = p.liftStack[:t.base]
	p.SetLast(t.side, t.last)
}
