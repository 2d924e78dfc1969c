package movement

// This file walks a mode direction by direction, and notes what it looks at as it goes.
//
// # Idea
//
// A share often asks less than where a piece may go: whether it may go anywhere, capture anything, defend anything (see Scales). Whoever asks so
// walks one direction after the other, looks at where it has led and stops when it knows enough: what it has not walked, the answer does not rest on.
// The squares that a walk looks at are noted on the way, and no more of them than decide where it leads: one that asks for something on
// its first step looks no farther where that is empty.
//
// # Refuses
//
// Paths of other kinds than those in rayed, and any where pieces cover several squares: those walk as ever, and note by their looks.

// rayed reports whether ray walks a mode.
func (m *mode) rayed() bool {
	if m.displaces() || m.where != nil {
		return false
	}
	switch m.op {
	case opSlide, opJump, opAt, opEdge, opHalf, opBent:
		return true
	}
	return false
}

// A walk is what the rays of a mode have in common.
type walk struct {
	m    *mode
	a    *actor
	vecs []vec
	mask uint64 // of the first leg,
	most int
	last uint64 // and of the second, unless that depends on the first
	byD1 []uint64
}

// begin makes ready to walk a mode; nothing is looked at but what its numbers of steps ask.
func (p *Position) begin(m *mode, a *actor) (w walk) {
	l := &m.legs[0]
	w = walk{m: m, a: a, vecs: l.along(a), mask: p.mask(l, a, 0)}
	w.most = highest(w.mask)
	switch m.op {
	case opAt:
		w.most = max(w.most, highest(l.occ), highest(l.emp))
	case opBent:
		if l.edge {
			w.most = mostSteps
		}
		l2 := &m.legs[1]
		switch w.last = l2.mask; {
		case l2.steps != nil && l2.byD1 == nil:
			w.last = p.evalSteps(l2, a, 0)
		case l2.steps != nil:
			w.byD1 = l2.byD1
		}
		if w.byD1 == nil && w.last == 0 {
			w.vecs = nil
		}
	}
	return w
}

// ray is reach in one first direction of a walk.
func (p *Position) ray(w *walk, i int, hits []Square) []Square {
	r := p.rests
	v, sq, cells := &w.vecs[i], w.a.from, p.cells
	next := v.next
	switch w.m.op {
	case opSlide:
		for n := 1; n <= w.most; n++ {
			sq = next[sq]
			c := cells[sq]
			r.onSquare(sq)
			if c < NoPiece {
				break
			}
			if w.mask>>n&1 != 0 {
				hits = append(hits, sq)
			}
			if c != NoPiece {
				break
			}
		}
	case opJump:
		for n := 1; n <= w.most; n++ {
			sq = next[sq]
			c := cells[sq]
			if c == border {
				break
			}
			if w.mask>>n&1 != 0 {
				if r.onSquare(sq); c != wall {
					hits = append(hits, sq)
				}
			}
		}
	case opAt:
		return p.stepRay(w, next, hits)
	case opEdge:
		for {
			to := next[sq]
			c := cells[to]
			r.onSquare(to)
			if c == NoPiece {
				sq = to
				continue
			}
			switch {
			case p.brink(to) && sq != w.a.from:
				hits = append(hits, sq)
			case c >= 0 && to != w.a.from && p.brink(next[to]):
				hits = append(hits, to)
			}
			break
		}
	case opHalf:
		k := 0
		for n := 1; n <= w.most; n++ {
			sq = next[sq]
			c := cells[sq]
			r.onSquare(sq)
			if c == border || c == wall && k != 0 {
				break
			}
			if k != 0 && n == 2*k {
				if w.mask>>n&1 != 0 {
					hits = append(hits, sq)
				}
				break
			}
			if c != NoPiece {
				if k != 0 {
					break
				}
				k = n
			}
		}
	case opBent:
		return p.bentRay(w, v, hits)
	}
	return hits
}

// stepRay is stepwise in one direction. A step that is not as it must be ends it.
func (p *Position) stepRay(w *walk, next []Square, hits []Square) []Square {
	l, r, base := &w.m.legs[0], p.rests, len(hits)
	sq, free, limit := w.a.from, true, 0
	for n := 1; n <= w.most; n++ {
		sq = next[sq]
		c := p.cells[sq]
		if c == border {
			break
		}
		limit = n
		r.onSquare(sq)
		if l.occ>>n&1 != 0 && c == NoPiece || l.emp>>n&1 != 0 && c != NoPiece {
			return hits[:base]
		}
		if w.mask>>n&1 != 0 && c != wall && (l.any || free) {
			hits = append(hits, sq)
		}
		free = free && c == NoPiece
	}
	if max(highest(l.occ), highest(l.emp)) > limit {
		return hits[:base]
	}
	return hits
}

// bentRay is bent in one first direction.
func (p *Position) bentRay(w *walk, v *vec, hits []Square) []Square {
	r, cells := p.rests, p.cells
	l1, l2 := &w.m.legs[0], &w.m.legs[1]
	second := p.rs.turned(l2, w.a, v)
	sq, mask := w.a.from, w.last
	for d := 1; d <= w.most; d++ {
		sq = v.next[sq]
		c := cells[sq]
		r.onSquare(sq)
		if c < NoPiece {
			break
		}
		if l1.edge && !p.brink(v.next[sq]) || !l1.edge && w.mask>>d&1 == 0 {
			if c != NoPiece {
				break
			}
			continue
		}
		if w.byD1 != nil {
			mask = w.byD1[d]
		}
		if mask&1 != 0 {
			hits = append(hits, sq)
		}
		if c != NoPiece {
			break
		}
		most := highest(mask)
		for j := range second {
			to, next := sq, second[j].next
			for e := 1; e <= most; e++ {
				to = next[to]
				c := cells[to]
				r.onSquare(to)
				if c < NoPiece {
					break
				}
				if mask>>e&1 != 0 {
					hits = append(hits, to)
				}
				if c != NoPiece {
					break
				}
			}
		}
	}
	return hits
}
