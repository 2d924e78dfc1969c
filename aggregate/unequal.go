package aggregate

// This file keeps the two states of a judge equal, the one as committed and the one on which a decision is worked out. A decision changes a piece
// or two and a side, so what either has changed since they were equal is noted, and nothing else is copied: copying every piece before
// every decision was a tenth of what a play on a full board takes, most of it for the collector, which is told of each pointer that is written.

// unequal is where a state may differ from the one that it was equal to.
type unequal struct {
	pair   *pairing // the same in both, and in no other; nil: it was equal to none, or may differ anywhere
	pieces []int32  // that have been written since, by index
	sides  []int32
	lists  lists // of which something has been written
}

// lists are those of a state that are copied whole if anything of them has been written.
type lists uint8

const (
	listBalances lists = 1 << iota
	listSerials
	listPieces // of which pieces there are
)

// pairing tells the states that were equal at some time from all others. It has a size, so that no two are the same.
type pairing struct{ _ byte }

// copyAllAt is how many writes are noted before all is copied instead.
const copyAllAt = 128

// forget drops what is noted: the state may differ anywhere.
func (u *unequal) forget() {
	if u != nil {
		u.pair = nil
	}
}

// writes notes the write of what stands at an index.
func (u *unequal) writes(list *[]int32, i int) {
	if len(*list) == copyAllAt {
		u.pair = nil
		return
	}
	*list = append(*list, int32(i))
}

func (u *unequal) begin(pair *pairing) {
	*u = unequal{pair: pair, pieces: u.pieces[:0], sides: u.sides[:0]}
}

// pieceToWrite returns a piece to be written: nobody writes one in place but through it.
func (s *State) pieceToWrite(i int) *piece {
	if u := s.unequal; u != nil && u.pair != nil {
		u.writes(&u.pieces, i)
	}
	return &s.pieces[i]
}

// sideToWrite is pieceToWrite of a side.
func (s *State) sideToWrite(i int) *side {
	if u := s.unequal; u != nil && u.pair != nil {
		u.writes(&u.sides, i)
	}
	return &s.sides[i]
}

// writesTo notes that a list is written.
func (s *State) writesTo(l lists) {
	if s.unequal != nil {
		s.unequal.lists |= l
	}
}

// noting has it noted from now on what is written, by whoever alone may write s.
func (s *State) noting() {
	if s.unequal == nil {
		s.unequal = new(unequal)
	}
}

// follow makes s equal to t. If what is written of t is noted, so is from then on where the two come to differ; and where that was noted already,
// the rest is left as it is. Of t nothing changes that somebody who reads it meanwhile would see.
func (s *State) follow(t *State) {
	s.noting()
	mine, theirs := s.unequal, t.unequal
	if theirs == nil {
		s.copyFrom(t)
		return
	}
	pair := mine.pair
	if pair == nil || pair != theirs.pair {
		s.copyFrom(t)
		pair = new(pairing)
	} else {
		s.catchUpWith(t)
	}
	mine.begin(pair)
	theirs.begin(pair)
}

// catchUpWith makes s equal to t where either was written since they were equal.
func (s *State) catchUpWith(t *State) {
	mine, theirs := s.unequal, t.unequal
	balances, sides, pieces, serials := s.balances, s.sides, s.pieces, s.serials
	balanceIdx, pieceIdx := s.balanceIdx, s.pieceIdx
	s.share(t)
	s.unequal = mine
	s.sides = equalise(sides, t.sides, mine.sides, theirs.sides)
	s.pieces = equalise(pieces, t.pieces, mine.pieces, theirs.pieces)
	written := mine.lists | theirs.lists
	if written&listPieces != 0 {
		pieceIdx.copyFrom(&t.pieceIdx)
	}
	if written&listBalances != 0 {
		balances = append(balances[:0], t.balances...)
		balanceIdx.copyFrom(&t.balanceIdx)
	}
	if written&listSerials != 0 {
		serials = append(serials[:0], t.serials...)
	}
	s.balances, s.serials = balances, serials
	s.balanceIdx, s.pieceIdx = balanceIdx, pieceIdx
}

// equalise copies those of from that either list names, and those of which into has none.
func equalise[T any](into, from []T, lists ...[]int32) []T {
	into = into[:min(len(into), len(from))]
	for _, list := range lists {
		for _, i := range list {
			if int(i) < len(into) {
				into[i] = from[i]
			}
		}
	}
	return append(into, from[len(into):]...)
}
