package readjudicate_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// A run that was found like an earlier one when it was prepared, of which nothing is remembered any more when it is done, is gone through as if nothing ever had been: with the
// moments that had not been asked for. So it is where a limit that expired was recorded in vain since what expired never happened.
func TestARunThatIsForgottenOnceItIsPreparedIsGoneThrough(t *testing.T) {
	void := func(at ...uint64) readjudicate.Plan {
		p := readjudicate.Plan{Withdraw: []string{"*"}}
		for _, n := range at {
			p.Changes = append(p.Changes, events.Change{What: history.Void, Input: n})
		}
		return p
	}
	t.Run("plays", func(t *testing.T) {
		st := memory.New()
		l, err := played.Into(st, "autumn", "../../fixtures/season/autumn.season", ledger.Options{Engine: engine, Entropy: rand.Reader})
		if err != nil {
			t.Fatal(err)
		}
		again(t, st, l, void(1987), void(), void(1456), void(), void(1987), void(), void(1456), void())
	})
	t.Run("limits", func(t *testing.T) {
		st, l := kept(t, strings.TrimSuffix(mistyped, "10:00 Red: pass\n"))
		var announced uint64
		expired := 0
		for e, err := range ledger.Events(ctx, st, "due", 1) {
			if err != nil {
				t.Fatal(err)
			}
			if history.Unnoticed(&e) {
				expired++
			}
			if e.Recorded.Year() == 2062 && e.Type == "state-announced.v1" {
				announced = e.Sequence
			}
		}
		if expired == 0 {
			t.Fatal("no limit has expired")
		}
		again(t, st, l, void(announced), void(), void(announced), void(), void(announced), void())
	})
}

// again adopts plans and makes the editions again, each with what has been remembered by then: once as it is, and once where it is forgotten as soon as a run has been found
// like an earlier one.
func again(t *testing.T, st store.Store, l *ledger.Ledger, plans ...readjudicate.Plan) {
	t.Helper()
	for n, plan := range plans {
		if _, _, err := l.Adopt(ctx, plan, "", "Odile", l.Last().Add(time.Hour), nil); err != nil {
			t.Fatalf("edition %d: %v", n+2, err)
		}
	}
	for _, forget := range []bool{false, true} {
		var tree readjudicate.Tree
		var cat *history.Catalogue
		found := 0
		for e, err := range ledger.Events(ctx, st, l.Name(), 1) {
			if err != nil {
				t.Fatal(err)
			}
			p, ok := e.Payload.(events.EditionAdopted)
			if !ok {
				continue
			}
			plain, err := history.Load(ctx, st, l.Name(), e.Sequence-1)
			if err != nil {
				t.Fatal(err)
			}
			if cat == nil {
				cat, err = history.Load(ctx, st, l.Name(), e.Sequence-1)
			} else {
				err = cat.Advance(ctx, e.Sequence-1)
			}
			if err != nil {
				t.Fatal(err)
			}
			plan := readjudicate.Plan{Base: p.Base, Changes: p.Changes, Withdraw: []string{"*"}, Policy: p.Policy, Thorough: true}
			want, _ := done(t, prepared(t, nil, st, plain, plan))
			run := prepared(t, &tree, st, cat, plan)
			like := run.Timeless()
			if like {
				found++
			}
			if like && forget {
				tree.Forget()
			}
			got, c := done(t, run)
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("edition %d, found like another %v, forgotten %v (-by itself +prepared with others):\n%s", p.Edition, like, forget, d)
			}
			if recalled := c.Inputs == 0; recalled != (like && !forget) {
				t.Errorf("edition %d, found like another %v, forgotten %v: recalled %v", p.Edition, like, forget, recalled)
			}
		}
		if found < 2 {
			t.Errorf("%d runs were found like an earlier one: expected 2 at least", found)
		}
	}
}

func prepared(t *testing.T, tree *readjudicate.Tree, st store.Store, cat *history.Catalogue, plan readjudicate.Plan) *readjudicate.Run {
	t.Helper()
	r, err := tree.Prepare(ctx, st, cat, plan, engine)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// done tells what a run comes to.
func done(t *testing.T, r *readjudicate.Run) (string, *readjudicate.Candidate) {
	t.Helper()
	came := ""
	c, err := r.Do(ctx, readjudicate.Options{Watch: func(s *readjudicate.Step) error {
		_, after := s.Ruled()
		came += fmt.Sprintln(s.Place, s.Standing, s.Change, after.Verdict, len(s.After))
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := c.After.Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	return came + fmt.Sprintln(c.From, c.Restated, c.Flipped, c.Last, c.Rulebook) + string(text), c
}

// What was prepared before the ledger went on is not adopted, though it would come to the same.
func TestAPlanPreparedBeforeAnotherWasAdoptedConflicts(t *testing.T) {
	const name = "bishop"
	st := memory.New()
	l, err := played.Into(st, name, "../../fixtures/season/bishop.season", ledger.Options{Engine: engine, Entropy: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	plan := readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: 163}}}
	adopt := func(plan readjudicate.Plan) {
		t.Helper()
		if _, _, err := l.Adopt(ctx, plan, "", "Judith", l.Last().Add(time.Hour), nil); err != nil {
			t.Fatal(err)
		}
	}
	adopt(plan)
	adopt(readjudicate.Plan{Withdraw: []string{"*"}})
	_, run, err := l.Plan(ctx, plan)
	if err != nil {
		t.Fatal(err)
	}
	adopt(plan)
	adopt(readjudicate.Plan{Withdraw: []string{"*"}})
	head := l.Head()
	if _, _, err := l.Enact(ctx, run, "", "Judith", l.Last().Add(time.Hour), nil); err == nil {
		t.Error("it was adopted")
	} else if conflict := asConflict(err); conflict == nil || uint64(conflict.Found) != head || l.Head() != head {
		t.Errorf("%v; the ledger had %d events and has %d", err, head, l.Head())
	}
	v, err := ledger.Verify(ctx, st, name, ledger.Options{Engine: engine})
	if err != nil || len(v.Differences) > 0 {
		t.Errorf("verify finds %+v, %v", v, err)
	}
}

func asConflict(err error) *store.ConflictError {
	var c *store.ConflictError
	errors.As(err, &c)
	return c
}
