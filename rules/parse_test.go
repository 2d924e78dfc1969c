package rules_test

import (
	"errors"
	"strings"
	"testing"

	"adjudicate/rules"

	"github.com/google/go-cmp/cmp"
)

func TestRulesAreReadFromYAML(t *testing.T) {
	ferz := rules.Rule{
		Number: "900.10", Revision: 2, Title: "Ferz",
		Piece: &rules.Piece{
			Name: "Ferz", Glyph: "f", Value: "1.5",
			Modes: []rules.Mode{{For: []string{"move"}, Legs: []rules.Leg{{Dir: "diagonal", N: "[1, 3]", At: map[int]string{2: "occupied", 1: "empty"}}}}},
		},
	}
	const one = `
number: 900.10
revision: 2
title: Ferz
piece:
  name: Ferz
  glyph: f
  value: 1.5
  modes: # how it goes
    - for: [move]
      legs: [{dir: diagonal, n: [1, 3], at: {2: occupied, 1: empty}}]
`
	note := rules.Rule{Number: "901", Title: "A note", Note: "Nothing."}
	for _, c := range []struct {
		name, text string
		want       []rules.Rule
	}{
		{"one rule", one, []rules.Rule{ferz}},
		{"several documents", one + "---\nnumber: \"901\"\ntitle: A note\nnote: Nothing.\n", []rules.Rule{ferz, note}},
		{"a list", "rules:\n- number: 901\n  title: A note\n  note: Nothing.\n", []rules.Rule{note}},
		{"an empty list in a field", "number: 901\ntitle: A note\nnote: |\n  Nothing.\n", []rules.Rule{note}},
	} {
		got, err := rules.Parse("x.yaml", []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestRefusalsNameThePlaceAndTheRemedy(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"an unknown field", "number: 1\npiece:\n  name: A\n  glpyh: a\n",
			`x.yaml:4:3: piece: unknown field "glpyh" (did you mean "glyph"?)`},
		{"an unknown field far from any other", "number: 1\nrevision: 0\nzzzzzz: a\n",
			`x.yaml:3:1: unknown field "zzzzzz" (one of number, revision, title, author, note, until, while, set, piece, procedure)`},
		{"a repeated field", "number: 1\ntitle: a\ntitle: b\n",
			`x.yaml:3:1: invalid YAML: mapping key "title" already defined at [2:1]`},
		{"a repeated step", "number: 1\npiece: {modes: [{legs: [{at: {1: empty, \"1\": empty}}]}]}\n",
			`x.yaml:2:41: invalid YAML: mapping key "1" already defined at [2:31]`},
		{"a text for a number", "number: 1\nrevision: two\n",
			`x.yaml:2:11: revision: expected a whole number, found a text (write 2)`},
		{"a fraction for a whole number", "number: 1\nrevision: 1.5\n",
			`x.yaml:2:11: revision: expected a whole number, found 1.5`},
		{"a truth for a text", "number: 1\ntitle: true\n",
			`x.yaml:2:8: title: expected a text, found true or false (write it in quotes)`},
		{"a text for a list", "number: 1\npiece:\n  modes:\n    - for: move\n",
			`x.yaml:4:12: piece.modes[0].for: expected a list, found a text (write [move])`},
		{"a text for a mapping", "number: 1\npiece: Rook\n",
			`x.yaml:2:8: piece: expected a mapping, found a text (write {name: Rook, …}; its fields are name, glyph, value, royal, limit, on_board, counts_as, counts_in, …)`},
		{"a number for a truth", "number: 1\npiece: {royal: 1}\n",
			`x.yaml:2:16: piece.royal: expected true or false, found a number (write true)`},
		{"a mapping for a formula", "number: 1\npiece: {value: {a: 1}}\n",
			`x.yaml:2:17: piece.value: expected a formula, found a mapping`},
		{"an empty formula", "number: 1\npiece: {value: ''}\n",
			`x.yaml:2:16: piece.value: empty formula (leave the field out)`},
		{"a text as step", "number: 1\npiece: {modes: [{legs: [{at: {a: empty}}]}]}\n",
			`x.yaml:2:31: piece.modes[0].legs[0].at: expected a whole number as key, found "a"`},
		{"nothing for a text", "number: 1\ntitle:\n",
			`x.yaml:2:7: title: expected a text, found nothing (leave the field out)`},
		{"no number", "title: a\n", `x.yaml:1:1: number: missing rule number`},
		{"a number that is none", "number: 1230.05\n",
			`x.yaml:1:9: number: invalid rule number "1230.05": expected whole numbers separated by dots, such as 12.5`},
		{"one number twice", "rules:\n- {number: 7, note: a}\n- {number: 7, note: b}\n",
			`x.yaml:3:12: number: duplicate rule 7`},
		{"an alias", "number: &n 1\nrevision: *n\n", `x.yaml:1:9: anchors, aliases, tags and merge keys are not allowed in rules`},
		{"no YAML", "number: [1\n", `x.yaml:1:9: invalid YAML: sequence end token ']' not found`},
		{"nothing", "# empty\n", `x.yaml:1:1: no rule in the file`},
		{"other encodings", "number: \xff\n", `x.yaml:1:9: the file is not in UTF-8`},
		{"a deep nest", "number: " + strings.Repeat("[", 300), `x.yaml:1:209: the file is nested too deeply`},
	} {
		_, err := rules.Parse("x.yaml", []byte(c.text))
		var problems rules.Problems
		if !errors.As(err, &problems) {
			t.Errorf("%s: got %v, want Problems", c.name, err)
			continue
		}
		if diff := cmp.Diff(c.want, err.Error()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestAllProblemsOfAFileAreReported(t *testing.T) {
	_, err := rules.Parse("x.yaml", []byte("number: 1\nrevison: 2\npiece:\n  name: [A]\n  royal: yes\n"))
	want := strings.Join([]string{
		`x.yaml:2:1: unknown field "revison" (did you mean "revision"?)`,
		`x.yaml:4:9: piece.name: expected a text, found a list (write A without [ ])`,
		`x.yaml:5:10: piece.royal: expected true or false, found a text (write true)`,
	}, "\n")
	if err == nil {
		t.Fatal("a file with three problems was accepted")
	}
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("number: 1230.5\nrevision: 5\ntitle: Rook\npiece: {name: Rook, glyph: R, value: 9, modes: [{legs: [{dir: orthogonal, n: 1..10}]}]}\n"))
	f.Add([]byte("rules:\n- number: 1\n  procedure: {board: {files: 3, ranks: 3}}\n---\nnumber: 2\n"))
	f.Add([]byte("a: &x [*x, !!t b, <<: {}]\n? [c]\n: d\n"))
	f.Add([]byte("number: 1\npiece:\n  value: >-\n    max(1,\n    2)\n"))
	for _, text := range seeds(f) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := rules.ParseFile("x", text)
		if err != nil {
			var problems rules.Problems
			if !errors.As(err, &problems) || len(problems) == 0 {
				t.Fatalf("not Problems: %v", err)
			}
			return
		}
		file.Check(nil, nil, rules.Game{})
		for _, r := range file.Rules {
			again, err := rules.FromCanonical(r.Canonical())
			if err != nil {
				t.Fatalf("%s: %v", r.Canonical(), err)
			}
			if diff := cmp.Diff(r, again); diff != "" {
				t.Fatalf("the canonical form is another rule (-want +got):\n%s", diff)
			}
		}
		rules.NewRulebook(file.Rules...).Pieces()
	})
}
