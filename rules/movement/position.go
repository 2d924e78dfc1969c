package movement

import (
	"slices"

	"adjudicate/rules"
)

// Square is a square of a ruleset's board. Squares
// order by file, then rank. The zero Square is never on the board: it means off-board.
type Square uint16

// Off is the place of an off-board piece.
const Off Square = 0

// TypeID names a type of a Ruleset; SideID and PieceID name sides and pieces of a
// Position, in the order in which they were added, from 0.
type (
	TypeID  uint8
	SideID  int16
	PieceID int16
)

// NoPiece is the PieceID of nothing; NoType the TypeID of no type.
const (
	NoPiece PieceID = -1
	NoSide  SideID  = -1 // whose a state of a square is that is nobody's
	NoType  TypeID  = 255
)

// MostCounters is how many counters a piece may have: those of its type, and those that every piece has.
const MostCounters = rules.MostCounters + rules.MostCommon

// MostPieces is how many pieces a Position may hold, on-board and off.
const MostPieces = 1<<15 - 2

// Play is a kind of atomic play.
type Play uint8

// The kinds of atomic play. NoPlay stands before a side's first one.
const (
	NoPlay Play = iota
	Move
	Capture
	Placement
	Declared // a move of a kind that rules declare
	Pass
	Surrender
	Become // a promotion where the piece stands
)

// Act is the word by which duties, stages and choices name a kind of play: the one place that says which acts there are. What
// a piece does to others without leaving its square is a Move. A move of a declared kind is called by the name of its kind, not by this.
func (p Play) Act() string {
	switch p {
	case Capture:
		return rules.ActCapture
	case Placement:
		return rules.ActPlacement
	case Become:
		return rules.ActBecome
	case Pass:
		return rules.ActPass
	case Surrender:
		return rules.ActSurrender
	}
	return rules.ActMove
}

// Counters are a piece's counters in the order of its type's definition.
type Counters [MostCounters]int16

// Last is a side's most recent atomic play, as far as moves can depend on it.
type Last struct {
	Play     Play
	Type     TypeID   // of the piece it was made with, at that time
	As       TypeID   // what a copying piece moved as; NoType if by a loan or not a copying piece
	Counters Counters // of the piece, or of the type it moved as
}

type piece struct {
	at       Square
	side     SideID
	typ      TypeID
	gone     bool
	moved    bool   // since it came to the board
	placed   bool   // it came to the board by a Placement
	base     TypeID // what it was before it was promoted, or NoType
	over     bool   // it shares its square with the piece that the cell names
	slot     int16  // index in Position.onBoard while on-board
	counters Counters
}

type side struct {
	last    Last
	royals  int16   // royal pieces on-board
	royal   PieceID // the one of the least id
	onBoard int16
	checks  int16 // that it has given
	steps   int16 // in its plays in a row: see SetSteps
	name    string
	neutral bool  // nobody captures its pieces
	left    bool  // it plays no longer
	heading uint8 // a compass direction, or noHeading
}

// A Position is pieces on a board, the sides that own them and what each side last did.
// It is mutable, holds no rules of its own and is not safe for concurrent use.
type Position struct {
	rs      *Ruleset
	cells   []PieceID // by Square: NoPiece, a piece, or border / wall
	pieces  []piece
	sides   []side
	onBoard []PieceID // in no particular order
	above   int       // pieces that share a square and are not what its cell names
	asking  string    // the side for which regions are asked by whoever asks from outside; "" for none
	count   [256]int16
	marks   []marked
	history history
	outside Outside   // nil: nothing is known beside the board
	chosen  []float64 // by named choices, while an act is made: see Choose
	along   []portion // of these, the numbers for squares that the act passes,
	passes  Square    // and the one whose moment it is, Off for none

	// What questions under way share. None of it outlasts a question, but for the
	// memory of who is attacked, which holds as long as epoch does.
	env         env
	stack       []Square // landing squares, used as a stack
	walked      [mostSteps + 1]Square
	liftStack   []lifted   // what trials have taken off the board
	memos       []stepMemo // by leg.memo
	named       []namedMemo
	recalls     bool     // named conditions are remembered
	session     uint32   // of notes made in rests
	mirrors     []TypeID // the answer of the mirror condition asked last
	epoch       uint32   // names the position as it is: it changes with every change
	clock       uint32   // of epochs
	attacked    []answers
	depth       int              // of attackedByAny
	nested      int              // of named conditions
	stand       [mostStand]actor // actors of copies being asked, used as a stack
	standing    int
	actors      []*actor // of questions who attacks whom, used as a stack
	hired       int
	witnesses   []*witness // of questions by which way, used as a stack
	witnessing  int
	inAttack    int    // of attacksAny
	inDefence   int    // of defendsAny
	bare        int    // 1: inside the condition of a duty that disarms, where none does; see disarm.go
	landingOnly bool   // captures that do not land on their victim are left out
	ignorePins  bool   // inside the question whether a capture exposes the captor's side
	grace       SideID // a side that counts as having its royal piece on-board, or noSide
	passing     passing
	told        *Told   // who is told what an act does; nil: nobody
	rests       *rests  // where it is noted what an answer rests on; nil: nowhere
	looked      []*mode // of those copied, whose looks are noted there
	spare       *Analysis
	following   bool     // inside the question what follows
	saves       []*saved // not in use
	aimed       PieceID  // a piece of which one square is asked for,
	aim         Square   // and that square
	views       [][]PieceID
	viewing     int       // of views, in use
	walkedOn    []PieceID // the cells, while those of a view are walked on; else nil
	firing      bool      // a shot is walked, of a piece on several squares: those are beyond the board for it, and no edge
	lying       []lying   // fields on the board
	row         row       // that is asked about
}

// remembered is an answer of attackedByAny.
type remembered struct {
	epoch uint32
	yes   bool
	busy  bool // it is being asked
}

// answers are those about a piece, by Position.bare.
type answers [2]remembered

const noSide SideID = -1

// Bounds of questions inside questions.
const (
	mostDepth = 4  // questions of attack inside each other
	mostStand = 32 // copies of copies
)

// Contents of a cell that holds no piece.
const (
	border PieceID = -2 // beyond the board
	wall   PieceID = -3 // occupied for ever, and nobody's
)

// NewPosition returns an empty position without sides.
func (rs *Ruleset) NewPosition() *Position {
	p := new(Position)
	p.Renew(rs)
	return p
}

// Renew makes p what NewPosition returns of any Ruleset, in its own memory.
func (p *Position) Renew(rs *Ruleset) {
	*p = Position{rs: rs, cells: append(p.cells[:0], rs.empty...), grace: noSide, aimed: NoPiece, epoch: 1, clock: 1, passing: passing{by: NoPiece},
		pieces: p.pieces[:0], sides: p.sides[:0], onBoard: p.onBoard[:0], marks: p.marks[:0], attacked: p.attacked[:0], lying: p.lying[:0], stack: p.stack[:0],
		history: history{captor: NoPiece, pasts: p.history.pasts[:0]}, memos: grow(p.memos, rs.memos), named: grow(p.named, len(rs.named)), spare: p.spare, actors: p.actors, witnesses: p.witnesses}
	clear(p.memos)
	clear(p.named)
}

// Inherit gives p the memory in which another position, nil for none, answers questions, none of which is under way.
func (p *Position) Inherit(q *Position) {
	if q != nil {
		p.spare, p.actors, p.witnesses = q.spare, q.actors, q.witnesses
		q.spare, q.actors, q.witnesses = nil, nil, nil
	}
}

// Ruleset returns the rules that p is played under.
func (p *Position) Ruleset() *Ruleset { return p.rs }

// CopyFrom makes p equal to q, which must belong to the same Ruleset, reusing p's memory.
func (p *Position) CopyFrom(q *Position) {
	p.rs = q.rs
	p.cells = append(p.cells[:0], q.cells...)
	p.pieces = append(p.pieces[:0], q.pieces...)
	p.sides = append(p.sides[:0], q.sides...)
	p.onBoard = append(p.onBoard[:0], q.onBoard...)
	p.count = q.count
	p.passing, p.above = q.passing, q.above
	p.marks = append(p.marks[:0], q.marks...)
	p.attacked = append(p.attacked[:0], q.attacked...)
	p.lying = append(p.lying[:0], q.lying...)
	p.history.copyFrom(&q.history)
	p.outside = q.outside
	p.chosen, p.along, p.passes = append(p.chosen[:0], q.chosen...), append(p.along[:0], q.along...), q.passes
	p.clock = max(p.clock, q.clock) // what q remembers of who is attacked is of no epoch that comes in p
	p.changed()
}

// CopyUnder makes p what q is under a Ruleset that lays pieces as that of q does, apart from what is known beside the board and has been chosen for an
// act.
func (p *Position) CopyUnder(q *Position, rs *Ruleset) {
	p.CopyFrom(q)
	p.rs, p.outside, p.chosen, p.along, p.passes = rs, nil, p.chosen[:0], p.along[:0], Off
	p.memos, p.named = grow(p.memos, rs.memos), grow(p.named, len(rs.named))
	clear(p.memos)
	clear(p.named)
	for i := range p.sides {
		s := &p.sides[i]
		s.heading, s.neutral = rs.bearing(s.name), slices.Contains(rs.neutral, s.name)
	}
}

// Lays reports whether pieces lie under rs just as they do under another ruleset: one on a square, the same of them royal.
func (rs *Ruleset) Lays(other *Ruleset) bool {
	if len(rs.types) != len(other.types) || !rs.Extends(other) || rs.loose || other.loose || rs.fields != nil || other.fields != nil || rs.remembers != other.remembers {
		return false
	}
	for i := range rs.types {
		if rs.types[i].royal != other.types[i].royal {
			return false
		}
	}
	return true
}

// Reserve makes room for so many pieces and sides.
func (p *Position) Reserve(pieces, sides int) {
	p.pieces, p.sides = slices.Grow(p.pieces, pieces), slices.Grow(p.sides, sides+1)
	p.attacked, p.onBoard = slices.Grow(p.attacked, pieces), slices.Grow(p.onBoard, pieces)
}

// AddSide adds a side that has not played yet and returns its id. By its name the board
// knows its heading and its regions.
func (p *Position) AddSide(name string) SideID {
	p.sides = append(p.sides, side{last: Last{Type: NoType, As: NoType}, royal: NoPiece, name: name, heading: p.rs.bearing(name), neutral: slices.Contains(p.rs.neutral, name)})
	return SideID(len(p.sides) - 1)
}

// bearing is the heading of a side.
func (rs *Ruleset) bearing(side string) uint8 {
	if heading, ok := rs.headings[side]; ok {
		return heading
	}
	return rs.others
}

// SetLeft notes that a side plays no longer: it keeps its id, and is none of the sides of formulas.
func (p *Position) SetLeft(s SideID) {
	p.sides[s].left = true
	p.changed()
}

// noHeading is the heading of a side of which no rule says where forward is.
const noHeading = 8

// AddPiece adds a piece, off-board and with its type's initial counters, and returns its id.
func (p *Position) AddPiece(t TypeID, s SideID) PieceID {
	p.pieces = append(p.pieces, piece{typ: t, side: s, base: NoType, counters: p.rs.types[t].initial})
	p.attacked = append(p.attacked, answers{})
	p.begins()
	return PieceID(len(p.pieces) - 1)
}

// forget takes back the latest AddPiece.
func (p *Position) forget(id PieceID) {
	p.pieces, p.attacked = p.pieces[:id], p.attacked[:id]
	p.history.pasts = p.history.pasts[:min(int(id), len(p.history.pasts))]
}

// Put puts a piece on an empty square, from the holding or from another square.
func (p *Position) Put(id PieceID, to Square) {
	p.changed()
	pc := &p.pieces[id]
	if pc.at != Off {
		if p.rs.loose {
			p.vacate(id)
			p.arrive(id, to)
		} else {
			p.cells[pc.at] = NoPiece
			p.cells[to] = id
			pc.at = to
		}
		p.layFields()
		return
	}
	if p.rs.loose {
		p.arrive(id, to)
	} else {
		p.cells[to] = id
	}
	pc.at = to
	pc.slot = int16(len(p.onBoard))
	p.onBoard = append(p.onBoard, id)
	p.enter(id, pc)
	p.layFields()
}

// Lift takes a piece off the board; it keeps its owner.
func (p *Position) Lift(id PieceID) {
	pc := &p.pieces[id]
	if pc.at == Off {
		return
	}
	p.changed()
	if p.rs.loose {
		p.vacate(id)
	} else {
		p.cells[pc.at] = NoPiece
	}
	pc.at = Off
	final := p.onBoard[len(p.onBoard)-1]
	p.onBoard[pc.slot] = final
	p.pieces[final].slot = pc.slot
	p.onBoard = p.onBoard[:len(p.onBoard)-1]
	p.leave(id, pc)
	p.layFields()
}

// Delete takes a piece out of the game. Its id is not used again.
func (p *Position) Delete(id PieceID) {
	p.Lift(id)
	p.pieces[id].gone = true
}

// SetOwner gives a piece to a side, on-board or off.
func (p *Position) SetOwner(id PieceID, s SideID) { p.setOwner(id, s) }

func (p *Position) setOwner(id PieceID, s SideID) {
	p.changed()
	pc := &p.pieces[id]
	if pc.at == Off {
		pc.side = s
		return
	}
	p.leave(id, pc)
	if p.rs.wide {
		p.wipe(id)
	}
	pc.side = s
	if p.rs.wide {
		p.fill(id)
	}
	p.enter(id, pc)
	p.layFields()
}

// SetType changes a piece's type and gives it the type's initial counters.
func (p *Position) SetType(id PieceID, t TypeID) { p.Retype(id, t, p.rs.types[t].initial) }

// Retype changes a piece's type and gives it counters.
func (p *Position) Retype(id PieceID, t TypeID, counters Counters) {
	p.changed()
	pc := &p.pieces[id]
	if pc.at != Off {
		p.leave(id, pc)
		if p.rs.wide {
			p.wipe(id)
		}
	}
	pc.typ, pc.counters = t, counters
	if pc.at != Off {
		if p.rs.wide {
			p.fill(id)
		}
		p.retyped(id)
		p.enter(id, pc)
		p.layFields()
	}
}

// changed gives the position a new epoch.
func (p *Position) changed() {
	p.clock++
	p.epoch = p.clock
}

// enter and leave keep the counts that depend on which pieces are on-board.
func (p *Position) enter(id PieceID, pc *piece) {
	p.count[pc.typ]++
	s := &p.sides[pc.side]
	s.onBoard++
	if p.rs.types[pc.typ].royal {
		if s.royals++; s.royals == 1 || id < s.royal {
			s.royal = id
		}
	}
}

func (p *Position) leave(id PieceID, pc *piece) {
	p.count[pc.typ]--
	s := &p.sides[pc.side]
	s.onBoard--
	if !p.rs.types[pc.typ].royal {
		return
	}
	s.royals--
	s.royal = NoPiece
	if s.royals > 0 {
		for _, other := range p.onBoard {
			if o := &p.pieces[other]; other != id && o.side == pc.side && p.rs.types[o.typ].royal && (s.royal == NoPiece || other < s.royal) {
				s.royal = other
			}
		}
	}
}

// SetCounter sets the i-th counter of a piece's type.
func (p *Position) SetCounter(id PieceID, i, value int) {
	p.changed()
	pc := &p.pieces[id]
	turns := p.rs.wide && pc.at != Off && p.rs.types[pc.typ].covers != nil && p.rs.types[pc.typ].covers.counter == i
	if turns {
		p.wipe(id)
	}
	pc.counters[i] = int16(value)
	if turns {
		p.fill(id)
	}
	if p.rs.ordered && pc.at != Off && p.rs.types[pc.typ].level == i {
		p.retyped(id)
	}
}

// SetLast records a side's most recent atomic play.
func (p *Position) SetLast(s SideID, last Last) {
	p.changed()
	p.sides[s].last = last
}

// LastOf returns a side's most recent atomic play.
func (p *Position) LastOf(s SideID) Last { return p.sides[s].last }

// At returns the piece on a square, or NoPiece.
func (p *Position) At(sq Square) PieceID {
	if id := p.cells[sq]; id >= 0 {
		return id
	}
	return NoPiece
}

// Where returns a piece's square, Off if it is off-board or deleted.
func (p *Position) Where(id PieceID) Square { return p.pieces[id].at }

// TypeOf returns a piece's type.
func (p *Position) TypeOf(id PieceID) TypeID { return p.pieces[id].typ }

// Owner returns the side that a piece belongs to.
func (p *Position) Owner(id PieceID) SideID { return p.pieces[id].side }

// CountersOf returns a piece's counters.
func (p *Position) CountersOf(id PieceID) Counters { return p.pieces[id].counters }

// Pieces returns the number of PieceIDs given out.
func (p *Position) Pieces() int { return len(p.pieces) }

// Sides returns the number of sides.
func (p *Position) Sides() int { return len(p.sides) }

// OnBoard returns the ids of the pieces on the board, in no particular order. The slice
// is p's own and valid until p changes.
func (p *Position) OnBoard() []PieceID { return p.onBoard }

// RoyalOf returns the on-board royal piece of a side, or NoPiece. Of several, which some rules
// allow, it is the one of the least id.
func (p *Position) RoyalOf(s SideID) PieceID { return p.sides[s].royal }

// RoyalsOf returns the on-board royal pieces of a side, sorted.
func (p *Position) RoyalsOf(s SideID) []PieceID {
	var list []PieceID
	for _, id := range p.onBoard {
		if p.royalOf(s, id) {
			list = append(list, id)
		}
	}
	slices.Sort(list)
	return list
}

// OnBoardOf returns how many pieces a side has on the board.
func (p *Position) OnBoardOf(s SideID) int { return int(p.sides[s].onBoard) }
