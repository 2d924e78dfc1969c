package perft_test

import (
	"os"
	"testing"

	"adjudicate/rules"
	"adjudicate/systems"
)

// Counts under conditions by which a capture that is forbidden gives no check. They come from a program of forty lines, written for them
// from the definitions, that knows nothing of this one: each piece is asked whether the plain moves of the others observe it.
func TestWhatADutyDisarmsGivesNoCheck(t *testing.T) {
	const (
		open   = "r3k2r/1b1n1q2/p2p1p1p/2n1b3/2N1B1P1/P2P1N1P/1B3Q2/R3K2R w - - 0 1"
		across = "3qk3/8/2n2n2/1b4b1/1B4B1/2N2N2/8/3QK3 b - - 0 1"
	)
	tests := []struct {
		amendment    string
		open, across []uint64
	}{
		{"", []uint64{50, 2036}, []uint64{41, 1444}},
		{"grid", []uint64{39, 1117}, []uint64{35, 1018}},
		{"madrasi", []uint64{40, 1265}, []uint64{27, 689}},
		{"patrol", []uint64{50, 2082}, []uint64{43, 1664}},
		{"functionary", []uint64{17, 268, 4211}, []uint64{26, 473, 8885}},
	}
	for _, tt := range tests {
		t.Run(tt.amendment, func(t *testing.T) {
			sys, err := systems.Find("chess")
			if err != nil {
				t.Fatal(err)
			}
			if tt.amendment != "" {
				file := "../chess/amendments/" + tt.amendment + ".yaml"
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				list, err := rules.Parse(file, text)
				if err != nil {
					t.Fatal(err)
				}
				sys = sys.With(sys.Book.With(list[0]))
			}
			legal(t, sys, open, tt.open)
			legal(t, sys, across, tt.across)
		})
	}
}
