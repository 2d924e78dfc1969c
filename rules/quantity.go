package rules

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/rules/formula"
)

// quantityOf are the words for what a quantity is of, by their sorts.
var quantityOf = []string{SortPiece: "piece", SortSquare: "square", SortSide: "side", SortType: "type", SortPlayer: "player"}

// Named returns the quantities of a procedure as formulas ask for them.
func (p *Procedure) Named() []formula.Quantity {
	if p == nil {
		return nil
	}
	var list []formula.Quantity
	for _, q := range p.Quantities {
		i := slices.Index(quantityOf, q.Of)
		list = append(list, formula.Quantity{Name: q.Name, Owned: i >= 0, Of: formula.Sort(max(i, 0)), Src: string(q.Is)})
	}
	return list
}

// quantities checks numbers and truths with names.
func (c *checker) quantities(field string, list []Quantity) {
	c.most(field, len(list), MostClauses, "quantities")
	for i, q := range list {
		at := fmt.Sprintf("%s[%d]", field, i)
		if q.Of != "" {
			c.word(at+".of", q.Of, quantityOf...)
		}
		v := DutyVocabulary(c.resolver(at+".is", &Piece{}))
		c.identifier(at+".name", q.Name, c.takenBeside(v, q, list[:i]))
		if q.Is == "" {
			c.fault(at+".is", "missing formula of the quantity")
			continue
		}
		named := (&Procedure{Quantities: []Quantity{q}}).Named()[0]
		f, err := formula.CheckQuantity(named, v)
		c.refused(at+".is", err)
		if err != nil {
			continue
		}
		if strings.Contains(string(q.Is), "reading(") {
			c.fault(at+".is", "a quantity cannot depend on a reading")
			c.hint("test the reading where the quantity is used")
		}
		if c.priced != nil {
			c.priced(at+".is", f)
		}
	}
}

// takenBeside are the names that a quantity cannot have: of what a thing of its sort has already, or of words; and of quantities in other rules.
func (c *checker) takenBeside(v *formula.Vocabulary, q Quantity, before []Quantity) (taken []string) {
	i := slices.Index(quantityOf, q.Of)
	if i < 0 {
		for _, list := range [][]formula.Var{conditionVars, thenVars, OccasionVocabulary(Resolver{}).Vars, v.Vars} {
			for _, x := range list {
				taken = append(taken, x.Name)
			}
		}
	}
	for _, a := range v.Attrs {
		if i >= 0 && (a.Of == formula.Sort(i) || i == int(SortPiece) && a.Of == SortSquare) {
			taken = append(taken, a.Name)
		}
	}
	for _, s := range v.Sets {
		if s.Owned == (i >= 0) && (i < 0 || s.Of == formula.Sort(i)) {
			taken = append(taken, s.Name)
		}
	}
	for _, o := range before {
		if o.Of == q.Of {
			taken = append(taken, o.Name)
		}
	}
	for _, o := range c.merged.Quantities {
		if o.Of == q.Of && o.In != nil && o.In.Number != c.rule.Number {
			taken = append(taken, o.Name)
		}
	}
	return taken
}
