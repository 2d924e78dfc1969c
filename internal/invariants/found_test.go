package invariants

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
)

// What random games have found, as short as it can be said.

// set is a started game of Red and Blue, Red to play, with pieces as "R1 Rook Red a1".
func set(t *testing.T, pieces ...string) *aggregate.Judge {
	t.Helper()
	book, _ := builtIn()
	s := aggregate.NewState()
	s.Apply(events.LedgerOpened{Game: "found", System: "partychess", Seed: strings.Repeat("11", 32), Files: 20, Ranks: 20})
	for _, r := range book.Rules() {
		s.Apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
	}
	s.Apply(events.PlayerKnown{Player: "Umpire", Status: aggregate.StatusActive})
	s.Apply(events.OfficeHeld{Office: "umpire", Player: "Umpire"})
	for _, name := range []string{"Red", "Blue"} {
		s.Apply(events.SideEntered{Side: name, Player: name, Attributes: []string{"party"}})
	}
	for _, text := range pieces {
		w := strings.Fields(text)
		s.Apply(events.PieceCreated{Piece: w[0], Type: w[1], Side: w[2]})
		if len(w) > 3 {
			s.Apply(events.PiecePlaced{Piece: w[0], At: w[3]})
		}
	}
	s.Apply(events.StartDone{})
	s.Apply(events.OrderChanged{Order: []string{"Red", "Blue"}})
	s.Apply(events.TurnBegan{Side: "Red"})
	j, err := aggregate.NewJudge(s, engine)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

var noon = time.Date(1998, 10, 5, 12, 0, 0, 0, time.UTC)

// alike holds the decision of a judge to that of one that lays the board anew, and makes it.
func alike(t *testing.T, j *aggregate.Judge, p events.Payload) aggregate.Decision {
	t.Helper()
	fresh, err := aggregate.NewJudge(j.State().Clone(), engine)
	if err != nil {
		t.Fatal(err)
	}
	in := aggregate.Input{ID: "in", At: noon, Payload: p}
	d, again := j.Decide(in), fresh.Decide(in)
	if !reflect.DeepEqual(d, again) {
		t.Errorf("%+v:\n%s\njudged on a board laid anew:\n%s", p, &step{in: in, d: d}, &step{in: in, d: again})
	}
	j.Commit(d)
	return d
}

func TestWeightsFollowAnAmendmentOfTheirRule(t *testing.T) {
	j := set(t, "K1 King Red a1", "R1 Rook Red e5", "K2 King Blue t20", "R2 Rook Blue m12")
	alike(t, j, events.PlaySubmitted{Side: "Red", Text: "Re5-e6"})
	book, _ := builtIn()
	r, ok := book.Rule("1230.3")
	if !ok {
		t.Fatal("there is no rule on Weights")
	}
	weights := *r.Procedure.Weights
	weights.Piece = "2 * (" + weights.Piece + ")"
	r.Procedure, r.Revision = &rules.Procedure{Weights: &weights}, r.Revision+1
	was := j.State().Weight("Red")
	alike(t, j, events.RuleAmended{Number: r.Number, Rule: r.Canonical()})
	for range 2 { // the second time on the other of the judge's two tables
		alike(t, j, events.PlaySubmitted{Side: j.State().ToPlay(), Text: "pass"})
		if is := j.State().Weight("Red"); is != 2*was {
			t.Errorf("Red weighs %v, want twice %v", is, was)
		}
	}
}

func TestWhatAPlacementWouldAttackIsListedTheSameOnEveryBoard(t *testing.T) {
	j := set(t, "K1 King Red a1", "R1 Rook Red", "K2 King Blue t20", "C1 Camel Blue e9", "C2 Camel Blue j5", "C3 Camel Blue e2")
	alike(t, j, events.PlaySubmitted{Side: "Red", Text: "pass"})
	// A destroyed piece changes the order in which a board that followed the plays knows the others.
	alike(t, j, events.DestructionRequested{Side: "Blue", Piece: "C1"})
	alike(t, j, events.PlaySubmitted{Side: "Blue", Text: "pass"})
	d := alike(t, j, events.PlaySubmitted{Side: "Red", Text: "R@e5"})
	if len(d.Ruling.Faults) != 1 || !reflect.DeepEqual(d.Ruling.Faults[0].Pieces, []string{"C2", "C3"}) {
		t.Errorf("faults %+v, want one that names C2 and C3", d.Ruling.Faults)
	}
}

func TestACircleOfCopiesIsExplained(t *testing.T) {
	j := set(t, "K1 King Red a1", "E1 Echo Red e5", "O1 CopyCat Red a10", "K2 King Blue t20", "E2 Echo Blue e9")
	alike(t, j, events.PlaySubmitted{Side: "Red", Text: "Oa10-d10"})
	alike(t, j, events.PlaySubmitted{Side: "Blue", Text: "pass"})
	if d := alike(t, j, events.PlaySubmitted{Side: "Red", Text: "Ee5xe9"}); d.Ruling.Verdict != aggregate.Rejected {
		t.Errorf("verdict %s, want rejected", d.Ruling.Verdict)
	}
}
