package movement

// This file makes whole acts on a board and takes them back: what is captured goes where the rules say,
// another piece goes along, the piece is promoted, and what follows follows.

// Undo takes back what Do did.
type Undo struct {
	p *Position
	s *saved
}

// Do makes an act of Plies or PlacementsOf, and what follows of it. Undos are taken back in the
// opposite order, each once.
func (p *Position) Do(ply *Ply) Undo {
	u := Undo{p, p.save()}
	p.perform(ply)
	return u
}

// Told is what an act does, in the order in which it happens.
type Told struct {
	Changes []Change // of what it captures and moves,
	After   []Change // and of what follows of that at once: promotion, bursts
	Act     Act      // for Follow: what follows by consequences is not made
	Later   TypeID   // what its piece becomes when all else has followed; NoType: nothing
}

// Tell makes an act as Do does, but for what Follow tells, and tells what it does.
func (p *Position) Tell(ply *Ply, t *Told) Undo {
	u := Undo{p, p.save()}
	p.told = t
	p.perform(ply)
	p.told = nil
	return u
}

// Save puts the position aside, so that Back restores it.
func (p *Position) Save() Undo { return Undo{p, p.save()} }

// Back takes an act back.
func (u Undo) Back() { u.p.restore(u.s) }

// perform makes an act.
func (p *Position) perform(ply *Ply) {
	if ply.Play == Pass {
		p.passing = passing{by: NoPiece}
		p.SetLast(ply.Side, Last{Play: Pass, Type: NoType, As: NoType})
		p.stepped(ply.Side, ply)
		return
	}
	id := ply.Piece
	if id == NoPiece {
		id = p.AddPiece(ply.Make, ply.Side)
	}
	mover := p.pieces[id].side
	typ := p.pieces[id].typ
	last := Last{Play: ply.Play, Type: typ, As: NoType, Counters: p.pieces[id].counters}
	if p.rs.copiers && ply.Play != Declared && !ply.Acts() {
		who := p.actor(id)
		last.As, last.Counters = p.movedAs(&who)
	}
	p.sides[mover].last = last
	p.stepped(mover, ply)
	act := Act{Play: ply.Play, Piece: id, From: ply.From, To: ply.To, Other: NoPiece}
	if ply.Play == Capture {
		p.capture(ply, &act)
	}
	switch {
	case ply.Acts():
		act.Targets, act.Victims = p.acts(ply)
	case ply.Leaves():
		p.Lift(id)
		p.left(id)
	case ply.step > 0:
		p.march(ply, &act)
	case ply.Other != NoPiece:
		act.Other, act.Left = ply.Other, p.pieces[ply.Other].at
		p.Lift(id)
		if o := &p.pieces[ply.Other]; o.at != ply.Onto {
			p.tellMoved(ply.Other, o.at, ply.Onto)
			p.Lift(ply.Other)
			p.Put(ply.Other, ply.Onto)
			p.came(ply.Other, ply.OtherFrom)
		}
		p.tellMoved(id, ply.From, ply.To)
		p.Put(id, ply.To)
		p.came(id, ply.From)
		p.pieces[ply.Other].moved = true
	case ply.To != p.pieces[id].at:
		if ply.Play != Placement {
			p.tellMoved(id, ply.From, ply.To)
		}
		from := p.pieces[id].at
		p.Put(id, ply.To)
		p.came(id, from)
	}
	pc := &p.pieces[id]
	pc.moved = ply.Play != Placement
	pc.placed = pc.placed || ply.Play == Placement
	p.passing = passing{by: NoPiece}
	if ply.Exposed {
		p.passed(id, ply.From, ply.To)
	}
	if ply.Becomes != NoType && !ply.later {
		p.promote(id, ply.Becomes)
	}
	if ply.Play == Capture {
		p.burst(id, typ, ply.To, &act)
	}
	if p.told != nil {
		p.told.Act, p.told.Later = act, NoType
		if ply.later {
			p.told.Later = ply.Becomes
		}
		return
	}
	p.consequences(act)
	if ply.later && p.pieces[id].at != Off {
		p.promote(id, ply.Becomes)
	}
	for i := range act.Victims {
		if v := &act.Victims[i]; p.rs.consequent && p.rs.types[p.pieces[v.Piece].typ].royal {
			p.sweep(v.Side, mover)
		}
	}
}

// promote makes a piece another type; what it was at first is remembered.
func (p *Position) promote(id PieceID, t TypeID) {
	if !p.FitsAs(id, t) {
		return // it has come to stand where it has no room
	}
	was := p.pieces[id].typ
	if p.told != nil {
		p.told.After = append(p.told.After, Change{Kind: Became, Piece: id, Type: t})
	}
	p.SetType(id, t)
	switch pc := &p.pieces[id]; pc.base {
	case NoType:
		pc.base = was
	case t: // it is again what it was at first
		pc.base = NoType
	}
}

// capture takes the victims of an act off the board, for where the rules say.
func (p *Position) capture(ply *Ply, act *Act) {
	for _, v := range ply.Take.Victims() {
		o := &p.pieces[v]
		if o.at == Off {
			continue
		}
		act.Victims = append(act.Victims, Fallen{v, o.at, o.side})
		p.takeOff(ply.Piece, v)
		if p.told != nil {
			c := Change{Kind: Captured, Piece: v, From: act.Victims[len(act.Victims)-1].At, Side: o.side, By: ply.Piece, Type: o.typ}
			p.told.Changes = append(p.told.Changes, c)
		}
	}
	p.liftStack = p.liftStack[:0]
}

// takeOff takes a captured piece off the board, for where the rules say.
func (p *Position) takeOff(captor, v PieceID) {
	mover := p.pieces[captor].side
	p.took(captor, v)
	p.fallFor(v, mover)
	o := &p.pieces[v]
	o.gone = p.rs.fate.gone
	if !p.rs.fate.owner {
		o.side = mover
	}
	if p.rs.fate.base && o.base != NoType {
		p.SetType(v, o.base)
	}
	o.base, o.moved, o.placed = NoType, false, false
	p.left(v)
}

// burst makes the effects that definitions state of a captor and of its victims.
func (p *Position) burst(id PieceID, typ TypeID, to Square, act *Act) {
	k := &p.rs.types[typ]
	dies := k.diesCapturing
	out := func(list ...PieceID) {
		for _, x := range list {
			if o := &p.pieces[x]; p.rs.consequent && o.at != Off {
				act.Burst = append(act.Burst, Fallen{x, o.at, o.side})
			}
			p.tellBurst(x, id)
			p.Delete(x)
		}
	}
	if len(k.blasts) > 0 {
		out(p.Blasted(id, to, nil)...)
	}
	for _, f := range act.Victims {
		if v := &p.rs.types[p.pieces[f.Piece].typ]; len(v.lastBlasts) > 0 || v.takesCaptor {
			list, takes := p.BlastedBy(p.pieces[f.Piece].typ, f.Side, f.At, id, nil)
			out(list...)
			dies = dies || takes
		}
	}
	if dies {
		out(id)
	}
}

func (p *Position) tellMoved(id PieceID, from, to Square) {
	if p.told != nil && from != to {
		p.told.Changes = append(p.told.Changes, Change{Kind: Moved, Piece: id, From: from, To: to})
	}
}

func (p *Position) tellBurst(id, by PieceID) {
	if p.told != nil && !p.pieces[id].gone {
		p.told.After = append(p.told.After, Change{Kind: Destroyed, Piece: id, From: p.pieces[id].at, By: by})
	}
}

// Fate reports what becomes of captured pieces: whether they leave the game or belong to their own side's holding, and whether as what
// they were before they were promoted.
func (rs *Ruleset) Fate() (gone, owner, base bool) { return rs.fate.gone, rs.fate.owner, rs.fate.base }

// Mark says of a piece whether it has moved since it came to the board, whether it came by a Placement, and
// what it was before it was promoted, or NoType.
func (p *Position) Mark(id PieceID, moved, placed bool, base TypeID) {
	pc := &p.pieces[id]
	pc.moved, pc.placed, pc.base = moved, placed, base
}

// Marks returns what Mark has said of a piece.
func (p *Position) Marks(id PieceID) (moved, placed bool, base TypeID) {
	pc := &p.pieces[id]
	return pc.moved, pc.placed, pc.base
}

// Gone reports whether a piece is out of the game.
func (p *Position) Gone(id PieceID) bool { return p.pieces[id].gone }

// SetChecks records how many checks a side has given, Checks returns it.
func (p *Position) SetChecks(s SideID, n int) { p.sides[s].checks = int16(n) }

// Checks returns how many checks a side has given.
func (p *Position) Checks(s SideID) int { return int(p.sides[s].checks) }
