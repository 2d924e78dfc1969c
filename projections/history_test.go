package projections_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/projections"
)

// historyTape holds three inputs: Red captures, Blue is refused, a sum is booked.
func historyTape() []events.Envelope {
	var r recorder
	add := func(p events.Payload, clauses ...string) {
		r.add(p, &events.Basis{Clauses: clauses}, minute(len(r.list)+1))
	}
	add(events.PlaySubmitted{Side: "Red", Text: "Ra1xa7"})                                        // 1
	add(events.Ruled{Verdict: "accepted", Subject: "play-submitted", Side: "Red", Play: "Ra1xa7", // 2
		Facts: []events.Fact{{Code: "check-given", Clause: "1230.2/49 §7", Interpretation: "special-check=moved-piece", Pieces: []string{"R1"}}}}, "1230.2/49 §6.B")
	add(events.PieceCaptured{Piece: "C2", At: "a7", By: "R1", Side: "Red"}, "1230.1/12 §4", "1230.2/49 §6.B")              // 3
	add(events.PieceMoved{Piece: "R1", From: "a1", To: "a7"}, "1230.5/5 §2")                                               // 4
	add(events.ChecksChanged{Checks: []events.Check{{Side: "Blue", By: []string{"R1"}}}})                                  // 5
	add(events.WeightsPosted{Weights: []events.Weight{{Side: "Red", Weight: 75}, {Side: "Zoe"}}})                          // 6
	add(events.PlaySubmitted{Side: "Blue", Text: "Gb2xc3"})                                                                // 7
	add(events.Ruled{Verdict: "rejected", Subject: "play-submitted", Side: "Blue", Play: "Gb2xc3", Faults: []events.Fault{ // 8
		{Code: "cannot-capture", Clause: "1230.22/3 §2", Message: "no", Interpretation: "gess-adjacent=no", Pieces: []string{"G1"}}}})
	add(events.TransactionRecorded{Account: "Ann", Asset: "money", Amount: 5})              // 9
	add(events.Ruled{Verdict: "accepted", Subject: "transaction-recorded"})                 // 10
	add(events.AssetChanged{Account: "Ann", Asset: "money", Change: 5, Why: "transaction"}) // 11
	return r.list
}

func TestEveryInputStandsBesideItsRuling(t *testing.T) {
	list := historyTape()
	h := fold(t, projections.NewHistory(projections.Query{}, -1), list)
	acts := slices.Collect(h.All())
	if len(acts) != 3 {
		t.Fatalf("%d acts, want 3", len(acts))
	}
	if diff := cmp.Diff(&events.Act{Input: list[6], Outcomes: list[7:8]}, acts[1]); diff != "" {
		t.Errorf("second act (-want +got):\n%s", diff)
	}
	ruling, basis, ok := acts[0].Ruling()
	if !ok || ruling.Play != "Ra1xa7" || !slices.Equal(basis.Clauses, []string{"1230.2/49 §6.B"}) {
		t.Errorf("the first ruling is %v on %v", ruling, basis)
	}
}

func TestAHistoryCanBeSearched(t *testing.T) {
	for _, test := range []struct {
		name  string
		query projections.Query
		want  []uint64
	}{
		{"everything", projections.Query{}, []uint64{1, 7, 9}},
		{"a side that played", projections.Query{Side: "Red"}, []uint64{1}},
		{"a side that played or came into check", projections.Query{Side: "Blue"}, []uint64{1, 7}},
		{"a side that was merely weighed", projections.Query{Side: "Zoe"}, nil},
		{"a piece that moved and gives check", projections.Query{Piece: "R1"}, []uint64{1}},
		{"a piece that was captured", projections.Query{Piece: "C2"}, []uint64{1}},
		{"a piece of a rejected play", projections.Query{Piece: "G1"}, []uint64{7}},
		{"rejected", projections.Query{Verdict: "rejected"}, []uint64{7}},
		{"accepted plays", projections.Query{Verdict: "accepted", Kind: "play-submitted"}, []uint64{1}},
		{"a rule that faults cite", projections.Query{Clause: "1230.22"}, []uint64{7}},
		{"a section that an outcome rests on", projections.Query{Clause: "1230.1 §4"}, []uint64{1}},
		{"a section that a fact cites", projections.Query{Clause: "1230.2/49 §7"}, []uint64{1}},
		{"a section of another revision", projections.Query{Clause: "1230.2/48"}, nil},
		{"a register entry", projections.Query{Reading: "gess-adjacent"}, []uint64{7}},
		{"another reading of it", projections.Query{Reading: "gess-adjacent=yes"}, nil},
		{"several conditions at once", projections.Query{Side: "Blue", Verdict: "accepted"}, []uint64{1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []uint64
			for e := range fold(t, projections.NewHistory(test.query, -1), historyTape()).All() {
				got = append(got, e.Input.Sequence)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("entries (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAHistoryKeepsTheLastActsOnly(t *testing.T) {
	for last, want := range [][]uint64{nil, {9}, {7, 9}, {1, 7, 9}, {1, 7, 9}} {
		var got []uint64
		for e := range fold(t, projections.NewHistory(projections.Query{}, last), historyTape()).All() {
			got = append(got, e.Input.Sequence)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the last %d (-want +got):\n%s", last, diff)
		}
	}
}
