package aggregate_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store/memory"
)

// typeless is a game whose only type of piece is repealed while there are pieces of it.
const typeless = `season 1

on 2000-01-01
09:00 game "No types" system plain seed 00000000000000000000000000000000000000000000000000000000000000b6
rulebook plain
enact
| number: 2
| title: King
| piece: {name: King, glyph: K, value: 0, betza: K}
  => accepted
enact
| number: 3
| title: Turns, and what each side has
| procedure:
|   order: {by: list, sides: [Red, Blue], cite: ¶1}
|   plays: {counts: "true", one_only: "true", cite: ¶1}
|   placing: {may_attack: "true", cite: ¶2}
|   consequences: [{on: enters, do: [{create: King}, {create: King}], cite: ¶2}]
|   passing: {when: "true", cite: ¶3}
  => accepted
player Ann ann@example.org
player Bob bob@example.org
side Red held by Ann
side Blue held by Bob
start
10:00 Red: K@a1
  => accepted
10:05 Blue: K@h8
  => accepted
10:10 repeal 2
`

// TestPiecesWhoseTypeIsRepealedAreNoPieces repeals the last type: its pieces can do nothing, and the game goes on without them.
func TestPiecesWhoseTypeIsRepealedAreNoPieces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "typeless.season")
	if err := os.WriteFile(path, []byte(typeless), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := played.Into(memory.New(), "no-types", path, ledger.Options{Engine: "test"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ side, text, verdict string }{
		{"Red", "Ka1-a2", aggregate.Rejected},
		{"Red", "K@b2", aggregate.Rejected},
		{"Red", "pass", aggregate.Accepted},
		{"Blue", "pass", aggregate.Accepted},
	} {
		who, _ := l.State().Side(c.side)
		res, err := l.Submit(context.Background(), events.PlaySubmitted{Side: c.side, Text: c.text}, who.Player, l.Last())
		if err != nil {
			t.Fatal(err)
		}
		if got := res.Ruled().Verdict; got != c.verdict {
			t.Errorf("%s: %s is %s: %+v", c.side, c.text, got, res.Ruled().Faults)
		}
	}
}
