package cases

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	_ "adjudicate/internal/testheap"
	"adjudicate/rules"
	rulesuite "adjudicate/systems"

	"github.com/google/go-cmp/cmp"
)

const swift = `number: "1230.90"
title: Swift
piece: {name: Swift, glyph: u, value: 2, modes: [{legs: [{leap: [2, 1]}], cite: §2}]}
`

func TestACaseNamesRulesByTheirFile(t *testing.T) {
	sys, err := rulesuite.Find("partychess")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{
		"swift.yaml": {Data: []byte(swift)},
		"two.yaml":   {Data: []byte(swift + "---\n" + strings.ReplaceAll(swift, "90", "91"))},
		"wrong.yaml": {Data: []byte(strings.Replace(swift, "leap: [2, 1]", "dir: sideways", 1))},
		"taken.yaml": {Data: []byte(strings.Replace(swift, "glyph: u", "glyph: r", 1))},
	}
	const head = "id: X.swift.1\ntitle: A title\npurpose: A purpose\nclause: 1230.90 §2\n"
	const play = "sides: {Red: {board: ue5}, Blue: {}}\nsteps:\n  - play: ue5-f7\n    is: accepted\n"
	const enact = "sides: {Red: {board: Re5}, Blue: {}}\nsteps:\n  - do: enact FILE\n    is: accepted\n"
	tests := []struct{ name, src, want string }{
		{"in force from the start", head + "rules: swift.yaml\n" + play, ""},
		{"a type that no rule in force defines", head + play, `no such piece type: "u"`},
		{"enacted by a step", head + strings.Replace(enact, "FILE", "swift.yaml", 1), ""},
		{"a file that is not there", head + "rules: swallow.yaml\n" + play, "swallow.yaml: file does not exist"},
		{"a file with two rules", head + strings.Replace(enact, "FILE", "two.yaml", 1), "two.yaml: expected one rule, found 2"},
		{"a definition that is none", head + "rules: wrong.yaml\n" + play, "wrong.yaml: "},
		{"a glyph that is taken", head + "rules: taken.yaml\n" + play, "the glyph r belongs to rule 1230.5"},
		{"a file and a rule spelled out", head + strings.Replace(enact, "FILE\n", "swift.yaml\n    rule: x\n", 1), "the step spells out a rule"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, err := Run(fstest.MapFS{"X.swift.1.yaml": {Data: []byte(tt.src)}}, files, sys)
			if err != nil {
				t.Fatal(err)
			}
			diffs := strings.Join(list[0].Diffs, "\n")
			if tt.want == "" && diffs != "" || !strings.Contains(diffs, tt.want) {
				t.Errorf("got %q, want %q in it", diffs, tt.want)
			}
		})
	}
}

// Every file is a sound rule that some case names, and the inventions can all hold at once.
func TestEveryChangeIsSoundAndHasCases(t *testing.T) {
	book, reg, err := rulesuite.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, r := range results(t) {
		for _, file := range r.Case.Rules {
			named[file] = true
		}
		for _, s := range r.Case.Steps {
			if words := strings.Fields(s.Do); len(words) == 2 {
				named[words[1]] = true
			}
		}
	}
	folder := os.DirFS(changes)
	files, err := fs.Glob(folder, "*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	more, err := fs.Glob(folder, "*/*.yaml") // which generated games do not enact
	if err != nil {
		t.Fatal(err)
	}
	all := book
	for _, f := range append(files, more...) {
		text, err := fs.ReadFile(folder, f)
		if err != nil {
			t.Fatal(err)
		}
		r, err := oneRule(f, text)
		if err != nil {
			t.Error(err)
			continue
		}
		if r, err = book.Complete(r); err != nil {
			t.Error(err)
			continue
		}
		others := book.Without(r.Number)
		if diff := cmp.Diff(rules.Problems(nil), rules.Problems(rules.Check(&r, others, reg)).Faults()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", f, diff)
		}
		if !named[f] {
			t.Errorf("no case names %s", f)
		}
		if r.Revision == 0 {
			if _, twice := all.Rule(r.Number); twice {
				t.Errorf("%s: another file has the number %s", f, r.Number)
			}
			all = all.With(r)
		}
	}
	for _, bad := range all.Invalid() {
		if !bad.InTurns() {
			t.Errorf("all inventions together: rule %s: %s", bad.Rule.Number, bad.Why)
		}
	}
	if n := len(all.Rules()) - len(book.Rules()); n < 14 {
		t.Errorf("%d inventions, fewer than 14", n)
	}
}
