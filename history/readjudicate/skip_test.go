package readjudicate_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
)

// TestWhatIsPassedOverKeepsTheLawsThatChangeThere holds a play illegal that was rejected anyway, so that the histories differ in
// nothing and all that follows is passed over: rules that were enacted there, and readings that were adopted, hold at the end.
func TestWhatIsPassedOverKeepsTheLawsThatChangeThere(t *testing.T) {
	st, _ := copied(t)
	cat, err := history.Load(ctx, st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	judge, err := aggregate.NewJudge(aggregate.NewState(), engine)
	if err != nil {
		t.Fatal(err)
	}
	recorder := history.NewRecorder(ctx, st, name, 0, judge.State()).Every(100)
	var rejected []uint64
	for e, err := range cat.History(ctx, cat.Current(), history.Range{From: 1}) {
		if err != nil {
			t.Fatal(err)
		}
		outcomes := e.Payloads()
		judge.Commit(aggregate.Decision{Outcomes: outcomes})
		recorder.Add(&e.Act, aggregate.Input{}, judge.State())
		recorder.Keep(ctx, judge.State())
		if r, ok := outcomes[0].Payload.(events.Ruled); ok && r.Verdict == aggregate.Rejected && r.Subject == (events.PlaySubmitted{}).Kind() {
			rejected = append(rejected, e.Place.Input)
		}
	}
	passed := 0
	for _, at := range rejected[:min(len(rejected), 8)] {
		to := func(thorough bool) *readjudicate.Candidate {
			plan := readjudicate.Plan{Changes: []events.Change{{What: history.Rule, Input: at, Remedy: aggregate.RemedyIllegal, Clause: "1230.2 §6"}}, Thorough: thorough}
			run, err := readjudicate.Prepare(ctx, st, cat, plan, engine)
			if err != nil {
				t.Fatal(err)
			}
			c, err := run.Do(ctx, readjudicate.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		quick, all := to(false), to(true)
		passed += quick.Passed
		if d := cmp.Diff(written(t, all.After), written(t, quick.After)); d != "" {
			t.Errorf("after #%d (-all +passed over):\n%.600s", at, d)
		}
	}
	if passed == 0 {
		t.Error("nothing was passed over")
	}
}
