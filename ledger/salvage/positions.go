package salvage

import (
	"iter"
	"math/bits"
)

// A million rows are a million positions, mostly one behind the other. They are kept by groups of neighbours: a bit each of those that are only
// known, a word each of those whose place is.

// positions is a set of positions.
type positions map[int64]uint64

func (p positions) add(at int64)      { p[at>>6] |= 1 << (at & 63) }
func (p positions) has(at int64) bool { return p[at>>6]>>(at&63)&1 != 0 }

// all lists the positions, in no order.
func (p positions) all() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for group, set := range p {
			for ; set != 0; set &= set - 1 {
				if !yield(group<<6 | int64(bits.TrailingZeros64(set))) {
					return
				}
			}
		}
	}
}

// placed are the places of rows, by position. Pages have numbers from 1 on, so that no place is 0.
type placed map[int64][16]ref

func (p placed) of(at int64) (ref, bool) {
	place := p[at>>4][at&15]
	return place, place != 0
}

func (p placed) put(at int64, place ref) {
	group := p[at>>4]
	group[at&15] = place
	p[at>>4] = group
}

// all lists the positions, in no order.
func (p placed) all() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for group, list := range p {
			for i, place := range list {
				if place != 0 && !yield(group<<4|int64(i)) {
					return
				}
			}
		}
	}
}

// least is the least of some positions, 0 if there are none.
func least(all iter.Seq[int64]) (first int64) {
	for at := range all {
		if first == 0 || at < first {
			first = at
		}
	}
	return first
}
