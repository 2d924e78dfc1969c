package sensitivity_test

import (
	"context"
	"slices"
	"testing"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/history/sensitivity"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store/memory"
	"adjudicate/systems"
)

// Whose the Pawn is, and who weighs more, hangs on the Bishop's Placement: on the reading by which it was legal, and on the
// dispute about it. Either alone turns both; nothing else turns anything.
func TestWhatIsCertainOfTheBishop(t *testing.T) {
	ctx := context.Background()
	st := memory.New()
	if _, err := played.Into(st, "bishop", "../../fixtures/season/bishop.season", ledger.Options{Engine: "test 1"}); err != nil {
		t.Fatal(err)
	}
	_, register, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	pending := []sensitivity.Choice{{Point: "D1", As: "upheld", Plan: readjudicate.Plan{Changes: []events.Change{{What: history.Rule, Input: 163, Remedy: "illegal"}}}}}
	for _, tt := range []struct {
		most  int
		exact bool
		tried int
	}{{0, true, 7}, {3, false, 3}} { // three points of two ways each
		s, err := sensitivity.Stable(ctx, "bishop", 0, register, sensitivity.Uncertain{Store: st, Entries: []string{"section-6-piece", "gess-adjacent"}, Pending: pending, Most: tt.most, Workers: 2, Engine: "test 1"})
		if err != nil {
			t.Fatal(err)
		}
		if s.Exact != tt.exact || s.Tried != tt.tried || s.Combinations != 8 || !slices.Equal(s.Points, []string{"section-6-piece", "gess-adjacent", "D1"}) {
			t.Errorf("at most %d: %+v", tt.most, s)
		}
		var turns []string
		for _, f := range s.Facts {
			if f.Turns {
				turns = append(turns, f.Kind+" "+f.Name)
				if len(f.Witness) != 1 || !slices.Equal(f.HangsOn, []string{"section-6-piece", "D1"}) {
					t.Errorf("%s %s turns under %+v, hangs on %v", f.Kind, f.Name, f.Witness, f.HangsOn)
				}
			}
		}
		if !slices.Equal(turns, []string{"weight Red and Blue", "piece p1"}) {
			t.Errorf("what can turn: %v", turns)
		}
	}
}
