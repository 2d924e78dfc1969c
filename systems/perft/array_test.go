package perft_test

import (
	"testing"
	"testing/fstest"

	"adjudicate/systems"
	"adjudicate/systems/perft"
)

// Three pieces in three corners of sixteen squares have two moves each, none of which is in the way of another, and the sides play in order.
func TestPlaysAreCountedFromAnArrayOfAnyNumberOfSides(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	sys, err := systems.Read(fstest.MapFS{
		"system.yaml": file("name: three\nsides: [Red, White, Blue]\narray: {Red: Wa1, White: Wd1, Blue: Wd4}\n"),
		"rules/1.yaml": file("rules:\n  - number: 1\n    procedure: {board: {files: 4, ranks: 4}, capturing: {goes: gone}}\n" +
			"  - number: 2\n    piece: {name: Wazir, glyph: W, value: 1, betza: W}\n"),
	}, "three")
	if err != nil {
		t.Fatal(err)
	}
	for depth, want := range []uint64{1, 2, 4, 8} {
		full, err := perft.FromSystem(sys, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := full.Walk(depth, nil); got != want {
			t.Errorf("%d turns: %d sequences, want %d", depth, got, want)
		}
	}
	full, err := perft.FromSystem(sys, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, shares := full.Divide(3, func(uint64) bool { return false }); len(shares) != 2 {
		t.Errorf("first turns %v, want two", shares)
	}
}
