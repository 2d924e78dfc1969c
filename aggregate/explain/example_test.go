package explain_test

import (
	"fmt"

	"adjudicate/aggregate"
	"adjudicate/aggregate/explain"
	"adjudicate/events"
	"adjudicate/systems"
)

// A Rook that is asked to go where no Rook goes.
func ExampleWhyNot() {
	state := aggregate.NewState()
	book, _, err := systems.Load("partychess")
	if err != nil {
		fmt.Println(err)
		return
	}
	state.Apply(events.LedgerOpened{Game: "An example", System: "partychess", Files: 20, Ranks: 20})
	for _, r := range book.Rules() {
		state.Apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
	}
	state.Apply(events.OfficeHeld{Office: "umpire", Player: "Cleo"})
	state.Apply(events.SideEntered{Side: "Red", Player: "Ann"})
	state.Apply(events.PieceCreated{Piece: "R1", Type: "Rook", Side: "Red"})
	state.Apply(events.PiecePlaced{Piece: "R1", At: "a1"})
	state.Apply(events.OrderChanged{Order: []string{"Red"}})
	state.Apply(events.StartDone{})
	state.Apply(events.TurnBegan{Side: "Red"})
	judge, err := aggregate.NewJudge(state, "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	tree := explain.WhyNot(judge, aggregate.Input{Payload: events.PlaySubmitted{Side: "Red", Text: "Ra1-b3"}}, nil)
	fmt.Println(tree.Verdict)
	for n := range tree.Root.All {
		if !n.Holds && n.Kind == explain.Test {
			fmt.Println(n.Text, n.Clauses)
		}
	}
	// Output:
	// rejected
	// orthogonally 1–10: b3 is not on such a way: it lies 1 file and 2 ranks away [1230.5/5 §2]
}
