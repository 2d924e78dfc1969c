package aggregate

import (
	"fmt"
	"strings"
	"testing"

	"adjudicate/events"
)

const winning = "1230.40/8 ¶2"

// marks gives players marks, by outcomes taken for granted.
func (g *game) marks(held map[string]int) *game {
	for _, side := range g.j.State().Order() {
		g.apply(events.AssetChanged{Account: side + "'s", Asset: events.Usual().Marks, Change: events.Whole(held[side]) - g.j.State().Balance(side+"'s", events.Usual().Marks)})
	}
	return g
}

func TestWhoWinsAHand(t *testing.T) {
	const four = "Red: King a1; Blue: King t20; Green: King j10; White: King a20"
	tests := []struct {
		name     string
		readings []string
		held     map[string]int
		vacation []string
		then     map[string]int // marks recorded last, which may win
		winner   string
	}{
		{name: "more knives in all than sides, and a leader", held: map[string]int{"Red": 2, "Blue": 1, "Green": 1}, then: map[string]int{"White": 1}, winner: "Red's"},
		{name: "as many as sides are not more", held: map[string]int{"Red": 2, "Blue": 1}, then: map[string]int{"Green": 1}},
		{name: "two leaders are none", held: map[string]int{"Red": 2, "Blue": 1, "Green": 1}, then: map[string]int{"Blue": 1}},
		{name: "more than half the number of sides", held: map[string]int{"Red": 2}, then: map[string]int{"Red": 1}, winner: "Red's"},
		{name: "half of it is not more", held: map[string]int{"Red": 1}, then: map[string]int{"Red": 1}},
		{
			name: "under total-and-(leader-or-majority) a majority is not enough", readings: []string{"win-majority=total-and-(leader-or-majority)"},
			held: map[string]int{"Red": 2}, then: map[string]int{"Red": 1},
		},
		{
			name: "but with enough knives in all", readings: []string{"win-majority=total-and-(leader-or-majority)"},
			held: map[string]int{"Red": 2, "Blue": 2}, then: map[string]int{"Red": 1}, winner: "Red's",
		},
		{
			name: "knives of vacationing Swingers do not count towards the total", held: map[string]int{"Red": 2, "Blue": 2}, vacation: []string{"Blue"},
			then: map[string]int{"Green": 1},
		},
		{
			name: "their sides count, as without the bracketed text", readings: []string{"bracketed-text=binding"},
			held: map[string]int{"Red": 2, "Blue": 1}, vacation: []string{"White"}, then: map[string]int{"Green": 1},
		},
		{name: "of two with a majority the one with more wins", held: map[string]int{"Red": 3, "Blue": 3}, then: map[string]int{"Blue": 1}, winner: "Blue's"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := newGame(t, four, tt.readings...).marks(tt.held)
			for _, p := range tt.vacation {
				g.apply(events.PlayerKnown{Player: p + "'s", Status: StatusVacation})
			}
			for side, n := range tt.then {
				g.input(0, events.TransactionRecorded{Account: side + "'s", Asset: "knives", Amount: events.Whole(n)})
			}
			got := ""
			for _, title := range g.j.State().Titles() {
				got += title.Player
			}
			if got != tt.winner {
				t.Errorf("%q wins, want %q", got, tt.winner)
			}
		})
	}
}

func TestAHandIsWonAtEveryStage(t *testing.T) {
	const three = "Red: King a1; Blue: King t20; Green: King j10"
	held := map[string]int{"Red": 1, "Blue": 0}
	wins := func(g *game, in events.Payload) {
		t.Helper()
		if got := strings.Join(said(g.input(0, in)), "; "); !strings.Contains(got, "Red's wins hand 1") {
			t.Errorf("%T: %s, want Red's to win", in, got)
		}
	}
	// One mark is more than half of one side, and with a side less.
	g := newGame(t, "Red: King a1; Blue: King t20").marks(held)
	wins(g, events.SideRemoved{Side: "Blue"})
	// Four marks are more than three sides once Blue's holder is active again.
	g = newGame(t, three).marks(map[string]int{"Red": 1, "Blue": 0, "Green": 0})
	g.apply(events.AssetChanged{Account: "Ann", Asset: events.Usual().Marks, Change: events.Whole(2)}, events.PlayerKnown{Player: "Ann", Status: StatusActive})
	if got := said(g.input(0, events.SideTransferred{Side: "Green", Player: "Ann"})); got[1] != "Ann wins hand 1" {
		t.Errorf("%v, want Ann, who holds more than 3/2 knives, to win with the swingership", got)
	}
	g = newGame(t, "Red: King a1; Blue: King t20; Green: King j10; White: King a20").marks(map[string]int{"Red": 2, "Blue": 1, "Green": 1, "White": 1})
	g.apply(events.PlayerKnown{Player: "Green's", Status: StatusVacation})
	wins(g, events.PlayerStatusChanged{Player: "Green's", Status: StatusActive})
	// A captured King gives the mark that wins (1230.40 ¶1).
	g = newGame(t, "Red: King a1, Rook c9; Blue: King c20, Camel c15; Green: King j10").marks(map[string]int{"Red": 1})
	g.apply(events.PieceLifted{Piece: "C1", From: "c15"}, events.PiecePlaced{Piece: "C1", At: "d15"}, events.PiecePlaced{Piece: "K2", At: "c19"})
	wins(g, playOf("Red", "Rc9xc19"))
}

func TestWhatFollowsAWonHand(t *testing.T) {
	// Blue has 15 pieces besides its King off-board and one on-board: 17 in all, of which two
	// are drawn; one of the Camels on-board (value 5) is worth A$15.
	board := "Red: King a1, Rook c1; Blue: King t20, Camel c5"
	for range 15 {
		board += ", Pawn"
	}
	g := newGame(t, board+"; Green: King j10, Rook, Rook, Rook, Rook, Rook").marks(map[string]int{"Red": 1})
	g.input(0, events.LotSupplied{Draw: "hand:Blue", Result: []string{"C1", "p3"}, Source: "dice"})
	among := "C1"
	for i := 1; i <= 15; i++ {
		among += fmt.Sprintf(" p%d", i)
	}
	in := events.TransactionRecorded{Account: "Red's", Asset: "knives", Amount: events.Whole(1)}
	want(t, g.basis(0, in, "end-declared"), []string{winning, "win-majority=total-and-leader-or-majority", "bracketed-text=note"})
	want(t, g.basis(0, in, "asset-changed")[2:], []string{"1230.40/8 §a", "chess-champ=winner", "1230.40/8 §d", "1230.40/8 §d"})
	for kind, clause := range map[string]string{"assets-cleared": "1230.40/8 §b", "piece-lifted": "1230.40/8 §c", "piece-destroyed": "1230.40/8 §d", "allotment-set": "1230.40/8 §e"} {
		if got := g.basis(0, in, kind); got[0] != clause {
			t.Errorf("%s rests on %v, want %s", kind, got, clause)
		}
	}
	want(t, said(g.input(0, in)), []string{
		"Red's knives 1 (transaction)",
		"Red's wins hand 1",
		"Red's cardigans 1 (hand)", "Red's swingpoints 10 (hand)", // a
		"assets-cleared",                                                                                     // b
		"K1 off a1 (hand)", "R1 off c1 (hand)", "K2 off t20 (hand)", "C1 off c5 (hand)", "K3 off j10 (hand)", // c
		"lot hand:Blue:1 among " + among + " (dice)", // d
		"C1 destroyed (hand)", "Blue's money 15 (hand)", "p3 destroyed (hand)", "Blue's money 3 (hand)",
		"Red may choose 4 worth 20", // e: two pieces, 6-2 of value 30-5*2
	})
	if n := g.j.State().Held("Red's", events.Usual().Marks); n != 0 {
		t.Errorf("Red's holds %d knives, want none", n)
	}
	// The second time the cardigan becomes a badge.
	g.marks(map[string]int{"Red": 1})
	want(t, said(g.input(0, in))[1:4], []string{"Red's wins hand 2", "Red's badges 1 (hand) for cardigans", "Red's swingpoints 10 (hand)"})
	if a, b := g.j.State().Held("Red's", "cardigans"), g.j.State().Held("Red's", "badges"); a != 0 || b != 1 {
		t.Errorf("Red's has %d cardigans and %d badges, want 0 and 1", a, b)
	}
}

func TestTheChessChampMayBeAnOffice(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20", "chess-champ=office").marks(map[string]int{"Red": 1})
	in := events.TransactionRecorded{Account: "Red's", Asset: "knives", Amount: events.Whole(1)}
	if got := g.facts(0, in); got[1] != "no-champ chess-champ=office" {
		t.Errorf("%v, want nobody to be rewarded while nobody holds the title", got)
	}
	g.input(0, events.TransactionRecorded{Account: "Ann", Asset: "titles", Amount: events.Whole(1)})
	want(t, said(g.input(0, in))[1:4], []string{"Red's wins hand 1", "Ann cardigans 1 (hand)", "Ann swingpoints 10 (hand)"})
}

func TestAnUnusedDraftIsNotLostWithAHand(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20").marks(map[string]int{"Red": 1})
	g.apply(events.AllotmentSet{Side: "Blue", Count: 5, Budget: events.Whole(30)})
	g.input(0, events.TransactionRecorded{Account: "Red's", Asset: "knives", Amount: events.Whole(1)})
	for side, wanted := range map[string]FreePieces{
		"Red":  {Count: 5, Budget: events.Whole(25)},
		"Blue": {Count: 5, Budget: events.Whole(30), Draft: true},
	} {
		if s, _ := g.j.State().Side(side); s.Free != wanted {
			t.Errorf("%s may choose %+v, want %+v", side, s.Free, wanted)
		}
	}
}

func TestSeveralWhoWouldWinAlikeAreNoSingleOne(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20; Green: King j10").marks(map[string]int{"Red": 1, "Blue": 1})
	g.apply(events.AssetChanged{Account: "Blue's", Asset: events.Usual().Marks, Change: events.Whole(1)})
	want(t, g.facts(0, events.TransactionRecorded{Account: "Red's", Asset: "knives", Amount: events.Whole(1)}), []string{"no-single-winner tied-winners=nobody"})
}
