package main

import (
	"math"
	"testing"
	"time"
)

// What work costs whatever the size does not hide how it grows at the upper sizes.
func TestTheExponentIsThatOfTheUpperHalf(t *testing.T) {
	for _, k := range []float64{0, 0.5, 1, 2} {
		var list []point
		for _, size := range []int{10, 100, 1000, 10_000, 100_000, 1_000_000} {
			list = append(list, point{size, time.Duration(1e6 + 1e6*math.Pow(float64(size), k))})
		}
		if got := exponent(list); math.Abs(got-k) > 0.02 {
			t.Errorf("cost grows as size^%v: exponent %.3f", k, got)
		}
	}
}
