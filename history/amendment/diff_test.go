package amendment_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/history/amendment"
	_ "adjudicate/internal/testheap"
	"adjudicate/rules"
)

func parse(t testing.TB, text string) *rules.Rule {
	t.Helper()
	list, err := rules.Parse("rule.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return &list[0]
}

const frog = `
number: "1230.90"
revision: 0
title: A Frog
piece:
  name: Frog
  glyph: f
  value: 9
  modes:
    - {legs: [{dir: orthogonal, n: 1..10}], cite: §2}
    - {for: [move], legs: [{dir: diagonal, n: 2}], cite: §3}
  promotion:
    - {on: reach, in: [j10], to: any, timing: at-once, cite: §4}
`

func TestDifferencesHavePathsAndClauses(t *testing.T) {
	tests := []struct {
		name, after string
		want        []amendment.Change
	}{
		{"the same definition differs in nothing", frog, nil},
		{"a range and a value", `
number: "1230.90"
revision: 1
title: A Frog
piece:
  name: Frog
  glyph: f
  value: 8
  modes:
    - {legs: [{dir: orthogonal, n: 1..8}], cite: §2}
    - {for: [move], legs: [{dir: diagonal, n: 2}], cite: §3}
  promotion:
    - {on: reach, in: [j10], to: any, timing: at-once, cite: §4}
`, []amendment.Change{
			{Path: "value", Before: "9", After: "8", Clause: "1230.90/1"},
			{Path: "modes[0].legs[0].n", Before: "1..10", After: "1..8", Clause: "1230.90/1 §2"},
		}},
		{"a mode in front of the others does not make them different", `
number: "1230.90"
revision: 1
title: A Frog
piece:
  name: Frog
  glyph: f
  value: 9
  modes:
    - {for: [capture], legs: [{leap: [2, 1]}], victim: [Rook], cite: §1}
    - {legs: [{dir: orthogonal, n: 1..10}], cite: §2}
    - {for: [move], legs: [{dir: diagonal, n: 2}], cite: §3}
  promotion:
    - {on: reach, in: [j10, j11], to: any, timing: at-once, cite: §4}
`, []amendment.Change{
			{Path: "modes[0]", After: "{for: [capture], legs: [{leap: [2, 1]}], victim: [Rook], cite: §1}", Clause: "1230.90/1 §1"},
			{Path: "promotion[0].in", Before: "[j10]", After: "[j10, j11]", Clause: "1230.90/1 §4"},
		}},
		{"what is taken out is cited as it stood", `
number: "1230.90"
revision: 1
title: A Frog
piece:
  name: Frog
  glyph: f
  value: 9
  modes:
    - {for: [move], legs: [{dir: diagonal, n: 2}], cite: §3}
`, []amendment.Change{
			{Path: "modes[0]", Before: "{legs: [{dir: orthogonal, n: 1..10}], cite: §2}", Clause: "1230.90/0 §2"},
			{Path: "promotion[0]", Before: "{on: reach, in: [j10], to: any, timing: at-once, cite: §4}", Clause: "1230.90/0 §4"},
		}},
		{"a title alone", `
number: "1230.90"
revision: 1
title: The Frog
piece:
  name: Frog
  glyph: f
  value: 9
  modes:
    - {legs: [{dir: orthogonal, n: 1..10}], cite: §2}
    - {for: [move], legs: [{dir: diagonal, n: 2}], cite: §3}
  promotion:
    - {on: reach, in: [j10], to: any, timing: at-once, cite: §4}
`, []amendment.Change{{Path: "title", Before: "A Frog", After: "The Frog", Clause: "1230.90/1"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, amendment.Diff(parse(t, frog), parse(t, tt.after))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestProcedureNumbersHaveTheirClause(t *testing.T) {
	before := parse(t, "number: \"7\"\nrevision: 3\ntitle: Money\nprocedure:\n  buying: {price: 1 + 7*value, when: owned < 15, payee: Bank, compensation: value, cite: §2.D}\n")
	after := parse(t, "number: \"7\"\nrevision: 4\ntitle: Money\nprocedure:\n  buying: {price: 2 + 7*value, when: owned < 15, payee: Bank, compensation: value, cite: §2.D}\n  board: {files: 9, ranks: 9, cite: §1}\n")
	want := []amendment.Change{
		{Path: "board", After: "{files: 9, ranks: 9, cite: §1}", Clause: "7/4 §1"},
		{Path: "buying.price", Before: "1 + 7*value", After: "2 + 7*value", Clause: "7/4 §2.D"},
	}
	if diff := cmp.Diff(want, amendment.Diff(before, after)); diff != "" {
		t.Error(diff)
	}
}

func TestARuleThatAppearsIsListedFieldByField(t *testing.T) {
	got := amendment.Diff(nil, parse(t, "number: \"7\"\ntitle: Frogs\npiece: {name: Frog, glyph: f, value: 3, immovable: true}\n"))
	want := []amendment.Change{
		{Path: "title", After: "Frogs", Clause: "7/0"},
		{Path: "name", After: "Frog", Clause: "7/0"},
		{Path: "glyph", After: "f", Clause: "7/0"},
		{Path: "value", After: "3", Clause: "7/0"},
		{Path: "immovable", After: "true", Clause: "7/0"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
