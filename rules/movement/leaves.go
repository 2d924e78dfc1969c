package movement

import (
	"fmt"
	"math/bits"
	"slices"

	"adjudicate/rules/formula"
)

// Full play is counted by bits as the plain game is (see tally), as far as what pieces do is of its kind: they go to squares or capture
// there, are promoted where they leave or come to a region, and are placed on empty squares. The rest of a side's acts is listed, to be
// tried one by one: pieces that go along, captures in passing, promotions on a condition.
//
//	Position ──lay──► tally ──look──► ties ──► acts counted in bulk
//	                                       └─► acts listed, with what Safe knows of them

// Leaves counts acts of one position after another.
type Leaves struct {
	t      *tally
	p      *Position
	checks bool
	fills  bool     // some attack may begin where a square is filled
	kinds  []acting // by TypeID, then side
	cells  []PieceID
	owners []SideID // by Square, of what is in cells
	free   []uint64 // the empty squares on which a piece can be placed in what is counted
	held   []heldKind
	found  bool // free has been found
	side   SideID

	marks    []uint16 // by PieceID: its type and its marks
	versions []uint32 // by side: it changes whenever the side's pieces on the board, their squares or marks do
}

// acting is how pieces of a type act for a side.
type acting struct {
	gait    *gait
	apart   []carrier // of pieces that go along
	passing []*mode
	listed  bool // nothing it does is counted

	weighs     bool    // promotions make several acts of one, or none
	leave      []uint8 // by Square: clauses of promotion that leaving it occasions, as bits
	reach      []uint8 // the same of coming to it
	capture    uint8   // those that a capture occasions
	acts       [256]uint8
	plain      []bool   // by Square: from there one way is one act
	placed     []bool   // by Square: it may be placed there; nil: it is to be asked
	asksOwn    bool     // what placed says holds as long as the side's pieces stand so,
	version    uint32   // with which it has been asked
	alike      []Square // by Square: the first of those for which the answer is the same
	placesList bool     // its Placements are listed
}

// A carrier is a mode by which another piece goes along, with what its conditions have answered.
type carrier struct {
	mode    *mode
	own     bool // they ask of the side's own pieces alone
	version uint32
	id      PieceID // of whom they have been asked
	other   PieceID // the piece that goes along, or NoPiece
}

type heldKind struct{ typ, base TypeID }

// Asked says which acts of a type Leaves has to list, whatever else is known of them.
type Asked struct {
	Acts     bool // those of pieces on the board
	Placing  bool // Placements,
	Checking bool // and of these only such as may give check
}

// NewLeaves returns what counts acts of positions that come about from p, nil if it cannot. Without checks no act is illegal for
// leaving a royal piece attacked.
func NewLeaves(p *Position, checks bool) *Leaves {
	rs := p.rs
	if !rs.tallied() || rs.loose || checks && rs.readings.noCheck {
		return nil
	}
	t := &tally{p: p, f: newField(rs.topology), royal: make([]PieceID, len(p.sides)), men: make([][]PieceID, len(p.sides))}
	l := &Leaves{t: t, p: p, checks: checks, cells: slices.Clone(rs.empty), owners: make([]SideID, len(rs.empty)), kinds: make([]acting, len(rs.types)*len(p.sides)),
		versions: make([]uint32, len(p.sides))}
	for i := range l.versions {
		l.versions[i] = 1 // nothing has been asked yet
	}
	var list []*gait
	for i := range rs.types {
		k := &rs.types[i]
		if k.diesCapturing || k.takesCaptor || len(k.blasts)+len(k.lastBlasts) > 0 || k.asSet != 0 || k.placeFree || k.comesBack {
			return nil
		}
		for s := range p.sides {
			a := &l.kinds[i*len(p.sides)+s]
			if !l.acting(a, TypeID(i), SideID(s)) {
				return nil
			}
			a.gait.number = len(list)
			list = append(list, a.gait)
		}
		for j := range k.modes {
			switch m := &k.modes[j]; m.op {
			case opSlide, opJump, opBent, opEdge, opPath, opCarry:
			default:
				l.fills = true
			}
		}
	}
	t.zones(list)
	t.memory()
	l.free = make([]uint64, t.f.words)
	for sq, c := range l.cells {
		if c == wall {
			l.cells[sq] = NoPiece // and so is laid when the position is
		}
	}
	return l
}

// acting compiles how a type acts; ok is false if nothing can be said of its attacks.
func (l *Leaves) acting(a *acting, typ TypeID, s SideID) (ok bool) {
	p, f := l.p, l.t.f
	k := &p.rs.types[typ]
	a.listed = k.apart
	var apart uint16
	for i := range k.modes {
		m := &k.modes[i]
		switch {
		case len(m.becomes) > 0:
			a.listed = true
		case m.op == opCarry && m.carry.chosen():
			return false // where the other one goes is not known from the piece's square
		case m.op == opCarry:
			a.apart, apart = append(a.apart, carrier{mode: m, own: ownAsked(m.when, "self") && ownAsked(m.carry.piece, "self")}), apart|1<<i
		case m.takes == takesPassing && m.use == forTake:
			a.passing, apart = append(a.passing, m), apart|1<<i
		}
	}
	if a.gait, ok = f.gait(p, typ, s, apart); !ok {
		return false
	}
	// An act by which a piece is exposed is another than one by which it is not, even between the same squares.
	for _, set := range k.reach {
		exposed := 0
		for some := set & k.moveSet &^ apart; some != 0; some &= some - 1 {
			if k.modes[lowest(some)].exposed {
				exposed++
			}
		}
		a.listed = a.listed || exposed > 0 && exposed < bits.OnesCount16(set&k.moveSet&^apart)
	}
	l.promotions(a, typ, s)
	l.placements(a, typ, s)
	return true
}

// promotions works out how many acts one way is where promotions go with it.
func (l *Leaves) promotions(a *acting, typ TypeID, s SideID) {
	p, rs := l.p, l.p.rs
	k := &rs.types[typ]
	a.leave, a.reach = make([]uint8, len(rs.empty)), make([]uint8, len(rs.empty))
	name := p.sides[s].name
	if len(k.promote) > 8 {
		a.listed = true
		return
	}
	for i := range k.promote {
		pr := &k.promote[i]
		var into []uint8
		switch pr.def.On {
		case "stay":
			a.listed = true
			continue
		case "capture":
			a.capture |= 1 << i
		case "reach":
			into = a.reach
		case "leave":
			into = a.leave
		default:
			continue
		}
		a.weighs = true
		if pr.when != nil || len(pr.most) > 0 || pr.def.To == "victim" || pr.def.To == "base" {
			a.listed = true
		}
		for _, sq := range rs.squares {
			if into != nil && pr.in.has(sq, name) {
				into[sq] |= 1 << i
			}
		}
	}
	if a.listed {
		return
	}
	for set := range a.acts {
		forced := false
		var into []TypeID
		for i := range k.promote {
			if pr := &k.promote[i]; set>>i&1 != 0 {
				forced = forced || pr.def.Forced
				for _, t := range pr.types {
					if t != typ && !slices.Contains(pr.def.Except, rs.types[t].name) {
						into = addType(into, t)
					}
				}
			}
		}
		a.acts[set] = uint8(len(into))
		if !forced {
			a.acts[set]++
		}
	}
	a.plain = make([]bool, len(rs.empty))
	for _, sq := range rs.squares {
		a.plain[sq] = a.capture == 0 && a.leave[sq] == 0
		for _, to := range rs.squares {
			if i := int(to) - int(sq) + rs.bias; a.reach[to] != 0 && k.reach[i] != 0 {
				a.plain[sq] = false
			}
		}
	}
}

// placements works out where a type may be placed, as far as squares alone decide it.
func (l *Leaves) placements(a *acting, typ TypeID, s SideID) {
	p, rs := l.p, l.p.rs
	k := &rs.types[typ]
	a.placesList = slices.ContainsFunc(rs.limited, func(r roomy) bool { return r.counts[typ] })
	for i := range k.promote {
		a.placesList = a.placesList || k.promote[i].def.On == "placed"
	}
	switch {
	case squareBound(k.placeWhen):
		a.placed = make([]bool, len(rs.empty))
		id := p.AddPiece(typ, s)
		for _, sq := range rs.squares {
			a.placed[sq] = p.PlaceableAt(id, sq)
		}
		p.forget(id)
	case ownAsked(k.placeWhen, "to"):
		a.asksOwn, a.placed, a.alike = true, make([]bool, len(rs.empty)), make([]Square, len(rs.empty))
		first := map[string]Square{}
		for _, sq := range rs.squares {
			key := l.asked(k.placeWhen, sq, s)
			if k.placeIn != nil {
				key += fmt.Sprint(" ", k.placeIn.has(sq, p.sides[s].name))
			}
			if _, ok := first[key]; !ok {
				first[key] = sq
			}
			a.alike[sq] = first[key]
		}
	}
}

// asked sums up what a condition about a Placement can know of a square but for what stands on the board.
func (l *Leaves) asked(f *formula.Formula, sq Square, s SideID) string {
	rs := l.p.rs
	key := ""
	for _, call := range f.Calls() {
		switch call.Name {
		case ".file":
			key += fmt.Sprint(" file ", rs.file[sq])
		case ".rank":
			key += fmt.Sprint(" rank ", rs.rank[sq])
		case ".in":
			for i := range rs.regions {
				key += fmt.Sprint(" ", rs.regions[i].has(sq, l.p.sides[s].name))
			}
		}
	}
	return key
}

// squareBound reports whether a condition about a Placement, which may be missing, depends on the square alone.
func squareBound(f *formula.Formula) bool {
	return f == nil || !f.Quantified() && within(f.Vars(), "to") && within(names(f), "in", ".in", ".file", ".rank")
}

// ownAsked reports whether a condition, which may be missing, asks nothing but the type, the place and the marks of its side's own pieces on
// the board, and of one variable besides.
func ownAsked(f *formula.Formula, variable string) bool {
	return f == nil || within(f.Vars(), "self", "mover", variable) && within(names(f), ".side", ".pieces", ".type", ".square", ".file", ".rank", ".moved", ".placed", ".in")
}

func names(f *formula.Formula) (list []string) {
	for _, call := range f.Calls() {
		list = append(list, call.Name)
	}
	return list
}

func within(list []string, words ...string) bool {
	return !slices.ContainsFunc(list, func(word string) bool { return !slices.Contains(words, word) })
}

// lay brings what is counted up to the position; ok is false if that is not served.
func (l *Leaves) lay() (ok bool) {
	t, p := l.t, l.p
	for s := range t.men {
		t.men[s] = t.men[s][:0]
		t.royal[s] = NoPiece
		if l.checks {
			if p.sides[s].royals > 1 {
				return false
			}
			t.royal[s] = p.sides[s].royal
		}
	}
	for len(t.at) < len(p.pieces) {
		t.at, t.gaits, l.marks = append(t.at, Off), append(t.gaits, nil), append(l.marks, 0)
	}
	for _, id := range p.onBoard {
		pc := &p.pieces[id]
		mark := uint16(pc.typ)<<2 | 1
		if pc.moved {
			mark ^= 3
		}
		if pc.placed {
			mark |= 1 << 15
		}
		if l.marks[id] != mark {
			l.marks[id] = mark
			l.versions[pc.side]++
		}
		t.at[id] = pc.at
		t.gaits[id] = l.kinds[int(pc.typ)*len(p.sides)+int(pc.side)].gait
		t.men[pc.side] = append(t.men[pc.side], id)
		if l.owners[pc.at] != pc.side && l.cells[pc.at] >= 0 {
			t.fill(l.owners[pc.at], pc.at)
			l.versions[l.owners[pc.at]]++
			l.cells[pc.at] = NoPiece
		}
	}
	for i, c := range p.cells[:len(l.cells)] {
		was := l.cells[i]
		if was == c {
			continue
		}
		sq := Square(i)
		if was >= 0 {
			l.versions[l.owners[sq]]++
			if c >= 0 && p.pieces[c].side == l.owners[sq] {
				l.cells[sq] = c
				continue
			}
			t.fill(l.owners[sq], sq)
		} else if was == wall {
			t.wall(sq)
		}
		if c >= 0 {
			l.owners[sq] = p.pieces[c].side
			l.versions[l.owners[sq]]++
			t.fill(l.owners[sq], sq)
		} else if c == wall {
			t.wall(sq)
		}
		l.cells[sq] = c
	}
	return true
}

// Count returns the number of legal acts of a side, but for those that it appends to rest, legal or not. asked is by TypeID, nil if
// nothing is. ok is false if it says nothing of the position. No side but s may be in check.
func (l *Leaves) Count(s SideID, asked []Asked, placing bool, rest []Ply) (n uint64, list []Ply, ok bool) {
	if !l.lay() {
		return 0, rest, false
	}
	t, p := l.t, l.p
	t.look(s)
	l.side, l.found = s, false
	g := plying{p: p, out: rest}
	for _, id := range t.men[s] {
		pc := &p.pieces[id]
		a := &l.kinds[int(pc.typ)*len(p.sides)+int(s)]
		if a.listed || asked != nil && asked[pc.typ].Acts {
			g.piece(id)
			continue
		}
		switch {
		case id != t.royal[s] && a.gait.once && t.quiet(id) && (!a.weighs || a.plain[pc.at]):
			n += uint64(t.bulk(s, id))
		case a.weighs && !a.plain[pc.at]:
			n += l.weighed(s, id, a)
		default:
			t.each(s, id)
			for _, to := range t.dest {
				if t.legal(s, id, to) {
					n++
				}
			}
		}
		if len(a.apart) > 0 || len(a.passing) > 0 && p.passing.by != NoPiece {
			who := p.actor(id)
			g.base = len(g.out)
			for i := range a.apart {
				l.carry(&a.apart[i], &who, &g)
			}
			if p.passing.by != NoPiece {
				for _, m := range a.passing {
					g.mode(m, &who)
				}
			}
		}
	}
	if placing {
		n, g.out = l.place(s, asked, n, g.out)
	}
	return n, g.out, true
}

// carry lists the acts of a piece with another one.
func (l *Leaves) carry(c *carrier, who *actor, g *plying) {
	p, t, m := l.p, l.t, c.mode
	if !c.own {
		g.mode(m, who)
		return
	}
	if version := l.versions[who.side]; c.version != version || c.id != who.id {
		c.version, c.id, c.other = version, who.id, NoPiece
		if m.when == nil || p.holds(m.when, who) {
			c.other = p.carried(m, who)
		}
	}
	royal := who.id == t.royal[who.side]
	if c.other == NoPiece || royal && m.carry.safe && t.checks > 0 {
		return
	}
	safe := p.safe
	if royal {
		safe = l.passes
	}
	p.carriesWith(m, who, func() PieceID { return c.other }, safe, func(to carriage) bool {
		ply := Ply{Play: Move, Piece: who.id, From: who.from, To: to.to, Take: noTaking, Exposed: m.exposed, Becomes: NoType,
			Other: to.other, Onto: to.onto, OtherFrom: p.pieces[to.other].at}
		g.add(ply)
		return true
	})
}

// passes reports whether the royal piece of a side that is not in check would be attacked on no square on its way, as it stands elsewhere.
func (l *Leaves) passes(a *actor, to Square) bool {
	t := l.t
	v, n, ok := l.p.rs.line(a.from, to)
	if !ok {
		return a.from == to
	}
	for sq := a.from; n > 0; n-- {
		sq = v.next[sq]
		for o := range t.men {
			if SideID(o) != a.side && t.strikes(t.men[o], a.id, Off, sq) {
				return false
			}
		}
	}
	return true
}

// weighed counts the acts of a piece each of whose ways may be several.
func (l *Leaves) weighed(s SideID, id PieceID, a *acting) (n uint64) {
	t := l.t
	from := t.at[id]
	t.each(s, id)
	for _, to := range t.dest {
		set := a.leave[from] | a.reach[to]
		if t.p.cells[to] != NoPiece {
			set |= a.capture
		}
		if acts := a.acts[set]; acts != 0 && t.legal(s, id, to) {
			n += uint64(acts)
		}
	}
	return n
}

// place counts Placements.
func (l *Leaves) place(s SideID, asked []Asked, n uint64, rest []Ply) (uint64, []Ply) {
	p, royal := l.p, l.t.royal[s]
	l.held = l.held[:0]
	for i := range p.pieces {
		pc := &p.pieces[i]
		if pc.at != Off || pc.gone || pc.side != s || slices.Contains(l.held, heldKind{pc.typ, pc.base}) {
			continue
		}
		l.held = append(l.held, heldKind{pc.typ, pc.base})
		if !l.found {
			l.places(s)
		}
		a := &l.kinds[int(pc.typ)*len(p.sides)+int(s)]
		if a.placesList || asked != nil && asked[pc.typ].Placing && (!asked[pc.typ].Checking || l.fills || l.t.checks > 0) {
			rest = p.placementsOf(PieceID(i), rest, false)
			continue
		}
		if a.asksOwn && a.version != l.versions[s] {
			a.version = l.versions[s]
			for _, sq := range p.rs.squares {
				if first := a.alike[sq]; first != sq {
					a.placed[sq] = a.placed[first]
				} else {
					a.placed[sq] = p.PlaceableAt(PieceID(i), sq)
				}
			}
		}
		checking := asked != nil && asked[pc.typ].Checking
		for w, set := range l.free {
			for ; set != 0; set &= set - 1 {
				sq := l.t.f.squares[w<<6+bits.TrailingZeros64(set)]
				switch {
				case a.placed != nil && !a.placed[sq], a.placed == nil && !p.PlaceableAt(PieceID(i), sq):
				case royal != NoPiece && l.t.fillsWay(PieceID(i), sq, l.t.at[royal]):
				case checking && l.strikes(s, pc.typ, sq):
					rest = append(rest, Ply{Play: Placement, Piece: PieceID(i), To: sq, Take: noTaking, Other: NoPiece, Becomes: NoType, Make: NoType, Side: s})
				default:
					n++
				}
			}
		}
	}
	return n, rest
}

// strikes reports whether a piece of a type on a square might attack a royal piece of another side.
func (l *Leaves) strikes(s SideID, typ TypeID, sq Square) bool {
	p := l.p
	for o := range p.sides {
		king := l.t.royal[o]
		if SideID(o) != s && king != NoPiece && p.rs.threats[typ].by.has(int(l.t.at[king])-int(sq)+p.rs.bias) {
			return true
		}
	}
	return false
}

// places finds the empty squares that a piece can be placed on without leaving the royal piece attacked.
func (l *Leaves) places(s SideID) {
	t := l.t
	l.found = true
	king := Off
	if t.royal[s] != NoPiece {
		king = t.at[t.royal[s]]
	}
	for w := range l.free {
		l.free[w] = t.f.all[w] &^ t.occ[w]
		ask := l.free[w]
		if len(t.ties) == 0 || t.checks == 0 && !t.barred {
			continue
		}
		if t.checks == 0 {
			ask &= t.shut[w]
		}
		for ; ask != 0; ask &= ask - 1 {
			bit := ask & -ask
			if sq := t.f.squares[w<<6+bits.TrailingZeros64(ask)]; t.exposed(NoPiece, Off, sq, king) {
				l.free[w] &^= bit
			}
		}
	}
}

// Safe reports whether an act that Count has listed is known to leave no royal piece of its side attacked.
func (l *Leaves) Safe(ply *Ply) bool {
	t := l.t
	royal := t.royal[l.side]
	if royal == NoPiece {
		return !l.checks
	}
	if t.checks > 0 {
		return false
	}
	if ply.Play == Pass {
		return true
	}
	if ply.Piece == royal || ply.Other != NoPiece || ply.Acts() || ply.Leaves() || ply.Play == Capture && (ply.Take.At != ply.To || ply.Take.Also != NoPiece || ply.Take.More != "") {
		return false
	}
	if to := t.f.nth[ply.To]; t.barred && t.shut[to>>6]>>(to&63)&1 != 0 {
		return false
	}
	from := t.f.nth[ply.From]
	return len(t.ties) == 0 || ply.From == Off || t.held[from>>6]>>(from&63)&1 == 0
}
