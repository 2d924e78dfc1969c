// Package idset finds the ids of a long stream that occur twice. It is exact, and its memory does not grow with the stream.
//
//	Add, Add, … ──► a list in memory ──full, sorted──► a run in a temporary file ──┐
//	                     └──────────────────────── Twice: all runs merged ◄────────┘
//
// Ids are mostly made one after the other, so that a list is nearly in order when it is sorted, and the runs follow one another.
//
// Where a file cannot be written the ids stay in memory: it then takes 24 bytes an id.
package idset

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"slices"

	"github.com/google/uuid"
)

const (
	// mostInMemory is how many ids are held in memory, at 24 bytes each: more lie in a temporary file.
	mostInMemory = 1 << 17
	width        = 24 // bytes of an id and its place
	buffered     = 1 << 14
)

// A Set is a set of ids with the places where they were met, empty to begin with. It is not safe for concurrent use.
type Set struct {
	most    int // ids in memory
	list    []met
	file    *os.File
	runs    []int // how many ids each has
	refused bool  // no file can be written
}

// met is an id as two numbers in its order, and where it was met.
type met struct{ hi, lo, at uint64 }

func (m *met) compare(o *met) int {
	switch {
	case m.hi != o.hi:
		return cmp.Compare(m.hi, o.hi)
	case m.lo != o.lo:
		return cmp.Compare(m.lo, o.lo)
	}
	return cmp.Compare(m.at, o.at)
}

func (m *met) id() (id uuid.UUID) {
	binary.BigEndian.PutUint64(id[:8], m.hi)
	binary.BigEndian.PutUint64(id[8:], m.lo)
	return id
}

// New returns an empty set, which is to be closed.
func New() *Set { return &Set{most: mostInMemory} }

// Add remembers that an id was met at a place.
func (s *Set) Add(id uuid.UUID, at uint64) {
	if len(s.list) >= s.most && !s.refused {
		s.spill()
	}
	s.list = append(s.list, met{binary.BigEndian.Uint64(id[:8]), binary.BigEndian.Uint64(id[8:]), at})
}

// sort puts what is in memory in order.
func (s *Set) sort() { slices.SortFunc(s.list, func(a, b met) int { return a.compare(&b) }) }

// spill writes what is in memory into the file. Where that fails it stays there, and nothing is written any more.
func (s *Set) spill() {
	s.sort()
	if s.refused = s.write() != nil; !s.refused {
		s.runs = append(s.runs, len(s.list))
		s.list = s.list[:0]
	}
}

func (s *Set) write() (err error) {
	if s.file == nil {
		if s.file, err = os.CreateTemp("", "adjudicate-ids-*"); err != nil {
			return err
		}
	}
	done := 0
	for _, n := range s.runs {
		done += n
	}
	w := bufio.NewWriterSize(io.NewOffsetWriter(s.file, int64(done)*width), 1<<16)
	for i := range s.list {
		var b [width]byte
		m := &s.list[i]
		binary.LittleEndian.PutUint64(b[:], m.hi)
		binary.LittleEndian.PutUint64(b[8:], m.lo)
		binary.LittleEndian.PutUint64(b[16:], m.at)
		w.Write(b[:]) // Flush tells
	}
	return w.Flush()
}

// Close forgets the ids.
func (s *Set) Close() error {
	s.list, s.runs = nil, nil
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	err = errors.Join(err, os.Remove(s.file.Name()))
	s.file = nil
	return err
}

// Again is an id that was met twice: at a place, and first at one before.
type Again struct {
	ID        uuid.UUID
	First, At uint64
}

// Twice returns the ids that were met more than once, each time but the first, by where they were met: the first ones of so many at most, and how
// many there are.
func (s *Set) Twice(most int) (list []Again, all int, err error) {
	s.sort()
	var last met
	met0 := false
	err = s.merge(func(m met) {
		if met0 && m.hi == last.hi && m.lo == last.lo {
			all++
			list = keep(list, Again{m.id(), last.at, m.at}, most)
			return
		}
		last, met0 = m, true
	})
	slices.SortFunc(list, byPlace)
	return list[:min(len(list), most)], all, err
}

func byPlace(a, b Again) int { return cmp.Compare(a.At, b.At) }

// keep adds to a list of which the first ones by place are wanted, and shortens it where it has become twice as long.
func keep(list []Again, a Again, most int) []Again {
	if list = append(list, a); len(list) >= 2*max(most, 1) {
		slices.SortFunc(list, byPlace)
		list = list[:most]
	}
	return list
}

// merge yields all that was met in order of the ids, and of one id in order of the places.
func (s *Set) merge(yield func(met)) error {
	list := []*source{{list: s.list}}
	done := 0
	for _, n := range s.runs {
		from := io.NewSectionReader(s.file, int64(done)*width, int64(n)*width)
		list = append(list, &source{text: bufio.NewReaderSize(from, buffered)})
		done += n
	}
	h := make(heap, 0, len(list))
	for _, src := range list {
		if ok, err := src.next(); err != nil {
			return err
		} else if ok {
			h = append(h, src)
		}
	}
	slices.SortFunc(h, func(a, b *source) int { return a.head.compare(&b.head) })
	for len(h) > 0 {
		yield(h[0].head)
		ok, err := h[0].next()
		if err != nil {
			return err
		}
		if !ok {
			h[0] = h[len(h)-1]
			h = h[:len(h)-1]
		}
		h.sink()
	}
	return nil
}

// A heap has the source with the least head first; neither half of those below a source has a lesser one.
type heap []*source

// sink moves the first source to where it belongs.
func (h heap) sink() {
	for i := 0; ; {
		least := 2*i + 1
		if least >= len(h) {
			return
		}
		if least+1 < len(h) && h[least+1].head.compare(&h[least].head) < 0 {
			least++
		}
		if h[i].head.compare(&h[least].head) <= 0 {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

// A source is a sorted list, in memory or in the file.
type source struct {
	head met
	list []met
	text *bufio.Reader // nil: in memory
}

// next makes the next one the head, and reports whether there is one.
func (s *source) next() (bool, error) {
	if s.text == nil {
		if len(s.list) == 0 {
			return false, nil
		}
		s.head, s.list = s.list[0], s.list[1:]
		return true, nil
	}
	var b [width]byte
	if _, err := io.ReadFull(s.text, b[:]); err != nil {
		if err == io.EOF {
			return false, nil
		}
		return false, err
	}
	s.head = met{binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint64(b[8:]), binary.LittleEndian.Uint64(b[16:])}
	return true, nil
}
