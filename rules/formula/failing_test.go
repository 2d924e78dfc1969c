package formula

import "testing"

// numbers answers the variables a, b and c.
type numbers [3]float64

func (n numbers) Var(i int) float64         { return n[i] }
func (numbers) Call(int, []float64) float64 { return 0 }

func TestTheFirstConditionThatFailsIsNamed(t *testing.T) {
	v := &Vocabulary{Vars: []Var{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
	for _, test := range []struct{ src, failing string }{
		{"a > 0 and b > 0 and c > 0", "b > 0"},
		{"a > 0 and (b > 0 and c > 0)", "a > 0 and (b > 0 and c > 0)"}, // brackets make one of two
		{"a > 0 and (b > 0 or c > 0)", "(b > 0 or c > 0)"},
		{"a > 0 && min(a, b) > 0", "min(a, b) > 0"},
		{"a > 0 and b > 0 or c > 0", "a > 0 and b > 0 or c > 0"},
		{"not (a > 0)", "not (a > 0)"},
		{"b > 0", "b > 0"},
	} {
		f, err := Compile(test.src, v, Bool)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Failing(numbers{1, 0, 0}); got != test.failing {
			t.Errorf("%s: %q, want %q", test.src, got, test.failing)
		}
	}
}
