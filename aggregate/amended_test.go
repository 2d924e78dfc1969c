package aggregate

import (
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
)

func TestACapMayCountThePiecesOfTheTypeThatIsBought(t *testing.T) {
	g := newGame(t, "Red: King, Guard c3, Guard, Rook; Blue: King t20, Guard")
	g.input(0, amended(t, "1230.1", func(r *rules.Rule) { r.Procedure.Buying.When = "owned_of_type < 2" }))
	g.apply(events.AccountChanged{Account: "Ann", Asset: "money", Balance: events.Whole(500)})
	want(t, g.rejected(0, events.PurchaseRequested{Side: "Red", Type: "Guard", Buyer: "Ann"}), []string{"holding-full 1230.1/22 §2.D"})
	g.input(0, events.PurchaseRequested{Side: "Red", Type: "Rook", Buyer: "Ann"})
	want(t, g.rejected(0, events.PurchaseRequested{Side: "Red", Type: "Rook", Buyer: "Ann"}), []string{"holding-full 1230.1/22 §2.D"})
	g.input(0, events.PurchaseRequested{Side: "Blue", Type: "Guard", Buyer: "Ann"})
}

func TestASideInCheckPassesByDefaultWhereNothingElseIsLeft(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20, Rook a9")
	g.input(0, amended(t, "1230.2", func(r *rules.Rule) { r.Procedure.Time.Default = []string{PlayPass} }))
	g.input(0, events.StateAnnounced{})
	// The checked side stays above the others, so that it is to play again.
	want(t, said(g.input(3*day, events.TimePassed{})), []string{"Red: pass (default)", "Red done (default), default 1", "turn: Red"})
}
