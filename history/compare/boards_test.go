package compare_test

import (
	"context"
	"testing"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
)

// A long history under another law differs at thousands of inputs: two states each are kept
// of as many as are asked for.
func TestBoardsAreKeptOfTheFirstInputsWithAnotherVerdictAlone(t *testing.T) {
	for _, most := range []int{0, 2, 1000} {
		plan := readjudicate.Plan{Policy: readjudicate.Void, Changes: []events.Change{{What: history.Void, Input: 745}}}
		run, err := readjudicate.Prepare(context.Background(), autumn(), catalogue(t, autumn()), plan, engine)
		if err != nil {
			t.Fatal(err)
		}
		c := compare.NewCollector(run.Changes)
		c.Boards = most
		out, err := run.Do(context.Background(), readjudicate.Options{Watch: c.Watch})
		if err != nil {
			t.Fatal(err)
		}
		r, err := c.Report(out.Before, out.After)
		if err != nil {
			t.Fatal(err)
		}
		flipped := 0
		for _, in := range r.Inputs {
			has := in.StateA != nil && in.StateB != nil
			if in.Differs != "verdict" {
				if has {
					t.Errorf("of %d: boards of #%d, with other %s", most, in.Point, in.Differs)
				}
				continue
			}
			if want := flipped < most; has != want {
				t.Errorf("of %d: #%d, the verdict %d that is another, has boards: %t", most, in.Point, flipped+1, has)
			}
			flipped++
		}
		if flipped < 3 {
			t.Errorf("%d inputs have another verdict: too few to tell", flipped)
		}
	}
}
