package projections_test

import (
	"fmt"
	"io"

	"adjudicate/events"
	"adjudicate/projections"
	"adjudicate/report/draw"
)

func Example() {
	ledger := tape(
		events.PlaySubmitted{Side: "Red", Text: "R1@a1"},
		events.Ruled{Verdict: "accepted"},
		events.PiecePlaced{Piece: "R1", At: "a1"},
		events.PlayEnded{Side: "Red", How: "submitted"},
		events.WeightsPosted{Weights: []events.Weight{{Side: "Red", Weight: 38}, {Side: "Blue"}}},
		events.PlaySubmitted{Side: "Blue", Text: "Ca2xa1"},
		events.Ruled{Verdict: "accepted"},
		events.PieceCaptured{Piece: "R1", At: "a1", By: "C1", Side: "Blue"},
		events.PlayEnded{Side: "Blue", How: "submitted"},
		events.WeightsPosted{Weights: []events.Weight{{Side: "Red"}, {Side: "Blue", Weight: 21}}},
	)
	weights, history := projections.NewWeights(), projections.NewHistory(projections.Query{Piece: "C1"}, -1)
	for act, err := range events.Acts(sequenceOf(ledger)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		weights.Fold(act)
		history.Fold(act)
	}
	var chart []draw.Line
	lines, first := weights.Lines()
	for _, l := range lines {
		chart = append(chart, draw.Line{Name: l.Name, Start: l.Start, Weights: l.Weights})
		fmt.Println(l.Name, "from play", first+l.Start, l.Weights)
	}
	if err := draw.Series(io.Discard, chart, draw.SeriesOptions{First: first}); err != nil {
		fmt.Println(err)
	}
	for act := range history.All() {
		fmt.Println(act.Input.Sequence, act.Input.Payload.(events.PlaySubmitted).Text, act.Ruled().Verdict)
	}
	// Output:
	// Red from play 1 [19 0]
	// Blue from play 1 [0 10.5]
	// 6 Ca2xa1 accepted
}
