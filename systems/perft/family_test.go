package perft_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	_ "adjudicate/internal/testheap"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
	"adjudicate/systems"
	"adjudicate/systems/perft"
)

// family is the counts of full legal play that other engines agree on.
type family struct {
	Variant   string `json:"variant"`
	Positions []struct {
		FEN    string   `json:"fen"`
		Counts []uint64 `json:"counts"`
	} `json:"positions"`
}

// mostLegal keeps the tests of full legal play short; make perft holds the deeper counts too.
var mostLegal = func() uint64 {
	if os.Getenv("ADJUDICATE_DEEP") != "" {
		return 6_000_000
	}
	return 3_000
}()

func legal(t *testing.T, sys *systems.System, fen string, counts []uint64) {
	t.Helper()
	for i, want := range counts {
		if want > mostLegal {
			return
		}
		g, err := perft.FromSystem(sys, fen)
		if err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
		if got := g.Walk(i+1, nil); got != want {
			t.Errorf("%s, depth %d: got %d, want %d", fen, i+1, got, want)
			return
		}
	}
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestCountsOfChess(t *testing.T) {
	var list []struct {
		ID     string   `json:"id"`
		FEN    string   `json:"fen"`
		Counts []uint64 `json:"counts"`
	}
	readJSON(t, "../../fixtures/perft/chess.json", &list)
	sys, err := systems.Find("chess")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range list {
		t.Run(v.ID, func(t *testing.T) { legal(t, sys, v.FEN, v.Counts) })
	}
}

func TestCountsOfTheVariants(t *testing.T) {
	var list []family
	readJSON(t, "../../fixtures/perft/variants.json", &list)
	vectors := map[string]family{}
	for _, v := range list {
		vectors[v.Variant] = v
	}
	for name := range vectors {
		if !slices.Contains(systems.Variants(), name) {
			t.Errorf("no folder for %s, whose counts are known", name)
		}
	}
	for _, name := range systems.Variants() {
		t.Run(name, func(t *testing.T) {
			sys, err := systems.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			v, ok := vectors[name]
			if !ok || sys.Name != name {
				t.Fatalf("called %q; counts of it: %v", sys.Name, ok)
			}
			if sys.FEN == nil || sys.FEN.Start != v.Positions[0].FEN {
				t.Errorf("the opening array is %+v, and the first position %s", sys.FEN, v.Positions[0].FEN)
			}
			for _, p := range sys.Check().Faults() {
				t.Error(p)
			}
			for _, p := range v.Positions {
				legal(t, sys, p.FEN, p.Counts)
			}
		})
	}
}

// familyTable is the part of docs/perft.md about full legal play.
func familyTable(t *testing.T) string {
	var chess []struct {
		Counts []uint64 `json:"counts"`
	}
	var list []family
	readJSON(t, "../../fixtures/perft/chess.json", &chess)
	readJSON(t, "../../fixtures/perft/variants.json", &list)
	var b strings.Builder
	fmt.Fprintf(&b, `
## Full legal play

Systems with all their rules against counts that established engines agree on, that are published, or that a program written apart gives (fixtures/perft/chess.json, variants.json): checks,
castling, drops, promotions, obligations, ends. Moves of declared kinds, moves off the board and actions are counted by hand (systems/perft/apart_test.go). The tests hold the smaller counts of every position, "make perft" all up to six million.

| system | positions | from the first, depth 1, 2, … |
|---|---|---|
| chess | %d | %s |
`, len(chess), counts(chess[0].Counts))
	for _, v := range list {
		if slices.Contains(systems.Variants(), v.Variant) {
			fmt.Fprintf(&b, "| %s | %d | %s |\n", v.Variant, len(v.Positions), counts(v.Positions[0].Counts))
		}
	}
	return b.String()
}

// Leaves are counted without being made where nothing can come of it for the own royal piece; turns that are
// made one after the other are as many.
func TestLeavesAreTheTurnsThatAreMade(t *testing.T) {
	var list []family
	readJSON(t, "../../fixtures/perft/variants.json", &list)
	for _, v := range list {
		sys, err := systems.Find(v.Variant)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range v.Positions {
			madeAsCounted(t, sys, at.FEN)
		}
	}
}

func madeAsCounted(t *testing.T, sys *systems.System, fen string) {
	t.Helper()
	full, err := perft.FromSystem(sys, fen)
	if err != nil {
		t.Fatal(err)
	}
	g := full.Game
	made := func(s movement.SideID) (n uint64) {
		g.Each(s, func(*turns.Turn) bool {
			n++
			return true
		})
		return n
	}
	looked := 0
	g.Each(full.First, func(*turns.Turn) bool {
		next := 1 - full.First
		if _, _, over := g.Over(full.First); over {
			return true
		}
		if have, want := g.Count(next, 1, nil), made(next); have != want {
			t.Errorf("%s, %s: %d leaves counted, %d turns made", sys.Name, fen, have, want)
		}
		looked++
		return looked < 40
	})
}
