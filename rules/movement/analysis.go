package movement

import (
	"math/bits"
	"slices"
	"strings"

	"adjudicate/events"
)

func lowest(set uint16) int { return bits.TrailingZeros16(set) }

// Taking is one way to capture: the victim, its square, and where the captor ends. To is
// the captor's own square if it captures without moving. Also is a second victim, captured
// on the way, or NoPiece; More holds any others, captured before that.
type Taking struct {
	Victim PieceID
	At, To Square
	Also   PieceID
	More   Others
	Turned bool // on its way the captor became another type (rules.OnTheWay)
}

// An Analysis is everything that a position holds: moves, captures, defences, checks and
// Weights. Run fills it, reusing its memory; what its methods return is valid until the
// next Run. The zero value is ready for use. It is not safe for concurrent use.
type Analysis struct {
	p        *Position
	rs       *Ruleset   // that the memos belong to: p may change its own
	pieces   []findings // by PieceID
	sides    []sideFindings
	moves    []Square
	takings  []Taking
	defended []PieceID
	exit     []Square
	swaps    []Square
	owned    []Taking // of friends
	checkers []PieceID
	given    []given
	lent     []uint16 // by PieceID: bits of Ruleset.grants
	byType   byType

	brief     bool       // it is enough to know whether a piece captures or defends anything,
	hints     [2]PieceID // perhaps one of these,
	walked    int8       // the mode whose hits these are, or its twin
	anywhere  bool       // and whether it moves anywhere
	enough    bool       // all this is known of the piece being looked at
	stamp     uint32     // of the piece being looked at
	seenMove  []uint32
	seenTake  []uint32
	seenShot  []uint32
	seenGuard []uint32
	hits      []Square
	gathers   []*gathered // used as a stack
	gathering int
	vals      values
	typeValue [256]events.Half
	weighed   *memo          // of the weight formula
	measured  *memo          // of the mobility formula
	counted   *memo          // of the condition under which a piece counts
	spans     []declaredSpan // met so far
}

type span struct{ from, to int32 }

// given is a check that a piece gives to a side.
type given struct {
	to SideID
	by PieceID
}

type findings struct {
	moves, takings, defends, exits, swaps, owned span
	value, mobility                              events.Half
}

type sideFindings struct {
	weight   events.Half
	counting int
	checkers span
}

// Run analyses a position, which must not change while the Analysis is read.
func (a *Analysis) Run(p *Position) {
	a.begin(p)
	p.recalls = true
	defer func() { p.recalls = false }()
	for _, id := range p.onBoard {
		a.piece(id)
	}
	a.checks()
	a.weigh()
}

func (a *Analysis) begin(p *Position) {
	a.follow(p)
	clear(a.pieces)
	a.sides = grow(a.sides, len(p.sides))
	clear(a.sides)
	a.forget()
	a.checkers = a.checkers[:0]
}

// forget empties the lists of what has been found.
func (a *Analysis) forget() {
	a.moves, a.takings, a.defended = a.moves[:0], a.takings[:0], a.defended[:0]
	a.swaps, a.owned = a.swaps[:0], a.owned[:0]
	a.exit, a.given = a.exit[:0], a.given[:0]
}

// follow makes ready to look at pieces of a position.
func (a *Analysis) follow(p *Position) {
	if a.rs != p.rs {
		a.weighed.forget()
		a.measured.forget()
		a.counted.forget()
		a.spans = a.spans[:0]
		a.rs = p.rs
	}
	a.p, a.byType.known = p, false
	a.pieces = grow(a.pieces, len(p.pieces))
	a.seenMove = grow(a.seenMove, len(p.cells))
	a.seenTake = grow(a.seenTake, len(p.pieces))
	a.seenShot = grow(a.seenShot, len(p.pieces))
	a.seenGuard = grow(a.seenGuard, len(p.pieces))
	a.lend()
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return append(s[:cap(s)], make([]T, n-cap(s))...)
	}
	return s[:n]
}

// lend notes for every piece which grants reach it.
func (a *Analysis) lend() {
	p := a.p
	a.lent = grow(a.lent, len(p.pieces))
	clear(a.lent)
	for g := range p.rs.grants {
		gr := &p.rs.grants[g]
		if p.count[gr.from] == 0 {
			continue
		}
		for _, id := range p.onBoard {
			lender := &p.pieces[id]
			if lender.typ != gr.from {
				continue
			}
			if gr.within == 1 && !p.rs.wide && p.above == 0 {
				for dir := range p.rs.king {
					if c := p.cells[p.rs.next[dir][lender.at]]; c >= 0 && p.pieces[c].side == lender.side {
						a.lent[c] |= 1 << g
					}
				}
				continue
			}
			for _, c := range p.onBoard {
				if o := &p.pieces[c]; c != id && o.side == lender.side && p.rs.Distance(o.at, lender.at) <= gr.within {
					a.lent[c] |= 1 << g
				}
			}
		}
	}
}

// checks notes who checks whom.
func (a *Analysis) checks() {
	p := a.p
	for s := range p.sides {
		f := &a.sides[s]
		f.checkers.from = int32(len(a.checkers))
		for _, c := range a.given {
			if c.to == SideID(s) && !p.rs.readings.noCheck {
				a.checkers = append(a.checkers, c.by)
			}
		}
		slices.Sort(a.checkers[f.checkers.from:])
		a.checkers = a.checkers[:int(f.checkers.from)+len(slices.Compact(a.checkers[f.checkers.from:]))]
		f.checkers.to = int32(len(a.checkers))
	}
}

// Moves returns the squares that a piece may move to, sorted.
func (a *Analysis) Moves(id PieceID) []Square {
	s := a.pieces[id].moves
	list := a.moves[s.from:s.to]
	slices.Sort(list)
	return list
}

// Takings returns the ways in which a piece may capture, sorted by At, then To, the older victims first.
func (a *Analysis) Takings(id PieceID) []Taking {
	list := a.takingsOf(id)
	sortTakings(list)
	return list
}

func (a *Analysis) takingsOf(id PieceID) []Taking {
	s := a.pieces[id].takings
	return a.takings[s.from:s.to]
}

func sortTakings(list []Taking) {
	slices.SortFunc(list, func(x, y Taking) int {
		if x.At != y.At {
			return int(x.At) - int(y.At)
		}
		if x.To != y.To {
			return int(x.To) - int(y.To)
		}
		if x.Also != y.Also {
			return int(x.Also) - int(y.Also)
		}
		if x.More != y.More {
			return strings.Compare(string(x.More), string(y.More))
		}
		return int(x.Victim) - int(y.Victim)
	})
}

// Defends returns the friends that a piece defends, sorted.
func (a *Analysis) Defends(id PieceID) []PieceID {
	s := a.pieces[id].defends
	list := a.defended[s.from:s.to]
	slices.Sort(list)
	return list
}

// Exits returns the squares by which a piece may leave the board.
func (a *Analysis) Exits(id PieceID) []Square {
	s := a.pieces[id].exits
	return a.exit[s.from:s.to]
}

// Swaps returns the squares of the friends that a piece may change places with, sorted.
func (a *Analysis) Swaps(id PieceID) []Square {
	s := a.pieces[id].swaps
	list := a.swaps[s.from:s.to]
	slices.Sort(list)
	return list
}

// OwnTakings returns the captures of friends that a piece may make by landing on them, sorted.
func (a *Analysis) OwnTakings(id PieceID) []Taking {
	s := a.pieces[id].owned
	list := a.owned[s.from:s.to]
	slices.SortFunc(list, func(x, y Taking) int { return int(x.At) - int(y.At) })
	return list
}

// Value returns an on-board piece's material value.
func (a *Analysis) Value(id PieceID) events.Half { return a.pieces[id].value }

// Mobility returns an on-board piece's Mobility, which is what `weights` makes of its moves.
func (a *Analysis) Mobility(id PieceID) events.Half { return a.pieces[id].mobility }

// Weight returns a side's Weight.
func (a *Analysis) Weight(s SideID) events.Half { return a.sides[s].weight }

// Counting returns how many of a side's on-board pieces count for play shapes: the n of `plays`.
func (a *Analysis) Counting(s SideID) int { return a.sides[s].counting }

// InCheck reports whether a side is in check.
func (a *Analysis) InCheck(s SideID) bool {
	return a.sides[s].checkers.from != a.sides[s].checkers.to
}

// CheckedBy returns the pieces that give check to a side, sorted.
func (a *Analysis) CheckedBy(s SideID) []PieceID {
	f := a.sides[s].checkers
	return a.checkers[f.from:f.to]
}
