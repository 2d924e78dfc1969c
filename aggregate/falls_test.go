package aggregate

import (
	"testing"

	"adjudicate/events"

	"github.com/google/go-cmp/cmp"
)

func TestWhatTheCaptureOfAKingBrings(t *testing.T) {
	const board = "Red: King a1, Rook e5; Blue: King e9, Camel m3, Pawn; Green: King t20"
	tests := []struct {
		name     string
		money    int // of the loser's player
		readings []string
		want     []string
	}{
		{
			name: "the loser surrenders at once, pays A$100, gets a new King; the captor's player gets a knife (1230.2 §8, 1230.40)", money: 250,
			want: []string{"R1 xK2 on e9 to Red", "R1 e5-e9", "Red: capture Rook", "K2 destroyed (king)",
				"C1 off m3 (surrender)", "Blue: surrender (king-captured)",
				"Blue's money -100 (king-capture)", "Red's money 100 (king-capture)",
				"K4 King created for Blue", "Red's knives 1 (king-capture)",
				"Red done", "checks:", "list: Blue Green Red", "turn: Blue"},
		},
		{
			name: "who has less pays all and has lost their shirt (1230.2 §8.i)", money: 30,
			want: []string{"R1 xK2 on e9 to Red", "R1 e5-e9", "Red: capture Rook", "K2 destroyed (king)",
				"C1 off m3 (surrender)", "Blue: surrender (king-captured)",
				"Blue's money -30 (king-capture)", "Red's money 30 (king-capture)", "Blue's lost shirts 1 (king-capture)",
				"K4 King created for Blue", "Red's knives 1 (king-capture)",
				"Red done", "checks:", "list: Blue Green Red", "turn: Blue"},
		},
		{
			name: "under captured-king=kept the King stays with the captor", money: 250, readings: []string{"captured-king=kept"},
			want: []string{"R1 xK2 on e9 to Red", "R1 e5-e9", "Red: capture Rook",
				"C1 off m3 (surrender)", "Blue: surrender (king-captured)",
				"Blue's money -100 (king-capture)", "Red's money 100 (king-capture)",
				"K4 King created for Blue", "Red's knives 1 (king-capture)",
				"Red done", "checks:", "list: Blue Green Red", "turn: Blue"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := newGame(t, board, test.readings...).apply(
				events.AssetChanged{Account: "Blue's", Asset: events.MoneyAsset, Change: events.Whole(test.money)})
			if diff := cmp.Diff(test.want, told(g.play("Red", "Re5xe9"))); diff != "" {
				t.Error(diff)
			}
			if got := g.j.State().Held("Red's", events.Usual().Marks); got != 1 {
				t.Errorf("Red's player has %d knives, want 1", got)
			}
		})
	}
}

func TestOwnCheckAfterTheCaptureOfAKing(t *testing.T) {
	// With Blue's Guard gone from e1 the Rook of Green on h1 attacks the King on a1.
	const board = "Red: King a1, Camel d8; Blue: King e11, Guard e1; Green: King t20, Rook h1"
	g := newGame(t, board)
	faults := g.refused("Red", "Cd8xe11")
	if diff := cmp.Diff([]events.Fault{{
		Code: FaultOwnCheck, Clause: "1230.2/49 §7", Message: "the play leaves Red in check by R1",
		Interpretation: "king-capture-sweep=before-own-check", Squares: []string{"h1"}, Pieces: []string{"R1"},
	}}, faults); diff != "" {
		t.Error(diff)
	}
	// Under the other reading own check is judged while the Guard still stands there.
	d := newGame(t, board, "king-capture-sweep=after").decide("Red", "Cd8xe11")
	if d.Ruling.Verdict != Accepted {
		t.Fatalf("rejected: %v", d.Ruling.Faults)
	}
	if got := d.Ruling.Facts[len(d.Ruling.Facts)-1].Interpretation; got != "king-capture-sweep=after" {
		t.Errorf("the ruling names the reading %q, want king-capture-sweep=after", got)
	}
}

func TestOwnCheckThatALosersPiecesCarry(t *testing.T) {
	// The Bouncy!Ball on a9 attacks the King on a1 over Blue's Camel on a5, which leaves with its King.
	const board = "Red: King a1, Camel d8; Blue: King e11, Camel a5; Green: King t20, Bouncy!Ball a9"
	d := newGame(t, board).decide("Red", "Cd8xe11")
	if d.Ruling.Verdict != Accepted {
		t.Fatalf("rejected: %v", d.Ruling.Faults)
	}
	if got := d.Ruling.Facts[len(d.Ruling.Facts)-1].Interpretation; got != "king-capture-sweep=before-own-check" {
		t.Errorf("the ruling names the reading %q, want king-capture-sweep=before-own-check", got)
	}
	faults := newGame(t, board, "king-capture-sweep=after").refused("Red", "Cd8xe11")
	want := []events.Fault{{
		Code: FaultOwnCheck, Clause: "1230.2/49 §7", Message: "the play leaves Red in check by !1",
		Interpretation: "king-capture-sweep=after", Squares: []string{"a9"}, Pieces: []string{"!1"},
	}}
	if diff := cmp.Diff(want, faults); diff != "" {
		t.Error(diff)
	}
}

func TestOwnCheckUnderAnAnnouncedPromotion(t *testing.T) {
	// The Kamikaze on l12 reaches j8 over the corners l8 and j12. A Pawn that arrives on j10
	// closes the second way only, so Red is in check whatever the Pawn becomes.
	const board = "Red: King j8, Pawn i10; Blue: King t20, Kamikaze l12"
	if diff := cmp.Diff([]string{FaultOwnCheck}, codes(newGame(t, board).refused("Red", "pi10-j10=Camel"))); diff != "" {
		t.Error(diff)
	}
	// A Guard orthogonally next to its King protects it from a Kamikaze (1230.25).
	const beside = "Red: King j9, Pawn i10; Blue: King t20, Kamikaze l12"
	if got := codes(newGame(t, beside).refused("Red", "pi10-j10=Camel")); !cmp.Equal(got, []string{FaultOwnCheck}) {
		t.Errorf("with a Camel beside the King: %v, want own check", got)
	}
	d := newGame(t, beside).decide("Red", "pi10-j10=Guard")
	if d.Ruling.Verdict != Accepted {
		t.Errorf("with a Guard beside the King under announced-promotion=considered: %v", d.Ruling.Faults)
	}
	faults := newGame(t, beside, "announced-promotion=ignored").refused("Red", "pi10-j10=Guard")
	if len(faults) != 1 || faults[0].Code != FaultOwnCheck || faults[0].Interpretation != "announced-promotion=ignored" {
		t.Errorf("under announced-promotion=ignored: %v, want own check by that reading", faults)
	}
}

func TestSurrendersAndKnives(t *testing.T) {
	t.Run("nobody gets a knife for a Surrender that nobody forced (1230.40)", func(t *testing.T) {
		g := newGame(t, "Red: King a1; Blue: King t20")
		want := []string{"K1 off a1 (surrender)", "Red: surrender", "Red done", "list: Blue Red", "turn: Blue"}
		if diff := cmp.Diff(want, told(g.play("Red", "surrender"))); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("two pieces of one side give its player one knife", func(t *testing.T) {
		g := newGame(t, "Red: King a1; Blue: King t20, Rook a9, Bishop f6")
		g.play("Red", "surrender")
		if got := g.j.State().Held("Blue's", events.Usual().Marks); got != 1 {
			t.Errorf("Blue's player has %d knives, want 1", got)
		}
	})
}
