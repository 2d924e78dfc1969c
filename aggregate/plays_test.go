package aggregate

import (
	"testing"

	"adjudicate/events"

	"github.com/google/go-cmp/cmp"
)

func TestPlaysAndWhatFollowsFromThem(t *testing.T) {
	tests := []struct {
		name     string
		board    string
		readings []string
		play     string
		want     []string
	}{
		{
			name:  "a move goes to an empty square and the mover goes down the list (1230.2 §3.B, §6.A)",
			board: "Red: King a1, Rook e5; Blue: King t20; Green: King t1",
			play:  "Re5-e12",
			want:  []string{"R1 e5-e12", "Red: move Rook", "Red done", "list: Blue Green Red", "turn: Blue"},
		},
		{
			name:  "a captured piece joins the captor's holding (1230.1 §4)",
			board: "Red: King a1, Rook e5; Blue: King t20, Camel e9",
			play:  "Re5xe9",
			want:  []string{"R1 xC1 on e9 to Red", "R1 e5-e9", "Red: capture Rook", "Red done", "list: Blue Red", "turn: Blue"},
		},
		{
			name:  "a HarfyBlob's Hn grows by one with a capture (1230.14)",
			board: "Red: King a1, HarfyBlob/2 e5; Blue: King t20, Camel e7",
			play:  "He5xe7",
			want: []string{"H1 xC1 on e7 to Red", "H1 e5-e7", "H1 Hn=3", "Red: capture HarfyBlob Hn=3",
				"Red done", "list: Blue Red", "turn: Blue"},
		},
		{
			name:  "a captured HarfyBlob adds its own Hn (1230.14)",
			board: "Red: King a1, HarfyBlob/2 e5; Blue: King t20, HarfyBlob/4 e7",
			play:  "He5xe7",
			want: []string{"H1 xH2 on e7 to Red", "H1 e5-e7", "H1 Hn=6", "Red: capture HarfyBlob Hn=6",
				"Red done", "list: Blue Red", "turn: Blue"},
		},
		{
			name:  "a captured Locust adds the Locusts that are left instead of the one (1230.14, harfyblob-locust=instead)",
			board: "Red: King a1, HarfyBlob/2 e5; Blue: King t20, Locust e7, Locust m15, Locust p3",
			play:  "He5xe7",
			want: []string{"H1 x&1 on e7 to Red", "H1 e5-e7", "H1 Hn=4", "Red: capture HarfyBlob Hn=4",
				"Red done", "list: Blue Red", "turn: Blue"},
		},
		{
			name:     "under harfyblob-locust=in-addition the one is added too",
			board:    "Red: King a1, HarfyBlob/2 e5; Blue: King t20, Locust e7, Locust m15, Locust p3",
			readings: []string{"harfyblob-locust=in-addition"},
			play:     "He5xe7",
			want: []string{"H1 x&1 on e7 to Red", "H1 e5-e7", "H1 Hn=5", "Red: capture HarfyBlob Hn=5",
				"Red done", "list: Blue Red", "turn: Blue"},
		},
		{
			name:  "an Hn over the length of the board becomes one less than that (1230.14)",
			board: "Red: King a1, HarfyBlob/18 e5; Blue: King t17, HarfyBlob/3 e7",
			play:  "He5xe7",
			want: []string{"H1 xH2 on e7 to Red", "H1 e5-e7", "H1 Hn=19", "Red: capture HarfyBlob Hn=19",
				"Red done", "list: Blue Red", "turn: Blue"},
		},
		{
			name:  "a Kamikaze is destroyed after it captures (1230.16 §4)",
			board: "Red: King a1, Kamikaze e5; Blue: King t20, Camel g8",
			play:  "Ze5xg8",
			want: []string{"Z1 xC1 on g8 to Red", "Z1 e5-g8", "Red: capture Kamikaze", "Z1 destroyed (effect)",
				"Red done", "list: Blue Red", "turn: Blue"},
		},
		{
			name:  "an Archer in a Defensive Position captures without moving (1230.15 §3.a)",
			board: "Red: King e2, Archer e5; Blue: King t20, Camel e8",
			play:  "Ae5xe8",
			want:  []string{"A1 xC1 on e8 to Red", "Red: capture Archer", "Red done", "list: Blue Red", "turn: Blue"},
		},
		{
			name:  "of two ways to one capture the play names one (the register, settled points)",
			board: "Red: King b2, Archer e5, Cantor d4; Blue: King t20, Camel f6",
			play:  "Ae5xf6 (move)",
			want:  []string{"A1 xC1 on f6 to Red", "A1 e5-f6", "Red: capture Archer", "Red done", "list: Blue Red", "turn: Blue"},
		},
		{
			name:  "a Pawn on a promotion square is promoted at once (1230.8 §4)",
			board: "Red: King a1, Pawn i10; Blue: King t19",
			play:  "pi10-j10=Camel",
			want: []string{"p1 i10-j10", "Red: move Pawn", "p1 becomes Camel", "Red done",
				"list: Blue Red", "turn: Blue"},
		},
		{
			name:  "a Pawn promoted to a HarfyBlob begins at 1",
			board: "Red: King a1, Pawn i10; Blue: King t19",
			play:  "pi10-j10=HarfyBlob",
			want: []string{"p1 i10-j10", "Red: move Pawn", "p1 becomes HarfyBlob Hn=1", "Red done",
				"list: Blue Red", "turn: Blue"},
		},
		{
			name:     "a promotion to King beyond the limit is excess (promotion-king=yes-then-excess, 1230.1 §3.G)",
			board:    "Red: King, Pawn i10; Blue: King t19",
			readings: []string{"promotion-king=yes-then-excess"},
			play:     "pi10-j10=King",
			want: []string{"p1 i10-j10", "Red: move Pawn", "p1 becomes King", "K1 destroyed (excess)", "Red done",
				"list: Blue Red", "turn: Blue"},
		},
		{
			name:  "a Zombie becomes what it captured at the end of the turn, if that is announced (1230.21)",
			board: "Red: King a1, Zombie e5; Blue: King t20, Camel e8",
			play:  "*e5xe8=Camel",
			want: []string{"*1 xC1 on e8 to Red", "*1 e5-e8", "Red: capture Zombie", "*1 becomes Camel", "Red done",
				"list: Blue Red", "turn: Blue"},
		},
		{
			name:     "under promoted-counter=victim a Zombie takes over its victim's counter",
			board:    "Red: King a1, Zombie e5; Blue: King t20, HarfyBlob/5 e8",
			readings: []string{"promoted-counter=victim"},
			play:     "*e5xe8=victim",
			want: []string{"*1 xH1 on e8 to Red", "*1 e5-e8", "Red: capture Zombie", "*1 becomes HarfyBlob Hn=5", "Red done",
				"list: Blue Red", "turn: Blue"},
		},
		{
			name:  "a Zombie stays a Zombie if nothing is announced (1230.21)",
			board: "Red: King a1, Zombie e5; Blue: King t20, Camel e8",
			play:  "*e5xe8",
			want: []string{"*1 xC1 on e8 to Red", "*1 e5-e8", "Red: capture Zombie", "Red done",
				"list: Blue Red", "turn: Blue"},
		},
		{
			name:  "a Demon between two pieces of a type is promoted right after a Move of its side (1230.18)",
			board: "Red: King a1, Demon h8, Camel f10, Camel j10, Rook c3; Blue: King t19",
			play:  "Rc3-c4; Dh8=Rook",
			want: []string{"R1 c3-c4", "Red: move Rook", "D1 becomes Rook", "Red done",
				"list: Blue Red", "turn: Blue"},
		},
		{
			name:  "a Qball whose first part ends in a corner leaves the board (1230.13 §3.c)",
			board: "Red: King a3, Qball e5; Blue: King t19",
			play:  "Qe5-a1 (scratch)",
			want: []string{"Q1 off e5 (scratch)", "Red: move Qball", "Red done",
				"list: Blue Red", "turn: Blue"},
		},
		{
			name:  "a Placement comes from the holding (1230.2 §6.C)",
			board: "Red: King a1, Rook; Blue: King t20",
			play:  "R@e5",
			want: []string{"R1 @e5", "Red: placement Rook", "Red done",
				"list: Blue Red", "turn: Blue"},
		},
		{
			name:  "a Pass does nothing (1230.2 §6.E)",
			board: "Red: King a1; Blue: King t20",
			play:  "pass",
			want:  []string{"Red: pass", "Red done", "list: Blue Red", "turn: Blue"},
		},
		{
			name:  "a Surrender takes everything off the board; who was checking gets a knife (1230.2 §6.F, 1230.40)",
			board: "Red: King a1, Camel m5; Blue: King t20, Rook a9; Green: King t1, Bishop f6",
			play:  "surrender",
			want: []string{"K1 off a1 (surrender)", "C1 off m5 (surrender)", "Red: surrender",
				"Blue's knives 1 (surrender)", "Green's knives 1 (surrender)",
				"Red done", "checks:", "list: Blue Green Red", "turn: Blue"},
		},
		{
			name:  "a side in check goes to the top of the list after the mover has gone down (1230.2 §3.C)",
			board: "Red: King a1, Rook e5; Blue: King t20; Green: King n9",
			play:  "Re5-e9",
			want:  []string{"R1 e5-e9", "Red: move Rook", "Red done", "checks: Green by R1", "list: Green Blue Red", "turn: Green"},
		},
		{
			name:     "under list-rotation=literal whoever check brought to the top goes down, and the mover is on top again",
			board:    "Red: King a1, Rook e5; Blue: King t20; Green: King n9",
			readings: []string{"list-rotation=literal"},
			play:     "Re5-e9",
			want:     []string{"R1 e5-e9", "Red: move Rook", "Red done", "checks: Green by R1", "turn: Red"},
		},
		{
			name:  "an Echo moves as what its side moved last (1230.10 §2.b)",
			board: "Red: King a1, Echo e5, Camel m5; Blue: King t20",
			play:  "Cm5-n8",
			want:  []string{"C1 m5-n8", "Red: move Camel", "Red done", "list: Blue Red", "turn: Blue"},
		},
		{
			name:  "with Weight 0 and few pieces a Move may be followed by a Placement (1230.2 §6)",
			board: "Red: King, Rook e5, Camel; Blue: King t20",
			play:  "Re5-e6; C@b2",
			want: []string{"R1 e5-e6", "Red: move Rook", "C1 @b2", "Red: placement Camel", "Red done",
				"list: Blue Red", "turn: Blue"},
		},
		{
			name:  "a Placement and then a Move are read as the Move and then the Placement (1230.2 §6)",
			board: "Red: King, Rook e5, Camel; Blue: King t20",
			play:  "C@b2; Re5-e6",
			want: []string{"R1 e5-e6", "Red: move Rook", "C1 @b2", "Red: placement Camel", "Red done",
				"list: Blue Red", "turn: Blue"},
		},
		{
			name:  "with a Weight under 50 and few pieces two Moves and a Placement are a play (1230.2 §6)",
			board: "Red: King a1, Camel e5, Jester h8, Pawn; Blue: King t20",
			play:  "Ce5-f8; Jh8-h10; p@a9",
			want: []string{"C1 e5-f8", "Red: move Camel", "J1 h8-h10", "Red: move Jester", "p1 @a9", "Red: placement Pawn", "Red done",
				"list: Blue Red", "turn: Blue"},
		},
		{
			name:  "the turn ends when an atomic play gives check, and the rest is not executed (1230.2 §6)",
			board: "Red: King a1, Camel e5, Pawn; Blue: King i9",
			play:  "Ce5-f8; p@a9",
			want: []string{"C1 e5-f8", "Red: move Camel", "Red done early", "checks: Blue by C1",
				"list: Blue Red", "turn: Blue"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := told(newGame(t, test.board, test.readings...).play("Red", test.play))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatARulingRestsOn(t *testing.T) {
	tests := []struct {
		name, board, play string
		want              *events.Basis
	}{
		{"a move", "Red: King a1, Rook e5; Blue: King t20", "Re5-e9",
			&events.Basis{Clauses: []string{"1230.2/49 §3", "1230.5/5 §2", "1230.2/49 §6.A"}}},
		{"a move of a piece whose definition asks the register", "Red: King a1, Gess e5; Blue: King t20", "Ge5-e6",
			&events.Basis{Clauses: []string{"1230.2/49 §3", "1230.22/1 ¶4", "1230.2/49 §6.A"}, Readings: []string{"gess-adjacent=yes"}}},
		{"a capture with an effect", "Red: King a1, HarfyBlob/2 e5; Blue: King t20, Camel e7", "He5xe7",
			&events.Basis{Clauses: []string{"1230.2/49 §3", "1230.14/2 §2", "1230.2/49 §6.B", "1230.14/2 §3"}, Readings: []string{"harfyblob-locust=instead"}}},
		{"a move and a placement, with the shape that allows them", "Red: King, Rook e5, Camel; Blue: King t20", "Re5-e6; C@b2",
			&events.Basis{Clauses: []string{"1230.2/49 §3", "1230.5/5 §2", "1230.2/49 §6.A", "1230.6/4", "1230.2/49 §6.C", "1230.2/49 §6"}}},
	}
	for _, test := range tests {
		d := newGame(t, test.board).decide("Red", test.play)
		if diff := cmp.Diff(test.want, d.Outcomes[0].Basis); diff != "" {
			t.Errorf("%s:\n%s", test.name, diff)
		}
	}
}

func TestACircleOfCopiesIsRefusedWithoutGoingRoundInIt(t *testing.T) {
	// 1230.9, 1230.10: Red last moved a CopyCat, so its Echo captures as the CopyCat, which
	// captures as its victim, an Echo: circles capture nothing.
	g := newGame(t, "Red: King a1, Echo e5, CopyCat s3; Blue: King t20, Echo e9")
	g.apply(events.AtomicPlayed{Side: "Red", Play: PlayMove, Piece: "O1", Type: "CopyCat", How: HowSubmitted})
	if got := codes(g.refused("Red", "Ee5xe9")); len(got) == 0 {
		t.Error("no fault")
	}
}
