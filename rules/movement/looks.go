package movement

import "slices"

// This file notes on what an answer about a piece rests, so that it need not be asked again while that stays what it is.
//
// # Idea
//
// Whoever asks about a piece may leave a rests with the position: then every question under way notes there what it has read. A piece's
// ways rest on the squares that its walks look at, which are few on a full board: a walk ends at what it meets. The walks that most modes take
// note them as they go (rays.go); for the others each mode has looks, modes without conditions that land on every square at which the mode looks.
// A question that asks target first notes no more than decides it: the one square that is in the way, or all of a way that is free.
// A mode that copies its victim asks every piece: it rests on the ways to those that it could reach as what they are, and on nothing else
// coming to where it could be reached. What else can be read is noted where it is read: pieces of a type that are looked for, how many there are of one,
// what a side played last, who protects a neighbour.
//
// # Refuses
//
// What cannot be told so cheaply counts as beyond: an answer that rests on who attacks whom, on sets of things, on the past, on what is beside
// the board, or on a walk that captures on its way. It is to be asked again whenever anything has changed.

// rests is what an answer about a piece rests on.
type rests struct {
	of      PieceID
	squares []uint64  // by Square, as bits: those looked at
	types   [4]uint64 // by TypeID, as bits: those whose pieces were looked for
	counts  [4]uint64 // and those that were counted
	last    bool      // what its side played last
	victims bool      // that nothing else stands where a mode that copies its victim could reach it
	whole   bool      // all that the piece captures or defends, so that it is to be looked at in full
	beyond  bool      // more than that
}

func (r *rests) onSquare(sq Square) { r.squares[sq>>6] |= 1 << (sq & 63) }

// restsOn notes a square, if notes are made.
func (p *Position) restsOn(sq Square) {
	if p.rests != nil {
		p.rests.onSquare(sq)
	}
}

// restsAlong notes n squares from one along v.
func (p *Position) restsAlong(from Square, v *vec, n int) {
	if p.rests == nil {
		return
	}
	for range n {
		from = v.next[from]
		p.rests.onSquare(from)
	}
}

func (r *rests) onType(t TypeID) { r.types[t>>6] |= 1 << (t & 63) }

func (r *rests) onCount(t TypeID) { r.counts[t>>6] |= 1 << (t & 63) }

// looks returns modes that land wherever m looks; beyond reports that there are none.
func (rs *Ruleset) looks(m *mode) (list []mode, beyond bool) {
	if m.displaces() || m.where != nil {
		return nil, true
	}
	first := every(&m.legs[0])
	one := func(op op, l leg) []mode { return []mode{{op: op, legs: []leg{l}}} }
	switch m.op {
	case opSlide, opEdge:
		return one(opSlide, first), false
	case opJump:
		return one(opJump, m.legs[0]), false
	case opAt:
		first.mask = stepRange(1, max(first.most, highest(first.occ), highest(first.emp)))
		return one(opJump, first), false
	case opHalf: // up to the second piece
		first.least1, first.most1 = 0, 1
		return one(opHop, first), false
	case opHop:
		first.least1, first.next, first.hurdle = 0, false, nil
		return one(opHop, first), false
	case opBent:
		return append(one(opSlide, first), mode{op: opBent, legs: []leg{m.legs[0], every(&m.legs[1])}}), false
	case opPath:
		for i := range m.legs {
			legs := append(append([]leg(nil), m.legs[:i]...), every(&m.legs[i]))
			list = append(list, mode{op: opPath, legs: legs})
		}
		return list, false
	case opToward:
		first.vecs, first.mask = rs.king[:], stepRange(1, min(first.within, rs.longest()))
		return one(opJump, first), false
	}
	return nil, true
}

// every is a leg that may end at each of its steps.
func every(l *leg) leg {
	e := *l
	e.steps, e.byD1, e.memo, e.edge = nil, nil, 0, false
	e.mask = stepRange(1, l.most)
	if l.zero {
		e.mask |= 1
	}
	return e
}

// note has notes made in r, nil for none, of what the piece that it belongs to rests on.
func (p *Position) note(r *rests) {
	p.rests, p.looked, p.recalls = r, p.looked[:0], r != nil
	p.session++
}

// look notes the squares at which a mode looks.
func (p *Position) look(m *mode, a *actor) {
	r := p.rests
	if r.beyond = r.beyond || m.beyond; r.beyond {
		return
	}
	if a.stand != NoType { // the same ways for all victims of a type
		if slices.Contains(p.looked, m) {
			return
		}
		p.looked = append(p.looked, m)
	}
	base := len(p.stack)
	for i := range m.looks {
		p.stack = p.walk(&m.looks[i], a, p.stack)
	}
	for _, sq := range p.stack[base:] {
		r.onSquare(sq)
	}
	p.stack = p.stack[:base]
}
