package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/report"
	"adjudicate/rules"
)

// amended is a game of a system from a position, with plays made and rules put in force then.
func amended(t *testing.T, system, fen, text string, plays ...string) *aggregate.State {
	t.Helper()
	st := judgeAt(t, system, fen, plays...).State().Clone()
	list, err := rules.Parse("", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		st.Apply(events.RulePutInForce{Number: r.Number, Rule: r.Canonical()})
	}
	return st
}

// peace says that no piece of a side that is at peace can be captured, so that nothing attacks it.
const peace = `number: "900"
procedure:
  attributes: [{name: peaceful}]
  duties: [{forbid: capture, disarms: true, when: 'victim.side.is("peaceful")'}]
`

// A Pawn has been captured, and the Rook on e8 looks at the King on e1. While White is at peace nothing attacks its King, so the Pawn on a2
// may go on.
func TestWhatIsBesideTheBoardCountsOnceAPieceIsGone(t *testing.T) {
	st := amended(t, "chess", "k2r4/8/8/3p4/2P5/8/P7/4K3 w - - 0 1", peace, "c4xd5", "Rd8-e8")
	at := func() *report.Moves {
		t.Helper()
		set, err := report.SetupOf("test", st)
		if err != nil {
			t.Fatal(err)
		}
		v, err := set.Moves("a2")
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if v := at(); len(v.LegalMoves) != 0 || len(v.Exposing()) != 2 {
		t.Fatalf("in check by the Rook the Pawn may go to %v", v.LegalMoves)
	}
	st.Apply(events.SideAttributeSet{Side: "White", Attribute: "peaceful", On: true})
	if diff := cmp.Diff([]string{"a3", "a4"}, at().LegalMoves); diff != "" {
		t.Errorf("at peace the Pawn may go to (-want +got):\n%s", diff)
	}
}

// A rule that is tried is tried in the game as it stands: a note changes nothing, and without its peace the King is in check again.
func TestARuleIsTriedInTheGameAsItStands(t *testing.T) {
	st := amended(t, "chess", "k2r4/8/8/3p4/2P5/8/P7/4K3 w - - 0 1", peace, "c4xd5", "Rd8-e8")
	st.Apply(events.SideAttributeSet{Side: "White", Attribute: "peaceful", On: true})
	for _, tt := range []struct {
		name, rule string
		want       []string // the types of the pieces that can do something else
	}{
		{"a note", `{number: "901", note: quiet}`, nil},
		{"a quantity that nobody asks", `{number: "901", procedure: {quantities: [{name: might, is: "1"}]}}`, nil},
		{"peace is over", `{number: "900", revision: 1, procedure: {attributes: [{name: peaceful}]}}`, []string{"King", "Pawn", "Pawn"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list, err := rules.Parse("", []byte(tt.rule))
			if err != nil {
				t.Fatal(err)
			}
			set, err := report.SetupOf("test", st)
			if err != nil {
				t.Fatal(err)
			}
			v, err := report.Try(set, set.Rules, list)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range v.Pieces {
				if p.After.Side == "White" {
					got = append(got, p.After.Type)
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("what White can do otherwise (-want +got):\n%s", diff)
			}
		})
	}
}

// What bars an act is told: a check that it would leave, or a duty that forbids it although it leaves none.
func TestWhatADutyForbidsIsToldApartFromAnOwnCheck(t *testing.T) {
	st := amended(t, "chess", "k3r3/8/8/8/8/1p6/4R3/4K3 w - - 0 1", `number: "900"
procedure:
  duties: [{forbid: any, when: 'to.file == 5 and to.rank > 6'}]
`)
	at, err := report.SetupOf("test", st)
	if err != nil {
		t.Fatal(err)
	}
	v, err := at.Moves("e2")
	if err != nil {
		t.Fatal(err)
	}
	var p term.Page
	v.Print(&p)
	text := p.String()
	for _, want := range []string{"would leave White in check: a2 b2 c2 d2 f2 g2 h2\n", "a rule forbids for now: e7 e8\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the Rook is said to do\n%s\nwant %q", text, want)
		}
	}
}

// Two pieces stand on one square where their types allow it: the position is set up, and each can do what it can.
func TestPiecesThatShareASquareAreSetUp(t *testing.T) {
	st := amended(t, "chess", "7k/8/8/8/8/8/8/R3K3 w - - 0 1", `number: "900"
piece: {name: Balloon, glyph: Ba, value: 3, shares: 2, modes: [{for: [move], legs: [{dir: all, n: 1..3, pass: any}]}]}
`)
	st.Apply(events.PieceCreated{Piece: "Ba1", Type: "Balloon", Side: "White"})
	st.Apply(events.PiecePlaced{Piece: "Ba1", At: "a1"})
	at, err := report.SetupOf("test", st)
	if err != nil {
		t.Fatal(err)
	}
	rook, err := at.Moves("a1")
	if err != nil {
		t.Fatal(err)
	}
	balloon, err := at.Moves("Ba1")
	if err != nil {
		t.Fatal(err)
	}
	// The Rook goes to seven squares up and to b1, c1, d1; the Balloon to three along each of three lines.
	if len(rook.LegalMoves) != 7+3 || len(balloon.LegalMoves) != 9 {
		t.Errorf("the Rook may go to %v, the Balloon to %v", rook.LegalMoves, balloon.LegalMoves)
	}
	// What does not share stands for the square, else the oldest.
	for _, id := range []string{"Ba2", "Ba3"} {
		st.Apply(events.PieceCreated{Piece: id, Type: "Balloon", Side: "White"})
		st.Apply(events.PiecePlaced{Piece: id, At: "c3"})
	}
	v, err := report.NewBoard(st, 1)
	if err != nil {
		t.Fatal(err)
	}
	var svg strings.Builder
	if err := v.Picture(&svg); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Rook R1 (White) on a1, with Balloon Ba1 (White)<", "Balloon Ba2 (White) on c3, with Balloon Ba3 (White)<"} {
		if !strings.Contains(svg.String(), want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
}
