package amendment_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history/amendment"
	"adjudicate/rules"
	"adjudicate/systems"
)

// game is a running game of the built-in suite with pieces written as "Red: King e1 K1,
// Rook R1": name, square or nothing, id.
func game(t testing.TB, board string) *aggregate.State {
	t.Helper()
	s := aggregate.NewState()
	s.Apply(events.LedgerOpened{Game: "test", System: "partychess", Seed: strings.Repeat("5e", 32), Files: 20, Ranks: 20})
	s.Apply(events.OfficeHeld{Office: "umpire", Player: "Umpire"})
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range book.Rules() {
		s.Apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
	}
	var order []string
	for _, line := range strings.Split(board, ";") {
		name, pieces, _ := strings.Cut(strings.TrimSpace(line), ":")
		order = append(order, name)
		s.Apply(events.PlayerKnown{Player: name + "'s", Status: aggregate.StatusActive})
		s.Apply(events.SideEntered{Side: name, Player: name + "'s", Attributes: []string{"party"}})
		for _, words := range strings.Split(pieces, ",") {
			f := strings.Fields(words)
			s.Apply(events.PieceCreated{Piece: f[len(f)-1], Type: f[0], Side: name})
			if len(f) > 2 {
				s.Apply(events.PiecePlaced{Piece: f[2], At: f[1]})
			}
		}
	}
	s.Apply(events.StartDone{})
	s.Apply(events.OrderChanged{Order: order})
	s.Apply(events.TurnBegan{Side: order[0]})
	return s
}

// revised returns the rule in force that defines a type, at its next revision and changed.
func revised(t testing.TB, s *aggregate.State, number string, change func(*rules.Rule)) rules.Rule {
	t.Helper()
	have, ok := s.Rule(number)
	if !ok {
		t.Fatalf("no rule %s", number)
	}
	r, err := rules.FromCanonical(have.Rule)
	if err != nil {
		t.Fatal(err)
	}
	r.Revision++
	change(&r)
	return r
}

func foresee(t testing.TB, s *aggregate.State, payload events.Payload) *amendment.Foresight {
	t.Helper()
	before := s.Clone()
	in := aggregate.Input{ID: "in", Payload: payload, At: time.Date(1998, 10, 5, 9, 0, 0, 0, time.UTC), Actor: "Umpire"}
	f, err := amendment.Foresee(s, "test", []aggregate.Input{in})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Rules()) != len(before.Rules()) || s.ToPlay() != before.ToPlay() {
		t.Error("the state has changed")
	}
	return f
}

func amend(r rules.Rule) events.RuleAmended {
	return events.RuleAmended{Number: r.Number, Rule: r.Canonical()}
}

func plays(list []amendment.Play) []string {
	out := []string{}
	for i := range list {
		out = append(out, list[i].String())
	}
	return out
}

func side(t *testing.T, f *amendment.Foresight, name string) amendment.PlayChange {
	t.Helper()
	i := slices.IndexFunc(f.Plays, func(c amendment.PlayChange) bool { return c.Side == name })
	if i < 0 {
		t.Fatalf("no side %s", name)
	}
	return f.Plays[i]
}

// The Rook on a1 goes ten squares: it reaches k1, where the King is, and a11. With five it
// reaches f1 and a6. Its Weight is value and greatest distance, and 5 for the attack
// (1230.3); each King counts 1. The Blue King may step to j1 once that is not attacked.
func TestAShorterRangeEndsACheckAndLosesMoves(t *testing.T) {
	s := game(t, "Red: King e5 K1, Rook a1 R1; Blue: King k1 K2")
	r := revised(t, s, "1230.5", func(r *rules.Rule) {
		r.Piece.Modes = slices.Clone(r.Piece.Modes)
		r.Piece.Modes[0].Legs = []rules.Leg{{Dir: "orthogonal", N: "1..5"}}
		r.Piece.Mobility = &rules.Span{Least: 1, Greatest: "5"}
	})
	f := foresee(t, s, amend(r))
	if !f.Accepted {
		t.Fatalf("refused: %v", f.Faults)
	}
	if diff := cmp.Diff([]amendment.CheckChange{{Side: "Blue", Before: []string{"R1"}, After: []string{}}}, f.Checks); diff != "" {
		t.Errorf("checks:\n%s", diff)
	}
	weights := []amendment.WeightChange{{Side: "Red", Before: events.Whole(25), After: events.Whole(15)}, {Side: "Blue", Before: events.Whole(1), After: events.Whole(1)}}
	if diff := cmp.Diff(weights, f.Weights); diff != "" {
		t.Errorf("Weights:\n%s", diff)
	}
	lost := []string{"Rook R1 a1xk1 (K2)", "Rook R1 a1-a10", "Rook R1 a1-a11", "Rook R1 a1-a7", "Rook R1 a1-a8", "Rook R1 a1-a9",
		"Rook R1 a1-g1", "Rook R1 a1-h1", "Rook R1 a1-i1", "Rook R1 a1-j1"}
	red := side(t, f, "Red")
	if diff := cmp.Diff(lost, plays(red.Lost)); diff != "" || len(red.Gained) != 0 {
		t.Errorf("Red gains %v and loses:\n%s", red.Gained, diff)
	}
	blue := side(t, f, "Blue")
	if diff := cmp.Diff([]string{"King K2 k1-j1"}, plays(blue.Gained)); diff != "" || blue.Before != 4 || blue.After != 5 {
		t.Errorf("Blue goes from %d to %d plays, want 4 and 5:\n%s", blue.Before, blue.After, diff)
	}
	want := []amendment.Change{
		{Path: "modes[0].legs[0].n", Before: "1..10", After: "1..5", Clause: "1230.5/6 §2"},
		{Path: "mobility.greatest", Before: "10", After: "5", Clause: "1230.5/6"},
	}
	if diff := cmp.Diff(want, f.Changes); diff != "" {
		t.Errorf("changes:\n%s", diff)
	}
	if f.Before == f.After {
		t.Error("the rulebook's hash stays the same")
	}
}

func TestARepealedDefinitionLeavesTheBoard(t *testing.T) {
	s := game(t, "Red: King e5 K1, Camel a1 C1, Camel C2; Blue: King t20 K2, Camel t1 C3")
	f := foresee(t, s, events.RuleRepealed{Number: "1230.6"})
	leaving := []amendment.Leaving{{Piece: "C1", Type: "Camel", Side: "Red", From: "a1"}, {Piece: "C3", Type: "Camel", Side: "Blue", From: "t1"}}
	if diff := cmp.Diff(leaving, f.Leaving); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]amendment.Definition{{Clause: "1230.6/4", Type: "Camel", Why: "the rule is no longer in force"}}, f.BecomeInvalid); diff != "" {
		t.Error(diff)
	}
	// 1 + 7 × 5 (1230.1 §2.D)
	price := events.Whole(36)
	if diff := cmp.Diff([]amendment.PriceChange{{Type: "Camel", Before: &price}}, f.Prices); diff != "" {
		t.Error(diff)
	}
}

func TestALoweredLimitDestroysTheExcess(t *testing.T) {
	tests := []struct {
		name, board string
		destroyed   int
		pieces      []string // nil: a lot decides
	}{
		{"off-board pieces go first, and all of them are no choice", "Red: King e5 K1, Camel a1 C1, Camel C2, Camel C3; Blue: King t20 K2", 2, []string{"C2", "C3"}},
		{"among equals a lot decides", "Red: King e5 K1, Camel C1, Camel C2, Camel C3; Blue: King t20 K2", 2, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := game(t, tt.board)
			f := foresee(t, s, amend(revised(t, s, "1230.6", func(r *rules.Rule) { r.Piece.Limit = 1 })))
			if len(f.Destroyed) != 1 {
				t.Fatalf("destroyed: %v", f.Destroyed)
			}
			got := f.Destroyed[0]
			if got.Drawn != (tt.pieces == nil) || got.Limit != 1 || got.Side != "Red" || len(got.Pieces) != tt.destroyed {
				t.Errorf("got %+v", got)
			}
			if diff := cmp.Diff(tt.pieces, got.Pieces); tt.pieces != nil && diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestARefusedChangeChangesNothing(t *testing.T) {
	s := game(t, "Red: King e5 K1; Blue: King t20 K2")
	f := foresee(t, s, amend(revised(t, s, "1230.6", func(r *rules.Rule) { r.Revision -= 1; r.Piece.Value = "4" })))
	if f.Accepted || len(f.Faults) != 1 || f.Faults[0].Code != aggregate.FaultRevision {
		t.Errorf("accepted %t, faults %v", f.Accepted, f.Faults)
	}
	if f.Before != f.After || len(f.Prices)+len(f.Changes)+len(f.Leaving) != 0 {
		t.Errorf("something changes: %+v", f)
	}
}

func TestNewPlayShapesAreTold(t *testing.T) {
	s := game(t, "Red: King e5 K1, Camel d4 C1; Blue: King t20 K2")
	f := foresee(t, s, amend(revised(t, s, "1230.2", func(r *rules.Rule) {
		plays := *r.Procedure.Plays
		plays.Shapes = append([]rules.Shape{{When: "true", Plays: []string{"Move, Move"}}}, plays.Shapes...)
		r.Procedure.Plays = &plays
	})))
	if !f.Accepted {
		t.Fatalf("refused: %v", f.Faults)
	}
	// Below 50 with at most four pieces (1230.2 §6).
	was := []string{"Move, Placement", "Move, Move, Placement", "Move, Placement, Placement"}
	want := []amendment.ShapeChange{{Side: "Red", Before: was, After: []string{"Move, Move"}}, {Side: "Blue", Before: was, After: []string{"Move, Move"}}}
	if diff := cmp.Diff(want, f.Shapes); diff != "" {
		t.Error(diff)
	}
}

func TestAGlyphThatIsTakenOverMakesADefinitionInvalid(t *testing.T) {
	s := game(t, "Red: King e5 K1, Camel d4 C1; Blue: King t20 K2")
	r := parse(t, "number: \"1230.5.1\"\ntitle: Caliph\npiece: {name: Caliph, glyph: c, value: 2, modes: [{legs: [{leap: [2, 1]}]}]}\n")
	f := foresee(t, s, events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	if !f.Accepted {
		t.Fatalf("refused: %v", f.Faults)
	}
	if diff := cmp.Diff([]amendment.Definition{{Clause: "1230.6/4", Type: "Camel", Why: "the glyph C belongs to rule 1230.5.1"}}, f.BecomeInvalid); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]amendment.Definition{{Clause: "1230.5.1/0", Type: "Caliph"}}, f.BecomeValid); diff != "" {
		t.Error(diff)
	}
	if len(f.Leaving) != 1 || f.Leaving[0].Piece != "C1" {
		t.Errorf("leaving: %v", f.Leaving)
	}
}

func TestTwoRevisionsAreComparedOnTheBoardAsItStands(t *testing.T) {
	s := game(t, "Red: King e5 K1, Camel d4 C1; Blue: King t20 K2")
	was := revised(t, s, "1230.6", func(r *rules.Rule) { r.Revision-- })
	now := revised(t, s, "1230.6", func(r *rules.Rule) {
		r.Piece.Modes = []rules.Mode{{Legs: []rules.Leg{{Leap: []int{2, 1}}}, Cite: "§2"}}
	})
	f, err := amendment.Compare(s, "test", &was, &now)
	if err != nil {
		t.Fatal(err)
	}
	red := side(t, f, "Red")
	// e7, c7, g5, a5, g3, a3, e1, c1 before; e6, c6, f5, b5, f3, b3, e2, c2 after.
	if len(red.Gained) != 8 || len(red.Lost) != 8 || !slices.Contains(plays(red.Gained), "Camel C1 d4-e6") {
		t.Errorf("gained %v, lost %v", plays(red.Gained), plays(red.Lost))
	}
}

// Every amendment that the project keeps as a file can be foreseen in a game in which it
// may be made.
func TestTheAmendmentsOfTheFixturesCanBeForeseen(t *testing.T) {
	paths, err := filepath.Glob("../../systems/partychess/amendments/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			list, err := rules.Parse(path, text)
			if err != nil {
				t.Fatal(err)
			}
			s := game(t, "Red: King e5 K1, Archer d4 A1, Pawn c3 p1, Pawn b2 p2; Blue: King t20 K2, Archer r18 A2")
			for _, r := range list {
				have, ok := s.Rule(r.Number)
				if !ok { // it invents something
					f := foresee(t, s, events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
					if !f.Accepted || r.Piece != nil && r.While == "" && len(f.BecomeValid) != 1 {
						t.Errorf("rule %s: accepted %t (%v), now valid %v", r.Number, f.Accepted, f.Faults, f.BecomeValid)
					}
					continue
				}
				was, err := rules.FromCanonical(have.Rule)
				if err != nil {
					t.Fatal(err)
				}
				r.Revision = have.Revision + 1
				f := foresee(t, s, amend(r))
				if r, err = r.Complete(&was); err != nil {
					t.Fatal(err)
				}
				if !f.Accepted {
					t.Errorf("rule %s is refused: %v", r.Number, f.Faults)
				}
				if diff := cmp.Diff(append([]amendment.Change{}, amendment.Diff(&was, &r)...), f.Changes); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

// The price is that of a side, here the first, which has two pieces; and it is never 0.
func TestAPriceThatAsksOfTheGameIsToldForASide(t *testing.T) {
	dearer := func(s *aggregate.State) amendment.PriceChange {
		f := foresee(t, s, amend(revised(t, s, "1230.1", func(r *rules.Rule) { r.Procedure.Buying.Price = "1 + 7*value + count(mover.pieces)" })))
		i := slices.IndexFunc(f.Prices, func(c amendment.PriceChange) bool { return c.Type == "Camel" })
		if !f.Accepted || i < 0 {
			t.Fatalf("refused, or no price: %v, %v", f.Faults, f.Prices)
		}
		return f.Prices[i]
	}
	before, after := events.Whole(36), events.Whole(38)
	want := amendment.PriceChange{Type: "Camel", Before: &before, After: &after, TermsAfter: "for Red: 1 + 7*value + count(mover.pieces)"}
	if diff := cmp.Diff(want, dearer(game(t, "Red: King e5 K1, Rook a1 R1; Blue: King k1 K2"))); diff != "" {
		t.Error(diff)
	}
}
