package movement

import "math/bits"

// On what the attacks on a royal piece rest, and whether a turn leaves one: see tally.

// A tie is an attack on a royal piece as it depends on squares.
type tie struct {
	by     PieceID
	line   uint16
	axis   uint16
	kind   wayKind
	next   bool
	hurdle int    // pieces that stand between
	span   uint64 // the places between
	beside uint64 // the one next to the royal piece
	mode   *mode
	stride *stride
}

// look finds the ties of a side's royal piece.
func (t *tally) look(s SideID) {
	t.ties, t.close = t.ties[:0], t.close[:0]
	t.checks, t.barred = 0, false
	royal := t.royal[s]
	if royal == NoPiece {
		return
	}
	clear(t.held)
	king := t.at[royal]
	base := int(king) + t.f.bias
	zones := t.near[t.gaits[royal].number]
	for o := range t.men {
		if SideID(o) == s {
			continue
		}
		for _, id := range t.men[o] {
			at := t.at[id]
			if at == Off {
				continue
			}
			g := t.gaits[id]
			offset := base - int(at)
			z := zones[g.number][offset]
			if z == 0 {
				continue
			}
			if z&spansBeside != 0 {
				t.close = append(t.close, id)
			}
			if z&spansRoyal == 0 {
				continue
			}
			for set := g.reach[offset] & g.takeSet; set != 0; set &= set - 1 {
				if mode := lowest(set); g.picky>>mode&1 == 0 || t.modeOf(id, mode).captures(t.p.pieces[royal].typ) {
					t.tie(s, id, g, mode, king)
				}
			}
		}
	}
}

// tie notes what the attack of a piece by a mode depends on.
func (t *tally) tie(s SideID, id PieceID, g *gait, mode int, king Square) {
	w := &g.way[mode]
	at := t.at[id]
	switch w.kind {
	case wayLeap:
		if g.sure || g.attacks.has(at, t.f.nth[king]) {
			t.ties = append(t.ties, tie{by: id, kind: wayLeap})
			t.checks++
		}
	case wayRays:
		for i := w.from; i < w.to; i++ {
			t.tieRay(s, id, &g.rays[i], at, king)
		}
	case wayStride:
		list := g.strides.from(at)
		for i := range list {
			if x := &list[i]; x.to == king && int(x.mode) == mode {
				t.tieStride(s, id, x)
			}
		}
	case wayOther:
		m := t.modeOf(id, mode)
		t.ties = append(t.ties, tie{by: id, kind: wayOther, mode: m})
		if t.walks(&t.ties[len(t.ties)-1], king) {
			t.checks++
		}
		if !t.barred {
			clear(t.shut)
		}
		t.barred = true
		for i, b := range t.f.area(g, m, at, t.headingOf(id)) {
			t.held[i] |= b
			t.shut[i] |= b
		}
	}
}

// tieStride notes an attack by a stride: filling a square that it passes over closes it, and only one piece may be in its way.
func (t *tally) tieStride(s SideID, id PieceID, x *stride) {
	n, by := 0, NoPiece
	for _, sq := range x.via[:x.n] {
		if c := t.p.cells[sq]; c != NoPiece {
			n, by = n+1, c
		}
	}
	switch {
	case n == 0:
		t.checks++
	case n > 1 || by < 0 || t.p.pieces[by].side != s:
		return
	default:
		nth := t.f.nth[t.at[by]]
		t.held[nth>>6] |= 1 << (nth & 63)
	}
	t.ties = append(t.ties, tie{by: id, kind: wayStride, stride: x})
}

func (t *tally) modeOf(id PieceID, mode int) *mode {
	return &t.p.rs.types[t.p.pieces[id].typ].modes[mode]
}

func (t *tally) headingOf(id PieceID) uint8 { return t.p.sides[t.p.pieces[id].side].heading }

// walks asks a mode of others whether it attacks a square.
func (t *tally) walks(x *tie, target Square) bool {
	a := t.p.actor(x.by)
	return (x.mode.when == nil || t.p.holds(x.mode.when, &a)) && t.p.reaches(x.mode, &a, target) && (x.mode.land == nil || t.p.landing(x.mode.land, &a, target))
}

func (t *tally) tieRay(s SideID, id PieceID, r *ray, at, king Square) {
	from, to := t.places[int(at)*t.axes+r.axis], t.places[int(king)*t.axes+r.axis]
	if from.line != to.line || !r.leads(from, to) {
		return
	}
	x := tie{by: id, kind: wayRays, line: from.line, axis: uint16(r.axis), next: r.next, span: between(from.pos, to.pos)}
	if r.hop {
		x.hurdle = 1
	}
	if x.beside = 1 << ((to.pos - 1) & 63); from.pos > to.pos {
		x.beside = 1 << ((to.pos + 1) & 63)
	}
	word := t.line[from.line]
	n := bits.OnesCount64(word & x.span)
	if n > x.hurdle+1 {
		return // one turn cannot clear it
	}
	if x.attacks(word) {
		t.checks++
	}
	t.ties = append(t.ties, x)
	line := t.f.lines[x.line]
	for rest := word & x.span & t.mine[int(s)*len(t.line)+int(x.line)]; rest != 0; rest &= rest - 1 {
		if sq := line[bits.TrailingZeros64(rest)]; t.p.cells[sq] >= 0 {
			t.held[t.f.nth[sq]>>6] |= 1 << (t.f.nth[sq] & 63)
		}
	}
	if n > x.hurdle || !r.hop && n > 0 {
		if !r.next {
			return // filling a square closes it further
		}
	}
	for rest := x.span &^ word; rest != 0; rest &= rest - 1 {
		if !t.barred {
			clear(t.shut)
			t.barred = true
		}
		n := t.f.nth[line[bits.TrailingZeros64(rest)]]
		t.shut[n>>6] |= 1 << (n & 63)
	}
}

// leads reports whether a ray goes from one place of a line so far as another.
func (r *ray) leads(from, to place) bool {
	if to.pos > from.pos {
		return r.fore && r.mask>>(to.pos-from.pos)&1 != 0
	}
	return r.back && r.mask>>(from.pos-to.pos)&1 != 0
}

// attacks reports whether a tie of a ray is an attack where its line is occupied so.
func (x *tie) attacks(word uint64) bool {
	return bits.OnesCount64(word&x.span) == x.hurdle && (!x.next || word&x.beside != 0)
}

// exposed reports whether a turn of a piece that is not royal leaves its side's royal piece attacked; of any piece from off the board
// (NoPiece), as far as it does not matter what it is: see fillsWay.
func (t *tally) exposed(id PieceID, from, to Square, king Square) bool {
	victim := t.p.cells[to]
	for i := range t.ties {
		x := &t.ties[i]
		if x.by == victim {
			continue
		}
		switch x.kind {
		case wayLeap:
			return true
		case wayRays:
			word := t.line[x.line]
			if at := t.places[int(from)*t.axes+int(x.axis)]; at.line == x.line {
				word &^= 1 << at.pos
			}
			if at := t.places[int(to)*t.axes+int(x.axis)]; at.line == x.line {
				word |= 1 << at.pos
			}
			if x.attacks(word) {
				return true
			}
		case wayStride:
			if t.open(x.stride, from, to) {
				return true
			}
		case wayOther:
			if id != NoPiece && t.walksAfter(x, id, from, to, king) {
				return true
			}
		}
	}
	return false
}

// fillsWay reports whether a piece from off the board leaves its side's royal piece attacked in a way that depends on what it is.
func (t *tally) fillsWay(id PieceID, to, king Square) bool {
	if nth := t.f.nth[to]; t.checks == 0 && (!t.barred || t.shut[nth>>6]>>(nth&63)&1 == 0) {
		return false
	}
	for i := range t.ties {
		if x := &t.ties[i]; x.kind == wayOther && t.walksAfter(x, id, Off, to, king) {
			return true
		}
	}
	return false
}

// walksAfter asks walks as a turn would leave the board; from is Off if it comes from off the board.
func (t *tally) walksAfter(x *tie, id PieceID, from, to, target Square) bool {
	cells := t.p.cells
	victim, left := cells[to], cells[from]
	if from != Off {
		cells[from] = NoPiece
	}
	cells[to] = id
	attacked := t.walks(x, target)
	cells[to], cells[from] = victim, left
	return attacked
}

// enters reports whether a royal piece would be attacked on a square.
func (t *tally) enters(id PieceID, from, to Square) bool {
	return t.strikes(t.close, id, from, to)
}

// strikes reports whether one of some pieces would attack a piece on a square once another one is empty.
func (t *tally) strikes(list []PieceID, id PieceID, from, to Square) bool {
	victim := t.p.cells[to]
	base, nth := int(to)+t.f.bias, t.f.nth[to]
	for _, by := range list {
		if by == victim {
			continue
		}
		g, at := t.gaits[by], t.at[by]
		for set := g.reach[base-int(at)] & g.takeSet; set != 0; set &= set - 1 {
			mode := lowest(set)
			if g.picky>>mode&1 != 0 && !t.modeOf(by, mode).captures(t.p.pieces[id].typ) {
				continue
			}
			w := &g.way[mode]
			switch w.kind {
			case wayLeap:
				if g.sure || g.attacks.has(at, nth) {
					return true
				}
			case wayRays:
				for i := w.from; i < w.to; i++ {
					if t.hits(&g.rays[i], at, from, to) {
						return true
					}
				}
			case wayStride:
				list := g.strides.from(at)
				for i := range list {
					if x := &list[i]; x.to == to && int(x.mode) == mode && t.open(x, from, Off) {
						return true
					}
				}
			case wayOther:
				if x := (tie{by: by, mode: t.modeOf(by, mode)}); t.walksAfter(&x, id, from, to, to) {
					return true
				}
			}
		}
	}
	return false
}

// hits reports whether a ray attacks a square from another once a third one is empty.
func (t *tally) hits(r *ray, at, emptied, target Square) bool {
	from, to := t.places[int(at)*t.axes+r.axis], t.places[int(target)*t.axes+r.axis]
	if from.line != to.line || !r.leads(from, to) {
		return false
	}
	word := t.line[from.line]
	if e := t.places[int(emptied)*t.axes+r.axis]; e.line == from.line {
		word &^= 1 << e.pos
	}
	word &= between(from.pos, to.pos)
	if !r.hop {
		return word == 0
	}
	if bits.OnesCount64(word) != 1 {
		return false
	}
	n := bits.TrailingZeros64(word)
	return !r.next || n+1 == int(to.pos) || n-1 == int(to.pos)
}
