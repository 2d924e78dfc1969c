package perft_test

import (
	"os"
	"path/filepath"
	"testing"

	"adjudicate/systems"
)

// The folders of fixtures/variants say games that no system of the program is, each as its definition in the established engine
// (Fairy-Stockfish) says it; the counts of fixtures/perft/further.json are that engine's. Where it is known to count otherwise than
// the rules of a game say (a piece or a wall that is put down in a play does not bar lines in it; a capture in passing
// promotes nothing) a position stands without the depths that this bears on.
func TestCountsOfFurtherVariants(t *testing.T) {
	var list []family
	readJSON(t, "../../fixtures/perft/further.json", &list)
	counted := map[string]bool{}
	for _, v := range list {
		counted[v.Variant] = true
		t.Run(v.Variant, func(t *testing.T) {
			dir := filepath.Join("../../fixtures/variants", v.Variant)
			sys, err := systems.Open(dir, os.DirFS(dir))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range sys.Check().Faults() {
				t.Error(p)
			}
			if len(v.Positions) == 0 {
				t.Error("no counts")
			}
			for _, p := range v.Positions {
				legal(t, sys, p.FEN, p.Counts)
			}
		})
	}
	dirs, err := os.ReadDir("../../fixtures/variants")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if d.IsDir() && !counted[d.Name()] {
			t.Errorf("no counts of %s", d.Name())
		}
	}
}
