package aggregate

import (
	"testing"

	"adjudicate/events"
	"adjudicate/rules"

	"github.com/google/go-cmp/cmp"
)

// amendedTo has a rule of the suite changed whether or not the door would let it in: what a
// ledger of an earlier version may hold.
func (g *game) amendedTo(number string, change func(*rules.Rule)) *game {
	g.t.Helper()
	have, ok := g.j.State().Rule(number)
	if !ok {
		g.t.Fatalf("no rule %s", number)
	}
	r, err := rules.FromCanonical(have.Rule)
	if err != nil {
		g.t.Fatal(err)
	}
	change(&r)
	g.apply(events.RulePutInForce{Number: number, Revision: r.Revision, Rule: r.Canonical()})
	if err := g.j.base.compile(); err != nil {
		g.t.Fatal(err)
	}
	return g
}

func TestWhatCostsLessThanNothingCostsNothing(t *testing.T) {
	t.Run("a special move does not pay", func(t *testing.T) {
		g := newGame(t, "Red: King a1, Rook e5; Blue: King t20").amendedTo("1230.2", func(r *rules.Rule) { r.Procedure.Kinds[0].Cost = "-1" })
		for _, line := range told(g.play("Red", "Re5-k6 (special)")) {
			if diff := cmp.Diff("", line); len(line) > 6 && line[:6] == "Red's " {
				t.Error(diff)
			}
		}
		if has := g.j.State().Balance("Red's", "benefyts"); has != 0 {
			t.Errorf("Red's player has %v Benefyts, want none", has)
		}
	})
	t.Run("a purchase costs what its terms say it costs", func(t *testing.T) {
		g := newGame(t, "Red: King a1; Blue: King t20").amendedTo("1230.1", func(r *rules.Rule) { r.Procedure.Buying.Price = "value - 20" })
		terms, ok := g.j.Buying("Red", "Rook", "Red's")
		if !ok || terms.Cost() != 0 {
			t.Errorf("the terms name %v, want 0", terms.Cost())
		}
		g.input(day, events.PurchaseRequested{Side: "Red", Type: "Rook", Buyer: "Red's"})
		if has := g.j.State().Balance("Red's", events.MoneyAsset); has != 0 {
			t.Errorf("Red's player has %v, want 0", has)
		}
	})
}
