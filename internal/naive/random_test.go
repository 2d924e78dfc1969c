package naive

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wellFormed says what is wrong with a position, by the list in docs/position.md.
func wellFormed(p Position) error {
	sides, ids, squares, kings := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	known := map[string]bool{}
	for _, t := range types {
		known[t] = true
	}
	for _, s := range p.Sides {
		if sides[s.Name] {
			return fmt.Errorf("side %s twice", s.Name)
		}
		sides[s.Name] = true
		if l := s.Last; l != nil && (l.Type != "" && !known[l.Type] || l.As == "Echo" || l.As != "" && !known[l.As]) {
			return fmt.Errorf("last play %+v", *l)
		}
	}
	for _, x := range p.Pieces {
		switch {
		case !known[x.Type] || !sides[x.Side]:
			return fmt.Errorf("unknown type or side in %+v", x)
		case ids[x.ID]:
			return fmt.Errorf("id %s twice", x.ID)
		case x.At != "" && squares[x.At]:
			return fmt.Errorf("two pieces on %s", x.At)
		case x.Type == "King" && kings[x.Side]:
			return fmt.Errorf("two Kings of %s", x.Side)
		}
		for name, n := range x.Counters {
			if x.Type != "HarfyBlob" || name != "Hn" || n < 1 {
				return fmt.Errorf("counter %s %d of %s", name, n, x.ID)
			}
		}
		ids[x.ID], squares[x.At] = true, true
		kings[x.Side] = kings[x.Side] || x.Type == "King"
	}
	return nil
}

func TestRandomPositionsAreWellFormedAndTheSameEveryTime(t *testing.T) {
	for seed := range uint64(1000) {
		p := Random(seed, Options{})
		if err := wellFormed(p); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if diff := cmp.Diff(p, Random(seed, Options{})); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
	}
}

func TestRandomPositionsKeepToTheirOptions(t *testing.T) {
	for seed := range uint64(50) {
		p := Random(seed, Options{Sides: 3, Pieces: 140, Defaults: true})
		if len(p.Sides) != 3 || p.Interpretations != nil {
			t.Errorf("seed %d: %d sides, readings %v", seed, len(p.Sides), p.Interpretations)
		}
		if n := len(p.Pieces); n < 130 || n > 160 {
			t.Errorf("seed %d: %d pieces", seed, n)
		}
	}
}

// Clauses that hold of every analysis, whatever the readings.
func TestEveryRandomAnalysisIsConsistentWithItself(t *testing.T) {
	for seed := range uint64(40) {
		p := Random(seed, Options{})
		a := Analyse(p)
		byID, sideOf := map[string]AnalysedPiece{}, map[string]AnalysedSide{}
		hasKing := map[string]bool{}
		for _, x := range a.Pieces {
			byID[x.ID] = x
			hasKing[x.Side] = hasKing[x.Side] || x.Type == "King" && x.At != ""
		}
		for _, s := range a.Sides {
			sideOf[s.Name] = s
			if s.InCheck != (len(s.CheckedBy) > 0) {
				t.Errorf("seed %d: %s: in check %v by %v", seed, s.Name, s.InCheck, s.CheckedBy)
			}
			if !hasKing[s.Name] && (s.Weight != 0 || s.InCheck) {
				t.Errorf("seed %d: %s has no King on-board, weight %v, in check %v", seed, s.Name, s.Weight, s.InCheck)
			}
		}
		for _, x := range a.Pieces {
			if x.OnBoard == nil {
				continue
			}
			for _, c := range x.Captures {
				victim := byID[c.Piece]
				switch {
				case victim.Side == x.Side:
					t.Errorf("seed %d: %s captures its friend %s (1230.1 §4)", seed, x.ID, c.Piece)
				case victim.Type == "King" && !hasKing[x.Side]:
					t.Errorf("seed %d: %s captures a King without one (1230.2 §8)", seed, x.ID)
				case victim.Type == "King" && !sideOf[victim.Side].InCheck:
					t.Errorf("seed %d: %s attacks a King that is not in check (1230.2 §7)", seed, x.ID)
				case victim.Type == "Guard" && (x.Type == "Archer" || x.Type == "Kamikaze"):
					t.Errorf("seed %d: %s captures a Guard (1230.25)", seed, x.ID)
				}
			}
			if len(x.LegalMoves) > len(x.Moves) || len(x.LegalCaptures) > len(x.Captures) {
				t.Errorf("seed %d: %s has more legal plays than plays", seed, x.ID)
			}
			if !hasKing[x.Side] && (len(x.LegalMoves) < len(x.Moves) || len(x.LegalCaptures) < len(x.Captures)) {
				t.Errorf("seed %d: %s is bound although it has no King on-board", seed, x.ID)
			}
			if len(x.Moves) == 0 && x.Mobility != 0 && p.Interpretations["scratch-counts"] != "yes" {
				t.Errorf("seed %d: %s has no moves and mobility %v (1230.3)", seed, x.ID, x.Mobility)
			}
		}
	}
}

func BenchmarkDensePositionsUnderDefaults(b *testing.B) {
	for i := range b.N {
		Analyse(Random(uint64(i), Options{Pieces: 140, Defaults: true}))
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
}

// pinsOnly are entries that reach an analysis only through nested questions about pins; random
// positions meet them too rarely to be looked for here.
var pinsOnly = map[string]bool{"harfyblob-locust": true, "promoted-counter": true}

func TestEveryReadingChangesTheAnalysisOfSomeRandomPosition(t *testing.T) {
	for _, entry := range registered {
		if pinsOnly[entry[0]] {
			continue
		}
		t.Run(entry[0], func(t *testing.T) {
			for seed := range uint64(30000) {
				p := Random(seed, Options{})
				if len(p.Interpretations) != 1 || p.Interpretations[entry[0]] != entry[2] || len(p.Pieces) > 40 {
					continue
				}
				under := Analyse(p)
				p.Interpretations = nil
				if !cmp.Equal(under, Analyse(p)) {
					return
				}
			}
			t.Error("no position tells the readings apart")
		})
	}
}
