package projections

import (
	"iter"

	"adjudicate/events"
)

// Position is where every piece was, and whose, at one sequence: what the board and the
// holdings looked like.
type Position struct {
	sequence     uint64
	files, ranks int
	sides        []positionSide
	pieces       []positionPiece
	index        map[string]int32 // id → the newest piece of that id; never iterated
}

type positionSide struct {
	name string
	gone bool
}

type positionPiece struct {
	id, typ  string
	at       string // "" off-board
	counters []events.Counter
	side     int32
	last     int32 // the last record that concerns it, -1 for none
	gone     bool
}

// Piece is a piece as it was. At is "" while it is off-board. Counters is read only.
type Piece struct {
	ID, Type, Side, At string
	Counters           []events.Counter
}

func newPosition() *Position { return &Position{index: map[string]int32{}} }

// apply follows an outcome about sides or pieces. Like a state it judges nothing, and leaves
// out what it cannot place. It returns the piece concerned, -1 for none.
func (p *Position) apply(payload events.Payload) int32 {
	switch o := payload.(type) {
	case events.PieceMoved:
		return p.put(o.Piece, o.To)
	case events.PiecePlaced:
		return p.put(o.Piece, o.At)
	case events.PieceCaptured:
		i := p.put(o.Piece, "")
		if side := p.side(o.Side); i >= 0 && side >= 0 {
			p.pieces[i].side = side
		}
		return i
	case events.PieceLifted:
		return p.put(o.Piece, "")
	case events.PieceCreated:
		return p.create(o)
	case events.PieceDestroyed:
		i := p.put(o.Piece, "")
		if i >= 0 {
			p.pieces[i].gone = true
		}
		return i
	case events.PiecePromoted:
		i := p.find(o.Piece)
		if i >= 0 {
			p.pieces[i].typ, p.pieces[i].counters = o.Type, o.Counters
		}
		return i
	case events.CounterChanged:
		i := p.find(o.Piece)
		if i >= 0 {
			p.pieces[i].counters = counted(p.pieces[i].counters, o.Name, o.Value)
		}
		return i
	case events.SideEntered:
		p.sides = append(p.sides, positionSide{name: o.Side})
	case events.SideLeft:
		if i := p.side(o.Side); i >= 0 {
			p.sides[i].gone = true
		}
	case events.LedgerOpened:
		p.files, p.ranks = o.Files, o.Ranks
	}
	return -1
}

// find returns the place of a piece that exists.
func (p *Position) find(id string) int32 {
	if i, ok := p.index[id]; ok && !p.pieces[i].gone {
		return i
	}
	return -1
}

// side returns the place of a side that is in the game.
func (p *Position) side(name string) int32 {
	for i := len(p.sides) - 1; i >= 0; i-- {
		if p.sides[i].name == name && !p.sides[i].gone {
			return int32(i)
		}
	}
	return -1
}

func (p *Position) put(id, at string) int32 {
	i := p.find(id)
	if i >= 0 {
		p.pieces[i].at = at
	}
	return i
}

func (p *Position) create(o events.PieceCreated) int32 {
	side := p.side(o.Side)
	if side < 0 || p.find(o.Piece) >= 0 {
		return -1
	}
	i := int32(len(p.pieces))
	p.pieces = append(p.pieces, positionPiece{id: o.Piece, typ: o.Type, side: side, counters: o.Counters, last: -1})
	p.index[o.Piece] = i
	return i
}

// counted returns a new list: the old one belongs to an outcome.
func counted(old []events.Counter, name string, value int) []events.Counter {
	list := make([]events.Counter, 0, len(old)+1)
	found := false
	for _, c := range old {
		if c.Name == name {
			c.Value, found = value, true
		}
		list = append(list, c)
	}
	if !found {
		list = append(list, events.Counter{Name: name, Value: value})
	}
	return list
}

func (p *Position) view(i int) Piece {
	pc := &p.pieces[i]
	return Piece{ID: pc.id, Type: pc.typ, Side: p.sides[pc.side].name, At: pc.at, Counters: pc.counters}
}

// Sequence returns the sequence that the position is of.
func (p *Position) Sequence() uint64 { return p.sequence }

// Size returns the board's size, 0 before the ledger is opened.
func (p *Position) Size() (files, ranks int) { return p.files, p.ranks }

// Sides returns the names of the sides in the game in the order of their creation.
func (p *Position) Sides() []string {
	var names []string
	for _, s := range p.sides {
		if !s.gone {
			names = append(names, s.name)
		}
	}
	return names
}

// Pieces yields every piece that exists in the order of creation.
func (p *Position) Pieces() iter.Seq[Piece] {
	return p.which(func(*positionPiece) bool { return true })
}

// Board yields the pieces on the board in the order of creation.
func (p *Position) Board() iter.Seq[Piece] {
	return p.which(func(pc *positionPiece) bool { return pc.at != "" })
}

// OnBoard yields the pieces that a side has on the board, in the order of creation.
func (p *Position) OnBoard(side string) iter.Seq[Piece] {
	owner := p.side(side)
	return p.which(func(pc *positionPiece) bool { return pc.side == owner && pc.at != "" })
}

// OffBoard yields the pieces that a side has off the board, in the order of creation.
func (p *Position) OffBoard(side string) iter.Seq[Piece] {
	owner := p.side(side)
	return p.which(func(pc *positionPiece) bool { return pc.side == owner && pc.at == "" })
}

func (p *Position) which(wanted func(*positionPiece) bool) iter.Seq[Piece] {
	return func(yield func(Piece) bool) {
		for i := range p.pieces {
			if pc := &p.pieces[i]; !pc.gone && wanted(pc) && !yield(p.view(i)) {
				return
			}
		}
	}
}

// Count returns how many pieces a side has on the board and off.
func (p *Position) Count(side string) (onBoard, offBoard int) {
	for range p.OnBoard(side) {
		onBoard++
	}
	for range p.OffBoard(side) {
		offBoard++
	}
	return onBoard, offBoard
}

// Piece returns the piece of that id if it exists.
func (p *Position) Piece(id string) (Piece, bool) {
	if i := p.find(id); i >= 0 {
		return p.view(int(i)), true
	}
	return Piece{}, false
}

// On returns the piece on a square.
func (p *Position) On(square string) (Piece, bool) {
	for i := range p.pieces {
		if square != "" && p.pieces[i].at == square {
			return p.view(i), true
		}
	}
	return Piece{}, false
}
