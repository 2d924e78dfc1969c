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
	counters Counters
}

func (p *Position) actor(id PieceID) actor {
	pc := &p.pieces[id]
	return actor{id: id, from: pc.at, side: pc.side, own: pc.typ, acting: NoType, stand: NoType, counters: pc.counters}
}

// reach appends the squares on which m lands from a.from, occupied ones included, some of
// them perhaps twice. What stands there, and m's conditions, are the caller's to judge.
func (p *Position) reach(m *mode, a *actor, hits []Square) []Square {
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
	case opPath, opChain:
		return p.path(m, 0, a, a.from, vec{}, 0, hits)
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
func (p *Position) mask(l *leg, a *actor, d1 int) uint32 {
	if l.steps == nil {
		return l.mask
	}
	if l.byD1 != nil {
		return l.byD1[d1]
	}
	return p.evalSteps(l, a, d1)
}

func highest(mask uint32) int { return 31 - bits.LeadingZeros32(mask|1) }

func (p *Position) slide(l *leg, a *actor, hits []Square) []Square {
	mask := p.mask(l, a, 0)
	most := highest(mask)
	cells := p.cells
	for i := range l.vecs {
		sq, delta := int(a.from), l.vecs[i].delta
		for n := 1; n <= most; n++ {
			sq += delta
			c := cells[sq]
			if c < NoPiece {
				break
			}
			if mask>>n&1 != 0 {
				hits = append(hits, Square(sq))
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
	for i := range l.vecs {
		sq, delta := int(a.from), l.vecs[i].delta
		for n := 1; n <= most; n++ {
			sq += delta
			c := p.cells[sq]
			if c == border {
				break
			}
			if mask>>n&1 != 0 && c != wall {
				hits = append(hits, Square(sq))
			}
		}
	}
	return hits
}

// stepwise handles legs with conditions on single steps: SQ1 occupied, SQ2 empty.
func (p *Position) stepwise(l *leg, a *actor, hits []Square) []Square {
	mask := p.mask(l, a, 0)
	most := max(highest(mask), highest(l.occ), highest(l.emp))
	for i := range l.vecs {
		sq, delta := int(a.from), l.vecs[i].delta
		var occupied, walls uint32
		limit := 0
		for n := 1; n <= most; n++ {
			sq += delta
			c := p.cells[sq]
			if c == border {
				break
			}
			limit = n
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
			n := bits.TrailingZeros32(rest)
			if n > limit || !l.any && occupied&(1<<n-1) != 0 {
				break
			}
			hits = append(hits, Square(int(a.from)+n*delta))
		}
	}
	return hits
}

// edge goes as far as the board does, over empty squares.
func (p *Position) edge(l *leg, a *actor, hits []Square) []Square {
	for i := range l.vecs {
		sq, delta := int(a.from), l.vecs[i].delta
		for p.cells[sq+delta] == NoPiece {
			sq += delta
		}
		switch c := p.cells[sq+delta]; {
		case c == border && sq != int(a.from):
			hits = append(hits, Square(sq))
		case c >= 0 && p.cells[sq+2*delta] == border:
			hits = append(hits, Square(sq+delta))
		}
	}
	return hits
}

// half goes from SQ0 to SQ2k over a piece on SQk that is the only one between.
func (p *Position) half(l *leg, a *actor, hits []Square) []Square {
	mask := p.mask(l, a, 0)
	most := highest(mask)
	for i := range l.vecs {
		sq, delta, k := int(a.from), l.vecs[i].delta, 0
		for n := 1; n <= most; n++ {
			sq += delta
			c := p.cells[sq]
			if c == border || c == wall && k != 0 {
				break
			}
			if k != 0 && n == 2*k {
				if mask>>n&1 != 0 {
					hits = append(hits, Square(sq))
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

// hop passes exactly one piece, then goes on, or lands right behind it.
func (p *Position) hop(l *leg, a *actor, hits []Square) []Square {
	mask := p.mask(l, a, 0)
	most := highest(mask)
	for i := range l.vecs {
		sq, delta, over := int(a.from), l.vecs[i].delta, false
		for n := 1; n <= most; n++ {
			sq += delta
			c := p.cells[sq]
			if c == border {
				break
			}
			if !over {
				over = c != NoPiece
				continue
			}
			if c == wall {
				break
			}
			if mask>>n&1 != 0 {
				hits = append(hits, Square(sq))
			}
			if c != NoPiece || l.next {
				break
			}
		}
	}
	return hits
}

// king's directions, clockwise from north.
var compass = [8][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// turned returns the directions of a leg after one that went along v. The slice is only read.
func (rs *Ruleset) turned(l *leg, v *vec) []vec {
	switch l.turn {
	case straightOn:
		return rs.ahead[v.dir&7][:]
	case turn45:
		return rs.turn45[v.dir&7][:]
	case turn90:
		return rs.turn90[v.dir&7][:]
	}
	return l.vecs
}

func (rs *Ruleset) compassVec(dir int) vec {
	c := compass[dir]
	return vec{delta: c[0]*rs.stride + c[1], df: c[0], dr: c[1], dir: dir}
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
	for i := range l1.vecs {
		v := &l1.vecs[i]
		second := p.rs.turned(l2, v)
		sq := int(a.from)
		for d := 1; d <= most1; d++ {
			sq += v.delta
			c := cells[sq]
			if c < NoPiece {
				break
			}
			if l1.edge && cells[sq+v.delta] != border || !l1.edge && mask1>>d&1 == 0 {
				if c != NoPiece {
					break
				}
				continue
			}
			if !constant {
				mask2 = l2.byD1[d]
			}
			if mask2&1 != 0 {
				hits = append(hits, Square(sq))
			}
			if c != NoPiece {
				break
			}
			most2 := highest(mask2)
			for j := range second {
				to, delta := sq, second[j].delta
				for e := 1; e <= most2; e++ {
					to += delta
					c := cells[to]
					if c < NoPiece {
						break
					}
					if mask2>>e&1 != 0 {
						hits = append(hits, Square(to))
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
func (p *Position) path(m *mode, i int, a *actor, from Square, before vec, d1 int, hits []Square) []Square {
	l := &m.legs[i]
	last := i == len(m.legs)-1
	mask := p.mask(l, a, d1)
	if l.edge {
		mask = 0
	}
	if mask&1 != 0 && i > 0 {
		if last {
			hits = append(hits, from)
		} else if p.cells[from] == NoPiece {
			hits = p.path(m, i+1, a, from, before, d1, hits)
		}
	}
	if i > 0 && p.cells[from] != NoPiece && !m.legs[i-1].any {
		return hits // a leg of no steps may end on a piece, but nothing goes on from there
	}
	most := highest(mask)
	if l.edge {
		most = mostSteps
	}
	for _, v := range p.rs.turned(l, &before) {
		sq := int(from)
		for n := 1; n <= most; n++ {
			sq += v.delta
			c := p.cells[sq]
			if c == border || c == wall && !l.any {
				break
			}
			stops := mask>>n&1 != 0
			if l.edge {
				stops = p.cells[sq+v.delta] == border
			}
			if stops && c != wall {
				first := d1
				if i == 0 {
					first = n
				}
				if last {
					hits = append(hits, Square(sq))
				} else if c == NoPiece || l.any || p.zeroNext(m, i+1, a, first) {
					hits = p.path(m, i+1, a, Square(sq), v, first, hits)
				}
			}
			if c != NoPiece && !l.any {
				break
			}
		}
	}
	return hits
}

// zeroNext reports whether the leg i may have no steps, so that the leg before it may end on a piece.
func (p *Position) zeroNext(m *mode, i int, a *actor, d1 int) bool {
	return p.mask(&m.legs[i], a, d1)&1 != 0
}

// toward goes along the line to a friend of a type, short of it (1230.23).
func (p *Position) toward(l *leg, a *actor, hits []Square) []Square {
	for _, id := range p.onBoard {
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
		sq := int(a.from)
		for i := 1; i < n; i++ {
			sq += v.delta
			c := p.cells[sq]
			if c < NoPiece {
				break
			}
			hits = append(hits, Square(sq))
			if c != NoPiece {
				break
			}
		}
	}
	return hits
}

func (p *Position) friendBetween(a *actor, v vec, n int) bool {
	sq := int(a.from)
	for i := 1; i < n; i++ {
		sq += v.delta
		if c := p.cells[sq]; c >= 0 && p.pieces[c].side == a.side {
			return true
		}
	}
	return false
}

// line returns the direction and number of steps from one square to another, if they
// share a file, rank or diagonal.
func (rs *Ruleset) line(from, to Square) (vec, int, bool) {
	df, dr := int(rs.file[to])-int(rs.file[from]), int(rs.rank[to])-int(rs.rank[from])
	n := max(abs(df), abs(dr))
	if n == 0 || df != 0 && dr != 0 && abs(df) != abs(dr) {
		return vec{}, 0, false
	}
	return vec{delta: df/n*rs.stride + dr/n, df: df / n, dr: dr / n}, n, true
}

// reaches reports whether m lands on target from a.from; the offset table has said that it
// might.
func (p *Position) reaches(m *mode, a *actor, target Square) bool {
	switch m.op {
	case opJump:
		if len(m.legs[0].vecs) > 0 && m.legs[0].steps == nil {
			return true // its offset is in the table, and nothing can be in the way
		}
	case opSlide:
		if l := &m.legs[0]; l.vecs[0].dir >= 0 {
			v, n, ok := p.rs.line(a.from, target)
			return ok && p.mask(l, a, 0)>>n&1 != 0 && p.clear(a.from, v.delta, n)
		}
	case opBent:
		return p.bentReaches(m, a, target)
	case opAnywhere:
		return true
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

// clear reports whether the n-1 squares between are empty.
func (p *Position) clear(from Square, delta, n int) bool {
	sq := int(from)
	for i := 1; i < n; i++ {
		sq += delta
		if p.cells[sq] != NoPiece {
			return false
		}
	}
	return true
}

// bentReaches is bent, restricted to the elbows from which target is on the second leg.
func (p *Position) bentReaches(m *mode, a *actor, target Square) bool {
	rs := p.rs
	l1, l2 := &m.legs[0], &m.legs[1]
	df, dr := int(rs.file[target])-int(rs.file[a.from]), int(rs.rank[target])-int(rs.rank[a.from])
	mask1 := p.mask(l1, a, 0)
	most1 := highest(mask1)
	if l1.edge {
		most1 = mostSteps
	}
	mask2 := l2.mask
	if l2.steps != nil && l2.byD1 == nil {
		mask2 = p.evalSteps(l2, a, 0)
	}
	for i := range l1.vecs {
		v := &l1.vecs[i]
		second := rs.turned(l2, v)
		sq := int(a.from)
		for d := 1; d <= most1; d++ {
			sq += v.delta
			c := p.cells[sq]
			if c < NoPiece {
				break
			}
			if l1.edge && p.cells[sq+v.delta] == border || !l1.edge && mask1>>d&1 != 0 {
				if l2.byD1 != nil {
					mask2 = l2.byD1[d]
				}
				restF, restR := df-d*v.df, dr-d*v.dr
				if restF == 0 && restR == 0 {
					if mask2&1 != 0 {
						return true
					}
				} else if c == NoPiece {
					for j := range second {
						e := steps(restF, restR, &second[j])
						if e > 0 && mask2>>e&1 != 0 && p.clear(Square(sq), second[j].delta, e) {
							return true
						}
					}
				}
			}
			if c != NoPiece {
				break
			}
		}
	}
	return false
}

// steps returns how many steps along v make the offset, 0 if none do.
func steps(df, dr int, v *vec) int {
	n := 0
	switch {
	case v.df != 0:
		n = df / v.df
	case v.dr != 0:
		n = dr / v.dr
	}
	if n <= 0 || n > mostSteps || n*v.df != df || n*v.dr != dr {
		return 0
	}
	return n
}
