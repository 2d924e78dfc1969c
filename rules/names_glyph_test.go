package rules_test

import (
	"strings"
	"testing"

	"adjudicate/rules"
)

// pieceOf parses a rule of a piece of a name and a glyph.
func pieceOf(t *testing.T, name, glyph string) (*rules.Rule, rules.Problems) {
	t.Helper()
	list, err := rules.Parse("x.yaml", []byte("number: 50\ntitle: A piece\npiece: {name: '"+name+"', glyph: '"+glyph+"', value: 1, betza: W}\n"))
	if err != nil {
		t.Fatal(err)
	}
	return &list[0], rules.Problems(rules.Review(&list[0], rules.NewRulebook(), new(rules.Register), rules.Game{})).Faults()
}

func TestNamesAndGlyphsOfAnyScriptAreTakenComposed(t *testing.T) {
	r, faults := pieceOf(t, "La\u0308ufer", "e\u0301")
	if len(faults) > 0 || r.Piece.Name != "Läufer" || r.Piece.Glyph != "é" {
		t.Errorf("%+q %+q: %v", r.Piece.Name, r.Piece.Glyph, faults)
	}
	for _, glyph := range []string{"将", "王", "🐎", "♘", "Ж", "Кн", "金将", "क", "कि", "x\u0302", "H2", "ß"} {
		if _, faults := pieceOf(t, "Piece", glyph); len(faults) > 0 {
			t.Errorf("%s: %v", glyph, faults)
		}
	}
	for _, glyph := range []string{"Rx", "abc", "a b", "\u0308", "R\u200b", "R-", "金将王"} {
		if _, faults := pieceOf(t, "Piece", glyph); !strings.Contains(faults.Error(), "piece.glyph") {
			t.Errorf("%+q is taken", glyph)
		}
	}
	book := rules.NewRulebook(*r)
	if name, err := book.TypeNamed("la\u0308ufer"); err != nil || name != "Läufer" {
		t.Errorf("found %q", name)
	}
}
