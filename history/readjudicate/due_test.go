package readjudicate_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/season"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/systems"
)

const opening = `season 1
on 1998-10-02
09:00 game "Due" system partychess seed 5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e
09:00 rulebook partychess
09:00 player Ursula
09:00 player Ann
09:00 player Bob
09:00 umpire Ursula
09:00 swingership Red swinger Ann nap
09:00 swingership Blue swinger Bob party
09:00 start
`

// kept plays a season into a ledger of a store.
func kept(t *testing.T, text string) (store.Store, *ledger.Ledger) {
	t.Helper()
	s, err := season.Parse("due.season", []byte(opening+text))
	if err == nil {
		err = s.Resolve(season.Beside(fstest.MapFS{}))
	}
	if err != nil {
		t.Fatal(err)
	}
	st := memory.New()
	l, err := ledger.Create(context.Background(), st, "due", ledger.Options{Engine: "test", Entropy: rand.NewChaCha8([32]byte{})})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range s.Entries {
		for _, p := range e.Inputs {
			if _, err := l.Submit(context.Background(), p, e.Actor, e.At); err != nil {
				t.Fatal(err)
			}
		}
	}
	return st, l
}

// at finds the input recorded at a moment of October 1998.
func at(t *testing.T, st store.Store, moment string) uint64 {
	t.Helper()
	for e, err := range ledger.Events(context.Background(), st, "due", 1) {
		if err == nil && events.IsInput(e.Type) && e.Recorded.Format("02T15:04") == moment {
			return e.Sequence
		}
	}
	t.Fatalf("no input at %s", moment)
	return 0
}

func text(t *testing.T, s *aggregate.State) string {
	t.Helper()
	out, err := s.Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func insertion(t *testing.T, before uint64, moment string, p events.Payload) events.Change {
	t.Helper()
	wire, data, err := events.EncodePayload(p)
	if err != nil {
		t.Fatal(err)
	}
	c := events.Change{What: history.Insert, Input: before, Type: wire, Payload: data, Actor: "Ursula"}
	if moment != "" {
		m, err := time.Parse(time.RFC3339, moment)
		if err != nil {
			t.Fatal(err)
		}
		c.At = &m
	}
	return c
}

// limitOf is rule 1230.2 with another time limit.
func limitOf(t *testing.T, days int) events.Payload {
	t.Helper()
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range book.Rules() {
		if r.Number == "1230.2" {
			changed := r
			changed.Revision++
			terms := *r.Procedure.Clock
			terms.Limit = days
			procedure := *r.Procedure
			procedure.Clock = &terms
			changed.Procedure = &procedure
			return events.RuleAmended{Number: r.Number, Rule: changed.Canonical()}
		}
	}
	t.Fatal("no rule 1230.2")
	return nil
}

// adopted adopts a plan, checks that the ledger still verifies, and returns the edition's end.
func adopted(t *testing.T, st store.Store, l *ledger.Ledger, plan readjudicate.Plan) *readjudicate.Candidate {
	t.Helper()
	ctx := context.Background()
	_, c, err := l.Adopt(ctx, plan, "a test", "Ursula", l.Last(), nil)
	if err != nil {
		t.Fatal(err)
	}
	v, err := ledger.Verify(ctx, st, "due", ledger.Options{Engine: "test"})
	if err != nil || len(v.Differences) > 0 {
		t.Fatalf("verify finds %+v, %v", v, err)
	}
	cat, err := history.Load(ctx, st, "due", 0)
	if err != nil {
		t.Fatal(err)
	}
	s, err := cat.StateAt(ctx, cat.Current(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(text(t, c.After), text(t, s)); d != "" {
		t.Errorf("the edition read back (-candidate +edition):\n%s", d)
	}
	fresh := aggregate.NewState()
	for e, err := range cat.History(ctx, cat.Current(), history.Range{}) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range e.Outcomes {
			if e.Judged {
				fresh.Apply(e.Outcomes[i].Payload)
			}
		}
	}
	if d := cmp.Diff(text(t, c.After), text(t, fresh)); d != "" {
		t.Errorf("the edition entry by entry (-candidate +folded):\n%s", d)
	}
	return c
}

const shortened = `
on 1998-10-03
10:00 announce
on 1998-10-05
10:00 Red: pass
11:00 announce
on 1998-10-07
10:00 Blue: pass
11:00 announce
`

// With a limit of a day every turn ended before its play came (1230.2 §4).
func TestAShorterLimitMakesTheDefaultPlaysOfAFreshLedger(t *testing.T) {
	for _, policy := range []string{readjudicate.Void, readjudicate.DefaultPlay} {
		st, l := kept(t, shortened)
		c := adopted(t, st, l, readjudicate.Plan{Policy: policy, Changes: []events.Change{insertion(t, at(t, st, "03T10:00"), "", limitOf(t, 1))}})
		// The limits end on the 4th and the 6th: Red's play finds Blue's turn without a limit, and the
		// announcement of the 5th starts that.
		for _, name := range []string{"Red", "Blue"} {
			side, _ := c.After.Side(name)
			if side.Last.How != aggregate.HowDefault {
				t.Errorf("policy %s: the last play of %s is %+v, want a default play", policy, name, side.Last)
			}
		}
		due := 0
		for _, ch := range c.Changes {
			if ch.Due {
				due++
			}
		}
		if due != 2 {
			t.Errorf("policy %s: %d entries came due, want 2: %+v", policy, due, c.Changes)
		}
	}
}

// A second edition has what came due in the first under the same addresses, and without the
// change that made it due it is gone.
func TestWhatCameDueKeepsItsAddressAndGoesWithItsCause(t *testing.T) {
	st, l := kept(t, shortened)
	before := text(t, l.State())
	one := adopted(t, st, l, readjudicate.Plan{Policy: readjudicate.Void, Changes: []events.Change{insertion(t, at(t, st, "03T10:00"), "", limitOf(t, 1))}})
	note := insertion(t, at(t, st, "07T11:00"), "", events.PlayerRegistered{Player: "Zoe"})
	two := adopted(t, st, l, readjudicate.Plan{Changes: []events.Change{note}})
	ids := func(c *readjudicate.Candidate) (list []string) {
		for _, ch := range c.Changes {
			if ch.Due {
				list = append(list, ch.ID)
			}
		}
		return list
	}
	if d := cmp.Diff(ids(one), ids(two)); d != "" || len(ids(one)) == 0 {
		t.Errorf("(-first +second):\n%s", d)
	}
	three := adopted(t, st, l, readjudicate.Plan{Withdraw: []string{"2.1", "3.1"}})
	if len(ids(three)) > 0 {
		t.Errorf("still due: %v", ids(three))
	}
	if d := cmp.Diff(before, text(t, three.After)); d != "" {
		t.Errorf("there and back (-first +third):\n%s", d)
	}
}

// What time has made due in an edition has an address: a change can stand before it, and it is
// the same entry behind that. It cannot be undone by itself, for it would come about again.
func TestAChangeStandsBeforeWhatCameDue(t *testing.T) {
	st, l := kept(t, shortened)
	one := adopted(t, st, l, readjudicate.Plan{Policy: readjudicate.Void, Changes: []events.Change{insertion(t, at(t, st, "03T10:00"), "", limitOf(t, 1))}})
	var due events.Change
	for _, ch := range one.Changes {
		if ch.Due {
			due = ch
			break
		}
	}
	before := insertion(t, 0, "", events.PlayerRegistered{Player: "Zoe"})
	before.Address = due.ID
	cat, err := history.Load(context.Background(), st, "due", 0)
	if err != nil {
		t.Fatal(err)
	}
	run, err := readjudicate.Prepare(context.Background(), st, cat, readjudicate.Plan{Changes: []events.Change{before}}, "test")
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	c, err := run.Do(context.Background(), readjudicate.Options{Watch: func(s *readjudicate.Step) error {
		if s.Standing == history.Withdrawn {
			t.Errorf("%s is withdrawn", s.Place.Address())
		}
		order = append(order, s.Place.Address())
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	if len(order) == 0 || order[0] != "3.1" || c.Flipped != 0 {
		t.Errorf("steps %v, %d flipped", order, c.Flipped)
	}
	for _, what := range []string{history.Void, history.Rule, history.Correct} {
		ch := events.Change{What: what, Address: due.ID, Remedy: "void", Type: due.Type, Payload: due.Payload}
		_, err := readjudicate.Prepare(context.Background(), st, cat, readjudicate.Plan{Changes: []events.Change{ch}}, "test")
		if err == nil || !strings.Contains(err.Error(), "entry "+due.ID+" was due by the clock and would recur") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// An entry put in late has the moment it is given: after the limit it comes too late.
func TestAnEntryPutInHasItsMoment(t *testing.T) {
	const game = `
on 1998-10-03
10:00 announce
on 1998-10-07
12:00 player Zoe
`
	tests := []struct {
		moment string
		want   string // of the play's verdict
	}{
		{"1998-10-06T09:59:59Z", aggregate.Accepted},
		{"1998-10-06T10:30:00Z", aggregate.Rejected},
		{"", aggregate.Accepted}, // that of the announcement
	}
	for _, tt := range tests {
		st, l := kept(t, game)
		point := uint64(0)
		for e, err := range ledger.Events(context.Background(), st, "due", 1) {
			if err == nil && e.Type == "time-passed.v1" {
				point = e.Sequence // the limit of the 6th, at 10:00
			}
		}
		if point == 0 {
			t.Fatal("nothing was due")
		}
		if tt.moment == "1998-10-06T10:30:00Z" {
			point = at(t, st, "07T12:00")
		}
		c := adopted(t, st, l, readjudicate.Plan{Changes: []events.Change{insertion(t, point, tt.moment, events.PlaySubmitted{Side: "Red", Text: "pass"})}})
		side, _ := c.After.Side("Red")
		if got := side.Last.How == aggregate.HowSubmitted; got != (tt.want == aggregate.Accepted) {
			t.Errorf("put in at %q, the last play of Red is %+v", tt.moment, side.Last)
		}
	}
}
