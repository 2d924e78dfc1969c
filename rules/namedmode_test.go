package rules_test

import (
	"testing"

	"adjudicate/rules"
)

// TestANamedModeIsWrittenOutWhereItIsUsed has definitions use modes of a procedure: what they add holds as well, and what they cite is theirs.
func TestANamedModeIsWrittenOutWhereItIsUsed(t *testing.T) {
	const text = `
rules:
  - number: "1"
    revision: 3
    title: Steps
    procedure:
      modes:
        - {name: step, mode: {when: self.rank > 1, legs: [{dir: orthogonal}], cite: §4}}
  - number: "2"
    title: The Sentry
    piece:
      name: Sentry
      glyph: s
      value: 2
      modes:
        - {mode: step}
        - {mode: step, when: self.file > 1, land: to.rank == 2, cite: §2}
        - {legs: [{dir: diagonal}]}
`
	list, err := rules.Parse("sentry.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	book := rules.NewRulebook(list...)
	defs := book.Pieces()
	if len(defs) != 1 {
		t.Fatalf("%d definitions: %v", len(defs), book.Invalid())
	}
	modes := defs[0].Piece.Modes
	for i, want := range []struct{ when, land, clause, dir string }{
		{"self.rank > 1", "", "1/3 §4", "orthogonal"},
		{"(self.file > 1) and (self.rank > 1)", "to.rank == 2", "2/0 §2", "orthogonal"},
		{"", "", "2/0", "diagonal"},
	} {
		m := &modes[i]
		if string(m.When) != want.when || string(m.Land) != want.land || m.Clause(defs[0].Rule) != want.clause || string(m.Legs[0].Dir) != want.dir || m.Mode != "" {
			t.Errorf("mode %d: %+v by %s, want %+v", i, *m, m.Clause(defs[0].Rule), want)
		}
	}
	if r, _ := book.Rule("2"); r.Piece.Modes[0].Mode != "step" {
		t.Error("the rule's own text has changed")
	}

	// Another text of the mode is another definition; a rulebook without it has none.
	r, _ := book.Rule("1")
	proc := *r.Procedure
	proc.Modes = []rules.NamedMode{{Name: "step", Mode: rules.Mode{Legs: []rules.Leg{{Dir: "diagonal"}}}}}
	r.Procedure = &proc
	if m := book.With(r).Pieces()[0].Piece.Modes[0]; m.Legs[0].Dir != "diagonal" {
		t.Errorf("after the amendment: %+v", m)
	}
	if left := book.Without("1"); len(left.Pieces()) != 0 || len(left.Invalid()) != 1 {
		t.Errorf("without the rule: %d definitions, %v", len(left.Pieces()), left.Invalid())
	}
	prose := rules.Rule{Number: "9", Note: "prose"}
	if book.With(prose).Pieces()[0].Piece != defs[0].Piece {
		t.Error("a rule of prose has the definition written out anew")
	}
}
