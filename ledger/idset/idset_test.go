package idset

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/google/uuid"

	_ "adjudicate/internal/testheap"
)

// drawn adds ids of which some occur again, in order or not, and returns those that do.
func drawn(s *Set, n int, ordered bool) (want []Again) {
	draw, first := rand.New(rand.NewPCG(1, 2)), map[uuid.UUID]uint64{}
	for at := uint64(1); at <= uint64(n); at++ {
		var id uuid.UUID
		switch {
		case ordered:
			binary.BigEndian.PutUint64(id[:], at)
		default:
			binary.BigEndian.PutUint64(id[8:], draw.Uint64N(uint64(2*n)))
		}
		if ordered && draw.Uint64N(50) == 0 {
			binary.BigEndian.PutUint64(id[:], at-draw.Uint64N(at))
		}
		s.Add(id, at)
		if was, again := first[id]; again {
			want = append(want, Again{id, was, at})
		} else {
			first[id] = at
		}
	}
	return want
}

func TestIDsThatOccurAgainAreFound(t *testing.T) {
	for _, inMemory := range []int{1 << 20, 1000, 999, 17} {
		for _, ordered := range []bool{true, false} {
			s := New()
			s.most = inMemory
			want := drawn(s, 10_000, ordered)
			for _, most := range []int{len(want), 1 << 20, 100, 1} {
				got, all, err := s.Twice(most)
				if err != nil || all != len(want) || !slices.Equal(got, want[:min(most, len(want))]) {
					t.Errorf("%d in memory, in order: %t, at most %d: %d of %d ids, want %d, error %v", inMemory, ordered, most, len(got), all, len(want), err)
				}
			}
			if s.file == nil && inMemory < 10_000 {
				t.Error("nothing was written")
			}
			var name string
			if s.file != nil {
				name = s.file.Name()
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(name); name != "" && err == nil {
				t.Errorf("%s is left", name)
			}
		}
	}
}

func TestWithoutAPlaceForAFileIDsStayInMemory(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/missing")
	s := New()
	s.most = 100
	want := drawn(s, 5_000, false)
	if got, all, err := s.Twice(len(want)); err != nil || all != len(want) || !slices.Equal(got, want) || s.file != nil {
		t.Errorf("%d of %d, want %d, error %v", len(got), all, len(want), err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestNoIDs(t *testing.T) {
	s := New()
	if got, all, err := s.Twice(10); len(got)+all > 0 || err != nil {
		t.Error(got, all, err)
	}
}

// BenchmarkMillion adds a million ids in order and looks which occur again.
func BenchmarkMillion(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		s := New()
		var id uuid.UUID
		for at := range uint64(1_000_000) {
			binary.BigEndian.PutUint64(id[:], at^3)
			s.Add(id, at)
		}
		if _, all, err := s.Twice(10); all > 0 || err != nil {
			b.Fatal(all, err)
		}
		s.Close()
	}
}
