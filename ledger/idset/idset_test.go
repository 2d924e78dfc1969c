package idset

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/google/uuid"
)

func TestAnIDIsFoundWhereItWasFirstMet(t *testing.T) {
	s, want := New(), map[uuid.UUID]uint64{}
	draw := rand.New(rand.NewPCG(1, 2))
	for at := uint64(1); at <= 200_000; at++ {
		var id uuid.UUID // half of them occur again
		binary.BigEndian.PutUint64(id[8:], draw.Uint64N(100_000))
		where := at << 20 >> (at % 21) // of all lengths
		first, again := s.Add(id, where)
		if w, known := want[id]; again != known || known && first != w || !known && first != where {
			t.Fatalf("%s at %d: first at %d, %v; want %d, %v", id, where, first, again, w, known)
		}
		if !again {
			want[id] = where
		}
	}
	if first, again := s.Add(uuid.Nil, MostPlace); again != (want[uuid.Nil] != 0) || !again && first != MostPlace {
		t.Errorf("the id of zeros: %d, %v", first, again)
	}
}

// BenchmarkAdd adds a million ids, and reports the memory that they take.
func BenchmarkAdd(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		s := New()
		var id uuid.UUID
		for at := range uint64(1_000_000) {
			binary.BigEndian.PutUint64(id[:], at*0x9e3779b97f4a7c15)
			s.Add(id, at+1)
		}
		held := 0
		for i := range s.sets {
			held += len(s.sets[i].slots)
		}
		b.ReportMetric(float64(held)/1e6, "B/id")
	}
	b.ReportMetric(1e6*float64(b.N)/b.Elapsed().Seconds(), "ids/s")
}
