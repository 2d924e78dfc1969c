package rules_test

import (
	"strings"
	"testing"

	"adjudicate/rules"
	"adjudicate/systems"
)

// TestAPriceThatMayBeBelowNothingIsDoubted: the same price with its floor is not.
func TestAPriceThatMayBeBelowNothingIsDoubted(t *testing.T) {
	book, register, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	for price, want := range map[rules.Expr]bool{"value - 20": true, "max(0, value - 20)": false, "1 + 7*value": false, "20 - owned": true} {
		rule, _ := book.Rule("1230.1")
		changed, proc, buying := rule, *rule.Procedure, *rule.Procedure.Buying
		changed.Revision++
		buying.Price = price
		proc.Buying, changed.Procedure = &buying, &proc
		doubted := false
		for _, p := range rules.Check(&changed, book, register) {
			doubted = doubted || p.Severity == rules.Doubt && p.Field == "procedure.buying.price" && strings.Contains(p.Message, "below 0")
			if p.Severity == rules.Fault {
				t.Errorf("%s: %s", price, p)
			}
		}
		if doubted != want {
			t.Errorf("price %s is doubted: %v, want %v", price, doubted, want)
		}
	}
}
