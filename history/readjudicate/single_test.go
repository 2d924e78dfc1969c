package readjudicate_test

import (
	"crypto/rand"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store/memory"
)

// A ruling on one play comes to what the policy of that name makes of the play when nothing else falls: its turn is open again, or the game has
// gone back to it, whatever the policy does with plays that fall for another reason.
func TestOnePlayIsRuledToReopenItsTurnOrToRewindTheGame(t *testing.T) {
	st, name := memory.New(), "bishop"
	if _, err := played.Into(st, name, "../../fixtures/season/bishop.season", ledger.Options{Engine: engine, Entropy: rand.Reader}); err != nil {
		t.Fatal(err)
	}
	run := func(plan readjudicate.Plan) (verdicts map[uint64]string, next string) {
		t.Helper()
		cat, err := history.Load(ctx, st, name, 0)
		if err != nil {
			t.Fatal(err)
		}
		r, err := readjudicate.Prepare(ctx, st, cat, plan, engine)
		if err != nil {
			t.Fatal(err)
		}
		verdicts = map[uint64]string{}
		c, err := r.Do(ctx, readjudicate.Options{Watch: func(s *readjudicate.Step) error {
			_, after := s.Ruled()
			verdicts[s.Place.Input] = after.Verdict
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		return verdicts, c.After.ToPlay()
	}
	rule := func(remedy string) []events.Change {
		return []events.Change{{What: history.Rule, Input: 163, Remedy: remedy, Clause: "1230.2 §6.C"}}
	}
	// #163 is Red's Placement. Blue's plays behind it are out of turn, Red's Bishop stands nowhere; nothing of either counts.
	for _, tt := range []struct {
		remedy string
		want   map[uint64]string
	}{
		{aggregate.RemedyReopen, map[uint64]string{163: "void", 171: "rejected", 179: "rejected", 188: "rejected", 196: "rejected", 204: "rejected"}},
		{aggregate.RemedyRewind, map[uint64]string{163: "void", 171: "void", 179: "void", 188: "void", 196: "void", 204: "void"}},
	} {
		got, next := run(readjudicate.Plan{Policy: readjudicate.Void, Changes: rule(tt.remedy)})
		for at, want := range tt.want {
			if got[at] != want {
				t.Errorf("rule 163 %s: #%d is %q, want %q", tt.remedy, at, got[at], want)
			}
		}
		if next != "Red" {
			t.Errorf("rule 163 %s: %s is to play, want Red", tt.remedy, next)
		}
		policy, _ := run(readjudicate.Plan{Policy: tt.remedy, Changes: rule(aggregate.RemedyVoid)})
		for at, v := range policy {
			if tt.remedy == aggregate.RemedyRewind && got[at] != v {
				t.Errorf("#%d is %q, and under the policy %s %q", at, got[at], tt.remedy, v)
			}
		}
	}
	cat, err := history.Load(ctx, st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	no := readjudicate.Plan{Changes: []events.Change{{What: history.Rule, Input: 103, Remedy: aggregate.RemedyRewind}}}
	if _, err := readjudicate.Prepare(ctx, st, cat, no, engine); err == nil {
		t.Error("an entry that is no play is made to rewind the game")
	}
}
