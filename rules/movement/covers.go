package movement

import (
	"fmt"
	"maps"
	"slices"

	"adjudicate/rules"
)

// Pieces that stand on several squares. Each of the squares names the piece in Position.cells, so that whoever looks at a square, walks
// over it or captures there needs no more; the piece's own square is its place. Only rulesets with such a type (Ruleset.wide) come here.
//
// Two questions change. Whether a piece captures one on several squares is asked of each of its squares (Position.aim). And what
// is on several squares itself walks another board, one whose squares are the places that it could have (Position.eroded), or asks at
// each step what it meets (body.go); bodies.go says what comes of that.

// A body is the squares that a type covers.
type body struct {
	from    [4][][]Square // by how many quarters to the right it is turned, and by its place: sorted; nil where it has no room on the board
	headed  bool          // it is turned as its side is headed
	counter int           // and by as many quarters as this counter of the piece says; -1: none
}

// covering compiles the squares that a type covers.
func (c *compiler) covering(k *kind) error {
	k.covers = nil
	if len(k.def.Covers) < 2 {
		return nil
	}
	k.covers = &body{counter: -1}
	for _, word := range k.def.Facing() {
		if word == rules.FacesHeading {
			k.covers.headed = true
			if i := slices.IndexFunc(slices.Sorted(maps.Values(c.rs.headings)), func(h uint8) bool { return h%2 != 0 }); i >= 0 || c.rs.others != noHeading && c.rs.others%2 != 0 {
				return c.fail("faces", fmt.Errorf("a side is headed along a diagonal: a body can be turned by quarters only"))
			}
		} else if k.covers.counter = slices.Index(k.counters, word); k.covers.counter < 0 {
			return c.fail("faces", fmt.Errorf("no counter %q", word))
		}
	}
	for turn := range k.covers.from {
		if turn > 0 && k.def.Faces == "" {
			k.covers.from[turn] = k.covers.from[0]
			continue
		}
		from := make([][]Square, len(c.rs.empty))
		for _, place := range c.rs.squares {
			list := make([]Square, 0, len(k.def.Covers))
			for _, by := range k.def.Covers {
				if len(by) != 2 {
					return c.fail("covers", fmt.Errorf("expected pairs of numbers"))
				}
				by := rules.Turned(by, turn)
				if sq, ok := c.rs.offset(place, by[0], by[1]); ok && !slices.Contains(list, sq) {
					list = append(list, sq)
				}
			}
			if len(list) == len(k.def.Covers) {
				slices.Sort(list)
				from[place] = list
			}
		}
		k.covers.from[turn] = from
	}
	return nil
}

// turned returns by how many quarters to the right a piece of a type and a side with these counters is turned.
func (p *Position) turned(t TypeID, s SideID, counters *Counters) int {
	b, by := p.rs.types[t].covers, 0
	if b == nil {
		return 0
	}
	if h := p.sides[s].heading; b.headed && h < noHeading {
		by = int(h) / 2
	}
	if b.counter >= 0 {
		by += int(counters[b.counter])
	}
	return by & 3
}

// loosen notes what types there are whose pieces do not just fill one square.
func (c *compiler) loosen() error {
	rs := c.rs
	for i := range rs.types {
		k := &rs.types[i]
		rs.sharing = rs.sharing || k.shares > 1
		rs.resisted = rs.resisted || len(k.resists) > 0
		rs.wide = rs.wide || k.covers != nil
	}
	rs.loose = rs.sharing || rs.wide
	if s := c.proc.Sharing; s != nil && s.Order != "" && rs.sharing {
		rs.ordered, rs.immunities = true, true
		for i := range rs.types {
			k := &rs.types[i]
			if k.level = slices.Index(k.counters, s.Order); k.level < 0 {
				rs.ordered = false // the rule that declares the counter is not in force
			}
		}
	}
	for i := range rs.types {
		if k := &rs.types[i]; rs.wide && k.shares > 1 {
			c.number = k.rule.Number
			return c.fail("shares", fmt.Errorf("no piece shares a square where there are pieces that cover several"))
		}
	}
	return nil
}

// Wide reports whether some type covers several squares.
func (rs *Ruleset) Wide() bool { return rs.wide }

// Covered returns the squares that a piece would cover with its place on a square, sorted: that square alone, for most types. It is nil
// where the piece has no room on the board. The slice must not be changed.
func (p *Position) Covered(id PieceID, place Square) []Square {
	pc := &p.pieces[id]
	if b := p.rs.types[pc.typ].covers; b != nil {
		return b.from[p.turned(pc.typ, pc.side, &pc.counters)][place]
	}
	return []Square{place}
}

// CoveredAtFirst is Position.Covered for a new piece of a type and a side.
func (rs *Ruleset) CoveredAtFirst(t TypeID, side string, place Square) []Square {
	p := rs.NewPosition()
	return p.Covered(p.AddPiece(t, p.AddSide(side)), place)
}

// SquaresOf returns the squares that a piece on the board covers, sorted.
func (p *Position) SquaresOf(id PieceID) []Square {
	pc := &p.pieces[id]
	if list := p.covers(pc, pc.at); list != nil {
		return slices.Clone(list)
	}
	return []Square{pc.at}
}

// Fits reports whether a piece could stand at a place as the board is: every square that it would cover is on the board, open, and
// empty but for itself.
func (p *Position) Fits(id PieceID, place Square) bool {
	pc := &p.pieces[id]
	return p.room(pc.typ, pc.side, &pc.counters, place, id, noTaking)
}

// HasRoom is Fits for whoever sets up a position: fields, which lie by what stands by then, are in nobody's way.
func (p *Position) HasRoom(id PieceID, place Square) bool {
	p.openFields()
	defer p.closeFields()
	return p.Fits(id, place)
}

// Vacant reports whether nothing else stands where a piece would with its place on a square.
func (p *Position) Vacant(id PieceID, place Square) bool {
	if p.rs.wide {
		return p.Fits(id, place)
	}
	return p.At(place) == NoPiece
}

// FitsAfter is Fits for the end of a capture, once what it takes is off the board.
func (p *Position) FitsAfter(id PieceID, w Taking) bool {
	pc := &p.pieces[id]
	return p.room(pc.typ, pc.side, &pc.counters, w.To, id, w)
}

// InTheWay reports whether a piece on the board stands where another would with its place on a square.
func (p *Position) InTheWay(x, id PieceID, place Square) bool {
	would := p.Covered(id, place)
	return slices.ContainsFunc(p.SquaresOf(x), func(sq Square) bool { return slices.Contains(would, sq) })
}

// Obstacle returns the first square on which a piece with its place on a square would have no room, and what stands on it; Off if it has no
// room on the board there.
func (p *Position) Obstacle(id PieceID, place Square) (at Square, other PieceID) {
	list := p.Covered(id, place)
	for _, sq := range list {
		if c := p.cells[sq]; c >= 0 && c != id {
			return sq, c
		}
	}
	for _, sq := range list {
		if p.cells[sq] == wall {
			return sq, NoPiece
		}
	}
	return Off, NoPiece
}

// FitsAs is Fits for the piece as another type, where it stands.
func (p *Position) FitsAs(id PieceID, t TypeID) bool {
	return p.FitsAsWith(id, t, &p.rs.types[t].initial)
}

// FitsAsWith is FitsAs with counters that are not those of the type at first.
func (p *Position) FitsAsWith(id PieceID, t TypeID, counters *Counters) bool {
	pc := &p.pieces[id]
	if pc.at != Off && p.rs.sharing {
		return p.standsAs(t, pc.at, id)
	}
	return !p.rs.wide || p.room(t, pc.side, counters, pc.at, id, noTaking)
}

// FitsFor is Fits for the piece where it stands, if it is on the board, as another side's.
func (p *Position) FitsFor(id PieceID, s SideID) bool {
	pc := &p.pieces[id]
	return !p.isWide(id) || pc.at == Off || p.room(pc.typ, s, &pc.counters, pc.at, id, noTaking)
}

// FitsCounting is Fits for the piece where it stands, if it is on the board, with another value of its i-th counter.
func (p *Position) FitsCounting(id PieceID, i, value int) bool {
	pc := &p.pieces[id]
	if !p.isWide(id) || pc.at == Off {
		return true
	}
	counters := pc.counters
	counters[i] = int16(value)
	return p.room(pc.typ, pc.side, &counters, pc.at, id, noTaking)
}

// isWide reports whether a piece covers several squares.
func (p *Position) isWide(id PieceID) bool {
	return p.rs.wide && p.rs.types[p.pieces[id].typ].covers != nil
}

// covers returns the squares of a piece at a place; nil if it covers that place alone, or has no room there.
func (p *Position) covers(pc *piece, place Square) []Square {
	if b := p.rs.types[pc.typ].covers; b != nil && place != Off {
		return b.from[p.turned(pc.typ, pc.side, &pc.counters)][place]
	}
	return nil
}

// footing returns the squares that an actor covers with its place on a square.
func (p *Position) footing(a *actor, place Square) []Square { return p.covers(&p.pieces[a.id], place) }

// room asks Fits of a piece of a type and a side with these counters, once it and what a capture takes are off the board; it may be NoPiece.
func (p *Position) room(t TypeID, s SideID, counters *Counters, place Square, id PieceID, w Taking) bool {
	if place == Off {
		return false
	}
	free := func(sq Square) bool {
		c := p.cells[sq]
		return c == NoPiece || c >= 0 && (c == id || w.Victim != NoPiece && w.Takes(c)) || c == wall && id != NoPiece && p.pieces[id].at == Off && p.fieldToPlaceOn(sq)
	}
	b := p.rs.types[t].covers
	if b == nil {
		return free(place)
	}
	list := b.from[p.turned(t, s, counters)][place]
	for _, sq := range list {
		if !free(sq) {
			return false
		}
	}
	return list != nil
}

// besideFriend reports whether a piece on several squares meets a friend at a place, while its board of places is walked on.
func (p *Position) besideFriend(a *actor, place Square) bool {
	return slices.ContainsFunc(p.footing(a, place), func(sq Square) bool {
		c := p.walkedOn[sq]
		return c >= 0 && c != a.id && p.pieces[c].side == a.side
	})
}

// wipe empties the squares of a piece, and fill has them name it.
func (p *Position) wipe(id PieceID) {
	pc := &p.pieces[id]
	if p.cells[pc.at] == id {
		p.cells[pc.at] = NoPiece
	}
	for _, sq := range p.covers(pc, pc.at) {
		if p.cells[sq] == id {
			p.cells[sq] = NoPiece
		}
	}
}

func (p *Position) fill(id PieceID) {
	pc := &p.pieces[id]
	p.cells[pc.at] = id
	for _, sq := range p.covers(pc, pc.at) {
		p.cells[sq] = id
	}
}

// target is the square on which a capture of a piece is asked for: its own or, while each of several is asked, that one.
func (p *Position) target(x PieceID) Square {
	if x == p.aimed {
		return p.aim
	}
	return p.pieces[x].at
}

// each calls ask with every square of a piece as the one that captures of it are asked for, until it says true.
func (p *Position) each(x PieceID, ask func(sq Square) bool) bool {
	pc := &p.pieces[x]
	aimed, aim := p.aimed, p.aim
	defer func() { p.aimed, p.aim = aimed, aim }()
	for _, sq := range p.covers(pc, pc.at) {
		if p.aimed, p.aim = x, sq; ask(sq) {
			return true
		}
	}
	return false
}

// eroded is the board as a piece on several squares walks it. A place is beyond the board where it has no room there, closed where one of
// the squares is, and holds what stands on them, of several pieces one.
func (p *Position) eroded(a *actor) []PieceID {
	if len(p.views) == p.viewing {
		p.views = append(p.views, nil)
	}
	view := grow(p.views[p.viewing], len(p.cells)) // those of another board may stand there
	p.views[p.viewing] = view
	for sq := range view {
		view[sq] = border
	}
	for _, place := range p.rs.squares {
		list := p.footing(a, place)
		if list == nil {
			continue
		}
		view[place] = NoPiece
		for _, sq := range list {
			if c := p.cells[sq]; c == wall || c >= 0 && c != a.id && view[place] == NoPiece {
				view[place] = c
			}
		}
	}
	view[a.from] = a.id
	return view
}

// met returns the pieces on the squares that a piece would cover at a place, each once, that on the place itself last.
func (p *Position) met(a *actor, place Square) (list []PieceID) {
	for _, sq := range p.footing(a, place) {
		if c := p.cells[sq]; c >= 0 && c != a.id && c != p.cells[place] && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	if c := p.cells[place]; c >= 0 && c != a.id {
		list = append(list, c)
	}
	return list
}

// fitting leaves those of the types that a piece can become which have room where an act ends.
func (p *Position) fitting(ply *Ply, types []TypeID) []TypeID {
	if !p.rs.wide {
		return types
	}
	return slices.DeleteFunc(slices.Clone(types), func(t TypeID) bool {
		return !p.room(t, p.pieces[ply.Piece].side, &p.rs.types[t].initial, ply.To, ply.Piece, ply.Take)
	})
}

// wide appends the turns of a piece in the plain game where pieces cover several squares.
func (t *Tree) wide(id PieceID) {
	p := t.p
	var ends []Square
	a := p.findings(id)
	ends = append(ends, a.Moves(id)...)
	who := p.actor(id)
	for _, w := range a.Takings(id) { // in the plain game what is captured stands where the piece lands
		if met := p.met(&who, w.To); w.To != who.from && len(met) > 0 && len(met) == len(w.Victims()) && w.Takes(met[0]) {
			ends = append(ends, w.To)
		}
	}
	slices.Sort(ends)
	for _, to := range slices.Compact(ends) {
		t.steps = append(t.steps, step{id, to, p.At(to)})
	}
}

// makeWide makes a turn of the plain game: what stands on the squares that the piece comes to cover is captured.
func (t *Tree) makeWide(s step) made {
	p := t.p
	m := made{s, p.pieces[s.id].at, p.save()}
	a := p.actor(s.id)
	for _, x := range p.met(&a, s.to) {
		p.Lift(x)
	}
	p.Put(s.id, s.to)
	return m
}

// open reports whether nothing stands where a piece would, but for itself.
func (p *Position) open(a *actor, place Square) bool {
	if !p.rs.wide || p.rs.types[a.own].covers == nil {
		return p.cells[place] == NoPiece
	}
	return place != a.from && p.Fits(a.id, place)
}

// beside lists the squares next to those of a piece, in the directions in which pieces are linked.
func (p *Position) beside(id PieceID) (list []Square) {
	squares := []Square{p.pieces[id].at}
	if p.isWide(id) {
		squares = p.SquaresOf(id)
	}
	for _, sq := range squares {
		for _, dir := range p.rs.links {
			list = append(list, p.rs.next[dir][sq])
		}
	}
	return list
}
