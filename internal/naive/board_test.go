package naive

import "slices"

// kind is a type and, for a HarfyBlob, its Hn.
type kind struct {
	typ string
	hn  int
}

// piece is a Piece with its names resolved. side indexes board.sides.
type piece struct {
	id   string
	kind kind
	side int
	at   square
}

// side is a Side as far as plays depend on it.
type side struct {
	last         kind // what its last Move or Capture was made with, an Echo resolved; typ "" if there is nothing to copy
	countsAsKing bool // taken to have a King on-board although it has none (own-king-defended)
}

// board is a position that questions are put to. Questions never change it: they copy it.
// Pieces and sides are named by their index, which is the same in every copy.
type board struct {
	readings
	pieces []piece
	sides  []side
	cells  [20][20]int // index of the piece there + 1; 0 is empty

	ignorePins bool // inside the question whether a capture exposes the captor's King
	shortPawn  int  // this piece's two-square step as a Pawn is left out; -1 for none
	taker      int  // under defends-as = target-only: this piece ...
	taken      int  // ... may take this friend; -1 for none
}

func newBoard(p Position) *board {
	b := &board{readings: readingsOf(p.Interpretations), shortPawn: -1, taker: -1, taken: -1}
	number := map[string]int{}
	for i, s := range p.Sides {
		number[s.Name] = i
		b.sides = append(b.sides, side{last: b.copiedFrom(s.Last)})
	}
	for _, x := range p.Pieces {
		s, ok := number[x.Side]
		if !ok {
			panic("no such side: " + x.Side)
		}
		b.pieces = append(b.pieces, piece{x.ID, kindOf(x.Type, x.Counters), s, off})
		if at := parseSquare(x.At); at != off {
			b.put(len(b.pieces)-1, at)
		}
	}
	return b
}

func kindOf(typ string, counters map[string]int) kind {
	k := kind{typ: typ, hn: 1} // 1230.14: Hn is 1 at first
	if n, ok := counters["Hn"]; ok {
		k.hn = n
	}
	return k
}

// copiedFrom is what an Echo whose owner last played l moves as (1230.10 §2).
func (b *board) copiedFrom(l *Last) kind {
	if l == nil || l.Play != "move" && l.Play != "capture" {
		return kind{}
	}
	if l.Type != "Echo" {
		return kindOf(l.Type, l.Counters)
	}
	if l.As == "" || b.echoOfEchoNone {
		return kind{}
	}
	return kindOf(l.As, l.Counters)
}

func (b *board) clone() *board {
	c := *b
	c.pieces = slices.Clone(b.pieces)
	c.sides = slices.Clone(b.sides)
	return &c
}

func (b *board) put(x int, at square) {
	b.lift(x)
	b.pieces[x].at = at
	b.cells[at.col][at.row] = x + 1
}

func (b *board) lift(x int) {
	if at := b.pieces[x].at; at != off {
		b.cells[at.col][at.row] = 0
		b.pieces[x].at = off
	}
}

// empty asks whether s is a square of the board with nothing on it.
func (b *board) empty(s square) bool { return s.onBoard() && b.cells[s.col][s.row] == 0 }

// occupied asks whether s is a square of the board with a piece on it.
func (b *board) occupied(s square) bool { return s.onBoard() && b.cells[s.col][s.row] != 0 }

// onBoard lists the on-board pieces of a side, or of all sides if s is -1.
func (b *board) onBoard(s int) []int {
	var list []int
	for i, p := range b.pieces {
		if p.at != off && (s == -1 || p.side == s) {
			list = append(list, i)
		}
	}
	return list
}

// king is the on-board King of a side, or -1.
func (b *board) king(s int) int {
	for i, p := range b.pieces {
		if p.at != off && p.side == s && p.kind.typ == "King" {
			return i
		}
	}
	return -1
}

func (b *board) locusts() int {
	n := 0
	for _, p := range b.pieces {
		if p.at != off && p.kind.typ == "Locust" {
			n++
		}
	}
	return n
}

// opposing asks whether x may look at y as an opponent's piece (1230.2 §5).
func (b *board) opposing(x, y int) bool {
	return b.pieces[x].side != b.pieces[y].side || b.taker == x && b.taken == y
}

// defensive asks whether x is in a Defensive Position (1230.1 §8).
func (b *board) defensive(x int) bool {
	k := b.king(b.pieces[x].side)
	return k >= 0 && distance(b.pieces[x].at, b.pieces[k].at) <= 4
}

// lent asks whether a friendly Cantor stands next to x (1230.20).
func (b *board) lent(x int) bool {
	for i, c := range b.pieces {
		if i != x && c.kind.typ == "Cantor" && c.side == b.pieces[x].side && c.at != off && distance(c.at, b.pieces[x].at) == 1 {
			return true
		}
	}
	return false
}

var fixedValues = map[string]int{
	"King": 0, "Rook": 9, "Camel": 5, "Bishop": 6, "Pawn": 1, "CopyCat": 7, "Echo": 7, "Jester": 3,
	"il-Nabi": 6, "Qball": 7, "HarfyBlob": 7, "Archer": 7, "Kamikaze": 6, "Bouncy!Ball": 5, "Demon": 2,
	"Cantor": 5, "Zombie": 4, "Gess": 8, "Loyalist": 6, "Guard": 7,
}

// value is the material value of x, computed for a Locust (1230.24).
func (b *board) value(x int) int {
	if b.pieces[x].kind.typ == "Locust" {
		return max(6, b.locusts()*3/2)
	}
	return fixedValues[b.pieces[x].kind.typ]
}
