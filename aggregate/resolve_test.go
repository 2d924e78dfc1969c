package aggregate

import (
	"strconv"
	"testing"

	"adjudicate/events"
	"adjudicate/notation"

	"github.com/google/go-cmp/cmp"
)

func TestWhatTheWordsOfAPlayMean(t *testing.T) {
	const board = "Red: King a1, Rook e5, il-Nabi h8, HarfyBlob/2, HarfyBlob/2, Pawn; Blue: King t19, Camel e9"
	tests := []struct {
		name, play, want string // the first outcome
		canonical        string // the play as executed
	}{
		{"a glyph", "Re5-e6", "R1 e5-e6", "Re5-e6"},
		{"a glyph in small letters", "re5-e6", "R1 e5-e6", "Re5-e6"},
		{"a type's name", "Rook e5-e6", "R1 e5-e6", "Re5-e6"},
		{"a type's name in small letters", "rook e5-e6", "R1 e5-e6", "Re5-e6"},
		{"nothing at all", "e5-e6", "R1 e5-e6", "Re5-e6"},
		{"a name with a hyphen", "il-Nabi h8-l11", "M1 h8-l11", "Mh8-l11"},
		{"an id before the square", "#R1 e5-e6", "R1 e5-e6", "Re5-e6"},
		{"a capture with the type's name", "Rook e5xe9", "R1 xC1 on e9 to Red", "Re5xe9"},
		{"the first of two alike in the holding", "H@k15", "H1 @k15", "H1@k15"},
		{"one of two by its id", "H2@k15", "H2 @k15", "H2@k15"},
		{"the only one in the holding", "p@a9", "p1 @a9", "p@a9"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := newGame(t, board)
			d := g.decide("Red", test.play)
			if d.Ruling.Verdict != Accepted {
				t.Fatalf("%q is rejected: %v", test.play, d.Ruling.Faults)
			}
			if got := told([]events.Payload{d.Outcomes[1].Payload})[0]; got != test.want {
				t.Errorf("%q: the first outcome is %q, want %q", test.play, got, test.want)
			}
			if d.Ruling.Play != test.canonical {
				t.Errorf("%q is executed as %q, want %q", test.play, d.Ruling.Play, test.canonical)
			}
		})
	}
}

func TestAPlayAsExecutedReadsAsTheSamePlay(t *testing.T) {
	items := []notation.Item{
		{Kind: notation.Move, Name: "R", From: "a1", To: "a5"},
		{Kind: notation.Move, Name: "p", From: "a1", To: "a5"},
		{Kind: notation.Move, Name: "*", From: "a1", To: "a5"},
		{Kind: notation.Capture, Name: "R", From: "a1", Victim: "a5"},
		{Kind: notation.Capture, Name: "A", From: "a1", Victim: "a5", Way: notation.Shot},
		{Kind: notation.Capture, Name: "A", From: "a1", Victim: "a5", To: "b7"},
		{Kind: notation.Capture, Name: "&", From: "a1", Victim: "a5", Becomes: "R"},
		{Kind: notation.Placement, Name: "Q", To: "a5"},
		{Kind: notation.Placement, ID: "H3", To: "a5"},
		{Kind: notation.Placement, Name: "X", To: "a5"},
		{Kind: "special", Name: "J", From: "a1", To: "a5"},
		{Kind: notation.Exit, Name: "Q", From: "b2", To: "a1"},
		{Kind: notation.Promotion, From: "b2", Becomes: "R"},
		{Kind: notation.Pass}, {Kind: notation.Surrender},
	}
	for i := range items {
		want := notation.Play{Items: items[i : i+1]}.String()
		if got := written(items[i : i+1]); got != want {
			t.Errorf("item %d is written %q, want %q", i, got, want)
		}
	}
	if got, want := written(items), (notation.Play{Items: items}).String(); got != want {
		t.Errorf("the play is written %q, want %q", got, want)
	}
}

func TestPlacementsBeforeMovesAreReorderedOnlyIfTheBoardComesOutTheSame(t *testing.T) {
	// The Rook that moves is the one that the play itself would place.
	g := newGame(t, "Red: King, Rook, Camel e5; Blue: King t19")
	if got := codes(g.refused("Red", "R@b2; Rb2-b5")); !cmp.Equal(got, []string{FaultShape}) {
		t.Errorf("moving what was just placed: %v, want %s alone", got, FaultShape)
	}
	d := newGame(t, "Red: King, Rook, Camel e5; Blue: King t19").decide("Red", "R@b2; Ce5-f8")
	if d.Ruling.Verdict != Accepted || d.Ruling.Play != "Ce5-f8; R@b2" || d.Ruling.Shape != "Move, Placement" {
		t.Errorf("ruled %+v, want Ce5-f8; R@b2 accepted as Move, Placement", d.Ruling)
	}
}

func TestWhichEchoesCopyWhat(t *testing.T) {
	t.Run("an Echo moves as the Camel that moved before, and is remembered so (1230.10 §2.b)", func(t *testing.T) {
		g := newGame(t, "Red: King a1, Echo e5, Camel m5; Blue: King t20, Pawn c3")
		g.play("Red", "Cm5-n8")
		g.play("Blue", "pass")
		want := []string{"E1 e5-f8", "Red: move Echo as Camel", "Red done", "list: Blue Red", "turn: Blue"}
		if diff := cmp.Diff(want, told(g.play("Red", "Ee5-f8"))); diff != "" {
			t.Error(diff)
		}
		g.play("Blue", "pass")
		// Under echo-of-echo=resolved it is a Camel again.
		want[0] = "E1 f8-g11"
		if diff := cmp.Diff(want, told(g.play("Red", "Ef8-g11"))); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("under echo-of-echo=none an Echo has nothing to copy after an Echo", func(t *testing.T) {
		g := newGame(t, "Red: King a1, Echo e5, Camel m5; Blue: King t20, Pawn c3", "echo-of-echo=none")
		g.play("Red", "Cm5-n8")
		g.play("Blue", "pass")
		g.play("Red", "Ee5-f8")
		g.play("Blue", "pass")
		faults := g.refused("Red", "Ef8-g11")
		if faults[0].Code != FaultNothingToCopy || faults[0].Interpretation != "echo-of-echo=none" {
			t.Errorf("faults %v, want %s by the reading echo-of-echo=none", faults, FaultNothingToCopy)
		}
	})
	t.Run("after a Pass it cannot move (1230.10 §2.a)", func(t *testing.T) {
		g := newGame(t, "Red: King a1, Echo e5; Blue: King t20")
		g.play("Red", "pass")
		g.play("Blue", "pass")
		if got := codes(g.refused("Red", "Ee5-f8")); !cmp.Equal(got, []string{FaultNothingToCopy}) {
			t.Errorf("faults %v, want %s", got, FaultNothingToCopy)
		}
	})
	t.Run("an Echo that moves by a Cantor's loan moves as nothing", func(t *testing.T) {
		g := newGame(t, "Red: King a1, Echo e5, Cantor d4, Camel m5; Blue: King t20")
		g.play("Red", "Cm5-n8")
		g.play("Blue", "pass")
		want := []string{"E1 e5-h8", "Red: move Echo", "Red done", "list: Blue Red", "turn: Blue"}
		if diff := cmp.Diff(want, told(g.play("Red", "Ee5-h8"))); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("an Echo copies a HarfyBlob with its present Hn, which a capture has raised", func(t *testing.T) {
		g := newGame(t, "Red: King a1, Echo e5, HarfyBlob/2 m5; Blue: King t20, Pawn m7")
		g.play("Red", "Hm5xm7")
		g.play("Blue", "pass")
		want := []string{"E1 e5-h8", "Red: move Echo as HarfyBlob Hn=3", "Red done", "list: Blue Red", "turn: Blue"}
		if diff := cmp.Diff(want, told(g.play("Red", "Ee5-h8"))); diff != "" {
			t.Error(diff)
		}
	})
}

func TestThePlacementExceptionOfASideThatHasNoOtherSquare(t *testing.T) {
	g := newGame(t, "Red: King, Pawn; Blue: King t20")
	if got := g.decide("Red", "p@a1"); got.Ruling.Verdict != Accepted {
		t.Fatalf("a Pawn on a free corner: %v", got.Ruling.Faults)
	}
	// Pawns are placed on the two outer lines only (1230.8 §5). Camels go there, on the squares of
	// one colour first.
	stand := func(sq string) {
		g.stand(g.j.State().NextPieceID("C"), "Camel", "Blue", sq)
	}
	for f := range 20 {
		for r := range 20 {
			edge := f < 2 || f > 17 || r < 2 || r > 17
			if edge && (f+r)%2 == 0 && !(f == 19 && r == 19) {
				stand(string(rune('a'+f)) + strconv.Itoa(r+1))
			}
		}
	}
	// Every free edge square is of the other colour than the Camels, whose diagonal neighbours
	// have their own colour: a Pawn there attacks nothing and needs no exception.
	if got := codes(g.refused("Red", "p@a1")); !cmp.Equal(got, []string{FaultOccupied}) {
		t.Errorf("a Pawn on an occupied corner: %v", got)
	}
	if d := g.decide("Red", "p@b1"); d.Ruling.Verdict != Accepted {
		t.Errorf("a Pawn between Camels of the other colour: %v", d.Ruling.Faults)
	}
	for f := range 20 {
		for r := range 20 {
			edge := f < 2 || f > 17 || r < 2 || r > 17
			// Now the squares of the other colour are filled too, but for some whose diagonal
			// neighbours are filled as well.
			if edge && (f+r)%2 == 1 && f != 0 {
				stand(string(rune('a'+f)) + strconv.Itoa(r+1))
			}
		}
	}
	d := g.decide("Red", "p@a2")
	if d.Ruling.Verdict != Accepted || len(d.Ruling.Facts) == 0 || d.Ruling.Facts[0].Code != FactPlacementException {
		t.Errorf("with no other square: %+v, want it accepted by the exception", d.Ruling)
	}
	// A fifth counting piece on-board ends the exception (1230.2 §6.C.a).
	for _, sq := range []string{"h8", "h10", "h12", "h14", "h16"} {
		g.stand(g.j.State().NextPieceID("D"), "Demon", "Red", sq)
	}
	if got := codes(g.refused("Red", "p@a2")); !cmp.Equal(got, []string{FaultPlacementAttacks}) {
		t.Errorf("with five pieces on-board: %v, want %s", got, FaultPlacementAttacks)
	}
}
