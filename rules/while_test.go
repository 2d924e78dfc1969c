package rules_test

import (
	"strings"
	"testing"

	"adjudicate/rules"
)

// A rule may ask for what others provide, and for what is recorded, but not for what it provides.
func TestTheConditionOfARuleDoesNotDependOnItsOwnAnswer(t *testing.T) {
	const (
		piece   = "piece: {name: Wader, glyph: \"?\", value: 3, modes: [{legs: [{dir: all}]}]}"
		board   = "procedure: {board: {files: 9, ranks: 9}}"
		duty    = "procedure: {duties: [{forbid: pass, cite: §1}]}"
		disarms = "procedure: {duties: [{forbid: capture, when: from.rank > 3, disarms: true, cite: §1}]}"
		counted = "procedure: {weights: {when: royals > 0, piece: value, mobility: 0}}"
	)
	for _, c := range []struct{ while, says, circle string }{
		{"any(sides, it.in_check)", piece, "in_check (attacks) ← the definition of Wader"},
		{"any(sides, it.in_check)", board, "in_check (attacks) ← its board"},
		{"any(sides, it.in_check)", disarms, "in_check (attacks) ← its duties that disarm"},
		{"any(sides, it.in_check)", counted, ""},
		{"any(sides, it.in_check)", duty, ""},
		{"any(sides, it.weight > 9)", counted, "weight (Weights) ← its weights"},
		{"any(pieces, it.value > 9)", piece, "value (values) ← the definition of Wader"},
		{"any(pieces, it.value > 9)", disarms, ""},
		{"any(pieces, it.in('edge'))", piece, ""},
		{"any(pieces, it.in('edge'))", board, "in (the board) ← its board"},
		{"any(pieces, any(it.square.connected(it.empty), it.rank == 1))", board, "connected (the board) ← its board"},
		{"any(sides, count(it.pieces) < 3) and turns > 3", piece, ""},
		{"all(players, it.has('money') > 3)", board, ""},
	} {
		list, err := rules.Parse("rule.yaml", []byte("number: \"1\"\nwhile: "+c.while+"\n"+c.says+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, p := range rules.Problems(rules.Check(&list[0], nil, nil)).Faults() {
			if _, circle, ok := strings.Cut(p.Message, "circular condition: whether rule 1 is in force ← "); ok {
				got = strings.TrimSuffix(circle, ", if the rule is in force")
			}
		}
		if got != c.circle {
			t.Errorf("while %s, %s: %q, want %q", c.while, c.says, got, c.circle)
		}
	}
}
