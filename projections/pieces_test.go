package projections_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"adjudicate/events"
	"adjudicate/projections"
)

func hn(n int) []events.Counter { return []events.Counter{{Name: "Hn", Value: n}} }

// piecesTape is the life of a HarfyBlob that is captured twice and promoted, beside a Rook
// and a King.
func piecesTape() []events.Payload {
	return []events.Payload{
		events.LedgerOpened{Game: "g", Files: 20, Ranks: 20},                              // 1
		events.SideEntered{Side: "Red"},                                                   // 2
		events.SideEntered{Side: "Blue"},                                                  // 3
		events.PieceCreated{Piece: "H1", Type: "HarfyBlob", Side: "Red", Counters: hn(1)}, // 4
		events.PieceCreated{Piece: "R1", Type: "Rook", Side: "Blue"},                      // 5
		events.PieceCreated{Piece: "K1", Type: "King", Side: "Red"},                       // 6
		events.PiecePlaced{Piece: "H1", At: "a1"},                                         // 7
		events.PiecePlaced{Piece: "R1", At: "c3"},                                         // 8
		events.PiecePlaced{Piece: "K1", At: "t20"},                                        // 9
		events.PieceMoved{Piece: "H1", From: "a1", To: "b2"},                              // 10
		events.CounterChanged{Piece: "H1", Name: "Hn", Value: 2},                          // 11
		events.PieceCaptured{Piece: "H1", At: "b2", By: "R1", Side: "Blue"},               // 12
		events.PieceMoved{Piece: "R1", From: "c3", To: "b2"},                              // 13
		events.PiecePlaced{Piece: "H1", At: "d4"},                                         // 14
		events.PieceCaptured{Piece: "H1", At: "d4", By: "K1", Side: "Red"},                // 15
		events.PieceLifted{Piece: "R1", From: "b2", Why: "surrender"},                     // 16
		events.PiecePromoted{Piece: "H1", Type: "Camel"},                                  // 17
		events.PieceDestroyed{Piece: "H1", Why: "owner"},                                  // 18
		events.PieceMoved{Piece: "H1", From: "a1", To: "a2"},                              // 19: it is no more
		events.PieceCreated{Piece: "C1", Type: "Camel", Side: "Nobody"},                   // 20: whose?
	}
}

func TestAPieceHasALife(t *testing.T) {
	h := folded(t, projections.NewHoldings(), piecesTape()...)
	step := func(sequence int, s projections.Step) projections.Step {
		s.Sequence, s.Recorded = uint64(sequence), minute(sequence)
		return s
	}
	want := []projections.Step{
		step(4, projections.Step{What: "created", Owner: "Red", Type: "HarfyBlob", Counters: hn(1)}),
		step(7, projections.Step{What: "placed", To: "a1", Owner: "Red", Type: "HarfyBlob", Counters: hn(1)}),
		step(10, projections.Step{What: "moved", From: "a1", To: "b2", Owner: "Red", Type: "HarfyBlob", Counters: hn(1)}),
		step(11, projections.Step{What: "counted", From: "b2", To: "b2", Owner: "Red", Type: "HarfyBlob", Counters: hn(2)}),
		step(12, projections.Step{What: "captured", From: "b2", By: "R1", Loser: "Red", Owner: "Blue", Type: "HarfyBlob", Counters: hn(2)}),
		step(14, projections.Step{What: "placed", To: "d4", Owner: "Blue", Type: "HarfyBlob", Counters: hn(2)}),
		step(15, projections.Step{What: "captured", From: "d4", By: "K1", Loser: "Blue", Owner: "Red", Type: "HarfyBlob", Counters: hn(2)}),
		step(17, projections.Step{What: "promoted", Was: "HarfyBlob", Owner: "Red", Type: "Camel"}),
		step(18, projections.Step{What: "destroyed", Why: "owner", Owner: "Red", Type: "Camel"}),
	}
	if diff := cmp.Diff(want, h.Life("H1")); diff != "" {
		t.Errorf("life of H1 (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Red", "Blue", "Red"}, h.Owners("H1")); diff != "" {
		t.Errorf("owners of H1 (-want +got):\n%s", diff)
	}
	last := h.Life("R1")
	if n := len(last); n != 4 || cmp.Diff(step(16, projections.Step{What: "lifted", From: "b2", Why: "surrender", Owner: "Blue", Type: "Rook"}), last[n-1]) != "" {
		t.Errorf("life of R1: %v", last)
	}
	if h.Life("C1") != nil || h.Life("X9") != nil {
		t.Error("a piece that never was has a life")
	}
}

func TestThePositionOfEverySequenceCanBeHad(t *testing.T) {
	h := folded(t, projections.NewHoldings(), piecesTape()...)
	harfy := projections.Piece{ID: "H1", Type: "HarfyBlob", Side: "Red", Counters: hn(1)}
	rook := projections.Piece{ID: "R1", Type: "Rook", Side: "Blue"}
	king := projections.Piece{ID: "K1", Type: "King", Side: "Red"}
	on := func(p projections.Piece, at string) projections.Piece { p.At = at; return p }
	for _, test := range []struct {
		name             string
		sequence         uint64
		board            []projections.Piece
		redOff, blueOff  []projections.Piece
		redOn, redOffNum int
	}{
		{"before the first event", 0, nil, nil, nil, 0, 0},
		{"pieces begin in the holdings", 6, nil, []projections.Piece{harfy, king}, []projections.Piece{rook}, 0, 2},
		{"all are placed", 9, []projections.Piece{on(harfy, "a1"), on(rook, "c3"), on(king, "t20")}, nil, nil, 2, 0},
		{"a captured piece is in the captor's holding", 13, []projections.Piece{on(rook, "b2"), on(king, "t20")}, nil,
			[]projections.Piece{{ID: "H1", Type: "HarfyBlob", Side: "Blue", Counters: hn(2)}}, 1, 0},
		{"a promoted piece is another", 17, []projections.Piece{on(king, "t20")},
			[]projections.Piece{{ID: "H1", Type: "Camel", Side: "Red"}}, []projections.Piece{rook}, 1, 1},
		{"a destroyed piece is no more", 20, []projections.Piece{on(king, "t20")}, nil, []projections.Piece{rook}, 1, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := h.At(test.sequence)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.board, collect(p.Board())); diff != "" {
				t.Errorf("board (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.redOff, collect(p.OffBoard("Red"))); diff != "" {
				t.Errorf("Red's holding (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.blueOff, collect(p.OffBoard("Blue"))); diff != "" {
				t.Errorf("Blue's holding (-want +got):\n%s", diff)
			}
			if on, off := p.Count("Red"); on != test.redOn || off != test.redOffNum {
				t.Errorf("Red has %d on the board and %d off, want %d and %d", on, off, test.redOn, test.redOffNum)
			}
			if p.Sequence() != test.sequence {
				t.Errorf("the position is of %d, want %d", p.Sequence(), test.sequence)
			}
		})
	}
	now := h.Now()
	if pc, ok := now.On("t20"); !ok || pc.ID != "K1" {
		t.Errorf("on t20 is %v", pc)
	}
	if _, ok := now.On(""); ok {
		t.Error("a piece off the board stands on no square")
	}
	if _, ok := now.Piece("H1"); ok {
		t.Error("H1 exists though it was destroyed")
	}
	if f, r := now.Size(); f != 20 || r != 20 || now.Sequence() != 20 {
		t.Errorf("the board is %d by %d at %d", f, r, now.Sequence())
	}
}

func TestASideThatTakesAnOldNameDoesNotInherit(t *testing.T) {
	h := folded(t, projections.NewHoldings(),
		events.SideEntered{Side: "Red"}, events.PieceCreated{Piece: "R1", Type: "Rook", Side: "Red"},
		events.SideLeft{Side: "Red"}, events.SideEntered{Side: "Red"}, events.PieceCreated{Piece: "R2", Type: "Rook", Side: "Red"})
	want := []projections.Piece{{ID: "R2", Type: "Rook", Side: "Red"}}
	if diff := cmp.Diff(want, collect(h.Now().OffBoard("Red"))); diff != "" {
		t.Errorf("Red's holding (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Red"}, h.Now().Sides()); diff != "" {
		t.Errorf("sides (-want +got):\n%s", diff)
	}
}

// A long game has frames to begin a replay from: the answers must not depend on them.
func TestPositionsOfALongGameAreThoseOfAFoldThatStopsThere(t *testing.T) {
	list := []events.Payload{events.SideEntered{Side: "Red"}, events.PieceCreated{Piece: "R0", Type: "Rook", Side: "Red"}}
	square := func(n int) string { return fmt.Sprintf("%c%d", 'a'+n%20, 1+n/20%20) }
	for n := 1; len(list) < 5000; n++ {
		id := fmt.Sprintf("R%d", n)
		list = append(list, events.PieceMoved{Piece: "R0", From: square(n), To: square(n + 1)},
			events.PieceCreated{Piece: id, Type: "Rook", Side: "Red"})
		if n%7 != 0 {
			list = append(list, events.PieceDestroyed{Piece: id, Why: "owner"})
		}
	}
	all := tape(list...)
	h := fold(t, projections.NewHoldings(), all)
	for _, k := range []int{0, 1, 1023, 1024, 1025, 2047, 2048, 2049, 3333, 4096, len(all)} {
		got, err := h.At(uint64(k))
		if err != nil {
			t.Fatal(err)
		}
		want := fold(t, projections.NewHoldings(), all[:k]).Now()
		if diff := cmp.Diff(collect(want.Pieces()), collect(got.Pieces())); diff != "" {
			t.Errorf("at %d (-want +got):\n%s", k, diff)
		}
	}
}

func TestAccountsHaveAStatement(t *testing.T) {
	changed := func(account, asset string, by, balance int, why string) events.Payload {
		return events.AccountChanged{Account: account, Asset: asset, Change: events.Whole(by), Balance: events.Whole(balance), Why: why}
	}
	a := folded(t, projections.NewAccounts(),
		changed("Ann", "money", 100, 100, "transaction"),                       // 1
		changed("Ann", "money", -64, 36, "purchase"),                           // 2
		changed("Treasury", "money", 64, 64, "purchase"),                       // 3
		events.KnifeAwarded{Player: "Ann", Why: "surrender"},                   // 4
		events.AwardGiven{Player: "Ann", Award: "Cardigan"},                    // 5
		changed("Ann", "swingpoints", 10, 10, "hand"),                          // 6
		events.KnivesDestroyed{},                                               // 7
		events.AwardGiven{Player: "Ann", Award: "Badge", Replaces: "Cardigan"}, // 8
		events.KnivesDestroyed{},                                               // 9: there are none
	)
	entry := func(sequence int, account, asset string, by, balance int, why string) projections.AccountEntry {
		return projections.AccountEntry{Sequence: uint64(sequence), Recorded: minute(sequence), Account: account, Asset: asset,
			Change: events.Whole(by), Balance: events.Whole(balance), Why: why}
	}
	want := []projections.AccountEntry{
		entry(1, "Ann", "money", 100, 100, "transaction"), entry(2, "Ann", "money", -64, 36, "purchase"),
		entry(4, "Ann", "knives", 1, 1, "surrender"), entry(5, "Ann", "Cardigan", 1, 1, "hand"),
		entry(6, "Ann", "swingpoints", 10, 10, "hand"), entry(7, "Ann", "knives", -1, 0, "hand"),
		entry(8, "Ann", "Badge", 1, 1, "hand"), entry(8, "Ann", "Cardigan", -1, 0, "hand"),
	}
	if diff := cmp.Diff(want, collect(a.Statement("Ann", ""))); diff != "" {
		t.Errorf("Ann's statement (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want[:2], collect(a.Statement("Ann", "money"))); diff != "" {
		t.Errorf("Ann's money (-want +got):\n%s", diff)
	}
	if len(a.Entries()) != 9 || a.Balance("Treasury", "money") != events.Whole(64) || a.Balance("Bob", "money") != 0 {
		t.Errorf("%d entries, Treasury %s, Bob %s; want 9, 64, 0", len(a.Entries()), a.Balance("Treasury", "money"), a.Balance("Bob", "money"))
	}
	past, err := a.At(4)
	wantPast := []projections.Balance{{Account: "Ann", Asset: "money", Amount: events.Whole(36)},
		{Account: "Treasury", Asset: "money", Amount: events.Whole(64)}, {Account: "Ann", Asset: "knives", Amount: events.Whole(1)}}
	if diff := cmp.Diff(wantPast, past); diff != "" || err != nil {
		t.Errorf("at 4: %v (-want +got):\n%s", err, diff)
	}
	now, err := a.At(9)
	if diff := cmp.Diff(a.Balances(), now, cmpopts.EquateEmpty()); diff != "" || err != nil || len(now) != 6 {
		t.Errorf("at the end: %v (-want +got):\n%s", err, diff)
	}
}
