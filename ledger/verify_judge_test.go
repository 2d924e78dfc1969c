package ledger_test

import (
	"slices"
	"testing"

	"adjudicate/events"
	"adjudicate/internal/played"
	"adjudicate/store/memory"
)

// Stretches of a ledger are judged side by side. Whichever rulings somebody has altered, exactly those are found, in the order of the ledger: in
// the first stretch, the last one, at both ends of each.
func TestAlteredRulingsAreFoundInEachStretchThatIsJudged(t *testing.T) {
	st := memory.New()
	if _, err := played.Into(st, name, "../fixtures/season/autumn.season", options()); err != nil {
		t.Fatal(err)
	}
	sound := recorded(t, st)
	var rulings []int
	for i, rec := range sound {
		if _, ok := decoded(t, rec).Payload.(events.Ruled); ok {
			rulings = append(rulings, i)
		}
	}
	if len(rulings) <= 256 {
		t.Fatalf("%d inputs are one stretch", len(rulings))
	}
	for _, chosen := range [][]int{{0}, {len(rulings) - 1}, {255, 256}, {0, 100, 254, 255, 256, 257, len(rulings) - 1}} {
		list := slices.Clone(sound)
		var want, found []uint64
		for _, n := range chosen {
			e := decoded(t, list[rulings[n]])
			r := e.Payload.(events.Ruled)
			r.Rulebook = "sha256:0000"
			e.Payload = r
			list[rulings[n]].Data = encoded(t, &e)
			want = append(want, e.Sequence)
		}
		for _, d := range verifiedAnew(t, list).Differences {
			found = append(found, d.Sequence)
		}
		if !slices.Equal(found, want) {
			t.Errorf("altered %v, found %v", want, found)
		}
	}
}
