package aggregate

import (
	"slices"
	"strings"
	"testing"

	"adjudicate/events"
)

// fates is captured pieces that leave the game, and a piece that becomes one of two types, one of them once.
const fates = `number: "1229"
title: Captured pieces are gone
procedure:
  capturing: {goes: gone, cite: §1}
---
number: "1230.97"
title: The Squire
piece:
  name: Squire
  glyph: "$"
  value: 2
  modes: [{legs: [{dir: all}]}]
  promotion:
    - {on: reach, in: [rank 8], to: any, types: [Rook, Camel], most: {Rook: 1}, timing: at-once, cite: §2}
  placement: {when: 'not any(pieces, distance(it, to) <= 1)', cite: §3}
`

func TestCapturedPiecesGoWhereTheRulesSay(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20, Camel f6").with(fates).stand("Q1", "Squire", "Red", "e5")
	got := told(g.play("Red", "$e5xf6"))
	for _, want := range []string{"Q1 xC1 on f6 to Red", "C1 destroyed (effect)"} {
		if !slices.Contains(got, want) {
			t.Errorf("got %v, want %s among it", got, want)
		}
	}
	inStep(t, g.j)
}

func TestPromotionsAreToTheTypesThatAClauseNamesAsLongAsThereAreFew(t *testing.T) {
	const board = "Red: King a1, Rook j1; Blue: King t20"
	for _, test := range []struct{ play, becomes, code string }{
		{"$e7-e8=Camel", "Q1 becomes Camel", ""},
		{"$e7-e8=Archer", "", FaultPromotionType},
		{"$e7-e8=Rook", "", FaultPromotionType}, // Red has one
	} {
		g := newGame(t, board).with(fates).stand("Q1", "Squire", "Red", "e7")
		if test.code != "" {
			if got := codes(g.refused("Red", test.play)); !slices.Contains(got, test.code) {
				t.Errorf("%s: %v, want %s", test.play, got, test.code)
			}
			continue
		}
		if got := told(g.play("Red", test.play)); !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, test.becomes) }) {
			t.Errorf("%s: %v", test.play, got)
		}
	}
}

func TestAPlacementFitsTheConditionOfItsType(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20").with(fates)
	g.apply(events.PieceCreated{Piece: "Q1", Type: "Squire", Side: "Red"})
	if faults := g.refused("Red", "$@b2"); len(faults) == 0 {
		t.Error("placed beside a King")
	}
	g.play("Red", "$@c3")
}
