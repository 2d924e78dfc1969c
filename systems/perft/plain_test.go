package perft_test

import (
	"errors"
	"fmt"
	"testing"

	"adjudicate/rules"
	"adjudicate/rules/betza"
	"adjudicate/systems/perft"
)

func TestFaultyFENsNameTheirColumn(t *testing.T) {
	tests := []struct {
		name, fen string
		column    int
	}{
		{"nobody to play", "8/8", 4},
		{"an unknown side", "8/8 x", 5},
		{"ranks of different length", "8/7 w", 3},
		{"an unknown sign", "8/3?4 w", 4},
		{"a run of no squares", "8/0 w", 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := perft.ParseFEN(tt.fen)
			var e *perft.FENError
			if !errors.As(err, &e) || e.Column != tt.column {
				t.Errorf("%q: got %v, want a fault in column %d", tt.fen, err, tt.column)
			}
		})
	}
}

func TestLongRunsAndWalls(t *testing.T) {
	f, err := perft.ParseFEN("12/k10*/12 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if f.Files != 12 || f.Ranks != 3 || f.First != 1 || len(f.Pieces) != 1 || len(f.Walls) != 1 || f.Walls[0] != [2]int{11, 1} {
		t.Errorf("got %+v", f)
	}
}

func TestASideWithoutALegalMoveEndsTheLine(t *testing.T) {
	// Black's King on a1 is attacked by the Rook a3 and hemmed in by the Rook b3.
	g := game(t, "k=K,r=R", "5/5/RR3/5/k3K b")
	if n := g.Count(1, nil); n != 0 {
		t.Errorf("%d legal moves, want none", n)
	}
	if n := g.Count(2, nil); n != 0 {
		t.Errorf("%d sequences of two, want none", n)
	}
}

func TestDivideAddsUpToTheCount(t *testing.T) {
	g := game(t, "k=K,r=R,p=mWcF", "4k/2p2/2P2/5/KR3 w")
	var sum uint64
	total, shares := g.Divide(3, func(uint64) bool { return false })
	for _, n := range shares {
		sum += n
	}
	if want := g.Count(3, nil); sum != want || total != want || want == 0 {
		t.Errorf("the shares add up to %d, the total is %d, the count is %d", sum, total, want)
	}
}

func game(t testing.TB, set, fen string) *perft.Game {
	t.Helper()
	list, err := betza.Set(set)
	if err != nil {
		t.Fatal(err)
	}
	f, err := perft.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	g, err := perft.FromFEN(rules.NewRulebook(list...), f)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func FuzzParseFEN(f *testing.F) {
	for _, fen := range []string{"8/8/8 w", "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1", "20/3*16 b", "k/K w"} {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fen, err := perft.ParseFEN(text)
		if err != nil {
			return
		}
		for _, m := range fen.Pieces {
			if m.File < 0 || m.File >= fen.Files || m.Rank < 0 || m.Rank >= fen.Ranks {
				t.Errorf("%q: a piece on file %d, rank %d of %d by %d", text, m.File, m.Rank, fen.Files, fen.Ranks)
			}
		}
	})
}

func ExampleGame_Count() {
	set, _ := betza.Set("k=K,r=R,p=mWcF")
	fen, _ := perft.ParseFEN("4k/2p2/2P2/5/KR3 w")
	g, err := perft.FromFEN(rules.NewRulebook(set...), fen)
	if err != nil {
		fmt.Println(err)
		return
	}
	// The King has two squares, the Rook seven, the pawn three.
	fmt.Println(g.Count(1, nil))
	// Output: 12
}
