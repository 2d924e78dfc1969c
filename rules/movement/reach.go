package movement

import "math/bits"

// actor is whoever a mode is asked for: a piece on its square, with its own counters or
// with those of the type that it copies.
type actor struct {
	id       PieceID
	from     Square
	side     SideID
	own      TypeID // the piece's own type
	acting   TypeID // the type it copies, or NoType
	stand    TypeID // the victim's type, while it is asked what such a piece could capture; or NoType
	heading  uint8  // of its side
	foes     bool   // it copies another piece, which gives it captures of other sides' pieces alone
	counters Counters
}

func (p *Position) actor(id PieceID) actor {
	pc := &p.pieces[id]
	return actor{id: id, from: pc.at, side: pc.side, own: pc.typ, acting: NoType, stand: NoType, heading: p.sides[pc.side].heading, counters: pc.counters}
}

// become is actor, written where it stays, part by part: to copy as a whole what has just been written in parts makes a processor wait.
func (a *actor) become(p *Position, id PieceID) {
	pc := &p.pieces[id]
	a.id, a.from, a.side, a.own, a.acting, a.stand = id, pc.at, pc.side, pc.typ, NoType, NoType
	a.heading, a.counters = p.sides[pc.side].heading, pc.counters
}

// hire is actor for a question that is asked thousands of times a position: what it returns belongs to the position, and is free again when hired is
// counted down.
func (p *Position) hire(id PieceID) *actor {
	if p.hired == len(p.actors) {
		p.actors = append(p.actors, new(actor))
	}
	a := p.actors[p.hired]
	p.hired++
	*a = p.actor(id)
	return a
}

// reach appends the squares on which m lands from a.from, occupied ones included, some of
// them perhaps twice. What stands there, and m's conditions, are the caller's to judge.
func (p *Position) reach(m *mode, a *actor, hits []Square) []Square {
	if p.rs.wide && p.rs.types[a.own].covers != nil {
		return p.walkWide(m, a, hits)
	}
	return p.walk(m, a, hits)
}

// walk is reach on the cells as they are laid.
func (p *Position) walk(m *mode, a *actor, hits []Square) []Square {
	switch m.op {
	case opSlide:
		return p.slide(&m.legs[0], a, hits)
	case opJump:
		return p.jump(&m.legs[0], a, hits)
	case opAt:
		return p.stepwise(&m.legs[0], a, hits)
	case opEdge:
		return p.edge(&m.legs[0], a, hits)
	case opHalf:
		return p.half(&m.legs[0], a, hits)
	case opHop:
		return p.hop(&m.legs[0], a, hits)
	case opBent:
		return p.bent(m, a, hits)
	case opTour:
		return p.tours(m, a, hits)
	case opPath:
		return p.path(m, 0, a, a.from, nil, 0, hits)
	case opToward:
		return p.toward(&m.legs[0], a, hits)
	case opAnywhere:
		for _, sq := range p.rs.squares {
			if sq != a.from && p.cells[sq] >= NoPiece {
				hits = append(hits, sq)
			}
		}
	}
	return hits
}

// mask returns the allowed numbers of steps of a leg as bits; d1 is the length of the
// path's first leg.
func (p *Position) mask(l *leg, a *actor, d1 int) uint64 {
	if l.steps == nil {
		return l.mask
	}
	if l.byD1 != nil {
		return l.byD1[d1]
	}
	return p.evalSteps(l, a, d1)
}

func highest(mask uint64) int { return 63 - bits.LeadingZeros64(mask|1) }

func (p *Position) slide(l *leg, a *actor, hits []Square) []Square {
	mask := p.mask(l, a, 0)
	most := highest(mask)
	vecs := l.along(a)
	for i := range vecs {
		sq, next := a.from, vecs[i].next
		cells := p.cells[:len(next)]
		for n := 1; n <= most; n++ {
			sq = next[sq]
			c := cells[sq]
			if c < NoPiece {
				break
			}
			if mask>>n&1 != 0 {
				hits = append(hits, sq)
			}
			if c != NoPiece {
				break
			}
		}
	}
	return hits
}

func (p *Position) jump(l *leg, a *actor, hits []Square) []Square {
	mask := p.mask(l, a, 0)
	most := highest(mask)
	vecs := l.along(a)
	for i := range vecs {
		sq, next := a.from, vecs[i].next
		for n := 1; n <= most; n++ {
			sq = next[sq]
			c := p.cells[sq]
			if c == border {
				break
			}
			if mask>>n&1 != 0 && c != wall {
				hits = append(hits, sq)
			}
		}
	}
	return hits
}

// stepwise handles legs with conditions on single steps: SQ1 occupied, SQ2 empty.
func (p *Position) stepwise(l *leg, a *actor, hits []Square) []Square {
	mask := p.mask(l, a, 0)
	most := max(highest(mask), highest(l.occ), highest(l.emp))
	vecs := l.along(a)
	for i := range vecs {
		sq, next := a.from, vecs[i].next
		var occupied, walls uint64
		limit := 0
		p.walked[0] = sq
		for n := 1; n <= most; n++ {
			sq = next[sq]
			c := p.cells[sq]
			if c == border {
				break
			}
			limit = n
			p.walked[n] = sq
			if c != NoPiece {
				occupied |= 1 << n
			}
			if c == wall {
				walls |= 1 << n
			}
		}
		if l.occ&^occupied != 0 || l.emp&occupied != 0 || highest(l.emp) > limit {
			continue
		}
		for rest := mask &^ 1 &^ walls; rest != 0; rest &= rest - 1 {
			n := bits.TrailingZeros64(rest)
			if n > limit || !l.any && occupied&(1<<n-1) != 0 {
				break
			}
			hits = append(hits, p.walked[n])
		}
	}
	return hits
}

// edge goes as far as the board does, over empty squares.
func (p *Position) edge(l *leg, a *actor, hits []Square) []Square {
	vecs := l.along(a)
	for i := range vecs {
		sq, next := a.from, vecs[i].next
		for p.cells[next[sq]] == NoPiece {
			sq = next[sq]
		}
		switch to := next[sq]; {
		case p.brink(to) && sq != a.from:
			hits = append(hits, sq)
		case p.cells[to] >= 0 && to != a.from && p.brink(next[to]):
			hits = append(hits, to)
		}
	}
	return hits
}

// brink reports whether the board ends before a square. Where a shot comes to another square of its piece the line ends, and the board does not.
func (p *Position) brink(next Square) bool {
	return p.cells[next] == border && (!p.firing || p.rs.empty[next] == border)
}

// half goes from SQ0 to SQ2k over a piece on SQk that is the only one between.
func (p *Position) half(l *leg, a *actor, hits []Square) []Square {
	mask := p.mask(l, a, 0)
	most := highest(mask)
	vecs := l.along(a)
	for i := range vecs {
		sq, next, k := a.from, vecs[i].next, 0
		for n := 1; n <= most; n++ {
			sq = next[sq]
			c := p.cells[sq]
			if c == border || c == wall && k != 0 {
				break
			}
			if k != 0 && n == 2*k {
				if mask>>n&1 != 0 {
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
	}
	return hits
}

// hop passes one piece, or as many as the leg says, then goes on, or lands right behind the last.
func (p *Position) hop(l *leg, a *actor, hits []Square) []Square {
	mask := p.mask(l, a, 0)
	most := highest(mask)
	vecs := l.along(a)
	for i := range vecs {
		sq, next, over, last := a.from, vecs[i].next, 0, NoPiece
		for n := 1; n <= most; n++ {
			sq = next[sq]
			c := p.cells[sq]
			if c == border {
				break
			}
			if c >= 0 && c == last && p.rs.wide {
				continue // still over the same piece
			}
			if over >= l.least1 && mask>>n&1 != 0 && c != wall {
				hits = append(hits, sq)
			}
			if over >= l.least1 && l.next {
				break
			}
			if c != NoPiece {
				if over++; over > l.most1 || !p.hurdle(l, c) {
					break
				}
				last = c
			}
		}
	}
	return hits
}

// hurdle reports whether a leg hops over what fills a square.
func (p *Position) hurdle(l *leg, c PieceID) bool {
	switch {
	case l.hurdle == nil:
		return true
	case c == wall:
		return l.hurdle[len(l.hurdle)-1]
	}
	return l.hurdle[p.pieces[c].typ]
}

// bent is two legs over empty squares: the hot case of path.
func (p *Position) bent(m *mode, a *actor, hits []Square) []Square {
	l1, l2 := &m.legs[0], &m.legs[1]
	mask1 := p.mask(l1, a, 0)
	most1 := highest(mask1)
	if l1.edge {
		most1 = mostSteps
	}
	constant := l2.steps == nil
	mask2 := l2.mask
	if !constant && l2.byD1 == nil {
		mask2, constant = p.evalSteps(l2, a, 0), true
	}
	if constant && mask2 == 0 {
		return hits
	}
	cells := p.cells
	firsts := l1.along(a)
	for i := range firsts {
		v := &firsts[i]
		second := p.rs.turned(l2, a, v)
		sq := a.from
		for d := 1; d <= most1; d++ {
			sq = v.next[sq]
			c := cells[sq]
			if c < NoPiece {
				break
			}
			if l1.edge && !p.brink(v.next[sq]) || !l1.edge && mask1>>d&1 == 0 {
				if c != NoPiece {
					break
				}
				continue
			}
			if !constant {
				mask2 = l2.byD1[d]
			}
			if mask2&1 != 0 {
				hits = append(hits, sq)
			}
			if c != NoPiece {
				break
			}
			most2 := highest(mask2)
			for j := range second {
				to, next := sq, second[j].next
				for e := 1; e <= most2; e++ {
					to = next[to]
					c := cells[to]
					if c < NoPiece {
						break
					}
					if mask2>>e&1 != 0 {
						hits = append(hits, to)
					}
					if c != NoPiece {
						break
					}
				}
			}
		}
	}
	return hits
}

// path is the general walker: any number of legs, each over empty squares, over anything
// or to the edge. A leg that is not the last ends on an empty square unless it passes over
// anything.
func (p *Position) path(m *mode, k int, a *actor, from Square, before *vec, d1 int, hits []Square) []Square {
	l := &m.legs[k]
	last := k == len(m.legs)-1
	mask := p.mask(l, a, d1) // none of a leg to the edge
	if mask&1 != 0 && k > 0 {
		if last {
			hits = append(hits, from)
		} else if p.cells[from] == NoPiece {
			hits = p.path(m, k+1, a, from, before, d1, hits)
		}
	}
	if k > 0 && p.cells[from] != NoPiece && !m.legs[k-1].any && !m.legs[k-1].passes(from) {
		return hits // a leg of no steps may end on a piece, but nothing goes on from there
	}
	most := highest(mask)
	if l.edge {
		most = mostSteps
	}
	vecs := p.rs.turned(l, a, before)
	for i := range vecs {
		v := &vecs[i]
		sq := from
		for n := 1; n <= most; n++ {
			sq = v.next[sq]
			c := p.cells[sq]
			if c == border || c == wall && !l.any {
				break
			}
			stops := mask>>n&1 != 0
			if l.edge {
				stops = p.brink(v.next[sq])
			}
			if stops && c != wall {
				first := d1
				if k == 0 {
					first = n
				}
				if last {
					hits = append(hits, sq)
				} else if c == NoPiece || l.any || l.passes(sq) || p.zeroNext(m, k+1, a, first) {
					hits = p.path(m, k+1, a, sq, v, first, hits)
				}
			}
			if c != NoPiece && !l.any && !l.passes(sq) {
				break
			}
		}
	}
	return hits
}

// passes reports whether what stands on a square is not in the way of a leg.
func (l *leg) passes(sq Square) bool { return l.freely != nil && l.freely[sq] }

// zeroNext reports whether the leg i may have no steps, so that the leg before it may end on a piece.
func (p *Position) zeroNext(m *mode, i int, a *actor, d1 int) bool {
	return p.mask(&m.legs[i], a, d1)&1 != 0
}

// toward goes along the line to a friend of a type, short of it.
func (p *Position) toward(l *leg, a *actor, hits []Square) []Square {
	among := p.onBoard
	if s := &p.sides[a.side]; l.toward != NoType && p.rs.types[l.toward].royal && s.royals <= 1 { // it is that one, or none
		if among = nil; s.royal != NoPiece {
			among = p.onBoard[p.pieces[s.royal].slot:][:1]
		}
	}
	for _, id := range among {
		goal := &p.pieces[id]
		if goal.typ != l.toward || goal.side != a.side || id == a.id {
			continue
		}
		v, n, ok := p.rs.line(a.from, goal.at)
		if !ok || n > l.within {
			continue
		}
		if l.clear && p.friendBetween(a, v, n) {
			continue
		}
		sq := a.from
		for i := 1; i < n; i++ {
			sq = v.next[sq]
			c := p.cells[sq]
			if c < NoPiece {
				break
			}
			hits = append(hits, sq)
			if c != NoPiece {
				break
			}
		}
	}
	return hits
}

func (p *Position) friendBetween(a *actor, v *vec, n int) bool {
	sq := a.from
	for i := 1; i < n; i++ {
		sq = v.next[sq]
		if c := p.cells[sq]; c >= 0 && p.pieces[c].side == a.side {
			return true
		}
		if p.walkedOn != nil && p.rs.types[a.own].covers != nil && p.besideFriend(a, sq) {
			return true
		}
	}
	return false
}

// reaches reports whether m lands on target from a.from; the offset table has said that it
// might.
func (p *Position) reaches(m *mode, a *actor, target Square) bool {
	switch m.op {
	case opJump:
		if l := &m.legs[0]; len(l.vecs) > 0 && l.steps == nil && l.headed == nil && p.rs.whole {
			return true // its offset is in the table, and nothing can be in the way
		}
	case opSlide:
		if l := &m.legs[0]; l.vecs[0].dir >= 0 && l.headed == nil && p.rs.flat {
			v, n, ok := p.rs.line(a.from, target)
			return ok && p.mask(l, a, 0)>>n&1 != 0 && p.clear(a.from, v, n)
		}
	case opBent:
		if p.rs.flat {
			return p.bentReaches(m, a, target)
		}
	case opAt, opHalf:
		if l := &m.legs[0]; l.vecs[0].dir >= 0 && l.headed == nil && p.rs.flat {
			v, n, ok := p.rs.line(a.from, target)
			if !ok || p.mask(l, a, 0)>>n&1 == 0 {
				return false
			}
			if m.op == opHalf {
				return p.halfway(a.from, v, n)
			}
			return p.fits(l, a.from, v, n)
		}
	case opAnywhere:
		return true
	}
	if p.rests != nil {
		p.look(m, a)
	}
	base := len(p.stack)
	p.stack = p.reach(m, a, p.stack)
	found := false
	for _, sq := range p.stack[base:] {
		if sq == target {
			found = true
			break
		}
	}
	p.stack = p.stack[:base]
	return found
}

// halfway reports whether the only piece among the n-1 squares between stands midway.
func (p *Position) halfway(from Square, v *vec, n int) bool {
	for i, sq := 1, from; i < n; i++ {
		sq = v.next[sq]
		if c := p.cells[sq]; c == border || (c != NoPiece) != (2*i == n) {
			p.restsOn(sq)
			return false
		}
	}
	p.restsAlong(from, v, n-1)
	return n%2 == 0
}

// fits reports whether the conditions on single steps hold along v, so that n steps lead on.
func (p *Position) fits(l *leg, from Square, v *vec, n int) bool {
	var occupied uint64
	most := max(n, highest(l.occ), highest(l.emp))
	limit := 0
	for i := 1; i <= most; i++ {
		from = v.next[from]
		c := p.cells[from]
		if c == border {
			break
		}
		p.restsOn(from)
		limit = i
		if c != NoPiece {
			occupied |= 1 << i
		}
	}
	return n <= limit && l.occ&^occupied == 0 && l.emp&occupied == 0 && highest(l.emp) <= limit && (l.any || occupied&(1<<n-1) == 0)
}

// clear reports whether the n-1 squares between are empty.
func (p *Position) clear(from Square, v *vec, n int) bool {
	sq := from
	for i := 1; i < n; i++ {
		if sq = v.next[sq]; p.cells[sq] != NoPiece {
			p.restsOn(sq)
			return false
		}
	}
	p.restsAlong(from, v, n-1)
	return true
}
