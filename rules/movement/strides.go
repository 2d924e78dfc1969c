package movement

import "slices"

// What a mode reaches from a square is worked out square by square before anything is counted: where it leaps regardless of what stands
// on the board, and where it comes by a few squares that must be empty. Conditions that ask of squares alone are answered then, too.

// mostVia is how many squares a stride may pass over.
const mostVia = 3

// mostStrides is how many strides a mode may have from a square; one with more is walked.
const mostStrides = 24

// A stride leads from one square to another while the squares between are empty: a lame leap, or a short slide that is bound to regions.
type stride struct {
	from, to Square
	nth      uint16 // number of to
	n        uint8  // of via
	use      use
	mode     uint8
	via      [mostVia]Square
}

// strides are those of a type, by the square they lead from.
type strides struct {
	first []uint32 // by Square, and one more
	list  []stride
}

func (l *strides) from(sq Square) []stride {
	if len(l.list) == 0 {
		return nil
	}
	return l.list[l.first[sq]:l.first[sq+1]]
}

// legwork works out where the modes of a type lead for the pieces of a side.
type legwork struct {
	f     *field
	p     *Position
	a     actor
	list  []stride
	base  int // of the mode's on the square
	path  []Square
	twice bool // some strides lead from one square to another
}

// from reports whether a mode can be used on a square.
func (x *legwork) from(m *mode, sq Square) bool {
	x.a.from = sq
	return m.when == nil || x.p.holds(m.when, &x.a)
}

// lands reports whether a mode may land on a square.
func (x *legwork) lands(m *mode, sq Square) bool {
	return m.land == nil || x.p.landingFor(m.land, &x.a, sq, NoPiece)
}

// leaps makes the sets of the squares that modes reach, which do not depend on what stands on the board.
func (x *legwork) leaps(list []*mode) leaps {
	f := x.f
	var out leaps
	if len(list) == 0 {
		return out
	}
	set := make([]uint64, f.words)
	for sq := range f.empty {
		out.first = append(out.first, uint32(len(out.parts)))
		if f.empty[sq] == border {
			continue
		}
		clear(set)
		for _, m := range list {
			if !x.from(m, Square(sq)) {
				continue
			}
			for _, v := range m.legs[0].along(&x.a) {
				to := Square(sq)
				for n := 1; n <= highest(m.legs[0].mask); n++ {
					if to = v.next[to]; to == Off {
						break
					}
					if m.legs[0].mask>>n&1 != 0 && int(to) != sq && x.lands(m, to) {
						set[f.nth[to]>>6] |= 1 << (f.nth[to] & 63)
					}
				}
			}
		}
		for w, b := range set {
			if b != 0 {
				out.parts = append(out.parts, part{uint16(w), b})
			}
		}
	}
	out.first = append(out.first, uint32(len(out.parts)))
	return out
}

// strides adds those of a mode; ok is false if it leads further than strides do.
func (x *legwork) strides(m *mode, index uint8) (ok bool) {
	if m.op != opSlide && m.op != opBent {
		return false
	}
	longest := 0
	for i := range m.legs {
		if m.legs[i].edge {
			return false
		}
		longest += m.legs[i].most
	}
	if longest > mostVia+1 {
		return false
	}
	before, twice := len(x.list), x.twice
	for _, sq := range x.f.squares {
		if !x.from(m, sq) {
			continue
		}
		x.base = len(x.list)
		x.stride(m, index, 0, sq, nil, 0)
		if len(x.list)-x.base > mostStrides {
			x.list, x.twice = x.list[:before], twice
			return false
		}
	}
	return true
}

// stride walks the leg k on an empty board.
func (x *legwork) stride(m *mode, index uint8, k int, from Square, last *vec, d1 int) {
	l := &m.legs[k]
	mask := x.p.mask(l, &x.a, d1)
	final := k == len(m.legs)-1
	if mask&1 != 0 && k > 0 && final {
		x.add(m, index)
	}
	vecs := x.f.turned(l, &x.a, last)
	for i := range vecs {
		sq, walked := from, len(x.path)
		for n := 1; n <= highest(mask); n++ {
			if sq = vecs[i].next[sq]; sq == Off || x.f.empty[sq] < NoPiece {
				break
			}
			x.path = append(x.path, sq)
			switch {
			case mask>>n&1 == 0:
			case final:
				x.add(m, index)
			case k == 0:
				x.stride(m, index, k+1, sq, &vecs[i], n)
			default:
				x.stride(m, index, k+1, sq, &vecs[i], d1)
			}
		}
		x.path = x.path[:walked]
	}
}

// add adds the stride along the path walked.
func (x *legwork) add(m *mode, index uint8) {
	n := len(x.path) - 1
	to := x.path[n]
	if to == x.a.from || slices.Contains(x.path[:n], x.a.from) || !x.lands(m, to) {
		return // its own square is never empty
	}
	s := stride{from: x.a.from, to: to, nth: x.f.nth[to], n: uint8(n), use: m.use, mode: index}
	copy(s.via[:], x.path[:n])
	for i := x.base; i < len(x.list); i++ {
		if o := &x.list[i]; o.to == to {
			if o.via == s.via {
				return
			}
			x.twice = true
		}
	}
	x.list = append(x.list, s)
}

// gather returns the strides of all modes, by squares.
func (x *legwork) gather() strides {
	if len(x.list) == 0 {
		return strides{}
	}
	slices.SortStableFunc(x.list, func(a, b stride) int { return int(a.from) - int(b.from) })
	out := strides{first: make([]uint32, len(x.f.empty)+1), list: x.list}
	i := 0
	for sq := range out.first {
		for i < len(x.list) && int(x.list[i].from) < sq {
			i++
		}
		out.first[sq] = uint32(i)
	}
	return out
}

// open reports whether nothing is in the way of a stride once one square is emptied and another filled, each of which may be Off.
func (t *tally) open(x *stride, emptied, filled Square) bool {
	for _, sq := range x.via[:x.n] {
		if sq == filled || sq != emptied && t.p.cells[sq] != NoPiece {
			return false
		}
	}
	return true
}
