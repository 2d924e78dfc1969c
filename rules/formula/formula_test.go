package formula_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"

	"github.com/google/go-cmp/cmp"
)

// words is a vocabulary as the engine would publish it.
func words(readings map[string]string) *formula.Vocabulary {
	types := []string{"King", "Locust", "Pawn"}
	resolve := func(_ int, text string) (int, error) {
		for i, name := range types {
			if name == text {
				return i, nil
			}
		}
		return 0, names.Unknown("type", text, types)
	}
	return &formula.Vocabulary{
		Vars: []formula.Var{{Name: "value"}, {Name: "d1"}, {Name: "defensive", Kind: formula.Bool}, {Name: "board"}, {Name: "file"}, {Name: "weekday"}},
		Funcs: []formula.Func{
			{Name: "count", Args: []formula.Kind{formula.Text}, Resolve: resolve},
			{Name: "near", Args: []formula.Kind{formula.Text, formula.Number}, Result: formula.Bool, Resolve: resolve},
			{Name: "in", Args: []formula.Kind{formula.Text}, Result: formula.Bool, Resolve: resolve},
			{Name: "attacked", Result: formula.Bool},
			{Name: "reading", Args: []formula.Kind{formula.Text}, Result: formula.Text},
		},
		Static: func(_ string, args []string) (string, bool) { text, ok := readings[args[0]]; return text, ok },
	}
}

// board is an Env that records what it is asked.
type board struct {
	value, d1 float64
	defensive bool
	counts    []float64
	asked     []string
}

func (b *board) Var(i int) float64 {
	switch i {
	case 0:
		return b.value
	case 1:
		return b.d1
	case 2:
		if b.defensive {
			return 1
		}
		return 0
	default:
		return 20
	}
}

func (b *board) Call(f int, args []float64) float64 {
	b.asked = append(b.asked, fmt.Sprint(f, args))
	switch f {
	case 0:
		return b.counts[int(args[0])]
	case 1:
		if args[1] <= 4 {
			return 1
		}
		return 0
	default:
		return 1
	}
}

func TestFormulasComputeWhatTheySay(t *testing.T) {
	env := func() *board { return &board{value: 9, d1: 3, defensive: true, counts: []float64{2, 7, 11}} }
	for _, c := range []struct {
		src  string
		kind formula.Kind
		want float64
	}{
		{"9", formula.Number, 9},
		{"1 + 7*value", formula.Number, 64},
		{"2 + 3 * 4 - 1", formula.Number, 13},
		{"10 - 4 - 3", formula.Number, 3},
		{"max(6, floor(1.5 * count('Locust')))", formula.Number, 10},
		{"max(1, 2, 3, value)", formula.Number, 9},
		{"mod(value, 4)", formula.Number, 1},
		{"mod(-value, 4)", formula.Number, 3},
		{"mod(value, -4)", formula.Number, -3},
		{"mod(value - 0.5, 1)", formula.Number, 0.5},
		{"mod(value, 3)", formula.Number, 0},
		{"mod(value, value - 9)", formula.Number, 0},
		{"mod(1000000000 * 1000000, 7)", formula.Number, 6}, // 10³ is 6 by 7, 10⁶ is 1, and so 10¹⁵ is 6
		{"min(100, value)", formula.Number, 9},
		{"ceil(count(\"Locust\")/2)", formula.Number, 4},
		{"-value + abs(-2.5)", formula.Number, -6.5},
		{"value / 0", formula.Number, 0},
		{"value / (d1 - 3)", formula.Number, 0},
		{"4 - d1", formula.Number, 1},
		{"ceil(-0.5 * d1 / 3)", formula.Number, 0},
		{"value * 1000000000 * 1000000000", formula.Number, formula.Bound},
		{"defensive ? 1 : 2", formula.Number, 1},
		{"d1 > 5 ? 1 : d1 > 2 ? 2 : 3", formula.Number, 2},
		{"not defensive", formula.Bool, 0},
		{"!(value == 9)", formula.Bool, 0},
		{"not near('King', d1 + 2)", formula.Bool, 1},
		{"in('Pawn') and not in('King')", formula.Bool, 0},
		{"1 < d1 < 4", formula.Bool, 1},
		{"1 < d1 < 3", formula.Bool, 0},
		{"value != 9 or d1 >= 3", formula.Bool, 1},
		{"value <= 9 && d1 < 3", formula.Bool, 0},
		{"defensive == (d1 == 3)", formula.Bool, 1},
		{"reading('tail') == \"long\"", formula.Bool, 1},
		{"reading('tail') != \"long\" || value > 100", formula.Bool, 0},
		{"reading('tail') == reading('tail')", formula.Bool, 1},
	} {
		f, err := formula.Compile(c.src, words(map[string]string{"tail": "long"}), c.kind)
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		if got := f.Eval(env()); got != c.want {
			t.Errorf("%s = %v, want %v", c.src, got, c.want)
		}
	}
}

func TestRefusalsNameTheColumnAndTheRemedy(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"an unknown function", "1 + cuont('King')", `column 5: no such variable or function: "cuont" (did you mean "count()"?)`},
		{"an unknown variable", "valeu", `column 1: no such variable or function: "valeu" (did you mean "value"?)`},
		{"a text that names nothing", "count('Kign')", `column 7: no such type: "Kign" (did you mean "King"?)`},
		{"a function without brackets", "count + 1", `column 1: "count" is a function (write count(…))`},
		{"a variable with brackets", "value()", `column 1: "value" is not a function (write value without brackets)`},
		{"too few arguments", "near('King') ? 1 : 2", `column 1: near takes 2 arguments, not 1`},
		{"too many arguments", "floor(1, 2)", `column 1: floor takes 1 argument, not 2`},
		{"a condition as a number", "1 + defensive", `column 5: expected a number after +, found a condition (write (…) ? 1 : 0)`},
		{"a number as a condition", "value ? 1 : 2", `column 1: expected a condition before ?, found a number (compare it with something, such as > 0)`},
		{"a comparison after not", "not value == 3 ? 1 : 2", `column 5: expected a condition after not, found a number (not comes before a comparison: write not (… == …))`},
		{"a text as a result", "'King'", `column 1: expected a number here, found a text (a text is allowed only as an argument, or in == and != beside what it can name)`},
		{"two texts", "'a' == 'b' ? 1 : 2", `column 5: two literal texts are always equal or never`},
		{"an entry that is not there", "reading('tial') == 'x' ? 1 : 2", `column 1: reading(tial) is not known`},
		{"a third", "0.3", `column 1: a number must be a multiple of one half, up to a thousand million (write another fraction as a division, such as 13 / 10)`},
		{"member access", "value.x", `column 7: not part of the formula language`},
		{"an array", "[1, 2]", `column 1: expected one formula, found a list (conditions are joined by and, or by or; only numbers of steps are listed)`},
		{"a library function", "len('abc')", `column 1: no such variable or function: "len"`},
		{"a predicate", "filter([1], x > 0)", `column 8: a list is not part of the formula language (lists are allowed only in numbers of steps, as [3, 5])`},
		{"a pipe", "value | abs()", `column 7: | is not part of the formula language (write or)`},
		{"a comment", "value // the value", `column 7: // is not part of the formula language`},
		{"a power", "value ** 2", `column 7: ** is not part of the formula language (write x * x)`},
		{"a sequence", "1; 2", `column 2: ; is not part of the formula language (write a single expression)`},
		{"a range", "1..2", `column 2: the operator .. is not allowed here (a range is allowed only in a number of steps, and only once; a condition compares: 1 <= … <= 2)`},
		{"a binary in", "value in d1", `column 7: expected an operator before in (not an operator here: it.in("region"))`},
		{"an open bracket", "(1 + 2", `column 7: expected ")" before the end of the formula`},
		{"a decimal comma", "1 + 1,5", `column 6: expected an operator before , (write 1.5: the decimal sign is a point)`},
		{"a comma between conditions", "value, d1", `column 6: expected an operator before , (write and, or: a comma stands only between arguments)`},
		{"if and then", "if value > 2 then 3 else 1", `column 4: expected an operator before value (write CONDITION ? VALUE : VALUE instead of if, then and else)`},
		{"then", "value > 2 then 3", `column 11: expected an operator before then (write CONDITION ? VALUE : VALUE instead of if, then and else)`},
		{"not in capitals", "NOT defensive ? 1 : 2", `column 5: expected an operator before defensive (write not)`},
		{"unless", "unless defensive ? 1 : 2", `column 8: expected an operator before defensive (write not (…))`},
		{"typographic quotes", "count(“King”)", `column 7: '“' is not part of the formula language (write straight quotes: "…" or '…')`},
		{"a typographic apostrophe", "count(‘King’)", `column 7: '‘' is not part of the formula language (write straight quotes: "…" or '…')`},
		{"at least, as printed", "value ≥ 3 ? 1 : 2", `column 7: '≥' is not part of the formula language (write >=)`},
		{"times, as printed", "2 × value", `column 3: '×' is not part of the formula language (write *)`},
		{"minus, as printed", "value − 1", `column 7: '−' is not part of the formula language (write -)`},
		{"a file by its letter", "file == 'e' ? 1 : 2", `column 9: expected a number after ==, found a text (as a file that is the number 5: files are counted from a)`},
		{"a number in quotes", "value == '5' ? 1 : 2", `column 10: expected a number after ==, found a text (write 5 without quotes)`},
		{"a letter for something else", "value == 'e' ? 1 : 2", `column 10: expected a number after ==, found a text (a text is allowed only as an argument, or in == and != beside what it can name)`},
		{"a weekday by its name", "weekday == 'Sunday' ? 1 : 2", `column 12: expected a number after ==, found a text (as a weekday that is the number 7)`},
		{"a weekday as a word", "weekday == friday ? 1 : 2", `column 12: no such variable or function: "friday" (weekdays are numbers from Monday: weekday == 5)`},
		{"a month as a word", "weekday == December ? 1 : 2", `column 12: no such variable or function: "December" (months are numbers: month == 12)`},
		{"nothing", "  ", `column 1: empty formula`},
		{"other alphabets", "1 + é", `column 5: 'é' is allowed only in a quoted name (write "…" around the name)`},
		{"a huge text", strings.Repeat("1+", 600) + "1", `column 1001: formula too long: at most 1000 bytes`},
	} {
		_, err := formula.Compile(c.src, words(nil), formula.Number)
		var bad *formula.Error
		if !errors.As(err, &bad) {
			t.Errorf("%s: got %v, want an *Error", c.name, err)
			continue
		}
		if diff := cmp.Diff(c.want, err.Error()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestOnlyWhatDecidesIsAsked(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []string
	}{
		{"value == 1 and attacked()", nil},
		{"value == 9 and attacked()", []string{"3 []"}},
		{"value == 9 or attacked()", nil},
		{"value == 1 ? attacked() : near('King', 4)", []string{"1 [0 4]"}},
		{"false and attacked() or near('Pawn', 3)", []string{"1 [2 3]"}},
		{"attacked() and reading('tail') == 'short'", nil},
	} {
		f, err := formula.Compile(c.src, words(map[string]string{"tail": "long"}), formula.Bool)
		if err != nil {
			t.Fatal(err)
		}
		env := &board{value: 9}
		f.Eval(env)
		if diff := cmp.Diff(c.want, env.asked); diff != "" {
			t.Errorf("%s asked (-want +got):\n%s", c.src, diff)
		}
	}
}

func TestConstantsAreFoldedAndDependenciesListed(t *testing.T) {
	v := words(map[string]string{"tail": "long"})
	for _, c := range []struct {
		src   string
		known bool
		value float64
		vars  []string
		calls []formula.Call
	}{
		{"(1 + 2) * 3", true, 9, nil, nil},
		{"reading('tail') == 'long' ? 5 : count('King')", true, 5, nil, nil},
		{"reading('tail') == 'short' ? 5 : count('King') + count('King')", false, 0, nil, []formula.Call{{Name: "count", Texts: []string{"King"}}}},
		{"value + d1 * value", false, 0, []string{"value", "d1"}, nil},
	} {
		f, err := formula.Compile(c.src, v, formula.Number)
		if err != nil {
			t.Fatal(err)
		}
		value, known := f.Const()
		if value != c.value || known != c.known {
			t.Errorf("%s: Const() = %v, %v", c.src, value, known)
		}
		if diff := cmp.Diff(c.vars, f.Vars()); diff != "" {
			t.Errorf("%s uses variables (-want +got):\n%s", c.src, diff)
		}
		if diff := cmp.Diff(c.calls, f.Calls()); diff != "" {
			t.Errorf("%s calls (-want +got):\n%s", c.src, diff)
		}
	}
	f, err := formula.Compile("count('King') + d1", v, formula.Number)
	if err != nil {
		t.Fatal(err)
	}
	if !f.Uses("count") || !f.Uses("d1") || f.Uses("value") {
		t.Error("Uses does not tell what a formula depends on")
	}
}

func TestALiteralBesideAStaticFunctionIsChecked(t *testing.T) {
	v := words(map[string]string{"tail": "long"})
	v.Literal = func(_ string, args []string, literal string) error {
		if literal != "long" && literal != "short" {
			return names.Unknown("reading of "+args[0], literal, []string{"long", "short"})
		}
		return nil
	}
	_, err := formula.Compile("reading('tail') == 'shrot'", v, formula.Bool)
	want := `column 20: no such reading of tail: "shrot" (did you mean "short"?)`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestSteps(t *testing.T) {
	env := &board{d1: 3, counts: []float64{0, 7, 0}}
	for _, c := range []struct {
		src, want string
	}{
		{"2", "[2]"},
		{"[3, 5]", "[3 5]"},
		{"1..10", "1..10"},
		{"1..ceil(count('Locust')/2)", "1..4"},
		{"2..board", "2..20"},
		{"4 - d1", "[1]"},
		{"edge", "edge"},
		{"0.5..2 + 1", "0.5..3"},
	} {
		s, err := formula.CompileSteps(c.src, words(nil))
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		got := "edge"
		switch {
		case s.Low != nil:
			got = fmt.Sprintf("%v..%v", s.Low.Eval(env), s.High.Eval(env))
		case !s.Edge:
			var n []float64
			for _, f := range s.Formulas() {
				n = append(n, f.Eval(env))
			}
			got = fmt.Sprint(n)
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.src, got, c.want)
		}
	}
	for src, want := range map[string]string{
		"[]":       "column 1: expected a list of 1 to 32 numbers of steps",
		"1..edge":  `column 4: no such variable or function: "edge" (edge stands alone, as a number of steps)`,
		"1..2..3":  "column 5: expected an operator before .. (a range is allowed only in a number of steps, and only once)",
		"d1 == 3":  "column 1: expected a number here, found a condition (write (…) ? 1 : 0)",
		"[1, 'a']": "column 5: expected a number here, found a text (a text is allowed only as an argument, or in == and != beside what it can name)",
	} {
		if _, err := formula.CompileSteps(src, words(nil)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", src, err, want)
		}
	}
}

func TestEvaluationAllocatesNothing(t *testing.T) {
	v := words(nil)
	for _, src := range []string{
		"max(6, floor(1.5 * count('Locust')))",
		"near('King', d1 + 1) and value > 2 ? 1 : 2",
	} {
		f, err := formula.Compile(src, v, formula.Number)
		if err != nil {
			t.Fatal(err)
		}
		var env quiet
		if n := testing.AllocsPerRun(200, func() { f.Eval(env) }); n > 0 {
			t.Errorf("%s allocates %v times an evaluation", src, n)
		}
	}
}

// quiet is an Env that keeps no record.
type quiet struct{}

func (quiet) Var(i int) float64                  { return float64(i) }
func (quiet) Call(f int, args []float64) float64 { return float64(f + len(args)) }

func BenchmarkEval(b *testing.B) {
	v := words(nil)
	for _, src := range []string{"defensive", "near('King', 4)", "value + d1 + 5*board + 4*d1", "max(6, floor(1.5 * count('Locust')))"} {
		f, err := formula.Compile(src, v, kindOf(src))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(src, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.Eval(quiet{})
			}
		})
	}
}

func kindOf(src string) formula.Kind {
	if src == "defensive" || strings.HasPrefix(src, "near") {
		return formula.Bool
	}
	return formula.Number
}

func FuzzCompile(f *testing.F) {
	for _, src := range []string{"1 + 7*value", "in('Pawn') and not in('King')", "1..ceil(count('Locust')/2)", "[3, 5]", "edge", "a ? b : c", "1<(1<1<1?1:1)<1", "reading('tail')=='x'", "((((", "'\\", "x.y[1](2)"} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		v := words(map[string]string{"tail": "long"})
		for _, kind := range []formula.Kind{formula.Number, formula.Bool} {
			compiled, err := formula.Compile(src, v, kind)
			if err == nil {
				check(t, src, compiled)
				continue
			}
			var bad *formula.Error
			if !errors.As(err, &bad) || bad.Column < 1 || bad.Column > len(src)+2 {
				t.Fatalf("%q: a bad refusal: %v", src, err)
			}
		}
		if steps, err := formula.CompileSteps(src, v); err == nil {
			for _, s := range steps.Formulas() {
				check(t, src, s)
			}
		}
	})
}

// check holds that a result is finite, within bounds and the same each time.
func check(t *testing.T, src string, f *formula.Formula) {
	t.Helper()
	one, two := f.Eval(quiet{}), f.Eval(quiet{})
	if one != two || one > formula.Bound || one < -formula.Bound {
		t.Fatalf("%q gives %v and %v", src, one, two)
	}
	if f.Kind() == formula.Bool && f.Holds(quiet{}) != (one != 0) {
		t.Fatalf("%q: Holds and Eval differ", src)
	}
}
