package aggregate

import (
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/systems"
)

// The corners where the towns of diamond chess begin, and the squares that are filled first, are those of the river that holds
// (2 §1, river-diagonal): also for a judge that knew the other river before.
func TestRegionsAreThoseOfTheReadingThatIsAdopted(t *testing.T) {
	sys, err := systems.Find("diamond")
	if err != nil {
		t.Fatal(err)
	}
	j, err := NewJudge(NewState(), "test")
	if err != nil {
		t.Fatal(err)
	}
	g := &game{t: t, j: j}
	g.accept(sys.Opening("test", strings.Repeat("5e", 32), ""))
	for _, r := range sys.Book.Rules() {
		g.accept(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	g.accept(events.PlayerRegistered{Player: "Ann"})
	g.accept(events.PlayerRegistered{Player: "Bob"})
	g.accept(events.SideCreated{Side: "North", Player: "Ann"})
	if g.j.Analysis() == nil {
		t.Fatal("the rules are not compiled")
	}
	g.accept(events.InterpretationAdopted{Entry: "river-diagonal", Reading: "h1-a8"})
	g.accept(events.SideCreated{Side: "South", Player: "Bob"})
	g.accept(events.GameStarted{})
	if pc, ok := g.j.State().PieceAt("h8"); !ok || pc.Type != "Town" {
		t.Errorf("on h8 stands %q, want a Town", pc.Type)
	}
	if d := g.j.Decide(Input{ID: "x", Payload: events.PlaySubmitted{Side: "North", Text: "c@b8"}, At: noon}); d.Ruling.Verdict != Rejected {
		t.Errorf("c@b8 is %s, want it rejected: it is on the list of the other river", d.Ruling.Verdict)
	}
	g.accept(events.PlaySubmitted{Side: "North", Text: "c@b1"})
}
