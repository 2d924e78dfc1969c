package rules

import (
	"fmt"
	"slices"

	"adjudicate/rules/formula"
)

// What becomes of pieces beyond a limit.
const (
	BeyondDestroyed = "destroyed"
	BeyondLifted    = "lifted"
)

// Whose pieces a limit counts, and which.
const (
	LimitOfAll     = "all"
	LimitOnBoard   = "board"
	LimitInHolding = "holding"
	LimitOfBoth    = "both"
)

// limits checks limits of sets.
func (c *checker) limits(field string, list []Limit) {
	c.most(field, len(list), MostClauses, "limits")
	for i := range list {
		e, at := &list[i], fmt.Sprintf("%s[%d]", field, i)
		if e.Of != "" {
			if c.word(at+".of", e.Of, "side", LimitOfAll); slices.Contains(c.types, e.Of) {
				c.hint("which pieces are counted says where: it.type == %q", e.Of)
			}
		}
		if e.Among != "" {
			c.word(at+".among", e.Among, LimitOnBoard, LimitInHolding, LimitOfBoth)
		}
		if e.Beyond != "" {
			c.word(at+".beyond", e.Beyond, BeyondDestroyed, BeyondLifted)
		}
		if e.Beyond == BeyondLifted && e.Among != "" && e.Among != LimitOnBoard {
			c.fault(at+".beyond", "only pieces on the board can be lifted")
		}
		if e.First != "" && e.Beyond == "" {
			c.fault(at+".first", "no effect: beyond says what happens to the excess")
		}
		r := c.resolver(at, &Piece{})
		members, side := ChoiceVocabulary(r, false), DutyVocabulary(r)
		if e.Most == "" {
			c.fault(at+".most", "missing number of pieces allowed")
		}
		for _, f := range []struct {
			name string
			src  Expr
			v    *formula.Vocabulary
			kind formula.Kind
		}{{"where", e.Where, members, formula.Bool}, {"counts", e.Counts, members, formula.Number}, {"most", e.Most, side, formula.Number}, {"first", e.First, members, formula.Number}} {
			if f.src == "" {
				continue
			}
			compiled := c.formula(at+"."+f.name, f.src, f.v, f.kind)
			if compiled == nil {
				continue
			}
			c.limited(at+"."+f.name, f.name, e, compiled)
		}
	}
}

// limited checks one formula of a limit.
func (c *checker) limited(field, name string, e *Limit, f *formula.Formula) {
	for _, word := range []string{"self", "from", "to", "victim"} {
		if f.Uses(word) {
			c.fault(field, "%s cannot be used here", word)
			c.hint("a limit concerns no act: it is the piece tested, mover its side")
		}
	}
	if e.Of == LimitOfAll && f.Uses("mover") {
		c.fault(field, "mover cannot be used here")
		c.hint("the limit is of all sides together")
	}
	r := f.Range(func(string, []string) formula.Range { return formula.Anything() })
	switch {
	case name == "where" && r.Never():
		c.doubt(field, "condition is never true: the limit counts no pieces")
	case name == "counts" && r.Low < 0:
		c.doubt(field, "this may be negative: such pieces make room for others")
	case name == "most" && r.High < 0:
		c.doubt(field, "this is always negative: there is always too much")
	case name == "most" && r.High < 1 && e.Where == "" && e.Counts == "" && e.Beyond != "":
		c.doubt(field, "this allows no piece at all, royal ones included: all are %s", e.Beyond)
		c.hint("where says which pieces are counted")
	}
}

// A SourcedLimit is a limit with the clause that states it.
type SourcedLimit struct {
	*Limit
	Clause string
}

// Limits returns the limits of sets that the procedures of a rulebook state, in the order of their rules.
func (b *Rulebook) Limits() []SourcedLimit {
	var list []SourcedLimit
	for _, r := range b.rules {
		if r.Procedure == nil {
			continue
		}
		for i := range r.Procedure.Limits {
			e := &r.Procedure.Limits[i]
			list = append(list, SourcedLimit{e, r.Clause(e.Cite)})
		}
	}
	return list
}
