package rules_test

import (
	"testing"

	"adjudicate/rules"
)

// Whose a victim is tells an attack that was resisted from a capture, where a type can resist.
func TestTheSideOfAVictimIsAskedWherePiecesResist(t *testing.T) {
	const rule = "rules:\n- number: 1\n  title: b\n  procedure:\n    board: {files: 5, ranks: 5}\n    capturing: {goes: gone}\n" +
		"    assets: [{name: fame, of: side}]\n    consequences: [{on: attacks, when: victim.side != mover, do: [{pay: 1, asset: fame, payee: actor.side}]}]\n" +
		"- number: 2\n  title: k\n  piece: {name: Knight, glyph: K, value: 3, betza: N"
	for title, c := range map[string]struct {
		more   string
		doubts int
	}{
		"nothing resists": {"}\n", 1},
		"a type resists":  {", resists: [{kind: [capture]}]}\n", 0},
	} {
		f, err := rules.ParseFile("", []byte(rule+c.more))
		if err != nil {
			t.Fatal(err)
		}
		if found := f.Check(new(rules.Rulebook), nil, rules.Game{}); len(found) != c.doubts {
			t.Errorf("%s: found %v, want %d", title, found, c.doubts)
		}
	}
}
