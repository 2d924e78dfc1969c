package rules

import (
	"fmt"

	"adjudicate/rules/formula"
)

// What an entry of sight lets a side see.
const (
	SeeSquares = "squares"
	SeeTypes   = "types"
)

// FuncReaches is the function that sight alone has, after those of duties: whether a piece can move to a square, or capture there.
const FuncReaches = BoardFuncs + 2

// SightVocabulary is the words of sight: those of choices, and
//
//	reaches(p, x)  the modes of the piece p let it move to the square x, or capture what stands there or by going there
func SightVocabulary(r Resolver, squares bool) *formula.Vocabulary {
	v := ChoiceVocabulary(r, squares)
	v.Funcs = append(v.Funcs, formula.Func{Name: "reaches", Args: twoThings, Sorts: []formula.Sort{SortPiece, SortSquare}, Result: formula.Bool, Cost: costAttack})
	return v
}

// sights checks what sides may see.
func (c *checker) sights(field string, list []Sight) {
	c.most(field, len(list), MostClauses, "entries")
	for i := range list {
		e, at := &list[i], fmt.Sprintf("%s[%d]", field, i)
		c.word(at+".see", e.See, SeeSquares, SeeTypes)
		if e.When == "" {
			c.fault(at+".when", "missing condition: whether a side (mover) sees a square or the type of a piece (it)")
			continue
		}
		f := c.formula(at+".when", e.When, SightVocabulary(c.resolver(at, &Piece{}), e.See == SeeSquares), formula.Bool)
		if f == nil {
			continue
		}
		for _, word := range []string{"self", "from", "to", "victim", "victims"} {
			if f.Uses(word) {
				c.fault(at+".when", "%s cannot be used here", word)
				c.hint("sight concerns no act: it is the square or piece looked at, mover the side that looks")
			}
		}
	}
}

// A SourcedSight is an entry of sight with the clause that states it.
type SourcedSight struct {
	*Sight
	Clause string
}

// Sights returns what the procedures of a rulebook let sides see, in the order of their rules; none: everything.
func (b *Rulebook) Sights() []SourcedSight {
	var list []SourcedSight
	for _, r := range b.rules {
		if r.Procedure == nil {
			continue
		}
		for i := range r.Procedure.Sight {
			e := &r.Procedure.Sight[i]
			list = append(list, SourcedSight{e, r.Clause(e.Cite)})
		}
	}
	return list
}
