// Package subsets enumerates the subsets of a list, and finds a minimal one that still has the effect of
// the whole.
package subsets

import "slices"

// Choose calls f with every choice of size of a list, in order, until f returns an error. The choice is f's for the call only.
func Choose[T any](list []T, size int, f func([]T) error) error {
	set := make([]T, 0, size)
	var from func(i int) error
	from = func(i int) error {
		if len(set) == size {
			return f(set)
		}
		for k := i; k <= len(list)-(size-len(set)); k++ {
			set = append(set, list[k])
			if err := from(k + 1); err != nil {
				return err
			}
			set = set[:len(set)-1]
		}
		return nil
	}
	return from(0)
}

// most is how many sets Count counts to.
const most = 1_000_000

// Count is how many choices of size there are of n things, at most a million.
func Count(n, size int) int {
	c := 1
	for i := 1; i <= size; i++ {
		if c = c * (n - size + i) / i; c > most {
			return most
		}
	}
	return c
}

// Narrow is delta debugging (ddmin): it leaves out parts of a set for which does is true as long as it is true of what is
// left, until nothing can be left out alone. An error of does ends it with the set as it is then.
func Narrow[T any](set []T, does func([]T) (bool, error)) ([]T, error) {
	parts := 2
	for len(set) >= 2 {
		smaller := false
		for i := 0; i < parts && !smaller; i++ {
			from, to := i*len(set)/parts, (i+1)*len(set)/parts
			rest := append(slices.Clone(set[:from]), set[to:]...)
			for _, candidate := range [][]T{slices.Clone(set[from:to]), rest} {
				if len(candidate) == 0 || len(candidate) == len(set) {
					continue
				}
				ok, err := does(candidate)
				if err != nil {
					return set, err
				}
				if ok {
					set, smaller = candidate, true
					break
				}
			}
		}
		switch {
		case smaller:
			parts = max(2, min(parts-1, len(set)))
		case parts >= len(set):
			return set, nil
		default:
			parts = min(2*parts, len(set))
		}
	}
	return set, nil
}
