package projections_test

import (
	"fmt"
	"io"

	"adjudicate/draw"
	"adjudicate/events"
	"adjudicate/projections"
)

func Example() {
	ledger := tape(
		events.LedgerOpened{Game: "Hand 3", System: "partychess", Files: 20, Ranks: 20},
		events.SideEntered{Side: "Red", Player: "Ann"},
		events.SideEntered{Side: "Blue", Player: "Bob"},
		events.PieceCreated{Piece: "R1", Type: "Rook", Side: "Red"},
		events.PiecePlaced{Piece: "R1", At: "a1"},
		events.PlayEnded{Side: "Red", How: "submitted"},
		events.WeightsPosted{Weights: []events.Weight{{Side: "Red", Weight: 38}, {Side: "Blue"}}},
		events.PieceCaptured{Piece: "R1", At: "a1", By: "C1", Side: "Blue"},
		events.PlayEnded{Side: "Blue", How: "submitted"},
		events.WeightsPosted{Weights: []events.Weight{{Side: "Red"}, {Side: "Blue", Weight: 21}}},
	)

	set := projections.NewSet()
	for i := range ledger[:7] {
		if err := set.Fold(&ledger[i]); err != nil {
			fmt.Println(err)
		}
	}
	saved, err := set.Checkpoint()
	if err != nil {
		fmt.Println(err)
	}

	// Some other day.
	set = projections.NewSet()
	if err := set.Restore(saved); err != nil {
		fmt.Println(err)
	}
	if err := projections.Until(set, sequenceOf(ledger), 0); err != nil {
		fmt.Println(err)
	}
	var chart []draw.Line
	lines, first := set.Weights.Lines()
	for _, l := range lines {
		chart = append(chart, draw.Line(l))
		fmt.Println(l.Name, "from play", first+l.Start, l.Weights)
	}
	if err := draw.Series(io.Discard, chart, draw.SeriesOptions{First: first}); err != nil {
		fmt.Println(err)
	}
	for _, s := range set.Holdings.Life("R1") {
		fmt.Printf("%d: %s, now %s's, on %q\n", s.Sequence, s.What, s.Owner, s.To)
	}
	before, err := set.Holdings.At(7)
	if err != nil {
		fmt.Println(err)
	}
	for pc := range before.Board() {
		fmt.Println("at 7:", pc.Side, pc.Type, pc.At)
	}
	// Output:
	// Red from play 1 [19 0]
	// Blue from play 1 [0 10.5]
	// 4: created, now Red's, on ""
	// 5: placed, now Red's, on "a1"
	// 8: captured, now Blue's, on ""
	// at 7: Red Rook a1
}
