package rules_test

import (
	"testing"

	"adjudicate/rules"

	"github.com/google/go-cmp/cmp"
)

// stepper is a valid definition of a piece that steps one square.
func stepper(number, name, glyph string) rules.Rule {
	return rules.Rule{Number: number, Title: name, Piece: &rules.Piece{
		Name: name, Glyph: glyph, Value: "3", Modes: []rules.Mode{{Legs: []rules.Leg{{Dir: "all"}}}},
	}}
}

func numbers(b *rules.Rulebook) (list []string) {
	for _, r := range b.Rules() {
		list = append(list, r.Number)
	}
	return list
}

func pieceNames(b *rules.Rulebook) (list []string) {
	for _, d := range b.Pieces() {
		list = append(list, d.Piece.Name)
	}
	return list
}

func TestRulesStandInNumericOrder(t *testing.T) {
	b := new(rules.Rulebook)
	for _, n := range []string{"1230.10", "1230.5", "99", "1230", "1230.5.1", "1230.9"} {
		b = b.With(rules.Rule{Number: n})
	}
	want := []string{"99", "1230", "1230.5", "1230.5.1", "1230.9", "1230.10"}
	if diff := cmp.Diff(want, numbers(b)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestARulebookNeverChanges(t *testing.T) {
	one := rules.NewRulebook(stepper("1", "A", "a"), stepper("2", "B", "b"))
	hash := one.Hash()
	amended := stepper("1", "C", "c")
	amended.Revision = 1
	two := one.With(amended)
	three := one.Without("2").Without("7")
	if diff := cmp.Diff([]string{"A", "B"}, pieceNames(one)); diff != "" {
		t.Errorf("the first book (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"C", "B"}, pieceNames(two)); diff != "" {
		t.Errorf("the amended book (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"A"}, pieceNames(three)); diff != "" {
		t.Errorf("the book without a rule (-want +got):\n%s", diff)
	}
	if one.Hash() != hash || two.Hash() == hash || three.Hash() == hash {
		t.Error("hashes do not tell rulebooks apart")
	}
	if back := two.With(stepper("1", "A", "a")); back.Hash() != hash {
		t.Error("equal rulebooks have different hashes")
	}
}

func TestOnlySoundDefinitionsAreValid(t *testing.T) {
	with := func(r rules.Rule, change func(*rules.Piece)) rules.Rule { change(r.Piece); return r }
	for _, c := range []struct {
		name string
		list []rules.Rule
		want map[string]string // by number
	}{
		{"two that claim one glyph: the lower number keeps it, case does not matter (§3.A(v))",
			[]rules.Rule{stepper("10", "Ten", "X"), stepper("9", "Nine", "x")},
			map[string]string{"10": "the glyph X belongs to rule 9"}},
		{"a claim by a rule that fails otherwise does not count",
			[]rules.Rule{with(stepper("8", "Eight", "x"), func(p *rules.Piece) { p.Value = "" }), stepper("9", "Nine", "x")},
			map[string]string{"8": "piece.value: missing material value"}},
		{"glyphs that are no letters differ as they are",
			[]rules.Rule{stepper("1", "A", "!"), stepper("2", "B", "&"), stepper("3", "C", "0")}, nil},
		{"a glyph is one character or two",
			[]rules.Rule{stepper("1", "A", "abc")},
			map[string]string{"1": `piece.glyph: invalid glyph "abc": expected one printable character other than a space, or two letters or digits of which the second is not x`}},
		{"a glyph is no space",
			[]rules.Rule{stepper("1", "A", " ")},
			map[string]string{"1": `piece.glyph: invalid glyph " ": expected one printable character other than a space, or two letters or digits of which the second is not x`}},
		{"glyphs and names are of any script",
			[]rules.Rule{stepper("1", "大将", "将"), stepper("2", "Läufer", "ä"), stepper("3", "Пешка", "шш")}, nil},
		{"a glyph is no mark on another",
			[]rules.Rule{stepper("1", "A", "\u0308")},
			map[string]string{"1": `piece.glyph: invalid glyph "̈": expected one printable character other than a space, or two letters or digits of which the second is not x`}},
		{"a glyph that looks like another belongs to that",
			[]rules.Rule{stepper("1", "A", "к"), stepper("2", "B", "K")},
			map[string]string{"2": "the glyph K belongs to rule 1"}},
		{"a name is written in one way",
			[]rules.Rule{stepper("1", "La\u0308ufer", "L")},
			map[string]string{"1": "piece.name: invalid type name \"La\u0308ufer\": expected 1 to 40 printable characters without quotes or commas"}},
		{"a type is defined once",
			[]rules.Rule{stepper("1", "A", "a"), stepper("2", "A", "b")},
			map[string]string{"2": "the type A is defined by rule 1"}},
		{"a definition says how the piece moves",
			[]rules.Rule{with(stepper("1", "A", "a"), func(p *rules.Piece) { p.Modes = nil })},
			map[string]string{"1": "piece.modes: missing modes: how the piece moves"}},
		{"what the moves rest on is defined",
			[]rules.Rule{with(stepper("1", "A", "a"), func(p *rules.Piece) { p.Modes[0].When = "defensive" })},
			map[string]string{"1": `piece.modes[0].when: column 1: no such variable or function: "defensive"`}},
		{"a type that nothing defines is no fault of the rule that names it",
			[]rules.Rule{with(stepper("1", "A", "a"), func(p *rules.Piece) { p.Value = "count('Gone')" })}, nil},
	} {
		got := map[string]string{}
		for _, bad := range rules.NewRulebook(c.list...).Invalid() {
			got[bad.Rule.Number] = bad.Why
		}
		if c.want == nil {
			c.want = map[string]string{}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestARepealedConditionMakesADefinitionInvalid(t *testing.T) {
	archer := stepper("5", "A", "a")
	archer.Piece.Modes[0].When = "defensive"
	condition := rules.Rule{Number: "1", Procedure: &rules.Procedure{
		Conditions: []rules.NamedCondition{{Name: "defensive", When: "near('King', 4)"}},
	}}
	b := rules.NewRulebook(archer, condition)
	if got := len(b.Pieces()); got != 1 {
		t.Errorf("%d valid definitions with the condition, want 1", got)
	}
	if got := len(b.Without("1").Invalid()); got != 1 {
		t.Errorf("%d invalid definitions without it, want 1", got)
	}
}

func TestProceduresAreMergedAndTheirSourcesKnown(t *testing.T) {
	b := rules.NewRulebook(
		rules.Rule{Number: "1230.2", Revision: 49, Procedure: &rules.Procedure{Clock: &rules.Clock{Limit: 3}, Board: &rules.Board{Files: 8, Ranks: 8}}},
		rules.Rule{Number: "1230.1", Revision: 21, Procedure: &rules.Procedure{Board: &rules.Board{Files: 20, Ranks: 20}}},
	)
	want := &rules.Procedure{Clock: &rules.Clock{Limit: 3}, Board: &rules.Board{Files: 20, Ranks: 20}}
	if diff := cmp.Diff(want, b.Procedure()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for section, source := range map[string]string{"clock": "1230.2/49", "board": "1230.1/21", "winning": ""} {
		if got := b.Source(section); got != source {
			t.Errorf("Source(%q) = %q, want %q", section, got, source)
		}
	}
	if new(rules.Rulebook).Procedure() == nil {
		t.Error("an empty rulebook has no procedure at all")
	}
}

func TestClausesNameTheRevisionInForce(t *testing.T) {
	rook := stepper("1230.5", "Rook", "R")
	rook.Revision = 5
	b := rules.NewRulebook(rook)
	for _, c := range [][3]string{{"1230.5", "§2", "1230.5/5 §2"}, {"1230.5", "", "1230.5/5"}, {"1230.6", "§1", "1230.6 §1"}, {"1230.6", "", "1230.6"}} {
		if got := b.Cite(c[0], c[1]); got != c[2] {
			t.Errorf("Cite(%q, %q) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func TestAreas(t *testing.T) {
	for item, want := range map[string][4]int{
		"a1": {0, 0, 0, 0}, "j10": {9, 9, 9, 9}, "f6-o15": {5, 5, 14, 14}, "file s": {18, 0, 18, -1}, "file ab": {27, 0, 27, -1}, "bl64": {63, 63, 63, 63}, "rank 20": {0, 19, -1, 19},
	} {
		f1, r1, f2, r2, err := rules.ParseArea(item)
		if got := [4]int{f1, r1, f2, r2}; err != nil || got != want {
			t.Errorf("%s: got %v, %v, want %v", item, got, err, want)
		}
	}
	for _, item := range []string{"", "a", "1a", "a0", "a01", "a+1", "a100", "A1", "o15-f6", "file ", "file bm", "file aaa", "bm1", "rank x", "a1-", "a1-b2-c3"} {
		if _, _, _, _, err := rules.ParseArea(item); err == nil {
			t.Errorf("%q was accepted", item)
		}
	}
}

func TestAChangedRulebookIsJudgedAsANewOne(t *testing.T) {
	// What is known of the rules of a rulebook may be used for one made from it, as long as
	// the board and the named conditions stay the same.
	edge := stepper("6", "Edge", "e")
	edge.Piece.Placement = &rules.Placement{In: []string{"h8"}}
	asks := stepper("7", "Asker", "a")
	asks.Piece.Modes[0].When = "calm"
	ground := func(files int, conditions ...rules.NamedCondition) rules.Rule {
		return rules.Rule{Number: "1", Procedure: &rules.Procedure{Board: &rules.Board{Files: files, Ranks: 8}, Conditions: conditions}}
	}
	calm := rules.NamedCondition{Name: "calm", When: "true"}
	book := rules.NewRulebook(edge, asks, ground(8, calm))
	for _, step := range []struct {
		name string
		next func(*rules.Rulebook) *rules.Rulebook
		want int
	}{
		{"at first", func(b *rules.Rulebook) *rules.Rulebook { return b }, 2},
		{"a smaller board", func(b *rules.Rulebook) *rules.Rulebook { return b.With(ground(7, calm)) }, 1},
		{"without the condition", func(b *rules.Rulebook) *rules.Rulebook { return b.With(ground(7)) }, 0},
		{"both again", func(b *rules.Rulebook) *rules.Rulebook { return b.With(ground(8, calm)) }, 2},
		{"one more, then one less", func(b *rules.Rulebook) *rules.Rulebook { return b.With(stepper("8", "New", "n")).Without("6") }, 2},
	} {
		book = step.next(book)
		fresh := rules.NewRulebook(book.Rules()...)
		if got, want := len(book.Pieces()), len(fresh.Pieces()); got != step.want || want != step.want {
			t.Errorf("%s: %d definitions, afresh %d, want %d", step.name, got, want, step.want)
		}
	}
}
