package movement

import (
	"fmt"
	"slices"

	"adjudicate/rules"
)

// Moves of declared kinds (see rules.Kind): a type has a list of modes for each, apart from those of its ordinary moves. They go to empty
// squares, and whatever looks for attacks, Mobility or Weights never sees them.
//
// What captures in a kind is a mode among those that capture otherwise, behind them, and knows its kind (mode.in): whatever looks for attacks
// finds what it takes, and asks nothing else of it than of any mode, be it denied to captures or to its kind. Whoever makes such a capture asks
// InKinds, and who makes another one Plainly. Copies are of ordinary modes alone.

// KindID is a declared kind of move in a ruleset, from 0.
type KindID uint8

// moveKind is what the rules say of one.
type moveKind struct {
	name        string
	declared    bool // a rule in force declares it: else definitions alone name it, and nobody can make such a move
	spareRoyals bool // the piece may not attack a royal piece of another side from where it goes
	spareChecks bool // no other side may newly be in check after it
	helps       bool // the piece stays: it is no move, but an order among others
}

// bars is what is denied to the piece by a mode, of what is denied to it: who denies a kind denies captures in it.
func (m *mode) bars(denied use) use {
	if m.in > 0 && denied&KindID(m.in-1).use() != 0 {
		return denied | forTake | forShot | forOwn
	}
	return denied
}

// use is its bit in what pieces deny to others.
func (k KindID) use() use { return forKinds << k }

// Kinds are the names of the kinds of moves that rules declare, or that definitions name, by their ids.
func (rs *Ruleset) Kinds() []string { return rs.kindNames }

// Kind is the kind of a name. It is declared unless definitions alone name it.
func (rs *Ruleset) Kind(name string) (id KindID, declared bool) {
	i := slices.Index(rs.kindNames, name)
	if i < 0 {
		return 0, false
	}
	return KindID(i), rs.kinds[i].declared
}

// Spares reports what moves of a kind may not do: attack a royal piece of another side, give check.
func (rs *Ruleset) Spares(kind KindID) (royals, checks bool) {
	return rs.kinds[kind].spareRoyals, rs.kinds[kind].spareChecks
}

// Helps reports whether what is declared as a kind is no move, but an order to help another piece.
func (rs *Ruleset) Helps(kind KindID) bool { return rs.kinds[kind].helps }

// HasKind reports whether pieces of a type have moves of a kind.
func (rs *Ruleset) HasKind(t TypeID, kind KindID) bool {
	k := &rs.types[t]
	return len(k.ofKind(kind)) > 0 || slices.ContainsFunc(k.modes[k.plain:], func(m mode) bool { return m.in == uint8(kind)+1 })
}

// plainly are the modes of a type's ordinary acts.
func (k *kind) plainly() []mode { return k.modes[:k.plain] }

func (k *kind) ofKind(id KindID) []mode {
	if int(id) >= len(k.ofKinds) {
		return nil
	}
	return k.ofKinds[id]
}

// declareKinds lists the kinds of moves.
func (c *compiler) declareKinds() {
	add := func(k *rules.Kind, declared bool) {
		if slices.Contains(c.rs.kindNames, k.Name) || len(c.rs.kinds) == rules.MostKinds {
			return
		}
		c.rs.kindNames = append(c.rs.kindNames, k.Name)
		c.rs.kinds = append(c.rs.kinds, moveKind{k.Name, declared, !c.granted(k.MayAttack), !c.granted(k.MayCheck), k.Helps})
	}
	for i := range c.proc.Kinds {
		add(&c.proc.Kinds[i], true)
	}
	for _, d := range c.defs {
		for _, of := range d.Piece.ByKind() {
			add(rules.UndeclaredKind(of.Kind), false)
		}
	}
}

// granted asks a condition on readings; without one it holds.
func (c *compiler) granted(src rules.Expr) bool { return src == "" || c.settled(src) }

// compileKinds compiles the modes of a definition's moves of declared kinds.
func (c *compiler) compileKinds(k *kind, def *rules.Piece, modes func(field string, list []rules.Mode, usual use) ([]mode, error)) error {
	k.plain = len(k.modes)
	for i, of := range def.ByKind() {
		id := slices.Index(c.rs.kindNames, of.Kind)
		if id < 0 {
			continue // more kinds than there can be: the check of the rules says so
		}
		var moving, taking []rules.Mode
		for _, m := range of.Modes {
			if len(m.For) == 0 || contains(m.For, "move") {
				moving = append(moving, m)
			}
			if m, ok := m.InKind(of.Kind); ok && c.rs.kinds[id].declared {
				taking = append(taking, m)
			}
		}
		list, err := modes(numbered("kinds", i), moving, forMove)
		if err != nil {
			return err
		}
		for j := range list {
			list[j].use &= forMove
		}
		takes, err := modes(numbered("kinds", i), taking, forTake)
		if err != nil {
			return err
		}
		if len(k.modes)+len(takes) > MostModes {
			return c.fail(numbered("kinds", i), fmt.Errorf("more than %d modes with those that capture in kinds", MostModes))
		}
		for j := range takes {
			m := &takes[j]
			if m.twin != 0 {
				m.twin += int8(len(k.modes) - j)
			}
			m.in, m.index, m.returns = uint8(id)+1, uint8(len(k.modes)), ""
			k.modes = append(k.modes, *m)
		}
		if k.ofKinds == nil {
			k.ofKinds = make([][]mode, len(c.rs.kindNames))
		}
		k.ofKinds[id] = list
	}
	return nil
}

// MovesOfKind appends the squares that a piece may go to by a move of a kind, sorted, without those that the kind
// forbids: from which it would attack a royal piece, or where another side would newly be in check.
func (p *Position) MovesOfKind(id PieceID, kind KindID, buf []Square) []Square {
	return p.movesOfKind(id, kind, Off, buf)
}

// GoesByKind reports whether a piece may go to a square by a move of a kind, which is one question where MovesOfKind asks of each square what it
// would attack from there.
func (p *Position) GoesByKind(id PieceID, kind KindID, to Square) bool {
	return len(p.movesOfKind(id, kind, to, nil)) > 0
}

// movesOfKind is MovesOfKind, of one square alone unless that is Off.
func (p *Position) movesOfKind(id PieceID, kind KindID, only Square, buf []Square) []Square {
	base := len(buf)
	p.byKind(id, kind, only, func(_ *mode, to Square) bool {
		buf = append(buf, to)
		return true
	})
	slices.Sort(buf[base:])
	return buf[:base+len(slices.Compact(buf[base:]))]
}

// WayByKind is the way by which a piece may go to a square by a move of a kind; without clauses if there is none.
func (p *Position) WayByKind(id PieceID, kind KindID, to Square, buf []string) Way {
	way := Way{Clauses: buf}
	p.byKind(id, kind, to, func(m *mode, _ Square) bool {
		way.Clauses = append(way.Clauses, m.clause)
		return false
	})
	return way
}

// byKind calls yield with each mode by which a piece may make a move of a kind and where that leads, to one square alone unless that is
// Off, until yield returns false.
func (p *Position) byKind(id PieceID, kind KindID, only Square, yield func(m *mode, to Square) bool) {
	rs := p.rs
	who := p.actor(id)
	modes := rs.types[who.own].ofKind(kind)
	if len(modes) == 0 || who.from == Off || len(rs.denials) > 0 && p.denied(&who)&kind.use() != 0 {
		return
	}
	var before uint64
	if rs.kinds[kind].spareChecks {
		before = p.checked()
	}
	for i := range modes {
		m := &modes[i]
		if m.when != nil && !p.holds(m.when, &who) {
			continue
		}
		hits := p.reach(m, &who, nil)
		for _, sq := range hits {
			if only != Off && sq != only || !p.open(&who, sq) || m.land != nil && !p.landingFor(m.land, &who, sq, NoPiece) ||
				m.where != nil && len(p.victimsAt(m, &who, sq)) > 0 || !p.kindFits(m, kind, id, sq, Declared, noTaking, before) {
				continue
			}
			if !yield(m, sq) {
				return
			}
		}
	}
}

// MovesOfKinds appends the squares that a piece may go to by moves of any declared kind, sorted.
func (p *Position) MovesOfKinds(id PieceID, buf []Square) []Square {
	base := len(buf)
	for kind := range p.rs.kinds {
		buf = p.MovesOfKind(id, KindID(kind), buf)
	}
	slices.Sort(buf[base:])
	return buf[:base+len(slices.Compact(buf[base:]))]
}

// LegalOfKind reports whether a move of a declared kind leaves its side out of check. The move itself is
// taken to be one of MovesOfKind.
func (p *Position) LegalOfKind(id PieceID, to Square) bool {
	return p.legal(id, to, Declared, noTaking)
}

// InKinds returns the declared kinds in which a piece may make a capture that it has a way for, by what they ask of the board after it too.
func (p *Position) InKinds(id PieceID, t Taking) (list []KindID) {
	k := &p.rs.types[p.pieces[id].typ]
	for i := k.plain; i < len(k.modes); i++ {
		m := &k.modes[i]
		if kind := KindID(m.in - 1); !slices.Contains(list, kind) && p.takesBeing(id, m, t) && p.takingFits(m, id, t) {
			list = append(list, kind)
		}
	}
	return list
}

// LeadsInKind reports whether a piece has a way for a capture in a declared kind, whatever that asks of the board after it.
func (p *Position) LeadsInKind(id PieceID, t Taking, kind KindID) bool {
	k := &p.rs.types[p.pieces[id].typ]
	for i := k.plain; i < len(k.modes); i++ {
		if m := &k.modes[i]; m.in == uint8(kind)+1 && p.takesBeing(id, m, t) {
			return true
		}
	}
	return false
}

// Plainly reports whether a piece may make a capture that it has a way for without naming a kind.
func (p *Position) Plainly(id PieceID, t Taking) bool {
	k := &p.rs.types[p.pieces[id].typ]
	return k.plain == len(k.modes) || len(p.wayOfTaking(id, t, nil, true, nil).Clauses) > 0
}

// WayInKind is WayOfTaking for a capture in a declared kind.
func (p *Position) WayInKind(id PieceID, t Taking, kind KindID, buf []string) Way {
	k := &p.rs.types[p.pieces[id].typ]
	for i := k.plain; i < len(k.modes); i++ {
		if m := &k.modes[i]; m.in == uint8(kind)+1 && p.takesBeing(id, m, t) && p.takingFits(m, id, t) {
			return Way{Clauses: append(buf, m.clause), Kind: m.kind}
		}
	}
	return Way{Clauses: buf}
}

// InKind is the name of the declared kind of an act, "" if it is of none.
func (rs *Ruleset) InKind(ply *Ply) string {
	switch {
	case ply.Play == Declared:
		return rs.kindNames[ply.Kind]
	case ply.Play == Capture && ply.In > 0:
		return rs.kindNames[ply.In-1]
	}
	return ""
}

// takingFits asks what is only known after a capture by a mode of a kind.
func (p *Position) takingFits(m *mode, id PieceID, t Taking) bool {
	kind := KindID(m.in - 1)
	var before uint64
	if p.rs.kinds[kind].spareChecks {
		before = p.checked()
	}
	return p.kindFits(m, kind, id, t.To, Capture, t, before)
}

// kindFits asks what is only known after a move of a kind, or a capture in it.
func (p *Position) kindFits(m *mode, kind KindID, id PieceID, to Square, play Play, w Taking, before uint64) bool {
	terms := &p.rs.kinds[kind]
	if m.after == nil && !terms.spareRoyals && !terms.spareChecks {
		return true
	}
	epoch := p.epoch
	t := p.try(id, to, play, w)
	if p.rs.readings.historyBefore {
		p.SetLast(t.side, t.last)
	}
	who := p.actor(id)
	fits := m.after == nil || p.arrived(m.after, &who, t.from, to)
	there := p.pieces[id].at != Off // what follows of the move may have taken it off the board
	for s := 0; fits && there && terms.spareRoyals && s < len(p.sides); s++ {
		if SideID(s) == t.side || p.sides[s].royals == 0 {
			continue
		}
		for _, king := range p.onBoard {
			fits = fits && !(p.royalOf(SideID(s), king) && p.Attacks(id, king))
		}
	}
	if fits && terms.spareChecks {
		fits = p.checked()&^before&^(1<<uint(t.side)) == 0
	}
	t.undo()
	p.epoch = epoch
	return fits
}

// checked returns the sides in check as bits; sides from the 64th on share the last bit.
func (p *Position) checked() uint64 {
	var set uint64
	for s := range p.sides {
		if p.InCheck(SideID(s)) {
			set |= 1 << uint(min(s, 63))
		}
	}
	return set
}

// TriesOfKind says of every mode that a piece on the board has for moves of a kind whether it leads to an
// empty square. Some try is OK exactly if MovesOfKind says so.
func (p *Position) TriesOfKind(id PieceID, kind KindID, to Square) []Try {
	x := &trier{explainer: explainer{p: p, who: p.actor(id), to: to, target: p.At(to)}, as: NoType, lender: NoPiece, prey: NoPiece}
	rs := p.rs
	fits := slices.Contains(p.MovesOfKind(id, kind, nil), to)
	modes := rs.types[x.who.own].ofKind(kind)
	for i := range modes {
		m := &modes[i]
		t := x.begin(m)
		no := func(code string, sq Square, id PieceID, text string) {
			t.Code, t.Square, t.Piece, t.Text = code, sq, id, text
		}
		switch {
		case m.when != nil && !p.holds(m.when, &x.who):
			no(Condition, x.who.from, id, "open only if "+p.because(m.when, &x.who, Off, NoPiece))
		case !p.open(&x.who, to) && len(x.meets()) > 0:
			other := x.meets()[0]
			at := to
			if p.isWide(id) {
				at = x.covering(to, other)
			}
			no(Blocked, at, other, x.name(other)+" stands on "+rs.SquareName(at))
		case !slices.Contains(p.reach(m, &x.who, nil), to):
			no(OutOfReach, Off, NoPiece, "it does not lead to "+rs.SquareName(to)+", "+x.apart()+", over empty squares")
		case m.land != nil && !p.landingFor(m.land, &x.who, to, NoPiece):
			no(Landing, to, NoPiece, "it may not go to "+rs.SquareName(to)+": "+p.because(m.land, &x.who, to, NoPiece))
		case !fits:
			no(Condition, to, id, x.barred(m, kind, to))
			if denier, cite := p.Denier(id, rs.kindNames[kind]); denier != NoPiece {
				no(Denied, p.Where(denier), denier, x.name(denier)+" denies it its "+rs.kindNames[kind]+" move")
				t.Cite = cite
			}
		default:
			t.OK, t.Path = true, p.follow(m, &x.who, to)
		}
		x.out = append(x.out, t)
	}
	return x.out
}

// barred says why a move of a kind does not fit though its way is open: because of what would be on the board after it.
func (x *trier) barred(m *mode, kind KindID, to Square) string {
	terms := &x.p.rs.kinds[kind]
	text := "from " + x.p.rs.SquareName(to) + " "
	switch {
	case terms.spareRoyals && m.after != nil:
		text += "it would attack a royal piece, or what its definition asks of the board after it would not hold"
	case terms.spareRoyals:
		text += "it would attack a royal piece"
	case m.after != nil:
		text += "what its definition asks of the board after it would not hold"
	default:
		text += "another side would newly be in check"
	}
	if m.after != nil {
		text += ": " + m.after.String()
	}
	return text
}
