package naive

import "slices"

// direction is one step of one of the eight directions (1230.1 §5).
type direction struct{ col, row int }

var (
	orthogonal = []direction{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	diagonal   = []direction{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}
	anyWay     = slices.Concat(orthogonal, diagonal)
)

// across are the two directions at a right angle to d.
func (d direction) across() []direction { return []direction{{-d.row, d.col}, {d.row, -d.col}} }

// clear asks whether SQ1 to SQ(n-1) from s are empty squares, and SQn is on the board.
func (b *board) clear(s square, d direction, n int) bool {
	for i := 1; i < n; i++ {
		if !b.empty(s.plus(d, i)) {
			return false
		}
	}
	return s.plus(d, n).onBoard()
}

// slide lists SQleast to SQmost in the given directions, as far as everything before is empty.
func (b *board) slide(s square, directions []direction, least, most int) []square {
	list := make([]square, 0, len(directions)*min(most, 10))
	for _, d := range directions {
		for n := 1; n <= most && s.plus(d, n).onBoard(); n++ {
			if n >= least {
				list = append(list, s.plus(d, n))
			}
			if !b.empty(s.plus(d, n)) {
				break
			}
		}
	}
	return list
}

// leap lists SQleast to SQmost in the given directions, whatever stands before.
func leap(s square, directions []direction, least, most int) []square {
	var list []square
	for _, d := range directions {
		for n := least; n <= most; n++ {
			if to := s.plus(d, n); to.onBoard() {
				list = append(list, to)
			}
		}
	}
	return list
}

// loanReach is where a Cantor's loan leads: up to 4 diagonally over anything (1230.20).
func loanReach(s square) []square { return leap(s, diagonal, 1, 4) }

// reach lists the squares on which piece x would end if it moved as k does, were there nothing
// on them that forbids it: a Move needs such a square empty, and a capture by the way of
// moving needs an opposing piece there.
func (b *board) reach(x int, k kind) []square {
	s := b.pieces[x].at
	switch k.typ {
	case "King":
		if b.kingLiteral { // 1230.4 §C read alone
			return kingLeaps(s)
		}
		return leap(s, anyWay, 1, 1)
	case "Rook":
		return b.slide(s, orthogonal, 1, 10)
	case "Camel":
		return camelLeaps(s)
	case "Bishop":
		return b.slide(s, diagonal, 1, 10)
	case "Pawn":
		list := leap(s, orthogonal, 1, 1)
		if b.shortPawn != x && b.defendsSomethingAsPawn(x) {
			list = append(list, b.slide(s, orthogonal, 2, 2)...)
		}
		return list
	case "CopyCat":
		return append(b.slide(s, anyWay, 3, 3), b.slide(s, anyWay, 5, 5)...)
	case "Jester":
		return leap(s, anyWay, 2, 2)
	case "il-Nabi":
		return append(b.nabiBends(s), b.nabiHops(s)...)
	case "Qball":
		list, _ := b.qball(s)
		return list
	case "HarfyBlob":
		return b.slide(s, anyWay, 1, k.hn)
	case "Archer":
		return b.archerBends(s)
	case "Kamikaze":
		return b.bends(s, orthogonal, 6, 6)
	case "Bouncy!Ball":
		return b.bounces(s)
	case "Demon":
		if 5 <= s.row && s.row <= 14 && 5 <= s.col && s.col <= 14 { // ranks 6–15, files f–o
			return leap(s, anyWay, 1, 1)
		}
		return b.slide(s, anyWay, 2, 2)
	case "Cantor":
		return leap(s, diagonal, 1, 2)
	case "Zombie":
		return b.slide(s, orthogonal, 1, 3)
	case "Gess":
		return b.gess(s)
	case "Loyalist":
		return append(leap(s, anyWay, 1, 1), b.loyalistLine(x)...)
	case "Locust":
		n := b.locusts()
		return b.bends(s, anyWay, (n+1)/2, n/2)
	case "Guard":
		return append(b.slide(s, orthogonal, 1, 3), b.slide(s, diagonal, 1, 2)...)
	case "": // an Echo with nothing to copy
		return nil
	}
	panic("no such type to move as: " + k.typ)
}

func kingLeaps(s square) []square {
	var list []square
	for col := range 20 {
		for row := range 20 {
			if abs(col-s.col) == 1 || abs(row-s.row) == 1 {
				list = append(list, square{col, row})
			}
		}
	}
	return list
}

func camelLeaps(s square) []square {
	var list []square
	for col := range 20 {
		for row := range 20 {
			dc, dr := abs(col-s.col), abs(row-s.row)
			if dc == 3 && dr == 1 || dc == 1 && dr == 3 {
				list = append(list, square{col, row})
			}
		}
	}
	return list
}

// bends goes 1 to first squares in one of the directions and then 1 to second squares at a
// right angle to it, everything passed being empty, the corner too (1230.16 §3, 1230.24).
func (b *board) bends(s square, directions []direction, first, second int) []square {
	var list []square
	for _, d := range directions {
		for n := 1; n <= first; n++ {
			corner := s.plus(d, n)
			if b.clear(s, d, n) && b.empty(corner) {
				list = append(list, b.slide(corner, d.across(), 1, second)...)
			}
		}
	}
	return list
}

// archerBends goes d1 squares orthogonally and 4-d1 at a right angle (1230.15 §2).
func (b *board) archerBends(s square) []square {
	list := b.slide(s, orthogonal, 4, 4)
	for _, d := range orthogonal {
		for d1 := 1; d1 <= 3; d1++ {
			corner := s.plus(d, d1)
			if b.clear(s, d, d1) && b.empty(corner) {
				list = append(list, b.slide(corner, d.across(), 4-d1, 4-d1)...)
			}
		}
	}
	return list
}

// nabiBends: three squares diagonally, then one orthogonally (1230.12 §2.a).
func (b *board) nabiBends(s square) []square {
	var list []square
	for _, d := range diagonal {
		corner := s.plus(d, 3)
		if b.clear(s, d, 3) && b.empty(corner) {
			list = append(list, leap(corner, orthogonal, 1, 1)...)
		}
	}
	return list
}

// nabiHops: over SQ1 to SQ2, or with SQ2 empty over SQ3 to SQ4 (1230.12 §2.b, §2.c).
func (b *board) nabiHops(s square) []square {
	var list []square
	for _, d := range anyWay {
		if b.occupied(s.plus(d, 1)) {
			list = append(list, leap(s, []direction{d}, 2, 2)...)
		}
		if b.occupied(s.plus(d, 3)) && b.empty(s.plus(d, 2)) {
			list = append(list, leap(s, []direction{d}, 4, 4)...)
		}
	}
	return list
}

// qball lists the ends of both parts of a Qball's move, and the corners in which the first part
// ends instead (1230.13 §3).
func (b *board) qball(s square) (ends, corners []square) {
	for _, d := range diagonal {
		n := 1
		for b.empty(s.plus(d, n)) && !edge(s.plus(d, n)) {
			n++
		}
		rim := s.plus(d, n)
		if !b.empty(rim) {
			continue
		}
		if corner(rim) {
			corners = append(corners, rim)
			continue
		}
		ends = append(ends, b.slide(rim, d.across(), 1, 10)...)
	}
	return ends, corners
}

func edge(s square) bool   { return s.col == 0 || s.col == 19 || s.row == 0 || s.row == 19 }
func corner(s square) bool { return (s.col == 0 || s.col == 19) && (s.row == 0 || s.row == 19) }

// bounces: to SQ2n over a piece on SQn and no other (1230.17 §2).
func (b *board) bounces(s square) []square {
	var list []square
	for _, d := range anyWay {
		for n := 1; n < 20; n++ {
			over := s.plus(d, n)
			if b.clear(s, d, n) && b.occupied(over) && b.clear(over, d, n) {
				list = append(list, over.plus(d, n))
			}
		}
	}
	return list
}

// gess: an empty neighbour; 2 to 10 squares over anything where the neighbour is occupied; under
// gess-adjacent = yes also the occupied neighbour itself (1230.22).
func (b *board) gess(s square) []square {
	var list []square
	for _, d := range anyWay {
		next := s.plus(d, 1)
		if b.occupied(next) {
			list = append(list, leap(s, []direction{d}, 2, 10)...)
		}
		if b.empty(next) || b.occupied(next) && !b.gessNotAdjacent {
			list = append(list, next)
		}
	}
	return list
}

// loyalistLine lists the squares between x and its own side's King if they share a line, are at
// most 8 apart and no friend stands between; not beyond an enemy (1230.23).
func (b *board) loyalistLine(x int) []square {
	k := b.king(b.pieces[x].side)
	if k < 0 || k == x {
		return nil
	}
	from, to := b.pieces[x].at, b.pieces[k].at
	long := distance(from, to)
	if long > 8 {
		return nil
	}
	for _, d := range anyWay {
		if from.plus(d, long) != to {
			continue
		}
		for n := 1; n < long; n++ {
			between := from.plus(d, n)
			if b.occupied(between) && b.pieces[b.cells[between.col][between.row]-1].side == b.pieces[x].side {
				return nil
			}
		}
		return b.slide(from, []direction{d}, 1, long-1)
	}
	return nil
}
