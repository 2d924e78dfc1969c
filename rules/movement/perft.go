package movement

// step is one turn of the plain game: a move, or a capture.
type step struct {
	id     PieceID
	to     Square
	victim PieceID
}

// A Tree walks the legal-play tree of the plain game: sides play in their order, one move
// or capture a turn; nobody may leave an own royal piece attacked; a side without a legal
// move ends its line. Rules beside movement (Placements, promotions) and acts apart play no part.
type Tree struct {
	p     *Position
	bits  *tally // counts, if it serves the position
	a     Analysis
	steps []step
	seen  []uint64 // by Square: the stamp of the piece that has been there
	stamp uint64
	Nodes uint64 // counted so far, for progress
}

// NewTree returns a tree over p, which Count changes and puts back.
func NewTree(p *Position) *Tree {
	return &Tree{p: p, bits: newTally(p), seen: make([]uint64, len(p.cells))}
}

// Count returns the number of legal sequences of depth turns, the first by side s. Two
// ways between the same squares with the same effect count once. stop, if not nil, is asked
// now and then; once it says true, Count returns early with what it has.
func (t *Tree) Count(s SideID, depth int, stop func() bool) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth > 2 && stop != nil && stop() {
		return 0
	}
	if t.bits != nil {
		return t.tally(s, depth, stop)
	}
	base := len(t.steps)
	t.generate(s)
	next := t.next(s)
	var nodes uint64
	for i := base; i < len(t.steps); i++ {
		undo := t.make(t.steps[i])
		if !t.p.InCheck(s) {
			if depth == 1 {
				nodes++
			} else {
				nodes += t.Count(next, depth-1, stop)
			}
		}
		t.unmake(undo)
	}
	if depth == 1 {
		t.Nodes += nodes
	}
	t.steps = t.steps[:base]
	return nodes
}

// next returns the side that plays after another.
func (t *Tree) next(s SideID) SideID {
	if s++; int(s) == len(t.p.sides) {
		return 0
	}
	return s
}

// tally is Count by bits.
func (t *Tree) tally(s SideID, depth int, stop func() bool) (nodes uint64) {
	if depth == 1 {
		nodes = t.bits.leaves(s)
		t.Nodes += nodes
		return nodes
	}
	base := len(t.steps)
	t.steps = t.bits.list(s, t.steps)
	next := t.next(s)
	for i := base; i < len(t.steps); i++ {
		st := t.steps[i]
		from := t.bits.make(s, st)
		nodes += t.Count(next, depth-1, stop)
		t.bits.unmake(s, st, from)
	}
	t.steps = t.steps[:base]
	return nodes
}

// Divide calls yield for each legal first turn, with the squares it goes between, the
// captured piece's id or NoPiece, and its share of Count.
func (t *Tree) Divide(s SideID, depth int, stop func() bool, yield func(from, to Square, victim PieceID, nodes uint64)) {
	base := len(t.steps)
	next := t.next(s)
	if t.bits != nil {
		t.steps = t.bits.list(s, t.steps)
		for _, st := range t.steps[base:] {
			from := t.bits.make(s, st)
			nodes := t.Count(next, depth-1, stop)
			t.bits.unmake(s, st, from)
			yield(from, st.to, st.victim, nodes)
		}
		t.steps = t.steps[:base]
		return
	}
	t.generate(s)
	for i := base; i < len(t.steps); i++ {
		st := t.steps[i]
		from := t.p.pieces[st.id].at
		undo := t.make(st)
		if !t.p.InCheck(s) {
			yield(from, st.to, st.victim, t.Count(next, depth-1, stop))
		}
		t.unmake(undo)
	}
	t.steps = t.steps[:base]
}

// generate appends the turns of a side, legal or not.
func (t *Tree) generate(s SideID) {
	p := t.p
	for _, id := range p.onBoard {
		if p.pieces[id].side != s {
			continue
		}
		if p.rs.wide {
			t.wide(id)
			continue
		}
		who := p.actor(id)
		modes := p.rs.types[who.own].modes
		t.stamp++
		for i := range modes {
			m := &modes[i]
			if m.op == opAs || m.in > 0 || m.when != nil && !p.holds(m.when, &who) {
				continue
			}
			t.a.hits = p.reach(m, &who, t.a.hits[:0])
			for _, sq := range t.a.hits {
				if t.seen[sq] == t.stamp {
					continue
				}
				c := p.cells[sq]
				if c == NoPiece {
					if m.use&forMove == 0 {
						continue
					}
				} else if m.use&forTake == 0 || p.pieces[c].side == s || !m.captures(p.pieces[c].typ) {
					continue
				}
				if m.land != nil && !p.landing(m.land, &who, sq) {
					continue
				}
				t.seen[sq] = t.stamp
				t.steps = append(t.steps, step{id, sq, c})
			}
		}
	}
}

type made struct {
	step
	from  Square
	saved *saved // where pieces cover several squares
}

func (t *Tree) make(s step) made {
	p := t.p
	if p.rs.wide {
		return t.makeWide(s)
	}
	m := made{s, p.pieces[s.id].at, nil}
	if s.victim != NoPiece {
		p.Lift(s.victim)
	}
	p.Put(s.id, s.to)
	return m
}

func (t *Tree) unmake(m made) {
	p := t.p
	if m.saved != nil {
		p.restore(m.saved)
		return
	}
	p.Put(m.id, m.from)
	if m.victim != NoPiece {
		p.Put(m.victim, m.to)
	}
}
