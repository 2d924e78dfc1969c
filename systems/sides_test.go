package systems_test

import (
	"testing"
	"testing/fstest"

	"adjudicate/systems"

	"github.com/google/go-cmp/cmp"
)

// TestSidesAreHeldToThoseOfTheGame doubts, in the rules of a game of three sides, a winner that is the only other side, and an order that names
// somebody else.
func TestSidesAreHeldToThoseOfTheGame(t *testing.T) {
	_, found := systems.Examine(fstest.MapFS{
		"system.yaml": {Data: []byte("name: trio\nsides: [Red, Blue, Green]\narray: {Red: Fa1, Blue: Fh1, Green: Fa8}\n")},
		"rules/1.yaml": {Data: []byte(`rules:
- number: 1
  procedure:
    board: {files: 8, ranks: 8}
    order: {by: fixed, sides: [Red, Gren]}
    ends: [{when: turns > 40, winner: other}]
- number: 2
  piece: {name: Fool, glyph: F, value: 1, betza: W}
`)},
	}, "trio")
	var got []string
	for _, p := range found {
		got = append(got, p.String())
	}
	want := []string{
		`trio/rules/1.yaml:5:37: procedure.order.sides[1]: no effect: no side is called "Gren" (did you mean "Green"?)`,
		"trio/rules/1.yaml:6:39: procedure.ends[0].winner: no effect: of 3 sides none is the only other one (name a side)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
