package ledger

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
)

// What judges find side by side stands among the rest in the order of the ledger, as far as it is listed; the others are counted.
func TestFindingsAreInOrderAndBounded(t *testing.T) {
	const acts, each = 300, 50 // two differences of three inputs are found by judges
	main := findings{engine: "e"}
	var places []place
	found, want := 0, []string(nil)
	for at := range uint64(acts * each) {
		switch at % 3 {
		case 0:
			main.differ(at, DiffersForm, "%d", at)
		default:
			p := main.here(at)
			p.found = &findings{engine: "e", counted: found >= mostDifferences}
			p.found.differ(at, DiffersForm, "%d", at)
			found++
			places = append([]place{p}, places...) // the last one is done first
		}
		if at < mostDifferences {
			want = append(want, fmt.Sprint(at))
		}
	}
	main.insert(places)
	var got []string
	for _, d := range main.differences {
		got = append(got, d.Text)
	}
	if diff := cmp.Diff(want, got); diff != "" || main.differing() != acts*each {
		t.Errorf("%d in all, want %d (-want +got):\n%.2000s", main.differing(), acts*each, diff)
	}
}

// Of rulings of another engine every one is known, but what it says is listed of the first only.
func TestDisputedRulingsAreAllExplained(t *testing.T) {
	f := findings{engine: "e"}
	for at := range uint64(mostDifferences + 20) {
		f.ruledOtherwise(&events.Envelope{Sequence: at}, at, "other", "", "%d", at)
	}
	f.ruledOtherwise(&events.Envelope{Sequence: 1 << 30}, 1<<30, "other", "known", "the last")
	f.explain(mostDifferences + 9)
	if n, last := len(f.otherwise), f.otherwise[len(f.otherwise)-1]; n != mostDifferences+11 || last.Text != "" || last.Sequence != mostDifferences+9 {
		t.Errorf("%d ruled otherwise, the last %+v", n, last)
	}
	if len(f.differences) != 10 || f.differences[0].Sequence != mostDifferences+10 || f.more != 0 {
		t.Errorf("%d differ and %d more, the first %+v", len(f.differences), f.more, f.differences[0])
	}
}
