package explain

import (
	"fmt"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
)

// because says by which formula or number of the rules an outcome is what it is, where there
// is one; it is a detail.
func (e *explainer) because(p events.Payload) []*Node {
	proc := e.law.Procedure()
	said := func(clause, format string, args ...any) []*Node {
		return []*Node{fact(fmt.Sprintf(format, args...)).by(clause).detail()}
	}
	switch p := p.(type) {
	case events.AssetChanged:
		return e.paid(p, said)
	case events.AllotmentSet:
		switch side, _ := e.state.Side(p.Side); {
		case p.Count == 0:
		case (side.Free.Draft || side.Name == "") && proc.Draft != nil:
			return said(e.law.Section("draft"), "the rule: %d pieces of total value %s", proc.Draft.Count, proc.Draft.Budget)
		case proc.Winning != nil:
			return said(e.law.Place("winning", proc.Winning.CiteFreePieces), "the rule, of the pieces owned off-board: %s pieces of total value %s",
				proc.Winning.FreePieces, proc.Winning.FreeBudget)
		}
	case events.LimitSet:
		if proc.Time != nil && e.state.FreeForAll().State != aggregate.FreeForAllRunning {
			return said(e.law.Section("time"), "the rule: %s from the announcement, at most %d with an extension", counted(proc.Time.Days, "day"), proc.Time.MostDays)
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

// paid says by which rule an account changes.
func (e *explainer) paid(p events.AssetChanged, said func(clause, format string, args ...any) []*Node) []*Node {
	proc := e.law.Procedure()
	switch {
	case p.Asset == aggregate.KnifeAsset && proc.Knives != nil && (p.Why == aggregate.WhyRoyalCapture || p.Why == aggregate.WhySurrender):
		return said(e.law.Section("knives"), "%d for the capture of a royal piece, %d to the player of each side that checked one surrendering",
			proc.Knives.RoyalCapture, proc.Knives.Surrender)
	case p.Why == aggregate.WhyRansom && proc.RoyalFall != nil:
		return said(e.law.Section("royal_fall"), "the rule, of the loser's money: %s is paid, of %s owed", proc.RoyalFall.Payment, proc.RoyalFall.Owed)
	case p.Why == aggregate.WhyPurchase && proc.Buying != nil:
		return said(e.law.Section("buying"), "the rule: the price is %s", proc.Buying.Price)
	case p.Why == aggregate.WhyDestruction && proc.Buying != nil:
		return said(e.law.Section("buying"), "the rule: the compensation is %s", proc.Buying.Compensation)
	case p.Why == aggregate.WhySpecial && proc.Specials != nil:
		return said(e.law.Section("specials"), "the rule: a special move costs %s", proc.Specials.Cost)
	case p.Why == aggregate.WhyHand && proc.Winning != nil && p.Asset == aggregate.MoneyAsset:
		return said(e.law.Section("winning"), "the rule: a piece beyond the %d that are kept is compensated by %s", proc.Winning.KeepPieces, proc.Winning.Compensation)
	case p.Why == aggregate.WhyHand && proc.Winning != nil:
		return said(e.law.Section("winning"), "the rule: %d to the winner", proc.Winning.Points)
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
