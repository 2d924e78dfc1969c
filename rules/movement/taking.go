package movement

import "slices"

// This file holds lists of captured pieces: what they have in common, and whom a condition puts on one.

// Others is a list of captured pieces that can be compared: those before the last two of a
// capture, in order.
type Others string

// Over returns the pieces that a capture takes on the way, before its Victim, in order.
func (t *Taking) Over() []PieceID {
	var list []PieceID
	for i := 0; i+1 < len(t.More); i += 2 {
		list = append(list, PieceID(t.More[i])|PieceID(t.More[i+1])<<8)
	}
	if t.Also != NoPiece {
		list = append(list, t.Also)
	}
	return list
}

// Victims returns all pieces that a capture takes, in order.
func (t *Taking) Victims() []PieceID { return append(t.Over(), t.Victim) }

// After returns the next of the pieces that a capture takes after one, by id; none is absent (formula.Absent).
func (t *Taking) After(after float64) float64 {
	next := float64(absent)
	for _, x := range t.Victims() {
		if f := float64(x); f > after && (next == absent || f < next) {
			next = f
		}
	}
	return next
}

// Takes reports whether a piece is among those that a capture takes.
func (t *Taking) Takes(x PieceID) bool {
	if x == t.Victim || x == t.Also && x != NoPiece {
		return true
	}
	for i := 0; i+1 < len(t.More); i += 2 {
		if PieceID(t.More[i])|PieceID(t.More[i+1])<<8 == x {
			return true
		}
	}
	return false
}

// Is reports whether a capture takes a piece after others, or these in another order.
func (t *Taking) Is(victim PieceID, over []PieceID) bool {
	have := t.Over()
	if len(have) != len(over) {
		return false
	}
	if t.Victim == victim && slices.Equal(have, over) {
		return true
	}
	u := append(slices.Clone(over), victim)
	have = append(have, t.Victim)
	slices.Sort(have)
	slices.Sort(u)
	return t.To != t.At && slices.Equal(have, u)
}

// Same reports whether two captures take the same pieces, in whatever order. Neither takes a piece twice.
func (t *Taking) Same(u *Taking) bool {
	if len(t.More) != len(u.More) || (t.Also == NoPiece) != (u.Also == NoPiece) || !t.Takes(u.Victim) || u.Also != NoPiece && !t.Takes(u.Also) {
		return false
	}
	for i := 0; i+1 < len(u.More); i += 2 {
		if !t.Takes(PieceID(u.More[i]) | PieceID(u.More[i+1])<<8) {
			return false
		}
	}
	return true
}

// Indistinct reports whether no play can tell two captures by one piece apart: they take pieces on the same squares in the same order, the last of
// one type, and end on one square. A play means that of the oldest.
func (p *Position) Indistinct(t, u *Taking) bool {
	if t.At != u.At || t.To != u.To || p.pieces[t.Victim].typ != p.pieces[u.Victim].typ || len(t.More) != len(u.More) || (t.Also == NoPiece) != (u.Also == NoPiece) {
		return false
	}
	over := u.Over()
	for i, x := range t.Over() {
		if p.pieces[x].at != p.pieces[over[i]].at {
			return false
		}
	}
	return true
}

// taking is the capture of pieces in order by a piece that ends on a square.
func (p *Position) taking(victims []PieceID, to Square) Taking {
	n := len(victims)
	t := Taking{Victim: victims[n-1], At: p.pieces[victims[n-1]].at, To: to, Also: NoPiece}
	if p.rs.wide && slices.Contains(p.covers(&p.pieces[t.Victim], t.At), to) {
		t.At = to
	}
	if n > 1 {
		t.Also = victims[n-2]
	}
	if n > 2 {
		b := make([]byte, 0, 2*n)
		for _, x := range victims[:n-2] {
			b = append(b, byte(x), byte(x>>8))
		}
		t.More = Others(b)
	}
	return t
}

// TakingOf is the capture of pieces in order by a piece that ends on a square.
func (p *Position) TakingOf(victims []PieceID, to Square) Taking { return p.taking(victims, to) }

// where calls yield with each capture of a mode whose victims a condition names: all opposing
// pieces of which it holds once the piece stands on an empty landing square.
func (p *Position) where(m *mode, a *actor, yield func(Taking) bool) {
	base := len(p.stack)
	p.stack = p.reach(m, a, p.stack)
	end := len(p.stack)
	for i := base; i < end; i++ {
		to := p.stack[i]
		if p.cells[to] != NoPiece || !p.mayLand(m, a, to, NoPiece) {
			continue
		}
		if victims := p.victimsAt(m, a, to); len(victims) > 0 && !yield(p.taking(victims, to)) {
			break
		}
	}
	p.stack = p.stack[:base]
}

// victimsAt returns the pieces, by id, that a mode takes from an empty square.
func (p *Position) victimsAt(m *mode, a *actor, to Square) (victims []PieceID) {
	epoch, from := p.epoch, p.pieces[a.id].at
	p.Put(a.id, to)
	b := *a
	for x := range p.pieces {
		v := &p.pieces[x]
		id := PieceID(x)
		if v.at == Off || v.side == a.side || !m.captures(v.typ) || p.rs.types[v.typ].royal && !p.mayTakeRoyal(a.side) || p.immune(id, a.own, a.acting) {
			continue
		}
		if p.landingFor(m.where, &b, to, id) {
			victims = append(victims, id)
		}
	}
	p.Put(a.id, from)
	p.epoch = epoch
	return victims
}
