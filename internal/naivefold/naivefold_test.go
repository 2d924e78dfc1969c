package naivefold_test

import (
	"fmt"
	"strings"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/naivefold"
)

// begin is a table with a side and two Rooks, one on a1.
func begin() *naivefold.Table {
	t := naivefold.New()
	for _, o := range []events.Payload{
		events.SideEntered{Side: "Red", Player: "Ann"},
		events.PieceCreated{Piece: "R1", Type: "Rook", Side: "Red"},
		events.PieceCreated{Piece: "R2", Type: "Rook", Side: "Red"},
		events.PiecePlaced{Piece: "R1", At: "a1"},
		events.AssetChanged{Account: "Ann", Asset: "money", Change: 20},
	} {
		t.Fold(o)
	}
	return t
}

func TestOutcomesThatDoNotFitTogetherAreComplainedAbout(t *testing.T) {
	for _, c := range []struct {
		title string
		told  events.Payload
		want  string // in the complaint; "" for none
	}{
		{"a move", events.PieceMoved{Piece: "R1", From: "a1", To: "a5"}, ""},
		{"a move from where the piece is not", events.PieceMoved{Piece: "R1", From: "b1", To: "a5"}, `stands on "a1", not on "b1"`},
		{"a move of nothing", events.PieceMoved{Piece: "R9", From: "a1", To: "a5"}, `no piece "R9"`},
		{"a placement from the board", events.PiecePlaced{Piece: "R1", At: "c3"}, `stands on "a1"`},
		{"a placement on an occupied square", events.PiecePlaced{Piece: "R2", At: "a1"}, "R1 and R2 both stand on a1"},
		{"an id that is used", events.PieceCreated{Piece: "R1", Type: "Rook", Side: "Red"}, "a second time"},
		{"a piece of nobody", events.PieceCreated{Piece: "R3", Type: "Rook", Side: "Blue"}, `no side "Blue"`},
		{"a capture by nobody", events.PieceCaptured{Piece: "R1", At: "a1", Side: "Blue"}, `no side "Blue"`},
		{"a payment", events.AssetChanged{Account: "Ann", Asset: "money", Change: -20}, ""},
		{"debts", events.AssetChanged{Account: "Ann", Asset: "money", Change: -30}, "has -5"},
		{"a side that leaves its pieces behind", events.SideLeft{Side: "Red"}, "still owns R"},
		{"a side that enters twice", events.SideEntered{Side: "Red"}, "a second time"},
		{"a hand out of order", events.EndDeclared{Player: "Ann", Hand: 2}, "hand 2 is won after hand 0"},
		{"an input", events.GameStarted{}, "nothing is known of a game-started"},
	} {
		t.Run(c.title, func(t *testing.T) {
			table := begin()
			table.Fold(c.told)
			table.Crowded()
			got := strings.Join(table.Complaints, "; ")
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("complaints %q, want %q", got, c.want)
			}
		})
	}
}

func TestAnIDIsNotUsedAgainAfterItsPieceIsDestroyed(t *testing.T) {
	table := begin()
	table.Fold(events.PieceDestroyed{Piece: "R2"})
	table.Fold(events.PieceCreated{Piece: "R2", Type: "Rook", Side: "Red"})
	if len(table.Complaints) != 1 {
		t.Errorf("complaints %v, want one", table.Complaints)
	}
}

func TestDescriptionsTellStatesApart(t *testing.T) {
	s := aggregate.NewState()
	table := begin()
	told := naivefold.Describe(s, nil)
	for _, o := range []events.Payload{
		events.SideEntered{Side: "Red", Player: "Ann"}, events.PieceCreated{Piece: "R1", Type: "Rook", Side: "Red"},
		events.PiecePlaced{Piece: "R1", At: "a1"}, events.AssetChanged{Account: "Ann", Asset: "money", Change: 20},
		events.AssetChanged{Account: "Ann", Asset: "knives", Change: events.Whole(1)}, events.SideAttributeSet{Attribute: "warm", Side: "Red", On: true}, events.TurnBegan{Side: "Red"},
		events.LotDrawn{Draw: "x:1", Among: []string{"a", "b"}, Result: []string{"b", "a"}, Source: "seed"}, events.StartDone{},
	} {
		s.Apply(o)
		now := naivefold.Describe(s, nil)
		if now == told {
			t.Errorf("%T leaves no trace in the description", o)
		}
		told = now
	}
	if told == table.String() {
		t.Error("two different games are described alike")
	}
}

func Example() {
	table, state := naivefold.New(), aggregate.NewState()
	for _, o := range []events.Payload{
		events.SideEntered{Side: "Red", Player: "Ann"},
		events.PieceCreated{Piece: "R1", Type: "Rook", Side: "Red"},
		events.PiecePlaced{Piece: "R1", At: "a1"},
	} {
		table.Fold(o)
		state.Apply(o)
	}
	fmt.Println(table.String() == naivefold.Describe(state, table.Draws()), len(table.Complaints))
	// Output: true 0
}
