package draw

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "renew the golden files")

// golden compares got with a file of testdata, which -update renews.
func golden(t *testing.T, file, got string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// party is a board of the greatest usual size with many sides, marks of every kind and
// names that need care in markup.
func party() Board {
	b := Board{
		Title: "Hand 3, after play 17", Files: 20, Ranks: 20,
		Sides: []Side{
			{Name: "Red", Note: "112.5, to play"}, {Name: "Blue", Note: "87", InCheck: true}, {Name: "Green", Note: "40.5"},
			{Name: "Rust & Ruin", Note: "0"}, {Name: "Los <Angeles>", Note: "23"}, {Name: "Yellow", Note: "51.5"}, {Name: "White", Note: "9"},
			{Name: "NAP", Note: "3.5"},
		},
		Pieces: []Piece{
			{"c3", "K", "King", "K1", "Red"}, {"c10", "R", "Rook", "R1", "Red"}, {"d4", "%", "Cantor", "%1", "Red"}, {"d3", "p", "Pawn", "p1", "Red"},
			{"h10", "K", "King", "K2", "Blue"}, {"j7", "H", "HarfyBlob", "H1", "Blue"}, {"k12", "!", "Bouncy!Ball", "!1", "Blue"}, {"c15", "A", "Archer", "A1", "Blue"},
			{"s19", "K", "King", "K3", "Green"}, {"r18", "+", "Guard", "+1", "Green"}, {"q3", "&", "Locust", "&1", "Green"}, {"a1", "Q", "Qball", "Q1", "Green"},
			{"t20", "*", "Zombie", "*1", "Rust & Ruin"}, {"t1", "M", "il-Nabi", "M1", "Los <Angeles>"}, {"n14", "K", "King", "K5", "Los <Angeles>"},
			{"m5", "K", "King", "K6", "Yellow"}, {"m6", "G", "Gess", "G1", "Yellow"}, {"p9", "K", "King", "K7", "White"}, {"p10", "L", "Loyalist", "L1", "White"},
			{"b18", "K", "King", "K8", "NAP"}, {"b17", "O", "CopyCat", "O1", "NAP"},
		},
		Marks: []Mark{
			{"c10", Origin}, {"c11", Target}, {"c12", Target}, {"c13", Target}, {"c14", Target}, {"c15", Capture},
			{"b10", Target}, {"a10", Target}, {"d10", Target}, {"e10", Target}, {"f10", Target}, {"g10", Target},
			{"d11", Declared}, {"e11", Declared}, {"d12", Declared}, {"b11", Declared}, {"c11", Declared},
			{"d4", Defended}, {"h10", Check}, {"t11", Exit},
		},
		Arrows: []Arrow{{"c10", "h10", Check}, {"m2", "m5", Origin}},
		Walls:  []string{"f15", "g15", "g16"},
	}
	return b
}

// fourplay has glyphs of two characters.
func fourplay() Board {
	return Board{
		Files: 5, Ranks: 4,
		Sides:  []Side{{Name: "North"}, {Name: "South", InCheck: true}},
		Pieces: []Piece{{"a4", "Wa", "Wall", "Wa1", "North"}, {"c2", "K", "King", "K1", "South"}, {"e1", "Fg", "Forcebeam Generator", "Fg1", "South"}},
		Marks:  []Mark{{"c2", Check}, {"b3", Target}},
		Walls:  []string{"d4"},
	}
}
