package rules

import (
	"cmp"
	"slices"

	"adjudicate/rules/formula"
)

// Cost is what a formula of a rule costs at most each time it is asked, in steps: an operation is one, a set counts
// with its greatest size, a question about attacks with what it asks.
type Cost struct {
	Rule    string `json:"rule"`
	Field   string `json:"field"`
	Formula string `json:"formula"`
	Steps   int64  `json:"steps"`
}

// Costs bounds what the formulas of a rule cost, the dearest first. Like Check it takes the rulebook without the rule or with
// an earlier revision, and the register; either may be nil.
func Costs(r *Rule, book *Rulebook, register *Register) []Cost {
	if book == nil {
		book = new(Rulebook)
	}
	whole, err := book.Complete(*r)
	if err != nil {
		return nil
	}
	after := book.With(whole)
	c := newChecker(&whole, after.Procedure(), after.typeNames(), register)
	c.survey(after)
	most := map[string]Cost{}
	c.priced = func(field string, f *formula.Formula) {
		if have := most[field]; f.Cost() > have.Steps {
			most[field] = Cost{whole.Number, field, f.String(), f.Cost()}
		}
	}
	c.lasting(&whole)
	if whole.Piece != nil {
		c.piece(whole.Piece)
	}
	if whole.Procedure != nil {
		c.procedure(whole.Procedure)
	}
	var list []Cost
	for _, x := range most {
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b Cost) int { return cmp.Or(cmp.Compare(b.Steps, a.Steps), cmp.Compare(a.Field, b.Field)) })
	return list
}
