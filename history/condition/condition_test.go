package condition_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/history/condition"
	"adjudicate/internal/played"
)

// story is a small game told in outcomes, from its opening to the end of a hand.
var story = []events.Payload{
	events.LedgerOpened{Game: "Hand 3", System: "partychess", Files: 20, Ranks: 20},
	events.RulePutInForce{Number: "1230.5", Revision: 5, Rule: []byte(`{}`)},
	events.RulePutInForce{Number: "7", Rule: []byte(`{"number":"7","revision":0,"title":"Of sleep","procedure":{"attributes":[{"name":"sound-asleep"},{"name":"away"},{"name":"rule"}],"stages":[{"name":"siesta"},{"name":"turn"}]}}`)},
	events.OfficeHeld{Office: "umpire", Player: "Ann"},
	events.PlayerKnown{Player: "Ann", Status: "active"},
	events.PlayerKnown{Player: "Bob the Elder", Status: "vacation"},
	events.SideEntered{Side: "Red", Player: "Ann", Attributes: []string{"sound-asleep"}},
	events.SideEntered{Side: "Deep Blue", Player: "Bob the Elder", Attributes: []string{"party"}},
	events.SideEntered{Side: "Green", Player: "Jürgen"},
	events.PieceCreated{Piece: "R1", Type: "Rook", Side: "Red"},
	events.PieceCreated{Piece: "*1", Type: "Zombie", Side: "Deep Blue"},
	events.PieceCreated{Piece: "H1", Type: "HarfyBlob", Side: "Deep Blue", Counters: []events.Counter{{Name: "Hn", Value: 3}}},
	events.StartDone{},
	events.OrderChanged{Order: []string{"Red", "Deep Blue", "Green"}},
	events.TurnBegan{Side: "Red"},
	events.PiecePlaced{Piece: "R1", At: "e4"},
	events.PiecePlaced{Piece: "*1", At: "e9"},
	events.AtomicPlayed{Side: "Red", Play: "capture", Piece: "R1", Type: "Rook", How: "submitted"},
	events.PieceCaptured{Piece: "*1", At: "e9", By: "R1", Side: "Red"},
	events.PieceMoved{Piece: "R1", From: "e4", To: "e9"},
	events.ChecksChanged{Checks: []events.Check{{Side: "Deep Blue", By: []string{"R1"}}}},
	events.PlayEnded{Side: "Red", How: "submitted"},
	events.WeightsPosted{Weights: []events.Weight{{Side: "Red", Weight: 75}, {Side: "Deep Blue", Weight: 2}}},
	events.AssetChanged{Account: "Ann", Asset: "money", Change: -20, Why: "purchase"},
	events.AssetChanged{Account: "Ann", Asset: "knives", Change: events.Whole(1), Why: "king-capture"},
	events.AssetChanged{Account: "Ann", Asset: "knives", Change: events.Whole(1), Why: "surrender"},
	events.ReadingInForce{Entry: "gess-adjacent", Reading: "no"},
	events.EndDeclared{Player: "Ann", Hand: 1, Title: "Winner"},
	events.SideLeft{Side: "Green"},
}

func told(story []events.Payload) (*condition.Catalogue, func(*testing.T, string) *condition.Watch) {
	names := condition.NewCatalogue()
	for _, p := range story {
		names.Note(p)
	}
	return names, func(t *testing.T, src string) *condition.Watch {
		t.Helper()
		c, err := condition.Compile(src, names)
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		w := c.Watch()
		for _, p := range story {
			w.Fold(p)
		}
		return w
	}
}

func TestWhatHoldsAtTheEndOfTheStory(t *testing.T) {
	_, at := told(story)
	for _, test := range []struct {
		src  string
		want bool
	}{
		{`winner = Ann`, true},
		{`winner == "Ann"`, true},
		{`winner = "Bob the Elder"`, false},
		{`winner = Red`, true}, // the side stands for the player who holds it
		{`winner = "Deep Blue"`, false},
		{`winner != none`, true},
		{`winner = Green`, false}, // which has left, and is held by nobody
		{`umpire = Green`, false},
		{`hand = 2`, true},
		{`hands_won(Ann) = 1 and hands_won("Jürgen") = 0`, true},
		{`turn = Red`, true},
		{`turn = red`, true}, // the only one that differs in case alone
		{`holder(turn) = Ann`, true},
		{`weight(turn) > 37`, true},
		{`weight(Red) = 37.5`, true},
		{`weight(Green) > 0`, false},
		{`weight(Red) - weight("Deep Blue") >= 36.5`, true},
		{`knives(Ann) >= 2`, true},
		{`knives(Red) = 2`, true},
		{`money(Ann) < 0`, true},
		{`money(Treasury) = 0`, true},
		{`balance(Ann, money) = -10`, true},
		{`in_check("Deep Blue") and not in_check(Red)`, true},
		{`checked_by("Deep Blue", R1)`, true},
		{`checked_by("Deep Blue", H1)`, false},
		{`checks = 1`, true},
		{`at(e4) = none`, true},
		{`at(e9) = Rook and owner(e9) = Red`, true},
		{`piece_at(e9) = R1`, true},
		{`square(R1) = e9`, true},
		{`square("*1") = none`, true},
		{`square(R1) = square("*1")`, false},
		{`side_of("*1") = Red`, true},
		{`type(H1) = HarfyBlob`, true},
		{`counter(H1, Hn) = 3`, true},
		{`counter(R1, Hn) = 0`, true},
		{`captured("*1")`, true},
		{`captured(R1)`, false},
		{`captures(R1) = 1`, true},
		{`exists(R1)`, true},
		{`on_board(Red) = 1 and off_board(Red) = 1`, true},
		{`owns(Red, Zombie) = 1`, true},
		{`count(Rook) = 1`, true},
		{`count(Zombie) = 0`, true},
		{`place("Deep Blue") = 2`, true},
		{`last_play(Red) = capture`, true},
		{`last_play("Deep Blue") = none`, true},
		{`in_game(Green)`, false},
		{`sides = 2`, true},
		{`active(Ann) and not active("Bob the Elder")`, true},
		{`rule("1230.5") >= 6`, false},
		{`rule("1230.5") = 5`, true},
		{`reading("gess-adjacent") = no`, true},
		{`reading("king-step") = adjacent`, true}, // by default
		{`umpire = Ann`, true},
		{`suspended or not started`, false},
		{`plays = 1`, true},
		{`siesta`, false},
		{`sound_asleep(Red)`, true},
		{`sound_asleep(Green) or away(Red) or defaults(Red) > 0`, false},
		{`hand = 2 ? weight(Red) > 30 : winner = none`, true},
		{`(hand = 2 ? turn : turn) = turn`, true},
		{`min(weight(Red), 30) = 30`, true},
	} {
		t.Run(test.src, func(t *testing.T) {
			if got := at(t, test.src).Holds(); got != test.want {
				t.Errorf("it holds: %v, want %v", got, test.want)
			}
		})
	}
}

func TestEveryWordIsAskedAbove(t *testing.T) {
	want := []string{"hand", "winner", "turn", "umpire", "started", "suspended", "plays", "sides", "checks", "STAGE"}
	var bare []string
	for _, w := range condition.Words() {
		if w.Says == "" || w.Kind == "" {
			t.Errorf("%s says nothing", w.Name)
		}
		if w.Name[len(w.Name)-1] != ')' {
			bare = append(bare, w.Name)
		}
	}
	if diff := cmp.Diff(want, bare); diff != "" {
		t.Errorf("words without arguments (-want +got):\n%s", diff)
	}
}

func TestBeforeTheFirstEventNamesOfLaterAreKnown(t *testing.T) {
	names, _ := told(story)
	c, err := condition.Compile(`exists(R1) or winner = Ann or weight(Red) > 0 or at(e9) = Rook`, names)
	if err != nil {
		t.Fatal(err)
	}
	if w := c.Watch(); w.Holds() {
		t.Error("it holds before the first event")
	}
}

func TestAnAnswerNamesWhatWasAskedFor(t *testing.T) {
	_, at := told(story)
	w := at(t, `winner = Red and weight(turn) > 3 and square("*1") = none and in_check("Deep Blue")`)
	want := []condition.Value{
		{Of: "winner", Is: "Ann"},
		{Of: "turn", Is: "Red"},
		{Of: "holder(Red)", Is: "Ann"},
		{Of: `square("*1")`, Is: "none"},
		{Of: `in_check("Deep Blue")`, Is: "yes"},
	}
	if diff := cmp.Diff(want, w.Values()); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}

func TestWhatIsRefused(t *testing.T) {
	names, _ := told(story)
	for _, test := range []struct{ src, want string }{
		{`winner = Rde`, `column 10: no such player: "Rde": expected one of Ann, Bob the Elder, Jürgen`},
		{`turn = Rde`, `column 8: no such side: "Rde" (did you mean "Red"?)`},
		{`turn = Ann`, `column 8: no such side: "Ann" (did you mean "Red"?)`},
		{`turn = winner`, `column 8: expected a side after ==, found a player`},
		{`winer = Ann`, `column 1: no such variable or function: "winer" (did you mean "winner"?)`},
		{`Ann = winer`, `column 7: no such variable or function: "winer" (did you mean "winner"?)`},
		{`hand = Two`, `column 8: no such variable or function: "Two" (write 2)`},
		{`Two > hand`, `column 1: no such variable or function: "Two" (write 2)`},
		{`rule(1230.5) > 2`, `column 6: expected a rule as argument of rule (quote a name that is not a plain word)`},
		{`reading(gess-adjacent) = no`, `column 9: expected an entry of the register as argument of reading (quote a name that is not a plain word)`},
		{`reading("gess-adjacent") = perhaps`, `column 28: no such reading of gess-adjacent: "perhaps": expected one of yes, no`},
		{`at(z9) = Rook`, `column 4: no such square: "z9": the board is a1 to t20`},
		{`at(E9) = Rook`, `column 4: no such square: "E9" (did you mean "e9"?)`},
		{`balance(Ann, nickels) > 0`, `column 14: no such asset: "nickels": expected one of money, knives, benefyts, swingpoints, titles`},
		{`owner(R1) = Red`, `column 7: "R1" is a piece, not a square: use square("R1") for where it stands, side_of("R1") for its side`},
		{`square(e4) = e4`, `column 8: no such piece: "e4": expected one of R1, *1, H1`},
		{`square(none) = e4`, `column 8: no such piece: "none": expected one of R1, *1, H1`},
		{`winner = Jürgen`, `column 11: 'ü' is allowed only in a quoted name (write "…" around the name)`},
		{`winner = "Jürgen" and turn = Rde`, `column 30: no such side: "Rde" (did you mean "Red"?)`},
		{`winner = "Ann`, `column 10: missing closing quotation mark`},
		{`hand`, `column 1: expected a condition here, found a number (compare it with something, such as > 0)`},
		{`winner`, `column 1: expected a condition here, found a player (compare it, as in x == …)`},
		{`winner > Ann`, `column 1: expected a number before >, found a player`},
		{`weight(Red) = "x"`, `column 15: expected a number after ==, found a text (a text is allowed only as an argument, or in == and != beside what it can name)`},
		{`weight > 3`, `column 1: "weight" is a function (write weight(…))`},
		{`turn(Red)`, `column 1: "turn" is not a function (write turn without brackets)`},
		{`weight() > 3`, `column 1: weight takes 1 argument, not 0`},
		{`last_play(Red) = jump`, `column 18: no such kind of play: "jump": expected one of special, move, capture, placement, pass, surrender`},
		{``, `column 1: empty formula`},
		{`winner = Ann // yes`, `column 14: // is not part of the formula language`},
		{`(winner = Ann ? turn : winner) = Red`, `column 24: expected a side after :, found a player`},
	} {
		t.Run(test.src, func(t *testing.T) {
			_, err := condition.Compile(test.src, names)
			if err == nil {
				t.Fatal("it is taken")
			}
			if diff := cmp.Diff(test.want, err.Error()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestAnAnswerKeptIsTheAnswer holds watches, which evaluate only when something has changed that the
// condition asks for, against watches that are made anew after every event.
func TestAnAnswerKeptIsTheAnswer(t *testing.T) {
	list := played.Autumn(t)
	names, err := condition.Collect(played.All(list))
	if err != nil {
		t.Fatal(err)
	}
	for _, src := range []string{
		`hand >= 2`, `winner = Lantern`, `turn = Teacup`, `umpire = Odile`, `started`, `suspended`, `free_for_all`,
		`plays > 40`, `sides = 6`, `checks >= 2`, `weight(Lantern) > 60`, `in_check(Garden)`, `checked_by(Garden, "*1")`,
		`on_board(Stag) > 5`, `off_board(Stag) > 3`, `owns(Stag, Locust) > 0`, `place(Masque) = 2`, `holder(Harbour) = Odile`,
		`last_play(Stag) = pass`, `warm(Teacup)`, `in_game(Garden)`,
		`knives(Bruno) >= 2`, `hands_won(Bruno) > 0`, `active(Wendy)`, `money(Odile) < 200`, `balance(Bruno, swingpoints) > 0`,
		`at(q4) = Rook`, `piece_at(q4) = "*1"`, `owner(q4) = Lantern`, `square(K4) = q4`, `side_of("*1") = Lantern`,
		`type("*1") = Rook`, `exists(K4)`, `captured(K4)`, `captures("*1") > 0`, `counter(H1, Hn) > 1`, `count(Rook) > 2`,
		`rule("1230.26") = 1`, `reading("gess-adjacent") = no`, `weight(turn) > 50`, `last_play(turn) = move`,
	} {
		c, err := condition.Compile(src, names)
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		kept, anew := c.Watch(), c.Watch()
		changes := 0
		before := kept.Holds()
		for _, e := range list {
			if events.IsInput(e.Payload.Kind()) {
				continue
			}
			kept.Fold(e.Payload)
			anew.Fold(e.Payload)
			anew.Forget()
			if kept.Holds() != anew.Holds() {
				t.Fatalf("%s: after #%d it holds: %v by what was kept, %v asked anew", src, e.Sequence, kept.Holds(), anew.Holds())
			}
			if kept.Holds() != before {
				before = kept.Holds()
				changes++
			}
		}
		if changes == 0 {
			t.Errorf("%s: nothing ever changes in it", src)
		}
	}
}
