package aggregate

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
)

// TestAnAttemptTellsWhatADecisionHides: the atomic plays of a rejected play, each on its own
// board, while the judge stays where it is.
func TestAnAttemptTellsWhatADecisionHides(t *testing.T) {
	g := newGame(t, "Red: King a1, Rook c3; Blue: King t20")
	in := Input{ID: "in", At: noon, Payload: events.PlaySubmitted{Side: "Red", Text: "Rc3-c5; Ka1-a3"}}
	before := g.j.State().Clone()
	want := g.j.Decide(in)
	a := g.j.Attempt(in, nil)
	if diff := cmp.Diff(want.Ruling, a.Decision.Ruling); diff != "" {
		t.Errorf("an attempt rules otherwise (-decided +attempted):\n%s", diff)
	}
	var kinds []string
	for _, s := range a.Stages {
		kinds = append(kinds, s.Kind)
	}
	if diff := cmp.Diff([]string{StageShape, StageAtomic, StageAtomic}, kinds); diff != "" {
		t.Fatalf("stages (-want +got):\n%s", diff)
	}
	first, second := a.Stages[1], a.Stages[2]
	if len(first.Faults) != 0 || len(first.Outcomes) != 2 || len(second.Faults) != 1 || len(second.Outcomes) != 0 {
		t.Errorf("the first atomic play has %v and %v, the second %v and %v", first.Faults, first.Outcomes, second.Faults, second.Outcomes)
	}
	if len(a.Before.Faults) == 0 {
		t.Error("that Move, Move is no shape is not told")
	}
	if pc, _ := first.Judge.State().Piece("R1"); pc.At != "c3" {
		t.Errorf("before the first atomic play the Rook stands on %s", pc.At)
	}
	if pc, _ := second.Judge.State().Piece("R1"); pc.At != "c5" {
		t.Errorf("before the second one it stands on %s", pc.At)
	}
	if diff := diffStates(before, g.j.State()); diff != "" {
		t.Errorf("the judge has moved:\n%s", diff)
	}
}

// TestAfterLeavesTheJudgeWhereItIs asks a judge for another one that stands further on.
func TestAfterLeavesTheJudgeWhereItIs(t *testing.T) {
	g := newGame(t, "Red: King a1, Rook c3; Blue: King t20")
	d := g.decide("Red", "Rc3-c9")
	after := g.j.After(d.Outcomes[1:])
	if pc, _ := g.j.State().Piece("R1"); pc.At != "c3" {
		t.Errorf("the Rook has gone to %s", pc.At)
	}
	rook, _ := after.PieceID("R1")
	if at := after.Position().Ruleset().SquareName(after.Position().Where(rook)); at != "c9" {
		t.Errorf("afterwards the Rook stands on %s, not on c9", at)
	}
	g.j.Commit(d)
	if diff := diffStates(g.j.State(), after.State()); diff != "" {
		t.Errorf("the judge after the outcomes and the one that committed them differ:\n%s", diff)
	}
}
