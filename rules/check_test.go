package rules_test

import (
	"strings"
	"testing"

	"adjudicate/rules"

	"github.com/google/go-cmp/cmp"
)

// checkBook is what the checked rules join: a board, a condition and four types, one of which there is for a part of the year.
func checkBook() *rules.Rulebook {
	king := stepper("4", "King", "K")
	king.Piece.Royal = true
	wanderer := stepper("7", "Wanderer", "W")
	wanderer.While = "month <= 6"
	return rules.NewRulebook(king, wanderer, stepper("5", "Rook", "R"), stepper("24", "Locust", "&"),
		rules.Rule{Number: "1", Revision: 21, Procedure: &rules.Procedure{
			Board:      &rules.Board{Files: 20, Ranks: 20},
			Conditions: []rules.NamedCondition{{Name: "defensive", When: `near("King", 4)`}},
		}})
}

// head is the beginning of a rule that defines a Fool.
const head = "number: 50\npiece:\n  name: Fool\n  glyph: F\n"

const step = "  modes: [{legs: [{dir: all}]}]\n"

func TestCheckSaysWhatWouldNotWork(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a sound definition", head + "  value: 4.5\n" + step, nil},
		{"a value that is no half", head + "  value: 1.5 * 1.5\n" + step,
			[]string{`x.yaml:5:10: piece.value: expected a multiple of one half, at least 0: found 2.25`}},
		{"a formula with a slip", head + "  value: max(1, cuont('Locust'))\n" + step,
			[]string{`x.yaml:5:17: piece.value: no such variable or function: "cuont" (did you mean "count()"?)`}},
		{"a formula in quotes with a slip", head + "  value: \"max(1, cuont('Locust'))\"\n" + step,
			[]string{`x.yaml:5:18: piece.value: no such variable or function: "cuont" (did you mean "count()"?)`}},
		{"a type that is not defined", head + "  value: count('Locst')\n" + step,
			[]string{`x.yaml:5:16: piece.value: no such piece type in force: "Locst" (did you mean "Locust"?)`}},
		{"who is paid, beside an account of a name like that word", "number: 50\nprocedure:\n  passing: {}\n  consequences:\n    - {on: passes, do: [{pay: 1, payer: Tide, payee: side}]}\n    - {on: turn-ends, do: [{pay: 1, payer: Tide, payee: Treasury}]}\n", nil},
		{"its own type", head + "  value: count('Fool')\n" + step, nil},
		{"a condition that is not defined", head + "  value: 1\n  modes:\n    - when: not defensiv\n      legs: [{dir: all}]\n",
			[]string{`x.yaml:7:17: piece.modes[0].when: no such variable or function: "defensiv" (did you mean "defensive"?)`}},
		{"a region that is not defined", head + "  value: 1\n  regions: [{name: middle, squares: [f6-o15]}]\n  modes: [{when: in('midle'), legs: [{dir: all}]}]\n",
			[]string{`x.yaml:7:21: piece.modes[0].when: no such region: "midle" (did you mean "middle"?)`}},
		{"an entry that is not in the register", head + "  value: 1\n  modes: [{when: reading('tial') == 'long', legs: [{dir: all}]}]\n",
			[]string{`x.yaml:6:26: piece.modes[0].when: no such entry of the interpretation register: "tial" (did you mean "tail"?)`}},
		{"a reading that its entry does not have", head + "  value: 1\n  modes: [{when: reading('tail') == 'lnog', legs: [{dir: all}]}]\n",
			[]string{`x.yaml:6:37: piece.modes[0].when: no such reading of tail: "lnog" (did you mean "long"?)`}},
		{"bad words of legs", head + "  value: 1\n  modes:\n    - legs: [{dir: diagnal, pass: evrything, at: {1: ocupied, 0: empty}}]\n",
			[]string{
				`x.yaml:7:20: piece.modes[0].legs[0].dir: invalid value "diagnal": expected one of anywhere, orthogonal, diagonal, all, horizontal, vertical, north, northeast, east, southeast, south, southwest, west, northwest, forward, forward-right, right, backward-right, backward, backward-left, left, forward-left, turn45, turn90, turn135, turn180, right45, right90, left45, left90, same (did you mean "diagonal"?)`,
				`x.yaml:7:35: piece.modes[0].legs[0].pass: invalid value "evrything": expected one of empty, any, half, no-friend`,
				`x.yaml:7:66: piece.modes[0].legs[0].at[0]: expected a number of steps from 1 to 63`,
				`x.yaml:7:54: piece.modes[0].legs[0].at[1]: invalid value "ocupied": expected one of empty, occupied (did you mean "occupied"?)`,
			}},
		{"a turn without a leg before it", head + "  value: 1\n  modes: [{legs: [{dir: turn90}]}]\n",
			[]string{`x.yaml:6:25: piece.modes[0].legs[0].dir: turn90 requires a preceding leg`}},
		{"an empty range", head + "  value: 1\n  modes: [{legs: [{dir: all, n: 5..2}]}]\n",
			[]string{`x.yaml:6:33: piece.modes[0].legs[0].n: the range from 5 to 2 is empty`}},
		{"half a step", head + "  value: 1\n  modes: [{legs: [{dir: all, n: [1, 2.5]}]}]\n",
			[]string{`x.yaml:6:33: piece.modes[0].legs[0].n: expected a whole number of steps, at least 1: found 2.5`}},
		{"words that have no meaning where they stand", head + "  value: 1\n  modes: [{when: dx == 1, legs: [{dir: all, n: d1}]}]\n",
			[]string{
				`x.yaml:6:18: piece.modes[0].when: dx cannot be used here (it can be used in land and after, where there is a landing square)`,
				`x.yaml:6:48: piece.modes[0].legs[0].n: d1 cannot be used in the first leg`,
			}},
		{"squares off the board", head + "  value: 1\n  placement: {in: [t20, t21, file u]}\n" + step,
			[]string{
				`x.yaml:6:25: piece.placement.in[1]: "t21" is off the board of 20 files and 20 ranks`,
				`x.yaml:6:30: piece.placement.in[2]: "file u" is off the board of 20 files and 20 ranks`,
			}},
		{"a glyph that a lower number has", "number: 50\npiece:\n  name: Fool\n  glyph: r\n  value: 1\n" + step,
			[]string{`x.yaml:4:10: piece.glyph: the glyph r belongs to rule 5 (enacted all the same, the rule is in force and defines no piece)`}},
		{"a glyph that a higher number has", "number: 23\npiece:\n  name: Fool\n  glyph: '&'\n  value: 1\n" + step,
			[]string{`x.yaml:4:10: piece.glyph: this makes rule 24 invalid, which also claims &`}},
		{"a type that is defined already", "number: 50\npiece:\n  name: Rook\n  glyph: F\n  value: 1\n" + step,
			[]string{`x.yaml:3:9: piece.name: the type Rook is defined by rule 5 (enacted all the same, the rule is in force and defines no piece)`}},
		{"a type that another rule defines by turns", "number: 51\nwhile: month > 6\npiece:\n  name: Wanderer\n  glyph: W\n  value: 1\n" + step, nil},
		{"its own earlier revision", "number: 5\nrevision: 1\npiece:\n  name: Rook\n  glyph: R\n  value: 1\n" + step, nil},
		{"a counter that is set and not there", head + "  value: 1\n  counters: [{name: Hn, initial: 1}]\n  on_capture: [{set: Hm, to: Hn + 1}]\n" + step,
			[]string{`x.yaml:7:22: piece.on_capture[0].set: the type has no counter "Hm" (did you mean "Hn"?)`}},
		{"a counter with a name of the language", head + "  value: 1\n  counters: [{name: min, initial: 1}, {name: dx, initial: 1}]\n" + step,
			[]string{
				`x.yaml:6:21: piece.counters[0].name: invalid name "min": expected letters, digits and _, but not a word of the formula language`,
				`x.yaml:6:46: piece.counters[1].name: name "dx" is already in use`,
			}},
		{"two ways to say how it moves", head + "  value: 1\n  modes: [{as: {who: last, type: Rook, loans: true}, legs: [{dir: all, leap: [1, 2]}]}]\n",
			[]string{
				`x.yaml:6:17: piece.modes[0].as: expected either legs or as: a mode cannot have both`,
				`x.yaml:6:62: piece.modes[0].legs[0]: expected exactly one of dir, leap, leaps and toward`,
			}},
		{"a section that another rule has", "number: 60\nprocedure:\n  board: {files: 70, ranks: 8}\n",
			[]string{
				`x.yaml:3:11: procedure.board: rule 1/21 already has this section; amend that rule (set changes single fields)`,
				`x.yaml:3:18: procedure.board.files: expected 1 to 64 files`,
			}},
		{"formulas of procedures", "number: 60\nprocedure:\n  buying: {price: 1 + 7*valeu, when: owned, payee: Treasury}\n",
			[]string{
				`x.yaml:3:25: procedure.buying.price: no such variable or function: "valeu" (did you mean "value"?)`,
				`x.yaml:3:38: procedure.buying.when: expected a condition here, found a number (compare it with something, such as > 0)`,
				`x.yaml:3:12: procedure.buying.compensation: missing formula`,
			}},
		{"conditions that rest on each other", "number: 60\nprocedure:\n  conditions:\n    - {name: a, when: b}\n    - {name: a, when: defends()}\n",
			[]string{
				`x.yaml:4:5: procedure.conditions: rule 1/21 already has this section; amend that rule (set changes single fields)`,
				`x.yaml:4:23: procedure.conditions[0].when: no such variable or function: "b"`,
				`x.yaml:5:14: procedure.conditions[1].name: name "a" is already in use`,
			}},
		{"shapes of no known play", "number: 60\nprocedure:\n  plays: {counts: value > 1, one_only: checked > 1, shapes: [{when: true, plays: ['Mvoe, Placement']}]}\n",
			[]string{`x.yaml:3:83: procedure.plays.shapes[0].plays[0]: invalid value "Mvoe": expected one of Move, Capture, Placement, Pass, Surrender (did you mean "Move"?)`}},
	} {
		f, err := rules.ParseFile("x.yaml", []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, p := range f.Check(checkBook(), register(t, smallRegister), rules.Game{}) {
			got = append(got, p.String())
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestNamesOfTypesYetToComeAreDoubts(t *testing.T) {
	f, err := rules.ParseFile("x.yaml", []byte(head+"  value: count('Later')\n  immune: [{who: self, from: [Later]}]\n"+step))
	if err != nil {
		t.Fatal(err)
	}
	problems := f.Check(checkBook(), nil, rules.Game{})
	if len(problems) != 2 || len(problems.Faults()) != 0 {
		t.Errorf("got %v, want two doubts", problems)
	}
}

func TestAProblemWithoutAFileNamesTheRule(t *testing.T) {
	r := stepper("50", "Fool", "F")
	r.Piece.Value = "vaule + 1"
	got := rules.Check(&r, checkBook(), nil)
	want := `rule 50: piece.value: column 1: no such variable or function: "vaule"`
	if len(got) != 1 || !strings.HasPrefix(got[0].String(), want) {
		t.Errorf("got %v, want %s", got, want)
	}
}
