package movement

import (
	"fmt"
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// Pieces that share a square, captures that a piece resists, and packs that move as one. The cell of a square
// names one piece of it; those that are over it stand there as well.

// resistance is the compiled form of rules.Resistance.
type resistance struct {
	kinds   []string // nil: every one
	when    *formula.Formula
	counter int // index, or -1
	clause  string
}

// pack is the compiled form of rules.Pack.
type pack struct {
	with        []bool // by TypeID
	beside      uint8  // compass directions, as bits
	chain, anew bool
	clause      string
}

// sharing compiles what a definition says of resistances, shared squares and packs.
func (c *compiler) sharing(k *kind, v *formula.Vocabulary) error {
	for i := range k.def.Resists {
		src, at := &k.def.Resists[i], fmt.Sprintf("resists[%d]", i)
		out := resistance{counter: -1, clause: k.rule.Clause(src.Cite)}
		when, keep, err := c.condition(at, "when", src.When, v)
		if err != nil {
			return err
		}
		if !keep {
			continue
		}
		out.when, out.kinds = when, src.Kind
		if src.Uses != "" {
			if out.counter = slices.Index(k.counters, src.Uses); out.counter < 0 {
				return c.fail(at+".uses", fmt.Errorf("no such counter: %q", src.Uses))
			}
		}
		k.resists = append(k.resists, out)
	}
	settled := func(field string, src rules.Expr, want formula.Kind) (float64, error) {
		if src == "" {
			return 0, nil
		}
		f, err := formula.Compile(string(src), v, want)
		if err != nil {
			return 0, c.fail(field, err)
		}
		value, ok := f.Const()
		if !ok {
			return 0, c.fail(field, fmt.Errorf("may depend on readings only"))
		}
		return value, nil
	}
	shares, err := settled("shares", k.def.Shares, formula.Number)
	if err != nil {
		return err
	}
	k.shares = int(shares)
	src := k.def.Pack
	if src == nil {
		return nil
	}
	out := &pack{with: c.typeSet(src.With), clause: k.rule.Clause(src.Cite)}
	if len(src.With) == 0 {
		out.with = c.typeSet([]string{k.name})
	}
	for dir := range compass {
		if src.Beside == "" || src.Beside == "all" || (src.Beside == "diagonal") == (dir%2 == 1) {
			out.beside |= 1 << dir
		}
	}
	for _, f := range []struct {
		field string
		src   rules.Expr
		into  *bool
	}{{"pack.chain", src.Chain, &out.chain}, {"pack.anew", src.Anew, &out.anew}} {
		yes, err := settled(f.field, f.src, formula.Bool)
		if err != nil {
			return err
		}
		*f.into = yes != 0
	}
	k.pack = out
	return nil
}

// vacate takes a piece off its square, where another one may stand with it.
func (p *Position) vacate(id PieceID) {
	if p.rs.wide {
		p.wipe(id)
		return
	}
	pc := &p.pieces[id]
	if pc.over {
		pc.over = false
		p.above--
		return
	}
	if p.cells[pc.at] != id {
		return // another has taken its place already
	}
	if p.cells[pc.at] = NoPiece; p.above > 0 {
		p.elect(pc.at, id)
	}
}

// A square is named by the piece that is on top, where rules order those on it; else by the one that does not share, if there is one, else by
// the oldest: by which way they came it cannot be told from a position.

// names reports whether a piece names a square rather than another one on it.
func (p *Position) names(a, b PieceID) bool {
	if p.rs.ordered {
		if x, y := p.level(a), p.level(b); x != y {
			return x > y
		}
	}
	if x, y := p.sharing(a), p.sharing(b); x != y {
		return y
	}
	return a < b
}

// level is the number by which a piece is ordered among those on its square.
func (p *Position) level(id PieceID) int16 {
	pc := &p.pieces[id]
	return pc.counters[p.rs.types[pc.typ].level]
}

// LevelOf is level for who does not know whether rules order pieces; 0 if they do not.
func (p *Position) LevelOf(id PieceID) int {
	if !p.rs.ordered {
		return 0
	}
	return int(p.level(id))
}

// Above reports whether a piece is on top of another one on the same square; never where no rule orders them.
func (p *Position) Above(a, b PieceID) bool { return p.rs.ordered && p.names(a, b) }

// Raise gives a piece that comes to a board the level of one that stands above so many others, where they are ordered.
func (p *Position) Raise(id PieceID, below int) {
	if t := p.pieces[id].typ; p.rs.ordered {
		p.SetCounter(id, p.rs.types[t].level, int(p.rs.Raised(t, below)[p.rs.types[t].level]))
	}
}

// Raised returns the counters of such a piece: the lowest one has those of its type at first.
func (rs *Ruleset) Raised(t TypeID, below int) Counters {
	counters := rs.types[t].initial
	if rs.ordered {
		counters[rs.types[t].level] += int16(below)
	}
	return counters
}

// Level is the counter by which pieces of a type are ordered on a square, and its value in such a piece; "" where they are not.
func (rs *Ruleset) Level(t TypeID, below int) (name string, value int) {
	if !rs.ordered {
		return "", 0
	}
	k := &rs.types[t]
	return k.counters[k.level], int(rs.Raised(t, below)[k.level])
}

// Ordered reports whether of several pieces on a square one is on top.
func (rs *Ruleset) Ordered() bool { return rs.ordered }

// beneath reports whether another piece is on top of one.
func (p *Position) beneath(id PieceID) bool { return p.rs.ordered && p.pieces[id].over }

// sharing reports whether a piece shares its square.
func (p *Position) sharing(id PieceID) bool { return p.rs.types[p.pieces[id].typ].shares > 1 }

// elect has the one of those over a square name it that ought to, where nothing stands in its cell; but stands there no longer.
func (p *Position) elect(sq Square, but PieceID) {
	first := NoPiece
	for _, x := range p.onBoard {
		if o := &p.pieces[x]; o.over && o.at == sq && x != but && (first == NoPiece || p.names(x, first)) {
			first = x
		}
	}
	if first != NoPiece {
		p.pieces[first].over = false
		p.above--
		p.cells[sq] = first
	}
}

// retyped has a square named again after a piece on it has become one of another type, or is on another level.
func (p *Position) retyped(id PieceID) {
	sq := p.pieces[id].at
	if p.above == 0 || p.rs.wide {
		return
	}
	if c := p.cells[sq]; c >= 0 {
		p.pieces[c].over = true
		p.above++
		p.cells[sq] = NoPiece
		p.elect(sq, NoPiece)
	}
}

// arrive puts a piece on a square, with what stands there if one of the two shares.
func (p *Position) arrive(id PieceID, to Square) {
	pc := &p.pieces[id]
	pc.at = to
	if p.rs.wide {
		p.fill(id)
		return
	}
	c := p.cells[to]
	switch {
	case c < 0 || c == id:
		p.cells[to] = id
	case !p.sharing(id) && !p.sharing(c):
		p.cells[to] = id
	case p.names(c, id):
		pc.over = true
		p.above++
	default:
		p.pieces[c].over = true
		p.above++
		p.cells[to] = id
	}
}

// AllAt appends the pieces on a square: that of its cell, and those that share it, the upper first where they are ordered, else the older.
func (p *Position) AllAt(sq Square, buf []PieceID) []PieceID {
	if id := p.At(sq); id != NoPiece {
		buf = append(buf, id)
	}
	if p.above == 0 {
		return buf
	}
	base := len(buf)
	for _, id := range p.onBoard {
		if pc := &p.pieces[id]; pc.over && pc.at == sq {
			buf = append(buf, id)
		}
	}
	if slices.Sort(buf[base:]); p.rs.ordered {
		slices.SortStableFunc(buf[base:], func(a, b PieceID) int { return int(p.level(b)) - int(p.level(a)) })
	}
	return buf
}

// placedOn appends the pieces whose place a square is: all that share it, and not one that covers it from another.
func (p *Position) placedOn(sq Square, buf []PieceID) []PieceID {
	if p.above > 0 {
		return p.AllAt(sq, buf)
	}
	if c := p.cells[sq]; c >= 0 && p.pieces[c].at == sq {
		buf = append(buf, c)
	}
	return buf
}

// Sharing reports whether a type shares its square with others.
func (rs *Ruleset) Sharing(t TypeID) bool { return rs.types[t].shares > 1 }

// Shares reports whether any type does.
func (rs *Ruleset) Shares() bool { return rs.sharing }

// MayShare reports whether a piece may stand on a square together with what stands there: one of them shares, and they
// are no more than that allows.
func (p *Position) MayShare(id PieceID, sq Square) bool { return p.mayShare(id, sq) }

func (p *Position) mayShare(id PieceID, sq Square) bool {
	return p.rs.sharing && p.standsAs(p.pieces[id].typ, sq, NoPiece)
}

// Joins reports whether an effect may bring a piece to the square on which others stand already: it may stand there with them.
func (p *Position) Joins(id PieceID, to Square) bool {
	return p.pieces[id].at != to && p.joinsAs(p.pieces[id].typ, to)
}

// joinsAs is Joins for a new piece of a type.
func (p *Position) joinsAs(t TypeID, to Square) bool {
	return p.rs.sharing && p.cells[to] >= 0 && p.standsAs(t, to, NoPiece)
}

// Excludes reports whether two pieces cannot be on one square however many there are: neither shares.
func (p *Position) Excludes(a, b PieceID) bool {
	return p.rs.types[p.pieces[a].typ].shares < 2 && p.rs.types[p.pieces[b].typ].shares < 2
}

// MayStand reports whether a piece of a type may stand on a square with pieces of other types.
func (rs *Ruleset) MayStand(t TypeID, with []TypeID) bool {
	most, ground := 0, 0
	for _, x := range append(slices.Clone(with), t) {
		if n := rs.types[x].shares; n > 1 {
			most = max(most, n)
		} else {
			ground++
		}
	}
	return ground < 2 && (len(with) == 0 || len(with) < most)
}

// standsAs reports whether a piece of a type may stand on a square with what stands there but for one: no other that does not share,
// if it does not, and no more than the greatest number that one of them allows.
func (p *Position) standsAs(t TypeID, sq Square, but PieceID) bool {
	var buf [8]PieceID
	most, ground, others := p.rs.types[t].shares, 0, 0
	if most < 2 {
		ground++
	}
	for _, x := range p.AllAt(sq, buf[:0]) {
		if x == but {
			continue
		}
		others++
		if n := p.rs.types[p.pieces[x].typ].shares; n > 1 {
			most = max(most, n)
		} else {
			ground++
		}
	}
	return ground < 2 && (others == 0 || others < most)
}

// shared reports whether several pieces stand on a square, and whether a piece that shares may come to stand there beside what does: in
// either case it changes places with none of them, and captures no friend.
func (p *Position) shared(id PieceID, sq Square) (several, beside bool) {
	if !p.rs.sharing {
		return false, false
	}
	var buf [8]PieceID
	n := len(p.AllAt(sq, buf[:0]))
	return n > 1, n > 0 && p.sharing(id) && p.mayShare(id, sq)
}

// sharedSquare collects what a mode yields on a landing square that holds several pieces, or that the piece may share, and
// reports whether it has dealt with it.
func (g *gather) sharedSquare(m *mode, sq Square, use use) bool {
	a, p := g.a, g.a.p
	var buf [8]PieceID
	list := p.AllAt(sq, buf[:0])
	shares := p.rs.types[g.who.own].shares > 1 && len(list) > 0 && p.mayShare(g.who.id, sq)
	if len(list) < 2 && !shares {
		return false
	}
	if shares && use&forMove != 0 && sq != g.who.from && a.seenMove[sq] != a.stamp {
		a.seenMove[sq] = a.stamp
		a.moves = append(a.moves, sq)
	}
	for _, c := range list {
		if c == g.who.id || use&(forTake|forShot) == 0 || !m.captures(p.pieces[c].typ) {
			continue
		}
		if p.pieces[c].side == g.who.side {
			g.friend(c, false)
			continue
		}
		g.enemy(c, sq, use)
	}
	return true
}

// KindsOf returns the kinds of the ways by which a piece may make a capture, in the order of its modes; nil if no mode of its
// type has a kind.
func (p *Position) KindsOf(id PieceID, t Taking) (kinds []string) {
	named := false
	for i := range p.rs.types[p.pieces[id].typ].modes {
		m := &p.rs.types[p.pieces[id].typ].modes[i]
		named = named || m.kind != "" && m.in == 0
		if m.in > 0 || m.use&(forTake|forShot) == 0 || slices.Contains(kinds, m.kind) {
			continue
		}
		kind := m.kind
		if len(p.wayOfTaking(id, t, &kind, true, nil).Clauses) > 0 {
			kinds = append(kinds, kind)
		}
	}
	if !named {
		return nil
	}
	return kinds
}

// WayOfKind is WayOfTaking by a way of a kind.
func (p *Position) WayOfKind(id PieceID, t Taking, kind string, buf []string) Way {
	return p.wayOfTaking(id, t, &kind, true, buf)
}

// Resistance is why a capture has no effect.
type Resistance struct {
	Counter int // that it lowers, or -1
	Clause  string
}

// Resists reports whether a piece resists a capture of a kind, and by which clause.
func (p *Position) Resists(x PieceID, kind string) (Resistance, bool) {
	if !p.rs.resisted {
		return Resistance{}, false
	}
	k := &p.rs.types[p.pieces[x].typ]
	for i := range k.resists {
		r := &k.resists[i]
		if len(r.kinds) > 0 && !slices.Contains(r.kinds, kind) || r.counter >= 0 && p.pieces[x].counters[r.counter] < 1 {
			continue
		}
		if r.when != nil {
			a := p.actor(x)
			if !p.holds(r.when, &a) {
				continue
			}
		}
		return Resistance{r.counter, r.clause}, true
	}
	return Resistance{}, false
}

// PackMove is what one piece of a pack does.
type PackMove struct {
	Piece PieceID
	To    Square
}

// PackFault says why a pack does not move so.
type PackFault struct {
	Piece PieceID
	What  PackRefusal
}

// PackRefusal is what is wrong with a move of a pack.
type PackRefusal int

// What may be wrong.
const (
	NoPack    PackRefusal = iota + 1 // the type moves with nobody
	NotOfPack                        // the piece does not belong to the pack of the first
	NoWay                            // it has no way there
	SameGoal                         // another piece of the pack goes there
)

// PackClause is the clause by which a type moves with others, "" if it does not.
func (rs *Ruleset) PackClause(t TypeID) string {
	if k := rs.types[t].pack; k != nil {
		return k.clause
	}
	return ""
}

// MovesTogether asks whether pieces may go to these squares as one Move: each by its own ways, over and onto squares that
// the others leave. What it may do depends on the board before, or as it sets out. It returns everything that speaks against it.
func (p *Position) MovesTogether(list []PackMove) (faults []PackFault) {
	first := list[0].Piece
	k := p.rs.types[p.pieces[first].typ].pack
	if k == nil {
		return []PackFault{{first, NoPack}}
	}
	members := p.packOf(first, k)
	for i, m := range list {
		if i > 0 && !slices.Contains(members, m.Piece) {
			faults = append(faults, PackFault{m.Piece, NotOfPack})
		}
		for _, o := range list[:i] {
			if o.To == m.To || o.Piece == m.Piece {
				faults = append(faults, PackFault{m.Piece, SameGoal})
			}
		}
	}
	if len(faults) > 0 {
		return faults
	}
	q := p.rs.NewPosition()
	q.CopyFrom(p)
	for _, m := range list {
		q.cells[q.pieces[m.Piece].at] = NoPiece
	}
	for i, m := range list {
		if moves := q.MovesOf(m.Piece, nil); m.To == p.pieces[m.Piece].at || !slices.Contains(moves, m.To) {
			faults = append(faults, PackFault{m.Piece, NoWay})
		}
		if k.anew && i < len(list)-1 {
			q.pieces[m.Piece].at = m.To
			q.cells[m.To] = m.Piece
			q.changed()
		}
	}
	return faults
}

// PackOf returns the pieces that may move with one, itself not among them; nil if its type moves with nobody.
func (p *Position) PackOf(first PieceID) []PieceID {
	k := p.rs.types[p.pieces[first].typ].pack
	if k == nil {
		return nil
	}
	return p.packOf(first, k)
}

// PackGoals returns for each of some pieces where it could go if all of them left their squares first.
func (p *Position) PackGoals(list []PieceID) [][]Square {
	q := p.rs.NewPosition()
	q.CopyFrom(p)
	for _, id := range list {
		q.cells[q.pieces[id].at] = NoPiece
	}
	goals := make([][]Square, len(list))
	for i, id := range list {
		goals[i] = q.MovesOf(id, nil)
	}
	return goals
}

// packOf returns the pieces that belong to the pack of one, which is not among them.
func (p *Position) packOf(first PieceID, k *pack) (members []PieceID) {
	reached := []PieceID{first}
	for i := 0; i < len(reached); i++ {
		if i > 0 && !k.chain {
			break
		}
		at := p.pieces[reached[i]].at
		for dir := range compass {
			if k.beside>>dir&1 == 0 {
				continue
			}
			for _, c := range p.placedOn(p.rs.next[dir][at], nil) {
				if k.with[p.pieces[c].typ] && p.pieces[c].side == p.pieces[first].side && !slices.Contains(reached, c) && !p.isWide(c) {
					reached = append(reached, c)
				}
			}
		}
	}
	return reached[1:]
}
