package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/rules"
	"adjudicate/systems"
	"adjudicate/systems/position"
)

// The Rook on a1 loses g1 to k1 and a7 to a11; the King is as it was, and a Duck is there afterwards alone.
func TestTryShowsWhatARuleMakesOfAPosition(t *testing.T) {
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	list, err := rules.Parse("", []byte(`rules:
  - number: "1230.5"
    set: {"piece.modes[0].legs[0].n": 1..5}
  - number: "1230.26"
    piece: {name: Duck, glyph: "~", value: 3, modes: [{legs: [{dir: orthogonal}]}]}
`))
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if list[i], err = book.Complete(list[i]); err != nil {
			t.Fatal(err)
		}
	}
	doc, err := position.Read("", strings.NewReader(`{"system": "partychess", "sides": [{"name": "Red"}], "pieces": [
		{"id": "R1", "type": "Rook", "side": "Red", "at": "a1"}, {"id": "K1", "type": "King", "side": "Red", "at": "t20"}, {"id": "D1", "type": "Duck", "side": "Red", "at": "j10"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	v, err := Try(&Setup{doc: doc}, book, list)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][2]int{}
	for _, x := range v.Pieces {
		before := -1
		if x.Before != nil {
			before = len(x.Before.Moves)
		}
		got[x.ID] = [2]int{before, len(x.After.Moves)}
	}
	if diff := cmp.Diff(map[string][2]int{"R1": {20, 10}, "D1": {-1, 4}}, got); diff != "" {
		t.Errorf("moves before and after (-want +got):\n%s", diff)
	}
}
