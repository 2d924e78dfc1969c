package movement

// The walkers of reach.go ask the board square by square; that serves any definition. Whoever counts
// plays by the million asks it by bits instead:
//
//   - Whatever direction steps have, the table of next squares is a chain of squares, or several: a
//     line. A line of at most 64 squares is a word, a piece on it a bit. How far a slide goes is
//     then the number of zeros behind a place, whatever the graph looks like; a hop is the zeros
//     behind the first bit. Lines that close to a ring, or are longer, are left to the walkers.
//   - Squares that a piece reaches over anything, or by one step, do not depend on the board: they are
//     a set of squares for each square, whose part that is free, or holds what may be captured, is
//     counted by words.
//
// Both are made of the tables of the Ruleset when they are first asked for.

// An axis is the lines of one direction of steps and its opposite.
type axis struct {
	at []place // by Square
}

// A place is where on a line a square lies.
type place struct {
	line uint16 // 0: on none, for squares that there are not
	pos  uint8
	last uint8 // the position of the line's last square
}

// A field is a board as lines and sets of squares.
type field struct {
	*topology
	nth   []uint16 // by Square: its number among squares
	words int      // of a set of squares
	all   []uint64 // the set of all squares
	axes  []axis
	byVec map[[2]int16]int // index of axes by a step; -1: its lines are none
	lines [][]Square       // by line: the squares in order; the first is of no line
}

func newField(t *topology) *field {
	f := &field{topology: t, nth: make([]uint16, len(t.empty)), words: (len(t.squares) + 63) / 64,
		byVec: map[[2]int16]int{}, lines: make([][]Square, 1)}
	f.all = make([]uint64, f.words)
	for i, sq := range t.squares {
		f.nth[sq] = uint16(i)
		f.all[i>>6] |= 1 << (i & 63)
	}
	return f
}

// mostLines bounds the lines of a field: their numbers fit into a place.
const mostLines = 1 << 15

// axis returns the lines along v, and whether v leads forward on them. ok is false if there are
// squares along v that are no line of at most 64.
func (f *field) axis(v *vec) (i int, fore, ok bool) {
	step, back := [2]int16{v.df, v.dr}, [2]int16{-v.df, -v.dr}
	if i, ok := f.byVec[step]; ok {
		return i, true, i >= 0
	}
	if i, ok := f.byVec[back]; ok {
		return i, false, i >= 0
	}
	f.byVec[step] = -1
	reverse := f.vecBack(v)
	if reverse == nil {
		return -1, true, false // a leap whose opposite no piece makes
	}
	a := axis{at: make([]place, len(f.empty))}
	found, lines := 0, f.lines
	for _, sq := range f.squares {
		if reverse[sq] != Off {
			continue
		}
		var line []Square
		for ; sq != Off; sq = v.next[sq] {
			line = append(line, sq)
		}
		if len(line) > 64 || len(lines) >= mostLines {
			return -1, true, false
		}
		for pos, on := range line {
			a.at[on] = place{line: uint16(len(lines)), pos: uint8(pos), last: uint8(len(line) - 1)}
		}
		lines = append(lines, line)
		found += len(line)
	}
	if found < len(f.squares) {
		return -1, true, false // a ring
	}
	f.lines = lines
	f.byVec[step] = len(f.axes)
	f.axes = append(f.axes, a)
	return len(f.axes) - 1, true, true
}

// A part is some squares of a set: those of one of its words.
type part struct {
	word uint16
	bits uint64
}

// leaps is a set of squares for each square.
type leaps struct {
	first []uint32 // by Square, and one more: where its parts begin
	parts []part
}

func (l *leaps) from(sq Square) []part {
	if len(l.parts) == 0 {
		return nil
	}
	return l.parts[l.first[sq]:l.first[sq+1]]
}

// has reports whether a square is among those of another.
func (l *leaps) has(from Square, nth uint16) bool {
	for _, p := range l.from(from) {
		if p.word == nth>>6 {
			return p.bits>>(nth&63)&1 != 0
		}
	}
	return false
}

// between returns the places strictly between two of a line.
func between(a, b uint8) uint64 {
	if a > b {
		a, b = b, a
	}
	return (1<<b - 1) &^ (2<<a - 1)
}

// upTo returns the bits of the numbers from 1 to n.
func upTo(n int) uint64 { return (2<<n - 1) &^ 1 }
