package causes_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/store/memory"
)

// Of an edition with the policy stands, and a candidate with the policy void besides a change that touches nothing: what falls there falls
// because of the policy, not of the change. Without that policy it stands as it did.
func TestAnotherPolicyIsACause(t *testing.T) {
	st := memory.New()
	adopting(t, st, readjudicate.Plan{Policy: readjudicate.Stands, Changes: []events.Change{about(history.Void, 193)}})
	plan := readjudicate.Plan{Policy: readjudicate.Void, Changes: []events.Change{about(history.Void, 743)}}
	r := foundIn(t, st, plan)
	causes := 0
	for _, in := range r.Inputs {
		if in.Standing != history.Recorded || in.Before.Verdict != "stands" {
			continue
		}
		causes++
		if diff := cmp.Diff([][]string{{compare.Policy}}, in.Cause.Sets); diff != "" {
			t.Errorf("#%s, %s → %s, sets of changes (-want +got):\n%s", in.Address, in.Before.Verdict, in.After.Verdict, diff)
		}
	}
	if causes == 0 {
		t.Error("nothing stands that falls")
	}
}
