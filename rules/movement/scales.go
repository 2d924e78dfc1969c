package movement

import (
	"math/bits"
	"slices"

	"adjudicate/events"
)

// This file weighs the sides of a position from play to play.
//
// # Idea
//
// A side's Weight is the sum of what its pieces bring in, and most plays touch few of them. Scales remember of every piece its share, and on
// what it rests (rests, looks.go). When they follow a position they compare it with the one that they followed last, whatever has
// happened between: squares that hold something else, pieces that are not what they were, what sides played last. Only the pieces
// are weighed again whose share rests on any of that. Of a piece no more is found out than its share asks for: its moves, and
// whether it captures and defends anything, for which the first capture and the first defence are enough. Where the formulas ask no more of its moves
// than whether there is one, it is enough to know that too. A piece that copies its victim, and of whose ways nothing has changed, is asked about what has
// newly come alone.
//
// # Refuses
//
// Nothing. Under rules that ask about more than rests can note (pins, shared squares, pieces that cover several, fields, denials), every piece is
// weighed again each time; so is one whose share rests on more.
//
// An Analysis of the same position, which knows nothing of the one before, says the same: tests compare the two.

// Scales hold the Weights of a position, and how many pieces count, and keep them as the position changes. The zero value is
// ready for use. They are not safe for concurrent use.
type Scales struct {
	rs     *Ruleset
	an     *Analysis // of one piece at a time
	cells  []PieceID // what stood where
	pieces []weighed // by PieceID
	index  restIndex // on what their shares rest, in one place
	sides  []scale   // by SideID
	royals []PieceID // by place: those on the board, NoPiece where there is none any longer
	many   bool      // there are more, and none is remembered

	// How the position differs from the one before.
	all     bool // by more than the rest says
	squares []uint64
	words   []int // of which something is
	types   [4]uint64
	counted [4]uint64  // types of which there are more, or fewer
	had     [256]int16 // so many of each there were
	fresh   []PieceID  // those that stand on these squares
}

// weighed is a piece as it was when the position was followed last.
type weighed struct {
	piece           piece
	on              bool   // its share is on the scale
	side            SideID // of that side
	share           events.Half
	counts          bool
	value, mobility events.Half // of which its share is made,
	takes, defends  bool        // with whether it captures and defends anything
	hints           [2]PieceID  // a piece that it captures, and one that it defends
	royals          uint64      // those that it attacks, by their places in Scales.royals
	rests           rests
}

// scale is what the pieces of a side bring in together.
type scale struct {
	shares, weight events.Half
	counting       int
	last           Last
	played         bool // something else since
	takes          bool // it may capture royal pieces
	turned         bool // and could not before, or the other way round
	checks         int  // given to it
}

// mostRoyals is how many royal pieces on a board are remembered by those that attack them. With more, checks are looked for anew.
const mostRoyals = 64

// Weight returns a side's Weight.
func (s *Scales) Weight(side SideID) events.Half { return s.sides[side].weight }

// Counting returns how many of a side's on-board pieces count for play shapes: the n of `plays`.
func (s *Scales) Counting(side SideID) int { return s.sides[side].counting }

// Follow weighs a position, which may be any: the less it differs from the one before, the less there is to do.
func (s *Scales) Follow(p *Position) {
	if s.rs != p.rs {
		s.begin(p)
	}
	if s.an == nil {
		s.an = &Analysis{brief: true}
	}
	s.compare(p)
	s.news(p)
	s.an.follow(p)
	moved := s.enthrone(p)
	x := &s.index
	s.find()
	for id := range s.pieces {
		f := &x.facts[id]
		switch {
		case f.has&(onBoard|onScale) == 0: // it was off the board, and is
		case f.has&onBoard == 0:
			s.takeOff(PieceID(id))
		case f.has&(onScale|isStale) != onScale || s.concerns(PieceID(id)):
			s.takeOff(PieceID(id))
			s.weigh(p, PieceID(id))
		case f.has&asksVictims != 0 && s.reaches(p, &s.pieces[id].piece):
			s.again(p, PieceID(id))
			s.attack(p, PieceID(id), moved)
			s.enter(PieceID(id))
		case moved != 0:
			s.attack(p, PieceID(id), moved)
			s.enter(PieceID(id))
		}
	}
	s.pieces = s.pieces[:len(p.pieces)]
	s.count(p)
	asked, holds := int16(-1), true // most sides have as many royal pieces as the one before
	for i := range p.sides {
		c := &s.sides[i]
		if n := p.sides[i].royals; n != asked && p.rs.weigh.when != nil {
			s.an.vals = values{float64(n)}
			asked, holds = n, p.rs.weigh.when.Eval(&s.an.vals) != 0
		}
		if c.weight = 0; holds {
			c.weight = c.shares
		}
	}
}

// begin makes the scales empty, for positions of another ruleset.
func (s *Scales) begin(p *Position) {
	before := *s
	*s = Scales{rs: p.rs, an: s.an, cells: grow(before.cells, len(p.cells)), squares: grow(before.squares, (len(p.cells)+63)/64), words: before.words[:0],
		fresh: before.fresh[:0], royals: before.royals[:0], pieces: before.pieces[:0], sides: before.sides[:0], index: before.index}
	clear(s.cells)
	clear(before.sides[:cap(before.sides)])
	for id := range before.pieces[:cap(before.pieces)] {
		w := &before.pieces[:cap(before.pieces)][id]
		*w = weighed{rests: rests{squares: w.rests.squares}}
		if len(w.rests.squares) != len(s.squares) {
			w.rests.squares = nil
		}
	}
	s.index.begin(len(s.squares), (len(p.rs.types)+63)/64)
}

// compare notes how a position differs from the one before.
func (s *Scales) compare(p *Position) {
	s.all = !p.rs.tellsRests()
	clear(s.squares)
	s.types = [4]uint64{}
	for from := 0; from < len(p.cells); from += 64 {
		now, was := p.cells[from:min(from+64, len(p.cells))], s.cells[from:min(from+64, len(p.cells))]
		if len(now) == 64 && *(*[64]PieceID)(now) == *(*[64]PieceID)(was) {
			continue
		}
		for i, c := range now {
			if w := was[i]; w != c {
				s.squares[from>>6] |= 1 << i
				s.all = s.all || w == wall || c == wall // walks end before a wall and do not tell
				was[i] = c
			}
		}
	}
	s.pieces = grow(s.pieces, max(len(s.pieces), len(p.pieces)))
	s.changes(p)
	s.words = s.words[:0]
	for i, set := range s.squares {
		if set != 0 {
			s.words = append(s.words, i)
		}
	}
	s.counted = [4]uint64{}
	for i, set := range &s.types {
		for ; set != 0; set &= set - 1 {
			if t := i<<6 + bits.TrailingZeros64(set); s.had[t] != p.count[t] {
				s.had[t] = p.count[t]
				s.counted[i] |= set & -set
			}
		}
	}
	s.sides = grow(s.sides, max(len(s.sides), len(p.sides)))
	for i := range p.sides {
		c, takes := &s.sides[i], p.mayTakeRoyal(SideID(i))
		c.played, c.turned = c.last != p.sides[i].last, c.takes != takes
		c.last, c.takes = p.sides[i].last, takes
	}
}

// differs notes a piece that is not what it was, or has become what it is.
func (s *Scales) differs(pc *piece) {
	if pc.at != Off {
		s.squares[pc.at>>6] |= 1 << (pc.at & 63)
		s.types[pc.typ>>6] |= 1 << (pc.typ & 63)
	}
}

// tellsRests reports whether what is found of a piece rests on nothing but what rests can note.
func (rs *Ruleset) tellsRests() bool {
	r := &rs.readings
	return !r.respectPins && !r.legalMobility && !rs.loose && len(rs.denials)+len(rs.disarmings) == 0 && rs.fields == nil
}

// news lists the pieces on squares that have changed.
func (s *Scales) news(p *Position) {
	s.fresh = s.fresh[:0]
	if s.all {
		return
	}
	for i, set := range s.squares {
		for ; set != 0; set &= set - 1 {
			if c := p.cells[i<<6+bits.TrailingZeros64(set)]; c >= 0 {
				s.fresh = append(s.fresh, c)
			}
		}
	}
}

// reaches reports whether a piece that copies its victim could reach one of those that are new where they are.
func (s *Scales) reaches(p *Position, pc *piece) bool {
	t := &p.rs.types[pc.typ]
	for i := range t.modes {
		if m := &t.modes[i]; m.op == opAs && m.as.who == copyVictim {
			for _, c := range s.fresh {
				if p.copies(m, pc.at, &p.pieces[c]) {
					return true
				}
			}
		}
	}
	return false
}

// takeOff takes a piece's share off the scale, if it is there.
func (s *Scales) takeOff(id PieceID) {
	w := &s.pieces[id]
	if !w.on {
		return
	}
	c := &s.sides[w.side]
	c.shares -= w.share
	if w.counts {
		c.counting--
	}
	w.on, w.royals = false, 0
	s.index.facts[id].has &^= onScale
}

// weigh puts the share of a piece on the scale of its side.
func (s *Scales) weigh(p *Position, id PieceID) {
	a, w := s.an, &s.pieces[id]
	if w.rests.squares == nil {
		s.room()
	}
	clear(w.rests.squares)
	w.rests = rests{of: id, squares: w.rests.squares}
	p.note(&w.rests)
	a.forget()
	a.hints = w.hints
	a.anywhere = a.asksWhether(id)
	a.piece(id)
	if len(a.takings) > 0 {
		w.hints[0] = a.takings[0].Victim
	}
	if len(a.defended) > 0 {
		w.hints[1] = a.defended[0]
	}
	f := &a.pieces[id]
	f.value = p.Value(id)
	weighs := &p.rs.weigh
	if f.mobility = 0; weighs.mobility != nil {
		f.mobility = a.mobility(id)
	}
	if w.royals = 0; a.enough || p.rs.types[w.piece.typ].asSet != 0 {
		s.attack(p, id, 1<<len(s.royals)-1)
	} else {
		s.found(p, w)
	}
	p.note(nil)
	w.on, w.side = true, w.piece.side
	w.takes, w.defends, w.value, w.mobility = len(a.takings) > 0, len(a.defended) > 0, f.value, f.mobility
	w.share, w.counts = a.share(f), a.countsType(w.piece.typ, f.value)
	c := &s.sides[w.side]
	c.shares += w.share
	if w.counts {
		c.counting++
	}
	s.index.facts[id].lent = a.lent[id]
	s.enter(id)
}

// room gives pieces room for the squares on which their shares rest, side by side.
func (s *Scales) room() {
	n := len(s.squares)
	all := make([]uint64, n*len(s.pieces))
	for id := range s.pieces {
		r := &s.pieces[id].rests
		place := all[id*n : (id+1)*n : (id+1)*n]
		copy(place, r.squares)
		r.squares = place
	}
}

// again asks a piece that copies its victim about those that are new where they are. Nothing else on which its share rests has changed.
func (s *Scales) again(p *Position, id PieceID) {
	a, w := s.an, &s.pieces[id]
	n := [2]int{boolInt(w.takes), boolInt(w.defends)}
	p.note(&w.rests)
	a.forget()
	a.hints = w.hints
	a.ask(id, s.fresh, w.hints[:n[0]], w.hints[1:1+n[1]])
	p.note(nil)
	if takes, defends := len(a.takings) > 0, len(a.defended) > 0; takes != w.takes || defends != w.defends {
		w.takes, w.defends = takes, defends
		if takes {
			w.hints[0] = a.takings[0].Victim
		}
		if defends {
			w.hints[1] = a.defended[0]
		}
		f := &a.pieces[id]
		f.value, f.mobility = w.value, w.mobility
		share := a.share(f)
		s.sides[w.side].shares += share - w.share
		w.share = share
	}
}

// enthrone keeps the places of royal pieces and returns, as bits, those whose piece is new there or not what it was.
func (s *Scales) enthrone(p *Position) (anew uint64) {
	if p.rs.readings.noCheck {
		return 0
	}
	for i, id := range s.royals {
		switch {
		case id == NoPiece:
		case int(id) >= len(p.pieces) || p.pieces[id].at == Off || !p.rs.types[p.pieces[id].typ].royal:
			s.royals[i] = NoPiece
		case s.index.facts[id].has&isStale != 0:
			anew |= 1 << i
		}
	}
	s.many = false
	for id := range p.pieces {
		if pc := &p.pieces[id]; pc.at == Off || !p.rs.types[pc.typ].royal || slices.Contains(s.royals, PieceID(id)) {
			continue
		}
		i := slices.Index(s.royals, NoPiece)
		if i < 0 && len(s.royals) == mostRoyals {
			s.many, s.royals = true, s.royals[:0]
			for id := range s.pieces {
				s.pieces[id].royals = 0
			}
			return 0
		}
		if i < 0 {
			i, s.royals = len(s.royals), append(s.royals, NoPiece)
		}
		s.royals[i], anew = PieceID(id), anew|1<<i
	}
	return anew
}

// found notes the royal pieces among what a piece has been found to capture, where all has been found.
func (s *Scales) found(p *Position, w *weighed) {
	add := func(x PieceID) {
		if p.rs.types[p.pieces[x].typ].royal {
			if i := slices.Index(s.royals, x); i >= 0 {
				w.royals |= 1 << i
			}
		}
	}
	for i := range s.an.takings {
		t := &s.an.takings[i]
		if add(t.Victim); t.Also != NoPiece {
			for _, x := range t.Over() {
				add(x)
			}
		}
	}
}

// attack asks which royal pieces of some places a piece attacks. Its share rests on the answer as well.
func (s *Scales) attack(p *Position, id PieceID, places uint64) {
	if places == 0 {
		return
	}
	w := &s.pieces[id]
	p.note(&w.rests)
	lent := p.lends()
	for w.royals &^= places; places != 0; places &= places - 1 {
		i := bits.TrailingZeros64(places)
		king := s.royals[i]
		if king == NoPiece || p.pieces[king].side == w.piece.side || !p.rs.wide && !p.mightTake(&w.piece, &p.pieces[king], lent) {
			continue
		}
		if p.attacks(id, king) {
			w.royals |= 1 << i
		}
	}
	p.note(nil)
}

// count counts the checks that each side is given.
func (s *Scales) count(p *Position) {
	for i := range s.sides {
		s.sides[i].checks = 0
	}
	for id := range s.pieces {
		for set := s.pieces[id].royals; set != 0; set &= set - 1 {
			if king := s.royals[bits.TrailingZeros64(set)]; king != NoPiece {
				s.sides[p.pieces[king].side].checks++
			}
		}
	}
}

// InCheck reports whether a side is in check in the position followed last.
func (s *Scales) InCheck(p *Position, side SideID) bool {
	if s.many {
		return p.InCheck(side)
	}
	return s.sides[side].checks > 0
}

// GivesNone reports whether it is known that a side gives check to none in the position followed last, nor attacks a royal piece at all.
func (s *Scales) GivesNone(p *Position, side SideID) bool {
	if s.many || p.rs.readings.noCheck {
		return false
	}
	for id := range s.pieces {
		if s.pieces[id].royals != 0 && p.pieces[id].side == side {
			return false
		}
	}
	return true
}

// CheckedBy appends the pieces that give check to a side in the position followed last, sorted.
func (s *Scales) CheckedBy(p *Position, side SideID, buf []PieceID) []PieceID {
	if s.many {
		return p.CheckedBy(side, buf)
	}
	if s.sides[side].checks == 0 {
		return buf
	}
	for id := range s.pieces {
		for set := s.pieces[id].royals; set != 0; set &= set - 1 {
			if king := s.royals[bits.TrailingZeros64(set)]; king != NoPiece && p.pieces[king].side == side {
				buf = append(buf, PieceID(id))
				break
			}
		}
	}
	return buf
}
