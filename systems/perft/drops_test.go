package perft_test

import (
	"testing"

	"adjudicate/systems"
)

// No pawn is dropped to mate. The established engine generates such drops; these are its counts without them: each pawn drop that
// leaves the side in check without a legal play was taken out where it stood in the tree.
func TestNoPawnIsDroppedToMate(t *testing.T) {
	tests := []struct {
		name, variant, fen string
		counts             []uint64
	}{
		{"one drop is left out at depth 3", "shogi", "k8/2G6/1G7/9/9/9/9/9/8K[P] w - - 0 1", []uint64{82, 7, 569}},
		{"77 drops are left out at depth 3", "minishogi", "k4/2G2/1G3/5/4K[Pp] w - - 0 1", []uint64{30, 435, 8493}},
		{"1561 drops are left out at depth 3", "torishogi", "k6/2F4/1C5/7/7/7/6K[SSs] w - - 0 1", []uint64{52, 1846, 93572}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sys, err := systems.Find(tt.variant)
			if err != nil {
				t.Fatal(err)
			}
			legal(t, sys, tt.fen, tt.counts)
		})
	}
}
