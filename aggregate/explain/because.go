package explain

import (
	"cmp"
	"fmt"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
)

// because says by which formula or number of the rules an outcome is what it is, where there
// is one; it is a detail.
func (e *explainer) because(o events.Outcome) []*Node {
	proc := e.law.Procedure()
	said := func(clause, format string, args ...any) []*Node {
		return []*Node{fact(fmt.Sprintf(format, args...)).by(clause).detail()}
	}
	switch p := o.Payload.(type) {
	case events.AssetChanged:
		return e.paid(p, o.Basis, said)
	case events.AllotmentSet:
		for _, do := range e.provided(o.Basis) {
			if do.Allot != "" && p.Count > 0 {
				return said(o.Basis.Clauses[0], "the rule: %s pieces of total value %s", do.Allot, do.Budget)
			}
		}
	case events.LimitSet:
		if proc.Clock != nil && proc.Clock.Of != "" {
			return said(e.law.Section("clock"), "the rule: the clock of a side runs on its turn, as long as it has any %s", proc.Clock.Of)
		}
		if proc.Clock != nil && !e.state.Free() {
			return said(e.law.Section("clock"), "the rule: %s from the announcement, at most %d with an extension", counted(proc.Clock.Limit, unit(proc.Clock.Unit)), proc.Clock.Most)
		}
	case events.PiecePromoted:
		if def := e.definition(p.Piece); def != nil {
			var list []*Node
			for i := range def.Promotion {
				list = append(list, said("", "its definition: %s", promotionWords(&def.Promotion[i]))...)
			}
			return list
		}
	}
	return nil
}

// provided is what follows at moments of sides and of the game by the clause that an outcome rests on.
func (e *explainer) provided(b *events.Basis) []rules.Doing {
	if b == nil || len(b.Clauses) == 0 {
		return nil
	}
	return e.law.Provisions(b.Clauses[0])
}

// paid says by which rule an account changes.
func (e *explainer) paid(p events.AssetChanged, b *events.Basis, said func(clause, format string, args ...any) []*Node) []*Node {
	proc := e.law.Procedure()
	switch {
	case p.Why == events.WhyPurchase && proc.Buying != nil:
		return said(e.law.Section("buying"), "the rule: the price is %s", proc.Buying.Price)
	case p.Why == events.WhyDestruction && proc.Buying != nil:
		return said(e.law.Section("buying"), "the rule: the compensation is %s", proc.Buying.Compensation)
	case proc.Kind(p.Why) != nil && proc.Kind(p.Why).Cost != "":
		return said(e.law.Play(notation.Kind(p.Why)), "the rule: %s move costs %s", article(p.Why), proc.Kind(p.Why).Cost)
	}
	if proc.Clock != nil && p.Asset == proc.Clock.Of && p.Change < 0 && b != nil && b.Clauses[0] == e.law.Section("clock") {
		return said(b.Clauses[0], "the rule: a side pays for the time of its turn in whole units, each a %s", unit(proc.Clock.Unit))
	}
	for _, do := range e.provided(b) {
		clause := b.Clauses[0]
		switch asset := cmp.Or(do.Asset, rules.Money); {
		case do.Pay != "" && (asset == p.Asset || do.Again == p.Asset) && do.Owed != "":
			return said(clause, "the rule: %s is paid, of %s owed", do.Pay, do.Owed)
		case do.Pay != "" && do.Short == p.Asset:
			return said(clause, "the rule: of %s owed less was paid", do.Owed)
		case do.Pay != "" && (asset == p.Asset || do.Again == p.Asset):
			return said(clause, "the rule: %s", do.Pay)
		case do.Refund != "" && p.Asset == rules.Money:
			return said(clause, "the rule: a piece beyond the %s that are kept is compensated by %s", do.Beyond, do.Refund)
		}
	}
	return nil
}

// definition is that of a piece's type as it was before the input.
func (e *explainer) definition(id string) *rules.Piece {
	p, ok := e.state.Piece(id)
	if rs := e.law.Ruleset(); ok && rs != nil {
		if t, defined := rs.Type(p.Type); defined {
			return rs.Def(t)
		}
	}
	return nil
}
