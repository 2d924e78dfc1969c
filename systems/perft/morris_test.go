package perft_test

import (
	"testing"

	"adjudicate/systems"
)

// Counts that can be worked out by hand: while no mill can stand each placement leaves one point less (24, 24·23, 24·23·22); of 20 points on which
// a man may be placed one closes a mill, for which either of two men may be taken.
func TestNineMensMorris(t *testing.T) {
	sys, err := systems.Find("morris")
	if err != nil {
		t.Fatal(err)
	}
	legal(t, sys, sys.Manifest.FEN.Start, []uint64{24, 552, 12144})
	legal(t, sys, "1**1**m/*1*1*m*/**3**/3*3/**3**/*1*1*1*/M**M**1[MMmm] w - - 0 1", []uint64{21})
	// The men on a1, d1 and g1 go to a4, to d2, and to g4; the one on f2 to d2 and f4.
	legal(t, sys, "m**m**m/*1*1*1*/**3**/3*3/**3**/*m*1*M*/M**M**M[] w - - 0 1", []uint64{5})
}
