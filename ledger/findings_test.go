package ledger

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
)

// What judges find side by side stands among the rest in the order of the ledger, as far as it is listed; the others are counted.
func TestFindingsAreInOrderAndBounded(t *testing.T) {
	const acts, each = 300, 50 // two differences of three inputs are found by judges
	main := findings{engine: "e"}
	var places []place
	var found shown
	var want []string
	for at := range uint64(acts * each) {
		switch at % 3 {
		case 0:
			main.differ(at, DiffersForm, "%d", at)
		default:
			p := main.here(at)
			one := main.apart(found)
			p.found = &one
			p.found.differ(at, DiffersForm, "%d", at)
			found.add(one.listed())
			places = append(places, p)
		}
		if at < mostDifferences {
			want = append(want, fmt.Sprint(at))
		}
	}
	slices.Reverse(places) // the last one is done first
	main.insert(places)
	var got []string
	for _, d := range main.differences {
		got = append(got, d.Text)
	}
	if diff := cmp.Diff(want, got); diff != "" || main.differing() != acts*each {
		t.Errorf("%d in all, want %d (-want +got):\n%.2000s", main.differing(), acts*each, diff)
	}
}

// Of rulings of another engine the first are listed. The others are counted, and told from one another where a checkpoint may stand for them.
func TestDisputedRulingsAreCountedAndExplained(t *testing.T) {
	for _, row := range []struct {
		signed                                 int64 // the checkpoint that holds
		otherwise, differ, moreOtherwise, more int
		first                                  uint64 // that differs
	}{
		{0, 1, mostDifferences, 10, 40, 1}, // of the twenty named ones of either stretch no more are listed
		{mostDifferences + 10, mostDifferences, 20, 21, 10, mostDifferences + 11},
		{mostDifferences + 100, mostDifferences, 0, 51, 0, 0},
	} {
		f := findings{engine: "e", signed: []int64{mostDifferences + 10, mostDifferences + 100}}
		for at := uint64(1); at <= mostDifferences+40; at++ {
			f.ruledOtherwise(&events.Envelope{Sequence: at}, at, "other", "", "%d", at)
		}
		f.ruledOtherwise(&events.Envelope{Sequence: 1 << 30}, 1<<30, "other", "known", "the last")
		for range 10 {
			f.moreOtherwise++
		}
		f.explain(row.signed)
		if f.differing() != row.differ+row.more || len(f.differences) != row.differ || len(f.otherwise) != row.otherwise || f.moreOtherwise != row.moreOtherwise {
			t.Errorf("a checkpoint of %d: %d differ and %d more, %d ruled otherwise and %d more; want %+v", row.signed, len(f.differences), f.more, len(f.otherwise), f.moreOtherwise, row)
		}
		if row.differ > 0 && f.differences[0].Sequence != row.first {
			t.Errorf("a checkpoint of %d: event %d differs first, want %d", row.signed, f.differences[0].Sequence, row.first)
		}
	}
}

// A stretch that is ruled on by itself counts what others before it have left no room for.
func TestWhatIsCountedAsideComesTogether(t *testing.T) {
	main := findings{engine: "e", signed: []int64{100, 200}}
	var places []place
	for _, at := range []uint64{50, 150, 250, 151} {
		p := main.here(at)
		one := main.apart(shown{mostDifferences, mostDifferences, mostDifferences})
		one.ruledOtherwise(&events.Envelope{Sequence: at}, at, "other", "", "%d", at)
		one.ruledOtherwise(&events.Envelope{Sequence: at}, at, "other", "known", "%d", at)
		one.differ(at, DiffersForm, "%d", at)
		if one.listed() != (shown{}) {
			t.Fatalf("listed: %+v", one.listed())
		}
		p.found = &one
		places = append(places, p)
	}
	main.insert(places)
	main.explain(200)
	if main.moreOtherwise != 4+3 || main.more != 4 || len(main.differences) != 1 || main.differences[0].Sequence != 250 {
		t.Errorf("%d ruled otherwise, %+v differ and %d more", main.moreOtherwise, main.differences, main.more)
	}
}
