package dispute

import (
	"bytes"
	"encoding/binary"
	"sort"
	"time"
)

// A ledger has an input for every few of its events, and a docket keeps a Subject of each. So they lie in little room: some eight bytes,
// for what an input and its ruling are is one of a few pairs of words, and it comes a little later than the one before it.

// blockOf is how many inputs a block holds. To find one of them half of its block is read.
const blockOf = 128

// listing is a list of Subjects that are no entries put in, ascending by sequence.
type listing struct {
	blocks []*block
	pairs  pairs
	n      int
	last   moment // of the last one
}

// block holds the moments of up to blockOf inputs, each after the first one as three varints: by how much it is later than the one before
// it in events, in seconds (zigzag), and its nanoseconds.
type block struct {
	first moment
	later []byte
	pairs [blockOf]uint32
}

// A moment is where and when an input was recorded.
type moment struct {
	sequence uint64
	seconds  int64 // since 1970
	nanos    uint64
}

// pairs are kinds and verdicts that occur together, by their numbers.
type pairs struct {
	list   []pair
	number map[pair]uint32
}

type pair struct{ kind, verdict string }

func (w *pairs) of(p pair) uint32 {
	n, known := w.number[p]
	if !known {
		if w.number == nil {
			w.number = map[pair]uint32{}
		}
		n = uint32(len(w.list))
		w.list, w.number[p] = append(w.list, p), n
	}
	return n
}

// add appends an input without a verdict.
func (l *listing) add(sequence uint64, at time.Time, kind string) {
	m := moment{sequence, at.Unix(), uint64(at.Nanosecond())}
	i := l.n % blockOf
	if i == 0 {
		if n := len(l.blocks); n > 0 {
			l.blocks[n-1].later = bytes.Clone(l.blocks[n-1].later) // without the room for more
		}
		l.blocks = append(l.blocks, &block{first: m})
	} else {
		b := l.blocks[len(l.blocks)-1]
		b.later = binary.AppendUvarint(b.later, m.sequence-l.last.sequence)
		b.later = binary.AppendVarint(b.later, m.seconds-l.last.seconds)
		b.later = binary.AppendUvarint(b.later, m.nanos)
	}
	l.blocks[len(l.blocks)-1].pairs[i] = l.pairs.of(pair{kind: kind})
	l.last = m
	l.n++
}

// rule sets the verdict on the input at a place.
func (l *listing) rule(i int, verdict string) {
	n := &l.blocks[i/blockOf].pairs[i%blockOf]
	if p := l.pairs.list[*n]; p.verdict != verdict {
		*n = l.pairs.of(pair{p.kind, verdict})
	}
}

// at returns the input at a place.
func (l *listing) at(i int) Subject {
	b := l.blocks[i/blockOf]
	m, rest := b.first, b.later
	for range i % blockOf {
		m, rest = m.next(rest)
	}
	p := l.pairs.list[b.pairs[i%blockOf]]
	return Subject{Sequence: m.sequence, Kind: p.kind, At: time.Unix(m.seconds, int64(m.nanos)).UTC(), Verdict: p.verdict}
}

func (m moment) next(later []byte) (moment, []byte) {
	sequence, n := binary.Uvarint(later)
	seconds, k := binary.Varint(later[n:])
	nanos, j := binary.Uvarint(later[n+k:])
	return moment{m.sequence + sequence, m.seconds + seconds, nanos}, later[n+k+j:]
}

// upTo returns how many of the inputs have no greater sequence.
func (l *listing) upTo(sequence uint64) int {
	k := sort.Search(len(l.blocks), func(i int) bool { return l.blocks[i].first.sequence > sequence }) - 1
	if k < 0 {
		return 0
	}
	n, m, rest := k*blockOf, l.blocks[k].first, l.blocks[k].later
	for n++; n < l.n && len(rest) > 0; n++ {
		if m, rest = m.next(rest); m.sequence > sequence {
			break
		}
	}
	return n
}
