package aggregate

import (
	"strings"
	"testing"

	"adjudicate/events"

	"github.com/google/go-cmp/cmp"
)

func TestRejectedPlaysAreAnsweredWithEveryFault(t *testing.T) {
	tests := []struct {
		name     string
		board    string
		readings []string
		side     string // Red unless given
		play     string
		want     []string // code and clause
	}{
		{"a path is blocked", "Red: King a1, Rook e5, Camel e8; Blue: King t20", nil, "", "Re5-e9", []string{"path-blocked 1230.5/5 §2"}},
		{"a piece does not go there", "Red: King a1, Rook e5; Blue: King t20", nil, "", "Re5-f6", []string{"cannot-reach 1230.5/5 §2"}},
		{"a move goes to an empty square", "Red: King a1, Rook e5; Blue: King t20, Camel e8", nil, "", "Re5-e8", []string{"square-occupied 1230.5/5 §2"}},
		{"friends are not captured", "Red: King a1, Rook e5, Camel e8; Blue: King t20", nil, "", "Re5xe8", []string{"friendly-piece 1230.1/21 §4"}},
		{"an empty square is not captured", "Red: King a1, Rook e5; Blue: King t20", nil, "", "Re5xe8", []string{"nothing-to-capture 1230.1/21 §4"}},
		{"the piece belongs to another side", "Red: King a1; Blue: King t20, Rook e5", nil, "", "Re5-e6", []string{"not-your-piece 1230.2/49 §6.A"}},
		{"the piece is of another type", "Red: King a1, Rook e5, Camel g7; Blue: King t20", nil, "", "Ce5-e6", []string{"wrong-type 1230.2/49 §6.A"}},
		{"there is no such type", "Red: King a1, Rook e5; Blue: King t20", nil, "", "Roook e5-e6", []string{"unknown-type 1230.1/21"}},
		{"there is no piece", "Red: King a1, Rook e5; Blue: King t20", nil, "", "Re6-e7", []string{"no-piece-there 1230.2/49 §6.A"}},
		{"there is no such square", "Red: King a1, Rook e5; Blue: King t20", nil, "", "Re5-v7", []string{"unknown-square 1230.1/21"}},
		{"no piece has that id", "Red: King a1, Rook; Blue: King t20", nil, "", "R7@e5", []string{"unknown-piece 1230.2/49 §6.C"}},
		{"the text is no play", "Red: King a1; Blue: King t20", nil, "", "castle", []string{"notation "}},
		{"several faults of one play are all told", "Red: King a1, Rook e5, Camel e8; Blue: King t20, Rook c3", nil, "Blue", "Rc3-d4; K@c5; Re5-e9",
			[]string{"not-your-turn 1230.2/49 §3", "shape-not-allowed 1230.2/49 §6", "cannot-reach 1230.5/5 §2", "not-in-holding 1230.2/49 §6.C", "not-your-piece 1230.2/49 §6.A"}},
		{"a piece may not be left in check", "Red: King a1, Rook a5; Blue: King t20, Rook a9", nil, "", "Ra5-b5", []string{"own-check 1230.2/49 §7"}},
		{"a Pass in check is illegal (1230.2 §7)", "Red: King a1; Blue: King t20, Rook a9", nil, "", "pass", []string{"own-check 1230.2/49 §7"}},
		{"no rule lets a piece move off-board (1230.2 §6.A.b)", "Red: King a1, Rook e5; Blue: King t20", nil, "", "Re5-off", []string{"no-rule 1230.2/49 §6.A"}},
		{"a King is captured only by a side whose own is on-board (1230.2 §8)", "Red: King, Rook e5; Blue: King e9", nil, "", "Re5xe9", []string{"own-king-off-board 1230.2/49 §8"}},
		{"an Archer in a Defensive Position does not capture by moving", "Red: King j8, Archer j10; Blue: King t20, Rook m11", nil, "", "Aj10xm11", []string{"condition-unmet 1230.15/2 §3.b"}},
		{"an Archer cannot capture a Guard", "Red: King j8, Archer j10; Blue: King t20, Guard j12", nil, "", "Aj10xj12", []string{"immune 1230.25/1 ¶3"}},
		{"two ways to one capture need saying which", "Red: King b2, Archer e5, Cantor d4; Blue: King t20, Camel f6", nil, "", "Ae5xf6", []string{"ambiguous 1230.15/2 §3.b"}},
		{"an Echo without a history has nothing to move as", "Red: King a1, Echo e5; Blue: King t20", nil, "", "Ee5-e6", []string{"nothing-to-copy 1230.10/6 §2.b"}},

		{"a Pawn must be promoted on j10", "Red: King a1, Pawn i10; Blue: King t20", nil, "", "pi10-j10", []string{"promotion-missing 1230.8/9 §4"}},
		{"a Pawn does not become a King", "Red: King a1, Pawn i10; Blue: King t20", nil, "", "pi10-j10=King", []string{"promotion-type 1230.8/9 §4"}},
		{"a Pawn does not become a Pawn", "Red: King a1, Pawn i10; Blue: King t20", nil, "", "pi10-j10=p", []string{"promotion-type 1230.8/9 §4"}},
		{"a Pawn is not promoted elsewhere", "Red: King a1, Pawn i9; Blue: King t20", nil, "", "pi9-j9=Rook", []string{"promotion-not-allowed 1230.8/9 §4"}},
		{"a Zombie becomes nothing but its victim's type", "Red: King a1, Zombie e5; Blue: King t20, Camel e8", nil, "", "*e5xe8=Rook", []string{"promotion-type 1230.21/1 ¶2"}},
		{"a Zombie that moves is not promoted", "Red: King a1, Zombie e5; Blue: King t20, Camel e8", nil, "", "*e5-e7=Camel", []string{"promotion-not-allowed 1230.21/1 ¶2"}},
		{"a Demon without its pair is not promoted", "Red: King a1, Demon h8, Camel f10, Rook c3; Blue: King t20", nil, "", "Rc3-c4; Dh8=Rook", []string{"promotion-not-allowed 1230.18/2 §3"}},
		{"a Demon is not promoted after a Pass", "Red: King a1, Demon h8, Camel f10, Camel j10; Blue: King t20", nil, "", "pass; Dh8=Rook", []string{"promotion-not-allowed 1230.18/2 §3"}},
		{"under demon-becomes=mirror-type a Demon becomes what its pair is", "Red: King a1, Demon h8, Camel f10, Camel j10, Rook c3; Blue: King t19", []string{"demon-becomes=mirror-type"}, "",
			"Rc3-c4; Dh8=Rook", []string{"promotion-type 1230.18/2 §3"}},

		{"a Pawn is placed near the edge only", "Red: King a1, Pawn; Blue: King t20", nil, "", "p@e5", []string{"placement-limit 1230.8/9 §5"}},
		{"a placed piece may not attack", "Red: King a1, Rook; Blue: King t20, Camel e9", nil, "", "R@e5", []string{"placement-attacks 1230.2/49 §6.C"}},
		{"nor check, which is a fault of its own", "Red: King a1, Rook; Blue: King e9", nil, "", "R@e5", []string{"placement-checks 1230.2/49 §6.C", "placement-attacks 1230.2/49 §6.C"}},
		{"a King is not placed where it is in check", "Red: King; Blue: King t20, Rook a9", nil, "", "K@a1", []string{"placement-checks 1230.2/49 §6.C"}},
		{"a Placement needs a piece in the holding", "Red: King a1, Rook e5; Blue: King t20", nil, "", "R@e6", []string{"not-in-holding 1230.2/49 §6.C"}},
		{"pieces of a type that differ need an id", "Red: King a1, HarfyBlob/1, HarfyBlob/3; Blue: King t20", nil, "", "H@e5", []string{"ambiguous 1230.2/49 §6.C"}},
		{"a Placement goes to an empty square", "Red: King a1, Rook; Blue: King t20, Camel e9", nil, "", "R@e9", []string{"square-occupied 1230.2/49 §6.C"}},

		{"a Special costs a Benefyt", "Red: King a1, Rook e5; Blue: King t20", nil, "", "Re5-f8 (special)", []string{"special-cost 1230.2/49 §6.D"}},
		{"a Camel has no special move", "Red: King a1, Camel e5; Blue: King t20", nil, "", "Ce5-f8 (special)", []string{"no-special-move 1230.2/49 §6.D"}},
		{"the special move of a Rook has its shape, and its price is told too", "Red: King a1, Rook e5; Blue: King t20", nil, "", "Re5-g7 (special)", []string{"special-cost 1230.2/49 §6.D", "special-forbidden 1230.5/5 §4"}},
		{"the special move may not attack a King", "Red: King a1, Rook e5; Blue: King f18", nil, "", "Re5-f8 (special)", []string{"special-cost 1230.2/49 §6.D", "special-attacks-king 1230.2/49 §6.D"}},

		{"no piece moves twice", "Red: King a1, Camel e5, Pawn; Blue: King t20", nil, "", "Ce5-f8; Cf8-e11; p@a9", []string{"moved-twice 1230.2/49 §6"}},
		{"a heavy side makes one atomic play", "Red: King a1, Rook e5, Rook f7, Rook g9, Rook h11, Rook i13, Rook j15, Camel; Blue: King t20", nil, "", "Re5-e6; C@b2", []string{"shape-not-allowed 1230.2/49 §6"}},
		{"with Weight 0 one Move goes before the Placement", "Red: King, Rook e5, Camel g8, Camel; Blue: King t20", nil, "", "Re5-e6; Cg8-h11; C@b2", []string{"shape-not-allowed 1230.2/49 §6"}},
		{"with two sides in check a play is one atomic play", "Red: King a1, Camel e5, Pawn; Blue: King t20, Rook a9; Green: King t11, Bishop r18", nil, "", "Ka1-b1; p@b19",
			[]string{"single-atomic-only 1230.2/49 §6"}},
		{"a Kamikaze does not reach along a line", "Red: King a1, Kamikaze a5; Blue: King t20", nil, "", "Za5-a8", []string{"cannot-reach 1230.16/1 §3"}},
		{"a Qball scratches only where a corner ends its first part", "Red: King a1, Qball e4; Blue: King t20", nil, "", "Qe4-a1 (scratch)", []string{"no-scratch 1230.13/2 §3.c"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			side := test.side
			if side == "" {
				side = "Red"
			}
			var got []string
			for _, f := range newGame(t, test.board, test.readings...).refused(side, test.play) {
				got = append(got, f.Code+" "+f.Clause)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMessagesSuggestWhatMayHaveBeenMeant(t *testing.T) {
	const board = "Red: King a1, Rook e5, Camel; Blue: King t20, Camel e9"
	tests := []struct{ play, want string }{
		{"Roook e5-e6", `did you mean "Rook"?`},
		{"Re6-e7", "Red has a Rook on e5"},
		{"C1@v4", `the board has no square "v4": it runs from a1 to t20`},
		{"Re5-e9", "a capture is written with an x, e5xe9"},
		{"Re5-e12", "the Camel on e9 stands in the way"},
		{"R4@b2", `no such piece: "R4"`},
	}
	for _, test := range tests {
		faults := newGame(t, board).refused("Red", test.play)
		if !strings.Contains(faults[0].Message, test.want) {
			t.Errorf("%s: the message is %q, want it to contain %q", test.play, faults[0].Message, test.want)
		}
	}
}

func TestAFaultNamesPiecesSquaresTheAtomicPlayAndTheReadingThatDecided(t *testing.T) {
	g := newGame(t, "Red: King a1, Rook; Blue: King t20, Camel e9")
	want := []events.Fault{{
		Code: FaultPlacementAttacks, Clause: "1230.2/49 §6.C", Message: "from e5 the Rook would attack C1",
		At: 1, Squares: []string{"e5", "e9"}, Pieces: []string{"C1"},
	}}
	if diff := cmp.Diff(want, g.refused("Red", "R@e5")); diff != "" {
		t.Error(diff)
	}
}

func TestAFaultNamesTheReadingThatDecidedIt(t *testing.T) {
	tests := []struct {
		name, board, play, want string
		readings                []string
	}{
		{"a Gess beside its target", "Red: King a1, Gess e5; Blue: King t20, Camel e6", "Ge5xe6", "gess-adjacent=no", []string{"gess-adjacent=no"}},
		{"a Gess far from anything", "Red: King a1, Gess e5; Blue: King t20, Camel e9", "Ge5xe9", "", []string{"gess-adjacent=no"}},
		{"a King two files away", "Red: King e5; Blue: King t20", "Ke5-f9", "king-step=adjacent", nil},
		{"a King nowhere near", "Red: King e5; Blue: King t20", "Ke5-h9", "", nil},
		{"a Rook placed where it attacks a Pawn alone", "Red: King a1, Rook; Blue: King t20, Pawn e9", "R@e5", "section-6-piece=counts", nil},
		{"a Rook placed where it attacks a Camel", "Red: King a1, Rook; Blue: King t20, Camel e9", "R@e5", "", nil},
		{"a Rook's special move without a tail", "Red: King a1, Rook e5; Blue: King t20", "Re5-f6 (special)", "rook-special-tail=one-to-five", nil},
		{"a King that only a literal King attacks", "Red: King a1, Rook a5; Blue: King b9", "Ra5-b5", "king-step=literal", []string{"king-step=literal"}},
		{"a Bishop on the King's diagonal", "Red: King a1, Rook b2; Blue: King t20, Bishop f6", "Rb2-b5", "", nil},
	}
	for _, test := range tests {
		g := newGame(t, test.board, test.readings...).apply(events.AssetChanged{Account: "Red's", Asset: "benefyts", Change: events.Whole(1)})
		faults := g.refused("Red", test.play)
		if got := faults[0].Interpretation; len(faults) != 1 || got != test.want {
			t.Errorf("%s: the faults are %v, want one by the reading %q", test.name, faults, test.want)
		}
	}
}

func TestEveryFaultCodeIsItsOwn(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20")
	d := g.j.Decide(Input{Payload: events.TurnBegan{Side: "Red"}})
	if d.Ruling.Verdict != Rejected || d.Ruling.Faults[0].Code != FaultUnknownInput {
		t.Errorf("an outcome submitted as an input is ruled %+v, want %s", d.Ruling, FaultUnknownInput)
	}
	if d := g.j.Decide(Input{}); d.Ruling.Verdict != Rejected {
		t.Error("an input without payload is accepted")
	}
}
