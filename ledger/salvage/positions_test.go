package salvage

import (
	"slices"
	"testing"
)

// Positions are what is added, wherever they lie: alone, beside one another, at the ends of a group.
func TestPositionsAreWhatIsAdded(t *testing.T) {
	want := []int64{1<<40 + 1, 1<<40 + 15, 1<<40 + 16, 1<<40 + 63, 1<<40 + 64, 5<<40 + 1000, 1<<62 + 7}
	set, at := positions{}, placed{}
	for i, p := range slices.Backward(want) {
		set.add(p)
		at.put(p, ref(i+1)<<refBits)
	}
	if got := slices.Sorted(set.all()); !slices.Equal(got, want) {
		t.Errorf("the set holds %v", got)
	}
	if got := slices.Sorted(at.all()); !slices.Equal(got, want) {
		t.Errorf("places are known of %v", got)
	}
	for i, p := range want {
		place, ok := at.of(p)
		if !ok || place != ref(i+1)<<refBits || !set.has(p) {
			t.Errorf("%d: place %d, %t", p, place, ok)
		}
		if _, ok := at.of(p + 1); ok != slices.Contains(want, p+1) || set.has(p+1) != ok {
			t.Errorf("%d was not added: %t", p+1, ok)
		}
	}
	if got := least(set.all()); got != want[0] {
		t.Errorf("the least is %d", got)
	}
	if got := least(positions{}.all()); got != 0 {
		t.Errorf("the least of none is %d", got)
	}
}
