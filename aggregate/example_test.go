package aggregate_test

import (
	"fmt"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/systems"
)

// A judge rules on what people do, one input after the other. It decides without changing
// anything; committing a decision folds its outcomes.
func Example() {
	judge, err := aggregate.NewJudge(aggregate.NewState(), "1.0")
	if err != nil {
		fmt.Println(err)
		return
	}
	book, _, err := systems.Load("partychess")
	if err != nil {
		fmt.Println(err)
		return
	}
	at := time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC)
	do := func(p events.Payload) aggregate.Decision {
		d := judge.Decide(aggregate.Input{Payload: p, At: at})
		judge.Commit(d)
		return d
	}
	do(events.GameOpened{Game: "Hand 1", System: "partychess", Seed: strings.Repeat("5e", 32)})
	for _, r := range book.Rules() {
		do(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	do(events.PlayerRegistered{Player: "Mohammed"})
	do(events.OfficeFilled{Office: "umpire", Player: "Mohammed"})
	for _, player := range []string{"Ann", "Ben"} {
		do(events.PlayerRegistered{Player: player})
	}
	do(events.SideCreated{Side: "Red", Player: "Ann", Attributes: []string{"nap"}})
	do(events.SideCreated{Side: "Blue", Player: "Ben", Attributes: []string{"party"}})
	do(events.PiecesChosen{Side: "Red", Types: []string{"Rook", "Camel", "Pawn", "Pawn", "Bishop"}})
	do(events.GameStarted{})

	do(events.PlaySubmitted{Side: "Red", Text: "K@e1"})
	do(events.PlaySubmitted{Side: "Blue", Text: "K@e20"})
	for _, text := range []string{"p@e5; Ke1-e3", "R@e4"} {
		d := do(events.PlaySubmitted{Side: "Red", Text: text})
		fmt.Println(d.Ruling.Verdict, d.Ruling.Play)
		for _, f := range d.Ruling.Faults {
			fmt.Println("  ", f.Clause+":", f.Message)
		}
	}
	fmt.Println("to play:", judge.State().ToPlay())
	// Output:
	// rejected p@e5; Ke1-e3
	//    1230.4/4 §B: a King cannot move from e1 to e3
	//    1230.8/9 §5: a Pawn may not be placed on e5
	// accepted R@e4
	// to play: Blue
}
