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

func TestWeightsAreKnownAtEverySequence(t *testing.T) {
	w := folded(t, projections.NewWeights(), weightsTape()...)
	for _, test := range []struct {
		sequence uint64
		want     projections.Posting
	}{
		{0, projections.Posting{}},
		{2, projections.Posting{Sequence: 1, Weights: []events.Weight{{Side: "Red", Weight: 10}}}},
		{3, projections.Posting{Sequence: 3, Play: 1, Weights: []events.Weight{{Side: "Red", Weight: 12}}}},
		{6, projections.Posting{Sequence: 4, Play: 1, Weights: []events.Weight{{Side: "Red", Weight: 13}, {Side: "Blue"}}}},
		{9, projections.Posting{Sequence: 7, Play: 3, Weights: []events.Weight{{Side: "Red", Weight: 15}, {Side: "Blue", Weight: 75}}}},
		{11, w.Latest()},
	} {
		got, err := w.At(test.sequence)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("at %d (-want +got):\n%s", test.sequence, diff)
		}
	}
	if w.Plays() != 4 || w.Len() != 6 {
		t.Errorf("%d plays and %d postings, want 4 and 6", w.Plays(), w.Len())
	}
	for side, want := range map[string]events.Half{"Blue": 2, "Red": 8, "Zoe": 40, "Nobody": 0} {
		if got := w.Weight(side); got != want {
			t.Errorf("%s weighs %s, want %s", side, got, want)
		}
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
	k := folded(t, projections.NewKnives(),
		events.KnifeAwarded{Player: "Ann", Why: "king-capture"},
		events.KnifeAwarded{Player: "Bob", Why: "surrender"},
		events.KnifeAwarded{Player: "Ann", Why: "surrender"},
		events.AccountChanged{Account: "Cay", Asset: "knives", Change: events.Whole(3), Balance: events.Whole(3), Why: "transaction"},
		events.AccountChanged{Account: "Cay", Asset: "money", Change: events.Whole(9), Balance: events.Whole(9), Why: "transaction"},
		events.AccountChanged{Account: "Cay", Asset: "knives", Change: events.Whole(-3), Why: "transaction"},
		events.KnivesDestroyed{},
		events.KnifeAwarded{Player: "Bob", Why: "king-capture"},
	)
	change := func(sequence int, player string, by, held int, why string) projections.KnifeChange {
		return projections.KnifeChange{Sequence: uint64(sequence), Recorded: minute(sequence), Player: player,
			Change: events.Whole(by), Held: events.Whole(held), Why: why}
	}
	want := []projections.KnifeChange{
		change(1, "Ann", 1, 1, "king-capture"), change(2, "Bob", 1, 1, "surrender"), change(3, "Ann", 1, 2, "surrender"),
		change(4, "Cay", 3, 3, "transaction"), change(6, "Cay", -3, 0, "transaction"),
		change(7, "Ann", -2, 0, "hand"), change(7, "Bob", -1, 0, "hand"), // Cay has none to lose
		change(8, "Bob", 1, 1, "king-capture"),
	}
	if diff := cmp.Diff(want, k.Changes()); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]projections.KnifeChange{want[1], want[6], want[7]}, k.Of("Bob")); diff != "" {
		t.Errorf("Bob's (-want +got):\n%s", diff)
	}
	if k.Held("Ann") != 0 || k.Held("Bob") != 1 || k.Held("Zoe") != 0 || k.Total() != 1 {
		t.Errorf("Ann has %d, Bob %d, Zoe %d of %d; want 0, 1, 0 of 1", k.Held("Ann"), k.Held("Bob"), k.Held("Zoe"), k.Total())
	}
	past, err := k.At(4)
	wantPast := []projections.Holder{{Player: "Ann", Knives: events.Whole(2)}, {Player: "Bob", Knives: events.Whole(1)}, {Player: "Cay", Knives: events.Whole(3)}}
	if diff := cmp.Diff(wantPast, past); diff != "" || err != nil {
		t.Errorf("at 4: %v (-want +got):\n%s", err, diff)
	}
}

func TestAHandIsWonWithWhatItsEndBrings(t *testing.T) {
	list := []events.Payload{
		events.Ruled{Verdict: "accepted"},                                                                 // 1
		events.WinnerDeclared{Player: "Ann", Hand: 1, Title: "Winner"},                                    // 2
		events.AwardGiven{Player: "Ann", Award: "Cardigan"},                                               // 3
		events.AccountChanged{Account: "Ann", Asset: "swingpoints", Change: 20, Balance: 20, Why: "hand"}, // 4
		events.KnivesDestroyed{},                                                                          // 5
		events.PieceLifted{Piece: "R1", From: "a1", Why: "hand"},                                          // 6: left out
		events.LotDrawn{Draw: "hand:Red:1", Among: []string{"R1"}, Result: []string{"R1"}},                // 7: left out
		events.PieceDestroyed{Piece: "R1", Why: "hand"},                                                   // 8
		events.FreePiecesGranted{Side: "Blue", Count: 2, Budget: 20},                                      // 9
		events.Ruled{Verdict: "accepted"},                                                                 // 10
		events.FreePiecesGranted{Side: "Blue"},                                                            // 11: used, another input
		events.AccountChanged{Account: "Ann", Asset: "money", Change: 2, Balance: 2, Why: "destruction"},
		events.WinnerDeclared{Player: "Bob", Hand: 2, Title: "Winner"}, // 13
		events.AwardGiven{Player: "Bob", Award: "Badge", Replaces: "Cardigan"},
	}
	w := folded(t, projections.NewWinners(), list...)
	kept := func(sequences ...int) []projections.Record {
		records := []projections.Record{}
		for _, s := range sequences {
			records = append(records, projections.Record{Sequence: uint64(s), Recorded: minute(s), Payload: list[s-1]})
		}
		return records
	}
	want := []projections.Hand{
		{Number: 1, Player: "Ann", Title: "Winner", Sequence: 2, Recorded: minute(2), Aftermath: kept(3, 4, 5, 8, 9)},
		{Number: 2, Player: "Bob", Title: "Winner", Sequence: 13, Recorded: minute(13), Aftermath: kept(14)},
	}
	if diff := cmp.Diff(want, w.Hands()); diff != "" {
		t.Errorf("hands (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want[1:], w.Of("Bob")); diff != "" {
		t.Errorf("Bob's (-want +got):\n%s", diff)
	}
	past, err := w.At(4)
	want[0].Aftermath = kept(3, 4)
	if diff := cmp.Diff(want[:1], past); diff != "" || err != nil {
		t.Errorf("at 4: %v (-want +got):\n%s", err, diff)
	}
	first := &w.Hands()[0]
	if len(first.Awards()) != 1 || len(first.Sums()) != 1 || len(first.Destroyed()) != 1 || len(first.FreePieces()) != 1 {
		t.Errorf("the first hand gave %v and %v, destroyed %v, granted %v: want one each", first.Awards(), first.Sums(), first.Destroyed(), first.FreePieces())
	}
}

func TestTheOrderOfPlayIsKnownAtEverySequence(t *testing.T) {
	limit := events.LimitSet{Side: "Red", From: noon, Expires: noon.AddDate(0, 0, 3)}
	late := events.LimitSet{Side: "Blue", From: noon, Expires: noon.AddDate(0, 0, 9)}
	l := folded(t, projections.NewPlayList(),
		events.PlayListChanged{Order: []string{"Red", "Blue", "Zoe"}}, // 1
		events.TurnBegan{Side: "Red"},                                 // 2
		limit,                                                         // 3
		events.PlayListChanged{Order: []string{"Zoe", "Blue", "Red"}},           // 4
		events.TurnBegan{Side: "Zoe", Skipped: []string{"Blue"}},                // 5: no limit any more
		events.FreeForAllSet{State: "announced", Starts: noon, Ends: late.From}, // 6
		late,                                   // 7
		events.FreeForAllSet{State: "running"}, // 8
		limit,                                  // 9: when Red last played, not a turn's limit
		events.FreeForAllSet{State: "over"},    // 10
		limit,                                  // 11
	)
	for _, test := range []struct {
		name     string
		sequence uint64
		want     projections.Turn
	}{
		{"before anything", 0, projections.Turn{}},
		{"the list is drawn", 1, projections.Turn{Order: []string{"Red", "Blue", "Zoe"}}},
		{"the limit runs", 3, projections.Turn{Order: []string{"Red", "Blue", "Zoe"}, Side: "Red", Limit: limit, Limited: true}},
		{"the list changes within the turn", 4, projections.Turn{Order: []string{"Zoe", "Blue", "Red"}, Side: "Red", Limit: limit, Limited: true}},
		{"another turn has no limit yet", 5, projections.Turn{Order: []string{"Zoe", "Blue", "Red"}, Side: "Zoe", Skipped: []string{"Blue"}}},
		{"in a Free For All the turn's limit stands still", 9, projections.Turn{Order: []string{"Zoe", "Blue", "Red"}, Side: "Zoe",
			Skipped: []string{"Blue"}, Limit: late, Limited: true, FreeForAll: true}},
		{"after it limits count", 11, projections.Turn{Order: []string{"Zoe", "Blue", "Red"}, Side: "Zoe", Skipped: []string{"Blue"}, Limit: limit, Limited: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := l.At(test.sequence)
			if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
	if at, _ := l.At(11); cmp.Diff(at, l.Now()) != "" || len(collect(l.History())) != 11 {
		t.Errorf("now it is %v after %d changes, want %v after 11", l.Now(), len(collect(l.History())), at)
	}
}

func TestLotsAreKeptWithTheirSources(t *testing.T) {
	first := events.LotDrawn{Draw: "play-list:start:1", Among: []string{"Red", "Blue"}, Result: []string{"Blue", "Red"}, Source: "seed"}
	ahead := events.LotDrawn{Draw: "hand:Red:1", Result: []string{"R2"}, Source: "Dice Server"}
	drawn := events.LotDrawn{Draw: "hand:Red:1", Among: []string{"R1", "R2"}, Result: []string{"R2"}, Source: "Dice Server"}
	lot := func(sequence int, p events.LotDrawn) projections.Lot {
		return projections.Lot{Sequence: uint64(sequence), Recorded: minute(sequence), Draw: p.Draw, Among: p.Among, Result: p.Result, Source: p.Source}
	}
	list := tape(first, ahead, drawn)
	l := fold(t, projections.NewLots(), list[:2])
	if diff := cmp.Diff([]projections.Lot{lot(2, ahead)}, l.Waiting()); diff != "" {
		t.Errorf("waiting (-want +got):\n%s", diff)
	}
	if _, ok := l.Lot("hand:Red:1"); ok {
		t.Error("a result supplied in advance counts as drawn")
	}
	fold(t, l, list[2:])
	if got, ok := l.Lot("hand:Red:1"); !ok || cmp.Diff(lot(3, drawn), got) != "" {
		t.Errorf("the lot is %v", got)
	}
	if w := l.Waiting(); len(w) != 0 {
		t.Errorf("still waiting: %v", w)
	}
	past, err := l.At(2)
	if diff := cmp.Diff([]projections.Lot{lot(1, first), lot(2, ahead)}, past); diff != "" || err != nil {
		t.Errorf("at 2: %v (-want +got):\n%s", err, diff)
	}
	if diff := cmp.Diff([]projections.Lot{lot(1, first), lot(2, ahead), lot(3, drawn)}, l.All()); diff != "" {
		t.Errorf("all (-want +got):\n%s", diff)
	}
}
