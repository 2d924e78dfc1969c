package aggregate

import (
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// quantities are what the formulas of procedures may ask for, one slot a name. A formula is
// evaluated with the slots that make sense where it stands; the others are 0.
type quantities [quantityCount]float64

// nothingKnown are those of a formula that is asked where nothing is known. It is only read.
var nothingKnown = new(quantities)

// The slots of quantities, in the order of their names below.
const (
	qWeight = iota
	qCounting
	qPieces
	qOwned
	qOwnedOfType
	qValue
	qSides
	qMarks
	qLeader
	qChecked
	qOtherSquare
	qMoney
	qLastPass
	qActive
	qCanTakeRoyal
	qHeld
	qMost
	qTotal
	qSpan
	qUsed
	quantityCount
)

var quantityNames = [quantityCount]string{
	qWeight: "W", qCounting: "n", qPieces: "pieces", qOwned: "owned", qOwnedOfType: "owned_of_type", qValue: "value", qSides: "sides",
	qMarks: events.Usual().Marks, qLeader: "leader", qChecked: "checked", qOtherSquare: "other_square", qMoney: "money",
	qLastPass: "last_pass", qActive: "active", qCanTakeRoyal: "can_take_royal", qHeld: "held", qMost: "most",
	qTotal: "total", qSpan: rules.StageIsFree(), qUsed: "used",
}

// Var gives a formula the quantity of a name.
func (q *quantities) Var(i int) float64 { return q[i] }

// Call is never reached: what has functions that are not static is asked of a scene.
func (q *quantities) Call(int, []float64) float64 { return 0 }

// fromHalf is a Half as formulas see it; toHalf rounds what a formula yields down to a ½.
func fromHalf(h events.Half) float64 { return float64(h) / 2 }

func toHalf(x float64) events.Half {
	h := events.Half(2 * x)
	if float64(h) > 2*x {
		h--
	}
	return h
}

// Payable is what something costs, or what is paid for it: the sum of what formulas yield, each
// rounded down to a half, and never below 0. Whatever tells, asks or takes an amount has it from here.
func Payable(parts ...float64) events.Half {
	var sum events.Half
	for _, x := range parts {
		sum += toHalf(x)
	}
	return max(0, sum)
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// procedureVocabulary is the names that procedures may use.
func (l *law) procedureVocabulary() *formula.Vocabulary {
	v := &formula.Vocabulary{
		Funcs: []formula.Func{{Name: "reading", Args: []formula.Kind{formula.Text}, Result: formula.Text}, l.resolver().Count()},
		Static: func(_ string, args []string) (string, bool) {
			return l.readingOf(args[0])
		},
	}
	for _, name := range quantityNames {
		v.Vars = append(v.Vars, formula.Var{Name: name, Kind: formula.Number})
	}
	return l.resolver().World(v)
}
