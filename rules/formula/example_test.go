package formula_test

import (
	"fmt"

	"adjudicate/rules/formula"
)

// price is an Env with one variable.
type price float64

func (p price) Var(int) float64           { return float64(p) }
func (price) Call(int, []float64) float64 { return 0 }

func Example() {
	v := &formula.Vocabulary{Vars: []formula.Var{{Name: "value", Kind: formula.Number}}}
	f, err := formula.Compile("1 + 7*value", v, formula.Number)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Eval(price(4.5)))

	_, err = formula.Compile("1 + 7*valeu", v, formula.Number)
	fmt.Println(err)
	// Output:
	// 32.5
	// column 7: no such variable or function: "valeu" (did you mean "value"?)
}
