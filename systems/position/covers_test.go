package position_test

import (
	"errors"
	"strings"
	"testing"

	"adjudicate/rules"
	"adjudicate/systems/position"
)

func TestAPieceIsFoundByEachSquareThatItCovers(t *testing.T) {
	list, err := rules.Parse("ship.yaml", []byte(`{number: "1", title: Ship, piece: {name: Ship, glyph: S, value: 1, covers: [[0, 0], [0, 1]], modes: [{legs: [{dir: vertical}]}]}}
---
{number: "2", title: Board, procedure: {board: {files: 4, ranks: 4}, checks: {}}}
`))
	if err != nil {
		t.Fatal(err)
	}
	d, err := position.Read("ship", strings.NewReader(`{"system": "partychess", "sides": [{"name": "Red"}], "pieces": [{"id": "S1", "type": "Ship", "side": "Red", "at": "b2"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	set, book, err := position.Setup("ship", d, rules.NewRulebook(list...))
	if err != nil {
		t.Fatal(err)
	}
	for _, square := range []string{"b2", "b3", "B3"} {
		if p, err := set.ReportOf(book.Procedure().Placing, square); err != nil || p.ID != "S1" {
			t.Errorf("%s: %v, %v", square, p, err)
		}
	}
	for _, square := range []string{"b1", "b4", "c3"} {
		var none *position.NoPieceError
		if _, err := set.ReportOf(book.Procedure().Placing, square); !errors.As(err, &none) || !none.Empty {
			t.Errorf("%s: %v", square, err)
		}
	}
}
