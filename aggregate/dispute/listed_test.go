package dispute

import (
	"math/rand/v2"
	"sort"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A listing answers as a plain list does, whatever the moments are.
func TestListingKeepsWhatIsAdded(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var l listing
	var plain []Subject
	sequence, at := uint64(0), time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	for range 3*blockOf + 7 {
		sequence += 1 + random.Uint64N([]uint64{3, 1000, 1 << 40}[random.IntN(3)])
		at = at.Add([]time.Duration{0, time.Second, time.Nanosecond, 90 * 24 * time.Hour, -time.Hour}[random.IntN(5)])
		s := Subject{Sequence: sequence, Kind: []string{"play-submitted", "time-passed"}[random.IntN(2)], At: at}
		l.add(s.Sequence, s.At, s.Kind)
		plain = append(plain, s)
		i := random.IntN(len(plain))
		plain[i].Verdict = []string{"legal", "illegal", ""}[random.IntN(3)]
		l.rule(i, plain[i].Verdict)
	}
	for i, want := range plain {
		if d := cmp.Diff(want, l.at(i)); d != "" {
			t.Errorf("at %d (-want +got):\n%s", i, d)
		}
		for _, s := range []uint64{want.Sequence - 1, want.Sequence, want.Sequence + 1} {
			upTo := sort.Search(len(plain), func(i int) bool { return plain[i].Sequence > s })
			if got := l.upTo(s); got != upTo {
				t.Errorf("%d up to %d, want %d", got, s, upTo)
			}
		}
	}
	if l.upTo(0) != 0 || new(listing).upTo(5) != 0 {
		t.Error("something comes before the first")
	}
}
