// Package testrace lets tests say what the race detector needs of them. It sees what goroutines share, and makes all else tenfold slower: what computes much in
// few goroutines, or the same over and over, it need watch but once. make test runs every test in full without it as well.
package testrace

import "testing"

// Fewer is the size of a sample: n, or a tenth of it where the race detector watches, but one at least.
func Fewer(n int) int {
	if watching {
		return max(n/10, min(n, 1))
	}
	return n
}

// Elsewhere leaves out a test where the race detector watches: what shares anything in it does the same in shorter tests of its package.
func Elsewhere(t testing.TB) {
	t.Helper()
	if watching {
		t.Skip("takes long, and shares nothing that shorter tests do not: without the race detector")
	}
}
