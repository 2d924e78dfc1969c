package aggregate

import (
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
)

func TestACapMayCountThePiecesOfTheTypeThatIsBought(t *testing.T) {
	g := newGame(t, "Red: King, Guard c3, Guard, Rook; Blue: King t20, Guard")
	g.input(0, amended(t, "1230.1", func(r *rules.Rule) { r.Procedure.Buying.When = "owned_of_type < 2" }))
	g.apply(events.AssetChanged{Account: "Ann", Asset: "money", Change: events.Whole(500)})
	want(t, g.rejected(0, events.PurchaseRequested{Side: "Red", Type: "Guard", Buyer: "Ann"}), []string{"holding-full 1230.1/22 §2.D"})
	g.input(0, events.PurchaseRequested{Side: "Red", Type: "Rook", Buyer: "Ann"})
	want(t, g.rejected(0, events.PurchaseRequested{Side: "Red", Type: "Rook", Buyer: "Ann"}), []string{"holding-full 1230.1/22 §2.D"})
	g.input(0, events.PurchaseRequested{Side: "Blue", Type: "Guard", Buyer: "Ann"})
}

func TestASideInCheckPassesByDefaultWhereNothingElseIsLeft(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20, Rook a9")
	g.input(0, amended(t, "1230.2", func(r *rules.Rule) { r.Procedure.Clock.Default = []string{PlayPass} }))
	g.input(0, events.StateAnnounced{})
	// The checked side stays above the others, so that it is to play again.
	want(t, said(g.input(3*day, events.TimePassed{})), []string{"Red: pass (default)", "Red done (default), default 1", "turn: Red"})
}

func TestAPieceLeavesTheBoardWithItsSquare(t *testing.T) {
	g := newGame(t, "Red: King a1, Camel j11; Blue: King j10, Rook k1")
	in := amended(t, "1230.1", func(r *rules.Rule) { r.Procedure.Board.Files, r.Procedure.Board.Ranks = 10, 10 })
	g.input(0, in)
	for id, at := range map[string]string{"K1": "a1", "K2": "j10", "C1": "", "R1": ""} {
		if pc, _ := g.j.State().Piece(id); pc.At != at {
			t.Errorf("%s stands on %q, want %q", id, pc.At, at)
		}
	}
	inStep(t, g.j)
}
