package formula_test

import (
	"math/rand/v2"
	"testing"

	"adjudicate/rules/formula"

	"github.com/google/go-cmp/cmp"
)

// box is a vocabulary of three variables and what is known of them: a from 0 to 9, b from
// -4 to 4, h a multiple of one half from 0 to 3.
var box = &formula.Vocabulary{Vars: []formula.Var{{Name: "a"}, {Name: "b"}, {Name: "h"}}}

func inBox(name string, _ []string) formula.Range {
	switch name {
	case "a":
		return formula.Between(0, 9)
	case "b":
		return formula.Between(-4, 4)
	}
	return formula.Range{Low: 0, High: 3, Num: 1, Den: 2}
}

func TestRangesOfFormulas(t *testing.T) {
	for _, c := range []struct {
		src       string
		kind      formula.Kind
		low, high float64
		halves    bool
	}{
		{"a + 1", formula.Number, 1, 10, true},
		{"a / 3", formula.Number, 0, 3, false},
		{"3 * (a / 3)", formula.Number, 0, 9, true},
		{"floor(a / 3)", formula.Number, 0, 3, true},
		{"floor(2 * (a / 4)) / 2", formula.Number, 0, 2, true},
		{"h * h", formula.Number, 0, 9, false},
		{"a * b", formula.Number, -36, 36, true},
		{"max(6, 3 * a / 2)", formula.Number, 6, 13.5, true},
		{"mod(a, 4)", formula.Number, 0, 4, true},
		{"mod(b, 20)", formula.Number, 0, 20, true},
		{"mod(a, 20)", formula.Number, 0, 9, true},
		{"mod(a, b)", formula.Number, -4, 4, true},
		{"mod(a / 3, 2)", formula.Number, 0, 2, false},
		{"a - b", formula.Number, -4, 13, true},
		{"abs(b)", formula.Number, 0, 4, true},
		{"a > 9", formula.Bool, 0, 0, true},
		{"a >= 0", formula.Bool, 1, 1, true},
		{"a > 4", formula.Bool, 0, 1, true},
		{"a < 0 or h < 0", formula.Bool, 0, 0, true},
		{"a < 0 ? 0.5 : 2", formula.Number, 2, 2, true},
		{"b > 0 ? 0.5 : 2", formula.Number, 0.5, 2, true},
		{"a == 12", formula.Bool, 0, 0, true},
	} {
		f, err := formula.Compile(c.src, box, c.kind)
		if err != nil {
			t.Fatal(err)
		}
		r := f.Range(inBox)
		if got, want := []any{r.Low, r.High, r.MultipleOf(2)}, []any{c.low, c.high, c.halves}; !cmp.Equal(want, got) {
			t.Errorf("%s: %v, want %v", c.src, got, want)
		}
	}
}

// values is an Env of the box.
type values [3]float64

func (v *values) Var(i int) float64           { return v[i] }
func (v *values) Call(int, []float64) float64 { return 0 }

// anyFormula builds a formula of numbers.
func anyFormula(r *rand.Rand, depth int) string {
	leaves := []string{"a", "b", "h", "0", "1", "2", "3", "0.5", "7"}
	if depth == 0 || r.IntN(5) == 0 {
		return leaves[r.IntN(len(leaves))]
	}
	x, y := anyFormula(r, depth-1), anyFormula(r, depth-1)
	switch r.IntN(10) {
	case 0:
		return "floor(" + x + ")"
	case 1:
		return "ceil(" + x + ")"
	case 2:
		return "abs(" + x + ")"
	case 3:
		return "min(" + x + ", " + y + ")"
	case 4:
		return "max(" + x + ", " + y + ")"
	case 5:
		return "(" + x + " < " + y + " and not (" + y + " == 2) ? " + x + " : " + y + ")"
	default:
		return "(" + x + []string{" + ", " - ", " * ", " / "}[r.IntN(4)] + y + ")"
	}
}

func TestAFormulaNeverLeavesItsRange(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 14))
	for range 4_000 {
		src := anyFormula(r, 4)
		f, err := formula.Compile(src, box, formula.Number)
		if err != nil {
			continue
		}
		known := f.Range(inBox)
		for range 30 {
			at := values{float64(r.IntN(10)), float64(r.IntN(9) - 4), float64(r.IntN(7)) / 2}
			v := f.Eval(&at)
			const slack = 1e-9 // fractions are rounded
			if v < known.Low-slack || v > known.High+slack {
				t.Fatalf("%s at %v is %v, outside %v", src, at, v, known)
			}
			if known.Den != 0 && known.Num != 0 {
				if n := v * float64(known.Den) / float64(known.Num); n-float64(int64(n+0.5)) > 1e-6 && n > 0 {
					t.Fatalf("%s at %v is %v, no multiple of %d/%d", src, at, v, known.Num, known.Den)
				}
			}
		}
	}
}
