package perft_test

import (
	"os"
	"path/filepath"
	"testing"

	"adjudicate/systems"
)

// Positions of random games in which the folders once counted otherwise than the established engine, whose counts these are.
func TestPositionsOfRandomGames(t *testing.T) {
	tests := []struct {
		name, variant, fen string
		counts             []uint64
	}{
		{"a pawn that captures and is promoted turns to no stone", "petrified", "5*1r/3*1kP1/1p1n4/*pp1*1p1/1P1p2*1/3*P2B/R1P5/3K2NR w - - 2 38", []uint64{32, 799}},
		{"kings that turn to stone are no danger to each other", "petrified", "8/1k6/2**1*1*/K3P1p1/1PP5/3P4/4N1p*/5*2 w - - 2 55", []uint64{20}},
		{"a square is left for each bishop", "placement", "1q1n1k2/pppppppp/8/8/8/8/PPPPPPPP/BK3Q1B[RRNNrrbbn] b - - 0 4", []uint64{13}},
		{"no pawn is gated in", "shouse", "r3kbnr/ppp1pppp/Benq4/8/6b1/3P1P2/PPP1NPPP/RHBQKENR[Ph] w KQCDGkqfg - 0 9", []uint64{60}},
		{"a pawn that nothing is left for does not reach the last rank", "grandhouse", "r5b3/3p4P1/4k3b1/p1Bp1N~3q/2rp2n1c1/1q1pPa1p1r/7pN1/P1P4P2/4P1KB2/A3C1N1R1[NPPPPPp] w - - 0 71", []uint64{157}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sys, err := systems.Find(tt.variant)
			if dir := filepath.Join("../../fixtures/variants", tt.variant); err != nil {
				sys, err = systems.Open(dir, os.DirFS(dir))
			}
			if err != nil {
				t.Fatal(err)
			}
			legal(t, sys, tt.fen, tt.counts)
		})
	}
}
