package aggregate_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// TestDrawnArraysAreThoseOfChess960 draws the array of many games: bishops on both colours, the king between the rooks, Black's men opposite White's, and no
// two the same more often than chance has it.
func TestDrawnArraysAreThoseOfChess960(t *testing.T) {
	sys, err := systems.Called("chess")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../systems/chess/amendments/chess960-array.yaml")
	if err != nil {
		t.Fatal(err)
	}
	rule, err := rules.Parse("chess960-array.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	then, err := array.Opening(sys, "", []string{"White=Ann", "Black=Bob"})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 1, 5, 10, 0, 0, 0, time.UTC)
	seen := map[string]int{}
	const games = 60
	for seed := range games {
		j, err := aggregate.NewJudge(aggregate.NewState(), "test")
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		enter := func(p events.Payload) {
			t.Helper()
			n++
			d := j.Decide(aggregate.Input{ID: fmt.Sprint(n), Payload: p, At: at})
			if d.Ruling.Verdict != aggregate.Accepted {
				t.Fatalf("%s: %+v", p.Kind(), d.Ruling.Faults)
			}
			j.Commit(d)
		}
		enter(sys.Opening("game", fmt.Sprintf("%064x", seed), ""))
		for _, r := range sys.Book.Rules() {
			enter(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
		}
		for _, p := range then {
			enter(p)
		}
		enter(events.RuleEnacted{Number: rule[0].Number, Rule: rule[0].Canonical()})
		row := func(rank string) (types string) {
			for file := range 8 {
				pc, ok := j.State().PieceAt(string(rune('a'+file)) + rank)
				if !ok {
					t.Fatalf("seed %d: nothing on file %d of rank %s", seed, file+1, rank)
				}
				types += map[string]string{"King": "K", "Queen": "Q", "Rook": "R", "Bishop": "B", "Knight": "N", "Pawn": "P"}[pc.Type]
			}
			return types
		}
		white := row("1")
		if row("8") != white || row("2") != "PPPPPPPP" || row("7") != "PPPPPPPP" {
			t.Errorf("seed %d: %s %s %s %s", seed, white, row("2"), row("7"), row("8"))
		}
		bishops, order := [2]int{}, ""
		for file, typ := range white {
			switch typ {
			case 'B':
				bishops[file%2]++
			case 'K', 'R':
				order += string(typ)
			}
		}
		if bishops != [2]int{1, 1} || order != "RKR" {
			t.Errorf("seed %d: %s is no array of Chess960", seed, white)
		}
		seen[white]++
	}
	if len(seen) < games*3/4 {
		t.Errorf("%d games have %d arrays only", games, len(seen))
	}
}
