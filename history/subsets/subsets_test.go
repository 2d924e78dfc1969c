package subsets_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/history/subsets"
)

func TestChoicesComeInOrderAndAreCounted(t *testing.T) {
	var got []string
	err := subsets.Choose([]string{"a", "b", "c", "d"}, 2, func(set []string) error {
		got = append(got, set[0]+set[1])
		return nil
	})
	if diff := cmp.Diff([]string{"ab", "ac", "ad", "bc", "bd", "cd"}, got); diff != "" || err != nil {
		t.Errorf("choices of two of four: %v (-want +got):\n%s", err, diff)
	}
	for _, c := range []struct{ n, size, want int }{{4, 2, 6}, {5, 0, 1}, {7, 7, 1}, {3, 4, 0}, {100, 50, 1_000_000}} {
		if got := subsets.Count(c.n, c.size); got != c.want {
			t.Errorf("choices of %d of %d: %d, want %d", c.size, c.n, got, c.want)
		}
	}
}

// Of 0 … 19 it takes 3 and 11 together. A search that is ended early leaves a set that does it.
func TestWhatIsNarrowedDownIsMinimal(t *testing.T) {
	does := func(set []int) (bool, error) {
		return slices.Contains(set, 3) && slices.Contains(set, 11), nil
	}
	all := make([]int, 20)
	for i := range all {
		all[i] = i
	}
	got, err := subsets.Narrow(all, does)
	slices.Sort(got)
	if diff := cmp.Diff([]int{3, 11}, got); diff != "" || err != nil {
		t.Errorf("narrowed: %v (-want +got):\n%s", err, diff)
	}
	full := errors.New("full")
	tried := 0
	got, err = subsets.Narrow(all, func(set []int) (bool, error) {
		if tried++; tried > 3 {
			return false, full
		}
		return does(set)
	})
	if ok, _ := does(got); !ok || !errors.Is(err, full) {
		t.Errorf("what is left of a search that was ended: %v, %v: want a set that does it, and the error", got, err)
	}
}
