package movement

import (
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// This file holds the ways in which a piece moves with another one, as in castling, and in which it is captured
// on a square that it passed.

// carrying is the compiled form of rules.Carry.
type carrying struct {
	piece    *formula.Formula
	to, onto *region
	safe     bool

	any   *formula.Formula // which pieces can go along, if the player chooses; nil: any
	path  *mode            // how the piece goes then,
	along *mode            // and the other one:
	ahead bool             // before it, from where the piece goes to; else after it, to where it came from
	row   *rowing          // a row goes along; else nil
}

func (c *compiler) carrying(field string, src *rules.Carry, v *formula.Vocabulary) (*carrying, error) {
	f, err := formula.Compile(string(src.Piece), v, formula.Thing)
	if err != nil {
		return nil, c.fail(field+".piece", err)
	}
	out := &carrying{piece: f, safe: src.Safe}
	if out.to, err = c.placeIn(src.To); err != nil {
		return nil, c.fail(field+".to", err)
	}
	if out.onto, err = c.placeIn(src.Onto); err != nil {
		return nil, c.fail(field+".onto", err)
	}
	return out, nil
}

// singles gives a leg single leaps, [right, forward] of the side's heading.
func (c *compiler) singles(l *leg, leaps [][]int) {
	l.headed = make([][]vec, noHeading+1)
	for h := 0; h < noHeading; h += 2 {
		for _, leap := range leaps {
			df, dr := leap[0], leap[1]
			for range h / 2 { // a quarter to the right
				df, dr = dr, -df
			}
			l.headed[h] = append(l.headed[h], c.rs.vec(df, dr, -1))
		}
		if c.headed(uint8(h)) {
			l.vecs = append(l.vecs, l.headed[h]...)
		}
	}
}

// hurdles returns what a leg hops over, nil for anything; after the types stands whether it hops over closed squares.
func (c *compiler) hurdles(src *rules.Leg) []bool {
	if len(src.Over)+len(src.NotOver) == 0 {
		return nil
	}
	set := make([]bool, MostTypes+1)
	if len(src.Over) > 0 {
		copy(set, c.typeSet(src.Over))
	} else {
		for i := range set {
			set[i] = true
		}
	}
	for t, not := range c.typeSet(src.NotOver) {
		set[t] = set[t] && !not
	}
	return set
}

// carriage is a way in which a piece moves with another one.
type carriage struct {
	other      PieceID
	to, onto   Square
	step, line uint8 // of a row: the direction of its step, from 1, and that in which it lies
	steps      uint8 // how many it takes
}

// carries calls yield with each way in which m moves a's piece with another one, until it says no.
func (p *Position) carries(m *mode, a *actor, yield func(carriage) bool) {
	if m.carry.chosen() {
		p.pushes(m, a, yield)
		return
	}
	other, asked := NoPiece, false
	p.carriesWith(m, a, func() PieceID {
		if !asked {
			other, asked = p.carried(m, a), true
		}
		return other
	}, p.safe, yield)
}

// carried returns the piece that goes along with a's by a mode, or NoPiece.
func (p *Position) carried(m *mode, a *actor) PieceID {
	id := p.ask(m.carry.piece, a, Off, 0)
	if id < 0 || PieceID(id) == a.id || p.pieces[int(id)].at == Off || p.isWide(PieceID(id)) {
		return NoPiece
	}
	return PieceID(id)
}

// carriesWith is carries for who asks otherwise for the piece that goes along, and whether the way is safe.
func (p *Position) carriesWith(m *mode, a *actor, with func() PieceID, safe func(a *actor, to Square) bool, yield func(carriage) bool) {
	name := p.sides[a.side].name
	var out carriage
	for _, to := range m.carry.to.squares {
		if !p.lined(m.carry.to, to, a.from, name) || p.obstructed(a.from, to) {
			continue
		}
		if out.other = with(); out.other == NoPiece {
			return
		}
		at := p.pieces[out.other].at
		var ok bool
		if out.to = to; !p.free(a.from, to, a.id, out.other) {
			continue
		}
		if out.onto, ok = p.ontoOf(m.carry, at, to, name); !ok || !p.free(at, out.onto, a.id, out.other) || m.carry.safe && !safe(a, to) {
			continue
		}
		if !yield(out) {
			return
		}
	}
}

// obstructed reports whether more than one piece stands on a way, so that it is not free whoever goes along.
func (p *Position) obstructed(from, to Square) bool {
	if from == to {
		return false
	}
	n := 0
	for v, steps, ok := p.rs.line(from, to); ok && steps > 0; steps-- {
		if from = v.next[from]; p.cells[from] != NoPiece {
			n++
		}
	}
	return n > 1
}

// GoesWith returns the pieces that could go along with a piece, whatever stands in their way or attacks them now.
func (p *Position) GoesWith(id PieceID) (list []PieceID) {
	a := p.actor(id)
	t := &p.rs.types[a.own]
	for i := range t.modes {
		m := &t.modes[i]
		if m.op != opCarry || m.carry.chosen() || m.when != nil && !p.holds(m.when, &a) {
			continue
		}
		if other := p.ask(m.carry.piece, &a, Off, 0); other >= 0 && PieceID(other) != id && p.pieces[int(other)].at != Off {
			list = append(list, PieceID(other))
		}
	}
	return list
}

// CiteCarry returns the clauses by which a piece goes to a square with another one.
func (p *Position) CiteCarry(id PieceID, to Square) (list []string) {
	a := p.actor(id)
	t := &p.rs.types[a.own]
	for i := range t.modes {
		if m := &t.modes[i]; m.op == opCarry && (m.when == nil || p.holds(m.when, &a)) {
			p.carries(m, &a, func(c carriage) bool {
				if c.to == to {
					list = append(list, m.clause)
				}
				return c.to != to
			})
		}
	}
	return list
}

// A Hindrance is why a piece does not go to a square with another one.
type Hindrance struct {
	To   Square
	Text string
	Cite string
	By   []PieceID // that stand in the way, or attack a square of it
	Goes bool      // what stands on the square is what would have to go along
}

// Carrying returns why a piece cannot go along with another one to each square where it could otherwise.
func (p *Position) Carrying(id PieceID) (list []Hindrance) {
	a := p.actor(id)
	t := &p.rs.types[a.own]
	name := p.sides[a.side].name
	for i := range t.modes {
		m := &t.modes[i]
		if m.op != opCarry {
			continue
		}
		if m.carry.chosen() {
			list = p.unpushed(m, &a, list)
			continue
		}
		for _, to := range m.carry.to.squares {
			if p.lined(m.carry.to, to, a.from, name) {
				if h, bad := p.hindered(m, &a, to, name); bad {
					list = append(list, h)
				}
			}
		}
	}
	return list
}

// hindered says why a piece cannot go to a square by a mode that takes another one along, if it cannot.
func (p *Position) hindered(m *mode, a *actor, to Square, name string) (h Hindrance, bad bool) {
	h = Hindrance{To: to, Cite: m.clause}
	if m.when != nil && !p.holds(m.when, a) {
		h.Text = m.when.String() + " does not hold"
		return h, true
	}
	other := p.ask(m.carry.piece, a, Off, 0)
	if other < 0 || PieceID(other) == a.id || p.pieces[int(other)].at == Off || p.isWide(PieceID(other)) {
		h.Text = "there is no " + m.carry.piece.String()
		return h, true
	}
	x := PieceID(other)
	at := p.pieces[x].at
	onto, ok := p.ontoOf(m.carry, at, to, name)
	switch {
	case !ok:
		h.Text = "the other piece has nowhere to go"
	case !p.free(a.from, to, a.id, x) || !p.free(at, onto, a.id, x):
		h.Text = "something stands in the way"
		h.By = append(p.inWay(a.from, to, a.id, x), p.inWay(at, onto, a.id, x)...)
	case m.carry.safe && !p.safe(a, to):
		h.Text = "it is attacked, or would be on its way"
	default:
		return h, false
	}
	return h, true
}

// inWay lists what stands on a way, its end included, but for two pieces.
func (p *Position) inWay(from, to Square, a, b PieceID) (list []PieceID) {
	v, n, ok := p.rs.line(from, to)
	for ; ok && n > 0; n-- {
		from = v.next[from]
		if c := p.cells[from]; c >= 0 && c != a && c != b {
			list = append(list, c)
		}
	}
	return list
}

// lined reports whether a square of a region is one for the side, and lies on the rank or the file of another square, or is it.
func (p *Position) lined(r *region, sq, from Square, side string) bool {
	rs := p.rs
	return r.has(sq, side) && (rs.file[sq] == rs.file[from] || rs.rank[sq] == rs.rank[from])
}

// ontoOf is where what goes along goes from its square while the piece goes to another: the first of the squares on its rank or file.
func (p *Position) ontoOf(c *carrying, from, to Square, side string) (Square, bool) {
	for _, sq := range c.onto.squares {
		if sq != to && p.lined(c.onto, sq, from, side) {
			return sq, true
		}
	}
	return Off, false
}

// free reports whether a way is empty, its end included, but for two pieces.
func (p *Position) free(from, to Square, a, b PieceID) bool {
	if from == to {
		return true
	}
	v, n, ok := p.rs.line(from, to)
	for ; ok && n > 0; n-- {
		from = v.next[from]
		if c := p.cells[from]; c != NoPiece && c != a && c != b {
			return false
		}
	}
	return ok
}

// safe reports whether no opposing piece could capture a's piece where it stands, or a piece like it on a square
// that it passes or reaches.
func (p *Position) safe(a *actor, to Square) bool {
	v, n, ok := p.rs.line(a.from, to)
	if a.from == to {
		return !p.besieged(a.id, a.side)
	}
	sq, epoch := a.from, p.epoch
	for ; ok && n >= 0; n-- {
		if sq == a.from {
			ok = !p.besieged(a.id, a.side)
		} else {
			ok = !p.besiegedAt(a, sq)
		}
		sq = v.next[sq]
	}
	p.epoch = epoch
	return ok
}

// besiegedAt asks besieged of a piece like a's on a square, while that stands where it is.
func (p *Position) besiegedAt(a *actor, sq Square) bool {
	double := p.AddPiece(a.own, a.side)
	stood := p.cells[sq]
	p.cells[sq], p.pieces[double].at = double, sq
	p.changed()
	yes := p.besieged(double, a.side)
	p.cells[sq] = stood
	p.pieces, p.attacked = p.pieces[:double], p.attacked[:double]
	p.changed()
	return yes
}

func (p *Position) besieged(x PieceID, s SideID) bool {
	for _, id := range p.onBoard {
		if p.pieces[id].side != s && p.attacks(id, x) {
			return true
		}
	}
	return false
}

// mostPassed is how many squares a piece can be captured on that it passed.
const mostPassed = 8

// passing is the squares that the last play passed by an exposed mode.
type passing struct {
	by      PieceID
	squares [mostPassed]Square
	n       int
}

// SetPassing records that the last play passed squares on which its piece can be captured; nobody is NoPiece.
func (p *Position) SetPassing(by PieceID, squares ...Square) {
	p.passing = passing{by: by}
	p.passing.n = copy(p.passing.squares[:], squares)
}

// Passing returns what SetPassing or the last play recorded: the piece, or NoPiece, and the squares that it passed.
func (p *Position) Passing() (by PieceID, squares []Square) {
	if p.passing.by == NoPiece || p.passing.n == 0 || p.pieces[p.passing.by].at == Off {
		return NoPiece, nil
	}
	return p.passing.by, slices.Clone(p.passing.squares[:p.passing.n])
}

// passed records the squares between two.
func (p *Position) passed(by PieceID, from, to Square) {
	p.passing = passing{by: by}
	v, n, ok := p.rs.line(from, to)
	for ; ok && n > 1 && p.passing.n < mostPassed; n-- {
		from = v.next[from]
		p.passing.squares[p.passing.n] = from
		p.passing.n++
	}
}

// inPassing calls yield with the captures of the piece of the last play on squares that it passed.
func (p *Position) inPassing(m *mode, a *actor, yield func(Taking) bool) {
	x := p.passing.by
	if x == NoPiece || p.pieces[x].at == Off || p.pieces[x].side == a.side {
		return
	}
	base := len(p.stack)
	p.stack = p.reach(m, a, p.stack)
	for i := base; i < len(p.stack); i++ {
		to := p.stack[i]
		for _, sq := range p.passing.squares[:p.passing.n] {
			if sq == to && p.cells[to] == NoPiece && p.mayLand(m, a, to, x) &&
				!yield(Taking{Victim: x, At: p.pieces[x].at, To: to, Also: NoPiece}) {
				p.stack = p.stack[:base]
				return
			}
		}
	}
	p.stack = p.stack[:base]
}

// Close closes an empty square: nothing stands on it or passes it. Open opens it again.
func (p *Position) Close(sq Square) {
	p.changed()
	p.cells[sq] = wall
}

// Open opens a closed square.
func (p *Position) Open(sq Square) {
	p.changed()
	p.cells[sq] = NoPiece
}

// ClosedAt reports whether a square is closed.
func (p *Position) ClosedAt(sq Square) bool { return p.cells[sq] == wall }

// fate is what becomes of captured pieces.
type fate struct{ gone, owner, base bool }

func fateOf(c *rules.Capturing) fate {
	if c == nil {
		return fate{}
	}
	return fate{gone: c.Goes == "gone", owner: c.Goes == "owner", base: c.As == "base"}
}

// becoming compiles what a promotion leads to.
func (c *compiler) becoming(k *kind, src *rules.Promotion, out *promotion) {
	for _, name := range src.Types {
		if t, ok := c.typeNamed(name); ok {
			out.types = append(out.types, t)
		}
	}
	if len(src.Types) == 0 && src.To == "any" {
		k.ofAll = true
		for t := range c.defs {
			out.types = append(out.types, TypeID(t))
		}
	}
	for name, n := range src.Most {
		if t, ok := c.typeNamed(name); ok {
			if out.most == nil {
				out.most = map[TypeID]int{}
			}
			out.most[t] = n
		}
	}
}

// Ahead returns the square next to one in the direction in which a side is headed.
func (p *Position) Ahead(sq Square, s SideID) (Square, bool) {
	h := p.sides[s].heading
	if h >= noHeading {
		return Off, false
	}
	to := p.rs.king[h].next[sq]
	return to, to != Off && p.rs.empty[to] != border
}
