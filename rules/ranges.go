package rules

import "adjudicate/rules/formula"

// atLeast is the range of what is counted from low on.
func atLeast(low float64) formula.Range { return formula.Between(low, formula.Bound) }

// ranges are what the variables of formulas can be in a game, by their names: what is not here may be any number. In a position
// without a ledger there is no date, and its numbers are 0.
var ranges = map[string]formula.Range{
	"year": formula.Between(1000, 9999), "month": formula.Between(1, 12), "day": formula.Between(1, 31), "weekday": formula.Between(1, 7),
	"hour": formula.Between(0, 23), "minute": formula.Between(0, 59), "turns": atLeast(0), "hand": atLeast(1),
	"repetitions": atLeast(1), "recurrence": atLeast(0),
	"yes": atLeast(0), "no": atLeast(0), "silent": atLeast(0), "asked": atLeast(0),
	"most": formula.Between(0, 1), "sides": atLeast(0),
	"value": halves(0), "n": atLeast(0), "pieces": atLeast(0), "owned": atLeast(0), "owned_of_type": atLeast(0),
	"royals": atLeast(0), "attacks": formula.Between(0, 1), "defends": formula.Between(0, 1), "moves": atLeast(0), "least": atLeast(0), "greatest": atLeast(0),
	"checked": atLeast(0), "can_take_royal": formula.Between(0, 1), "last_pass": formula.Between(0, 1), "active": atLeast(0),
	"used": {Low: 0, High: formula.Bound},
}

// inGame is the variable of a name.
func inGame(name string) formula.Var { return formula.Var{Name: name, Span: ranges[name]} }

// ranged are the variables of some names.
func ranged(names ...string) []formula.Var {
	list := make([]formula.Var, len(names))
	for i, name := range names {
		list[i] = inGame(name)
	}
	return list
}
