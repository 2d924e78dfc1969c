package rules_test

import (
	"bytes"
	"strings"
	"testing"

	"adjudicate/rules"
)

// A definition whose value follows from its parts has none of its own, which its canonical form says and nobody writes.
func TestARuleWithoutAValueIsWrittenAsItIsRead(t *testing.T) {
	list, err := rules.Parse("queen", []byte("number: 6\ntitle: 'a \"value\":\"\" of nothing'\npiece: {name: Queen, glyph: Q, compound: {kind: strong, of: [Rook, Bishop]}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := rules.YAML(list[0].Canonical())
	if err != nil || strings.Contains(string(text), "\n  value:") {
		t.Fatalf("error %v:\n%s", err, text)
	}
	again, err := rules.Parse("again", text)
	if err != nil || len(again) != 1 || !bytes.Equal(again[0].Canonical(), list[0].Canonical()) {
		t.Errorf("error %v: %d rules of\n%s", err, len(again), text)
	}
}
