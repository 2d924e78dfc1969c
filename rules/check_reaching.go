package rules

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adjudicate/rules/formula"
)

// This file checks the effects that reach beyond the entry that has them: plays that rules make, sides that come, plays that are taken back.

// played checks which play is made for a side: where, first and lot are about each that it could make, as duties are.
func (c *checker) played(at string, d *Doing) {
	for _, src := range []struct {
		field string
		src   Expr
		want  formula.Kind
	}{{"where", d.Where, formula.Bool}, {"first", d.First, formula.Number}} {
		if src.src == "" {
			continue
		}
		f := c.formula(at+"."+src.field, src.src, DutyVocabulary(c.resolver(at+"."+src.field, new(Piece))), src.want)
		if f != nil && !slices.ContainsFunc([]string{"self", "from", "to", "victim", "victims"}, f.Uses) {
			c.doubt(at+"."+src.field, "it is the same for all plays: it asks neither self, from, to nor victim")
		}
	}
	if d.Lot != "" && d.Lot != "1" {
		c.fault(at+".lot", "expected 1: one play is made")
	}
}

// entering checks the side that an effect brings into the game.
func (c *checker) entering(at string, d *Doing, v *formula.Vocabulary) {
	if d.Enter != strings.TrimSpace(d.Enter) || strings.ContainsAny(d.Enter, "\":,\n") {
		c.fault(at+".enter", "expected the name of a side, found %q", d.Enter)
	}
	c.holder(at, d, v)
	for i, name := range d.Having {
		c.attribute(fmt.Sprintf("%s.having[%d]", at, i), name)
	}
}

// takeback checks how many plays an effect takes back.
func (c *checker) takeback(field string, e *Consequence, d *Doing, v *formula.Vocabulary) {
	if e.On != OnPower {
		c.fault(field, "takeback belongs to powers")
		c.hint("let a power have this effect, and consents say who has to agree")
	}
	f := c.formula(field, d.Takeback, v, formula.Number)
	if f == nil {
		return
	}
	if n, known := f.Const(); known && (n != math.Trunc(n) || n < 1 || n > MostTakebacks) {
		c.fault(field, "expected a number of plays from 1 to %d", MostTakebacks)
	}
}
