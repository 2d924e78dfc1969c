package rules_test

import (
	"strings"
	"testing"

	"adjudicate/rules"
)

func TestADocumentIsReadWithAllItsFaultsInTheirPlaces(t *testing.T) {
	type inner struct {
		Start string `json:"start"`
	}
	var into struct {
		Name  string   `json:"name"`
		Sides []string `json:"sides"`
		FEN   *inner   `json:"fen"`
	}
	doc, found := rules.ReadDocument("x/system.yaml", []byte("name: hex\nsides: Red\nfen:\n  strat: 8/8\ntittle: A\n"), &into)
	var lines []string
	for _, p := range found {
		lines = append(lines, p.String())
	}
	want := []string{
		"x/system.yaml:2:8: sides: expected a list, found a text (write [Red])",
		`x/system.yaml:4:3: fen: unknown field "strat" (did you mean "start"?)`,
		`x/system.yaml:5:1: unknown field "tittle" (one of name, sides, fen)`,
	}
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") || into.Name != "hex" {
		t.Errorf("%q: got\n%s\nwant\n%s", into.Name, got, strings.Join(want, "\n"))
	}
	if p := doc.Problem("fen.start.row", "", "too long"); p.Line != 4 || p.Column != 3 {
		t.Errorf("a field that is not there is placed at %d:%d, want that around it, 4:3", p.Line, p.Column)
	}
	for _, text := range []string{"", "name: a\n---\nname: b\n"} {
		if _, found := rules.ReadDocument("x", []byte(text), &into); len(found) != 1 {
			t.Errorf("%q: %v", text, found)
		}
	}
}
