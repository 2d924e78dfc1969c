package movement

import "math/bits"

// A tally counts the plain game's legal turns by bits. A turn of a piece that is not royal can leave the
// own royal piece attacked only where it empties or fills a square that an attack on it depends on.
// So before the turns of a side are counted, every opposing piece that could span the way to
// its royal piece is asked once on what its attack rests: a tie. Then
//
//   - no square of a tie is touched: the turn is legal if there is no check now, and turns
//     of such pieces are counted in bulk, without being made;
//   - else the ties are asked as the turn would leave them, by masks;
//   - the royal piece's own turns ask, for the squares that it can go to, those opposing pieces
//     of which one might span the way there.
//
// It allocates nothing while it counts. It serves positions whose pieces are all bare (see mode.bare) and whose sides have one royal piece at
// most; a Tree walks the others one play at a time.
type tally struct {
	p      *Position
	f      *field
	axes   int
	places []place // by Square, then axis

	men   [][]PieceID // by side: the pieces on-board at the beginning
	gaits []*gait     // by PieceID
	at    []Square    // by PieceID; Off: captured
	royal []PieceID   // by side, or NoPiece

	occ  []uint64 // the occupied squares, walls included
	own  []uint64 // the same by side: squares where it cannot land
	line []uint64 // occupied squares by line
	mine []uint64 // by side, then line

	near [][]zone // by number of the royal piece's gait, by number of an opposing piece's

	ties   []tie
	checks int       // ties that attack now
	held   []uint64  // squares whose being emptied concerns a tie
	shut   []uint64  // squares whose being filled does
	barred bool      // shut is not empty
	close  []PieceID // those that might attack a square beside the royal piece
	dest   []Square
	seen   []uint32 // by Square
	stamp  uint32
}

// zone says by offset what of an opposing piece concerns a royal one.
type zone []uint8

const (
	spansRoyal  uint8 = 1 << iota // some mode could span the offset
	spansBeside                   // or to a square that the royal piece might go to
)

// newTally returns a tally of a position, nil if it does not serve it.
func newTally(p *Position) *tally {
	rs := p.rs
	if !rs.tallied() {
		return nil
	}
	t := &tally{p: p, f: newField(rs.topology), gaits: make([]*gait, len(p.pieces)), at: make([]Square, len(p.pieces))}
	known := map[gaitKey]*gait{}
	for s := range p.sides {
		if p.sides[s].royals > 1 {
			return nil
		}
		royal := p.sides[s].royal
		if rs.readings.noCheck {
			royal = NoPiece
		}
		t.royal = append(t.royal, royal)
	}
	t.men = make([][]PieceID, len(p.sides))
	var list []*gait
	for id := range p.pieces {
		pc := &p.pieces[id]
		if t.at[id] = pc.at; pc.at == Off {
			continue
		}
		key := gaitKey{pc.typ, p.sides[pc.side].heading, p.sides[pc.side].name}
		if known[key] == nil {
			g, ok := t.f.gait(p, pc.typ, pc.side, 0)
			if !ok {
				return nil
			}
			g.number = len(list)
			list = append(list, g)
			known[key] = g
		}
		t.gaits[id] = known[key]
		t.men[pc.side] = append(t.men[pc.side], PieceID(id))
	}
	t.zones(list)
	t.memory()
	t.lay()
	return t
}

// tallied reports whether positions of the rules can be served at all.
func (rs *Ruleset) tallied() bool {
	return !rs.immunities && len(rs.grants) == 0 && len(rs.denials)+len(rs.disarmings) == 0 && !rs.readings.captorNeedsOwn && !rs.readings.respectPins && !rs.consequent &&
		rs.fields == nil && !rs.wide
}

// memory makes room for what stands where, on an empty board.
func (t *tally) memory() {
	f, p := t.f, t.p
	t.axes = len(f.axes)
	t.places = make([]place, len(f.empty)*t.axes)
	for i := range f.axes {
		for sq, at := range f.axes[i].at {
			t.places[sq*t.axes+i] = at
		}
	}
	t.occ, t.own = make([]uint64, f.words), make([]uint64, f.words*len(p.sides))
	t.line, t.mine = make([]uint64, len(f.lines)), make([]uint64, len(f.lines)*len(p.sides))
	t.held, t.shut = make([]uint64, f.words), make([]uint64, f.words)
	t.seen = make([]uint32, len(f.empty))
}

// lay notes what stands where.
func (t *tally) lay() {
	for _, sq := range t.f.squares {
		switch c := t.p.cells[sq]; {
		case c >= 0:
			t.fill(t.p.pieces[c].side, sq)
		case c == wall:
			t.wall(sq)
		}
	}
}

// wall notes a wall on a square, or that there is none any longer.
func (t *tally) wall(sq Square) {
	n := t.f.nth[sq]
	t.occ[n>>6] ^= 1 << (n & 63)
	for s := range t.men {
		t.own[s*t.f.words+int(n>>6)] ^= 1 << (n & 63)
	}
	for _, at := range t.places[int(sq)*t.axes : int(sq+1)*t.axes] {
		t.line[at.line] ^= 1 << (at.pos & 63)
		for s := range t.men {
			t.mine[s*len(t.line)+int(at.line)] ^= 1 << (at.pos & 63)
		}
	}
}

// fill notes a piece of a side on a square, or that there is none any longer.
func (t *tally) fill(s SideID, sq Square) {
	n := t.f.nth[sq]
	bit := uint64(1) << (n & 63)
	t.occ[n>>6] ^= bit
	t.own[int(s)*t.f.words+int(n>>6)] ^= bit
	mine := t.mine[int(s)*len(t.line):]
	for _, at := range t.places[int(sq)*t.axes : int(sq+1)*t.axes] {
		bit := uint64(1) << (at.pos & 63)
		t.line[at.line] ^= bit
		mine[at.line] ^= bit
	}
}

// zones tells for each royal piece which offsets of opposing pieces concern it.
func (t *tally) zones(list []*gait) {
	t.near = make([][]zone, len(list))
	for _, royal := range list {
		if !royal.royal {
			continue
		}
		var moves []int // offsets to where it goes, if it is a leaper on a flat board
		leaper := t.f.flat && len(royal.rays) == 0 && len(royal.others) == 0
		if leaper {
			seen := map[int]bool{}
			for _, sq := range t.f.squares {
				for _, l := range []*leaps{&royal.both, &royal.moves, &royal.takes} {
					for _, p := range l.from(sq) {
						for rest := p.bits; rest != 0; rest &= rest - 1 {
							if d := int(t.f.squares[int(p.word)<<6+bits.TrailingZeros64(rest)]) - int(sq); !seen[d] {
								seen[d] = true
								moves = append(moves, d)
							}
						}
					}
				}
				for _, x := range royal.strides.from(sq) {
					if d := int(x.to) - int(sq); !seen[d] {
						seen[d] = true
						moves = append(moves, d)
					}
				}
			}
		}
		t.near[royal.number] = make([]zone, len(list))
		for _, by := range list {
			z := make(zone, len(by.reach))
			for i := range z {
				if by.threat.has(i) {
					z[i] |= spansRoyal
				}
				if !leaper {
					z[i] |= spansBeside
				}
				for _, d := range moves {
					if j := i + d; j >= 0 && j < len(z) && by.threat.has(j) {
						z[i] |= spansBeside
					}
				}
			}
			t.near[royal.number][by.number] = z
		}
	}
}

// bulk returns the number of turns of a piece whose gait leads no two ways to one square.
func (t *tally) bulk(s SideID, id PieceID) (n int) {
	g, at := t.gaits[id], t.at[id]
	own := t.own[int(s)*t.f.words:]
	for _, p := range g.both.from(at) {
		n += bits.OnesCount64(p.bits &^ own[p.word])
	}
	for _, p := range g.moves.from(at) {
		n += bits.OnesCount64(p.bits &^ t.occ[p.word])
	}
	for _, p := range g.takes.from(at) {
		n += bits.OnesCount64(p.bits & t.occ[p.word] &^ own[p.word])
	}
	places := t.places[int(at)*t.axes : int(at+1)*t.axes]
	mine := t.mine[int(s)*len(t.line):]
	for i := range g.rays {
		r := &g.rays[i]
		pl := places[r.axis]
		word, own := t.line[pl.line], mine[pl.line]
		if r.fore {
			moves, take := r.run(word>>(pl.pos+1), int(pl.last)-int(pl.pos))
			n += moves
			if take != 0 && own>>((int(pl.pos)+take)&63)&1 == 0 && (r.picky == nil || t.picks(r, pl.line, int(pl.pos)+take)) {
				n++
			}
		}
		if r.back {
			moves, take := r.run(bits.Reverse64(word<<(64-pl.pos)), int(pl.pos))
			n += moves
			if take != 0 && own>>((int(pl.pos)-take)&63)&1 == 0 && (r.picky == nil || t.picks(r, pl.line, int(pl.pos)-take)) {
				n++
			}
		}
	}
	if len(g.strides.list) > 0 {
		n += t.striding(s, g, at)
	}
	return n
}

// striding returns the number of strides that a piece of a side can take from a square.
func (t *tally) striding(s SideID, g *gait, at Square) (n int) {
	list := g.strides.from(at)
	for i := range list {
		if t.strides(s, &list[i]) {
			n++
		}
	}
	return n
}

// strides reports whether a piece of a side can take a stride.
func (t *tally) strides(s SideID, x *stride) bool {
	if x.n > 0 && !t.open(x, Off, Off) {
		return false
	}
	if w, b := x.nth>>6, x.nth&63; t.occ[w]>>b&1 == 0 {
		return x.use&forMove != 0
	} else {
		return x.use&forTake != 0 && t.own[int(s)*t.f.words+int(w)]>>b&1 == 0
	}
}

// picks reports whether a ray that does not capture everything captures what stands on a place of a line.
func (t *tally) picks(r *ray, line uint16, pos int) bool {
	c := t.p.cells[t.f.lines[line][pos]]
	return c >= 0 && r.picky.captures(t.p.pieces[c].typ)
}

// run returns how many squares a ray moves to, and after how many steps it comes to a piece that it might
// capture, or 0. rest is the line behind its place, room its length.
func (r *ray) run(rest uint64, room int) (moves, take int) {
	free := bits.TrailingZeros64(rest)
	if !r.hop {
		if free >= room {
			free = room
		} else if r.use&forTake != 0 && r.mask>>(free+1)&1 != 0 {
			take = free + 1
		}
		if r.use&forMove != 0 {
			moves = bits.OnesCount64(r.mask & upTo(free))
		}
		return moves, take
	}
	if free >= room {
		return 0, 0
	}
	hurdle := free + 1
	rest >>= hurdle
	room -= hurdle
	free = bits.TrailingZeros64(rest)
	if r.next {
		room = min(room, 1)
	}
	if free >= room {
		free = room
	} else if r.use&forTake != 0 && r.mask>>(hurdle+free+1)&1 != 0 {
		take = hurdle + free + 1
	}
	if r.use&forMove != 0 {
		moves = bits.OnesCount64(r.mask >> hurdle & upTo(free))
	}
	return moves, take
}

// each puts the squares to which a piece can go, each once, in dest.
func (t *tally) each(s SideID, id PieceID) {
	g, at := t.gaits[id], t.at[id]
	t.dest = t.dest[:0]
	t.stamp++
	own := t.own[int(s)*t.f.words:]
	for _, p := range g.both.from(at) {
		t.add(p.word, p.bits&^own[p.word])
	}
	for _, p := range g.moves.from(at) {
		t.add(p.word, p.bits&^t.occ[p.word])
	}
	for _, p := range g.takes.from(at) {
		t.add(p.word, p.bits&t.occ[p.word]&^own[p.word])
	}
	mine := t.mine[int(s)*len(t.line):]
	for i := range g.rays {
		r := &g.rays[i]
		pl := t.places[int(at)*t.axes+r.axis]
		word, own, line := t.line[pl.line], mine[pl.line], t.f.lines[pl.line]
		if r.fore {
			t.along(r, word>>(pl.pos+1), own, pl, line, 1, int(pl.last)-int(pl.pos))
		}
		if r.back {
			t.along(r, bits.Reverse64(word<<(64-pl.pos)), own, pl, line, -1, int(pl.pos))
		}
	}
	list := g.strides.from(at)
	for i := range list {
		if t.strides(s, &list[i]) {
			t.once(list[i].to)
		}
	}
	if len(g.others) > 0 {
		who := t.p.actor(id)
		for _, m := range g.others {
			if m.when != nil && !t.p.holds(m.when, &who) {
				continue
			}
			base := len(t.p.stack)
			t.p.stack = t.p.reach(m, &who, t.p.stack)
			for _, sq := range t.p.stack[base:] {
				c := t.p.cells[sq]
				if c == NoPiece && m.use&forMove == 0 || c != NoPiece && (m.use&forTake == 0 || t.p.pieces[c].side == s || !m.captures(t.p.pieces[c].typ)) || t.seen[sq] == t.stamp ||
					m.land != nil && !t.p.landing(m.land, &who, sq) {
					continue
				}
				t.seen[sq] = t.stamp
				t.dest = append(t.dest, sq)
			}
			t.p.stack = t.p.stack[:base]
		}
	}
}

func (t *tally) add(word uint16, set uint64) {
	for ; set != 0; set &= set - 1 {
		t.once(t.f.squares[int(word)<<6+bits.TrailingZeros64(set)])
	}
}

func (t *tally) once(sq Square) {
	if t.seen[sq] != t.stamp {
		t.seen[sq] = t.stamp
		t.dest = append(t.dest, sq)
	}
}

// along adds where a ray leads in one direction.
func (t *tally) along(r *ray, rest, own uint64, at place, line []Square, sign, room int) {
	free := bits.TrailingZeros64(rest)
	hurdle := 0
	if r.hop {
		if free >= room {
			return
		}
		hurdle = free + 1
		rest >>= hurdle
		room -= hurdle
		free = bits.TrailingZeros64(rest)
		if r.next {
			room = min(room, 1)
		}
	}
	ends := free < room
	free = min(free, room)
	if r.use&forMove != 0 {
		for n := hurdle + 1; n <= hurdle+free; n++ {
			if r.mask>>n&1 != 0 {
				t.once(line[int(at.pos)+sign*n])
			}
		}
	}
	if n := hurdle + free + 1; ends && r.use&forTake != 0 && r.mask>>n&1 != 0 && own>>(int(at.pos)+sign*n)&1 == 0 &&
		(r.picky == nil || t.picks(r, at.line, int(at.pos)+sign*n)) {
		t.once(line[int(at.pos)+sign*n])
	}
}

// quiet reports whether no turn of a piece can leave its royal piece attacked.
func (t *tally) quiet(id PieceID) bool {
	if len(t.ties) == 0 {
		return true
	}
	n := t.f.nth[t.at[id]]
	return t.checks == 0 && !t.barred && t.held[n>>6]>>(n&63)&1 == 0
}

// legal asks of a turn to a square whether the side's royal piece stays out of check.
func (t *tally) legal(s SideID, id PieceID, to Square) bool {
	royal, from := t.royal[s], t.at[id]
	switch {
	case royal == NoPiece:
		return true
	case royal == id:
		return !t.enters(id, from, to)
	case t.checks == 0:
		a, b := t.f.nth[from], t.f.nth[to]
		if t.held[a>>6]>>(a&63)&1 == 0 && !(t.barred && t.shut[b>>6]>>(b&63)&1 != 0) {
			return true
		}
	}
	return !t.exposed(id, from, to, t.at[royal])
}

// leaves returns the number of legal turns of a side.
func (t *tally) leaves(s SideID) uint64 {
	t.look(s)
	n := 0
	for _, id := range t.men[s] {
		if t.at[id] == Off {
			continue
		}
		if id != t.royal[s] && t.gaits[id].once && t.quiet(id) {
			n += t.bulk(s, id)
			continue
		}
		t.each(s, id)
		for _, sq := range t.dest {
			if t.legal(s, id, sq) {
				n++
			}
		}
	}
	return uint64(n)
}

// list appends the legal turns of a side.
func (t *tally) list(s SideID, turns []step) []step {
	t.look(s)
	for _, id := range t.men[s] {
		if t.at[id] == Off {
			continue
		}
		t.each(s, id)
		for _, sq := range t.dest {
			if t.legal(s, id, sq) {
				turns = append(turns, step{id, sq, t.p.cells[sq]})
			}
		}
	}
	return turns
}

// make makes a turn; it returns the square that the piece left.
func (t *tally) make(s SideID, turn step) (from Square) {
	from = t.at[turn.id]
	if turn.victim >= 0 {
		o := t.p.pieces[turn.victim].side
		t.fill(o, turn.to)
		t.put(turn.victim, Off)
		if t.royal[o] == turn.victim {
			t.royal[o] = NoPiece
		}
	}
	t.fill(s, from)
	t.fill(s, turn.to)
	t.p.cells[from], t.p.cells[turn.to] = NoPiece, turn.id
	t.put(turn.id, turn.to)
	return from
}

func (t *tally) unmake(s SideID, turn step, from Square) {
	t.fill(s, turn.to)
	t.fill(s, from)
	t.p.cells[turn.to], t.p.cells[from] = turn.victim, turn.id
	t.put(turn.id, from)
	if turn.victim >= 0 {
		o := t.p.pieces[turn.victim].side
		t.fill(o, turn.to)
		t.put(turn.victim, turn.to)
		if t.gaits[turn.victim].royal && !t.p.rs.readings.noCheck {
			t.royal[o] = turn.victim
		}
	}
}

func (t *tally) put(id PieceID, at Square) {
	t.at[id] = at
	t.p.pieces[id].at = at
}
