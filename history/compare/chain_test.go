package compare_test

import (
	"slices"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
)

// Whatever differs in its verdict follows from something: from a change, from the law, or from
// inputs before it that differ; and so back to one that a change or the law turned.
func TestChainsOfCausesGoBackToWhatTurnedFirst(t *testing.T) {
	repeal := insert(t, 1803, events.RuleRepealed{Number: "1230.26"})
	for _, c := range []struct {
		about string
		plan  readjudicate.Plan
	}{
		{"a capture that never happened, early in the season", readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: 745}}}},
		{"a repeal", readjudicate.Plan{Changes: []events.Change{repeal}}},
		{"a repeal, where plays that fall never happened", readjudicate.Plan{Policy: readjudicate.Void, Changes: []events.Change{repeal}}},
		{"two orders", readjudicate.Plan{Changes: []events.Change{
			{What: history.Rule, Input: 1645, Remedy: aggregate.RemedyIllegal}, {What: history.Rule, Input: 1812, Remedy: aggregate.RemedyStands}}}},
		{"Kings that fall in a Free For All", readjudicate.Plan{Changes: []events.Change{amended(t, 1653, "../../systems/partychess/amendments/free-for-all-kings.yaml")}}},
	} {
		t.Run(c.about, func(t *testing.T) {
			r := candidate(t, autumn(), c.plan)
			turned := map[uint64]bool{} // by a change or the law
			differs := map[uint64]bool{}
			flips := 0
			for _, in := range r.Inputs {
				if in.Cause.Kind != compare.ByBoard {
					turned[in.Point] = true
				}
				if in.Differs == readjudicate.Verdict.String() {
					flips++
					chain := in.Cause.Chain
					switch {
					case len(chain) == 0 || chain[len(chain)-1] != in.Point:
						t.Errorf("#%d: the chain is %v", in.Point, chain)
					case !slices.IsSorted(chain):
						t.Errorf("#%d: the chain goes back and forth: %v", in.Point, chain)
					case !turned[chain[0]]:
						t.Errorf("#%d: the chain %v begins with what neither a change nor the law turned", in.Point, chain)
					}
					if in.Cause.Kind == compare.ByBoard && len(in.Cause.Inputs) == 0 {
						t.Errorf("#%d follows from no input", in.Point)
					}
					for _, at := range in.Cause.Inputs {
						if !differs[at] || at >= in.Point {
							t.Errorf("#%d follows from #%d, which does not differ before it", in.Point, at)
						}
					}
				}
				differs[in.Point] = true
			}
			if flips < 4 {
				t.Errorf("%d verdicts differ: too few to tell anything", flips)
			}
		})
	}
}
