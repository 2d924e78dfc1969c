package projections_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/projections"
)

func posted(weights ...events.Weight) events.Payload { return events.WeightsPosted{Weights: weights} }

func weighs(side string, half events.Half) events.Weight {
	return events.Weight{Side: side, Weight: half}
}

// Blue enters after the first play, leaves after the third and enters again after the fourth.
func weightsTape() []events.Payload {
	return []events.Payload{
		posted(weighs("Red", 10)),                                      // 1, before any play
		events.PlayEnded{Side: "Red"},                                  // 2
		posted(weighs("Red", 12)),                                      // 3, after play 1
		posted(weighs("Red", 13), weighs("Blue", 0)),                   // 4, after play 1: Blue entered
		events.PlayEnded{Side: "Blue"},                                 // 5: play 2, which nobody posted
		events.PlayEnded{Side: "Red"},                                  // 6
		posted(weighs("Red", 15), weighs("Blue", 75)),                  // 7, after play 3
		events.SideLeft{Side: "Blue"},                                  // 8
		events.PlayEnded{Side: "Red"},                                  // 9
		posted(weighs("Red", 9)),                                       // 10, after play 4
		posted(weighs("Blue", 2), weighs("Red", 8), weighs("Zoe", 40)), // 11, after play 4
	}
}

func TestEveryPostingIsKept(t *testing.T) {
	w := folded(t, projections.NewWeights(), weightsTape()...)
	var got []projections.Posting
	for i := range w.Len() {
		got = append(got, w.Posting(i))
	}
	want := []projections.Posting{
		{Sequence: 1, Weights: []events.Weight{{Side: "Red", Weight: 10}}},
		{Sequence: 3, Play: 1, Weights: []events.Weight{{Side: "Red", Weight: 12}}},
		{Sequence: 4, Play: 1, Weights: []events.Weight{{Side: "Red", Weight: 13}, {Side: "Blue"}}},
		{Sequence: 7, Play: 3, Weights: []events.Weight{{Side: "Red", Weight: 15}, {Side: "Blue", Weight: 75}}},
		{Sequence: 10, Play: 4, Weights: []events.Weight{{Side: "Red", Weight: 9}}},
		{Sequence: 11, Play: 4, Weights: []events.Weight{{Side: "Blue", Weight: 2}, {Side: "Red", Weight: 8}, {Side: "Zoe", Weight: 40}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("postings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want[5], w.Latest()); diff != "" {
		t.Errorf("the last posting (-want +got):\n%s", diff)
	}
}

func TestWeightsMakeALineASidePlayByPlay(t *testing.T) {
	lines, first := folded(t, projections.NewWeights(), weightsTape()...).Lines()
	want := []projections.Line{
		{Name: "Red", Weights: []events.Half{10, 13, 13, 15, 8}}, // the last posting after each play
		{Name: "Blue", Start: 1, Weights: []events.Half{0, 0, 75}},
		{Name: "Blue", Start: 4, Weights: []events.Half{2}},
		{Name: "Zoe", Start: 4, Weights: []events.Half{40}},
	}
	if diff := cmp.Diff(want, lines); diff != "" || first != 0 {
		t.Errorf("from play %d (-want +got):\n%s", first, diff)
	}
	if lines, _ := projections.NewWeights().Lines(); lines != nil {
		t.Errorf("before the first posting there are lines: %v", lines)
	}
}

func TestKnivesComeOneByOneAndGoTogether(t *testing.T) {
	k := folded(t, projections.NewMarks(),
		events.AssetChanged{Account: "Ann", Asset: "knives", Change: events.Whole(1), Why: "king-capture"},
		events.AssetChanged{Account: "Bob", Asset: "knives", Change: events.Whole(1), Why: "surrender"},
		events.AssetChanged{Account: "Ann", Asset: "knives", Change: events.Whole(1), Why: "surrender"},
		events.AssetChanged{Account: "Cay", Asset: "knives", Change: events.Whole(3), Why: "transaction"},
		events.AssetChanged{Account: "Cay", Asset: "money", Change: events.Whole(9), Why: "transaction"},
		events.AssetChanged{Account: "Cay", Asset: "knives", Change: events.Whole(-3), Why: "transaction"},
		events.AssetsCleared{Asset: "knives"},
		events.AssetChanged{Account: "Bob", Asset: "knives", Change: events.Whole(1), Why: "king-capture"},
	)
	change := func(sequence int, player string, by, held int, why string) projections.MarkChange {
		return projections.MarkChange{Sequence: uint64(sequence), Recorded: minute(0), Player: player,
			Change: events.Whole(by), Held: events.Whole(held), Why: why}
	}
	want := []projections.MarkChange{
		change(1, "Ann", 1, 1, "king-capture"), change(2, "Bob", 1, 1, "surrender"), change(3, "Ann", 1, 2, "surrender"),
		change(4, "Cay", 3, 3, "transaction"), change(6, "Cay", -3, 0, "transaction"),
		change(7, "Ann", -2, 0, "hand"), change(7, "Bob", -1, 0, "hand"), // Cay has none to lose
		change(8, "Bob", 1, 1, "king-capture"),
	}
	if diff := cmp.Diff(want, k.Changes()); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	if k.Held("Ann") != 0 || k.Held("Bob") != 1 || k.Held("Zoe") != 0 || k.Total() != 1 {
		t.Errorf("Ann has %d, Bob %d, Zoe %d of %d; want 0, 1, 0 of 1", k.Held("Ann"), k.Held("Bob"), k.Held("Zoe"), k.Total())
	}
}

func TestHandsAreWonOneAfterTheOther(t *testing.T) {
	list := []events.Payload{
		events.Ruled{Verdict: "accepted"},                                                  // 1
		events.EndDeclared{Player: "Ann", Hand: 1, Title: "Winner"},                        // 2
		events.AssetChanged{Account: "Ann", Asset: "Cardigan", Change: events.Whole(1)},    // 3
		events.AssetChanged{Account: "Ann", Asset: "swingpoints", Change: 20, Why: "hand"}, // 4
		events.AssetsCleared{Asset: "knives"},                                              // 5
		events.PieceLifted{Piece: "R1", From: "a1", Why: "hand"},                           // 6
		events.LotDrawn{Draw: "hand:Red:1", Among: []string{"R1"}, Result: []string{"R1"}}, // 7
		events.PieceDestroyed{Piece: "R1", Why: "hand"},                                    // 8
		events.AllotmentSet{Side: "Blue", Count: 2, Budget: 20},                            // 9
		events.Ruled{Verdict: "accepted"},                                                  // 10
		events.AllotmentSet{Side: "Blue"},                                                  // 11: used, another input
		events.AssetChanged{Account: "Ann", Asset: "money", Change: 2, Why: "destruction"},
		events.EndDeclared{Player: "Bob", Hand: 2, Title: "Winner"}, // 13
		events.AssetChanged{Account: "Bob", Asset: "Badge", Change: events.Whole(1), Replaces: "Cardigan"},
	}
	won := func(sequence, hand int, player string) projections.Hand {
		return projections.Hand{Number: hand, Player: player, Title: "Winner", Sequence: uint64(sequence), Recorded: minute(0)}
	}
	w := folded(t, projections.NewWinners(), list...)
	if diff := cmp.Diff([]projections.Hand{won(2, 1, "Ann"), won(13, 2, "Bob")}, w.Hands()); diff != "" {
		t.Errorf("hands (-want +got):\n%s", diff)
	}
}
