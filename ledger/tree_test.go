package ledger_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/testrace"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// Editions that are made again one after the other come to the same whether what the ones before have come to is remembered or not; and an edition that
// has been made before under the same changes, or that withdraws them all, is not ruled on again.
func TestAHistoryThatWasRuledOnBeforeIsNotRuledOnAgain(t *testing.T) {
	ctx := context.Background()
	st := memory.New()
	l := bishop(t, st)
	draw := rand.New(rand.NewPCG(1996, 12))
	plays := playsAccepted(t, st, 100)
	var plans []readjudicate.Plan
	for range 12 {
		at := plays[draw.IntN(len(plays))]
		c := []events.Change{void(at), {What: history.Rule, Input: at, Remedy: aggregate.RemedyIllegal, Clause: "1230.2 §6.C"}, {What: history.Rule, Input: at, Remedy: aggregate.RemedyStands}}[draw.IntN(3)]
		policy := []string{readjudicate.DefaultPlay, readjudicate.Void, readjudicate.Stands, readjudicate.Reopen}[draw.IntN(4)]
		plans = append(plans, readjudicate.Plan{Changes: []events.Change{c}, Policy: policy}, readjudicate.Plan{Withdraw: []string{"*"}})
	}
	sure := readjudicate.Plan{Changes: []events.Change{void(163)}, Policy: readjudicate.Void}
	other := readjudicate.Plan{Changes: []events.Change{void(163)}, Policy: readjudicate.DefaultPlay}
	withdrawn := readjudicate.Plan{Withdraw: []string{"*"}}
	first := len(plans) + 2
	plans = append(plans, sure, withdrawn, other, withdrawn, sure, withdrawn, other)
	for i, plan := range plans {
		if _, _, err := l.Adopt(ctx, plan, "", "Judith", l.Last().Add(time.Hour), nil); err != nil {
			t.Fatalf("edition %d: %v", i+2, err)
		}
	}
	tree, judged := new(readjudicate.Tree), map[int]int{}
	var cat *history.Catalogue
	for e, err := range ledger.Events(ctx, st, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		p, ok := e.Payload.(events.EditionAdopted)
		if !ok {
			continue
		}
		if cat == nil {
			cat, err = history.Load(ctx, st, name, e.Sequence-1)
		} else {
			err = cat.Advance(ctx, e.Sequence-1)
		}
		if err != nil {
			t.Fatal(err)
		}
		var came [2]string
		for i, remembered := range []*readjudicate.Tree{nil, tree} {
			run, err := remembered.Prepare(ctx, st, cat, readjudicate.Plan{Base: p.Base, Changes: p.Changes, Withdraw: []string{"*"}, Policy: p.Policy, Thorough: true}, options().Engine)
			if err != nil {
				t.Fatal(err)
			}
			c, err := run.Do(ctx, readjudicate.Options{Watch: func(s *readjudicate.Step) error {
				came[i] += fmt.Sprintln(s.Place, s.Standing, s.Change)
				for _, o := range s.After {
					_, data, err := events.EncodePayload(o.Payload)
					if err != nil {
						return err
					}
					came[i] += fmt.Sprintf("%s %v\n", data, o.Basis)
				}
				return nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			came[i] += written(t, c.After)
			judged[p.Edition] = c.Judged
		}
		if d := cmp.Diff(came[0], came[1]); d != "" {
			t.Errorf("edition %d, under %s (-ruled on anew +remembered):\n%s", p.Edition, p.Policy, d)
		}
	}
	for i, made := range []string{"void", "withdrawn", "default-play", "withdrawn", "void once more", "withdrawn", "default-play once more"} {
		if n, anew := judged[first+i], i == 0 || i == 2; anew != (n > 0) {
			t.Errorf("edition %d, %s: %d inputs were ruled on", first+i, made, n)
		}
	}
}

// Where plays are taken away and put back by turns each is gone through once: whatever is taken away again, or put back, has been there before. So it is with rulings of another
// engine, but for the first time that each is put back, which this engine rules on itself. Each edition comes to the same as if nothing were remembered.
func TestAPlayThatIsPutBackComesToWhatItWas(t *testing.T) {
	ctx := context.Background()
	st, l := autumn(t)
	const editions = 40
	scattered(t, st, l, 1900, editions)
	for _, engine := range []string{options().Engine, "another"} {
		var tree readjudicate.Tree
		var cat *history.Catalogue
		through, plays, put := 0, map[uint64]bool{}, 0
		for e, err := range ledger.Events(ctx, st, name, 1) {
			if err != nil {
				t.Fatal(err)
			}
			p, ok := e.Payload.(events.EditionAdopted)
			if !ok {
				continue
			}
			if cat == nil {
				cat, err = history.Load(ctx, st, name, e.Sequence-1)
			} else {
				err = cat.Advance(ctx, e.Sequence-1)
			}
			if err != nil {
				t.Fatal(err)
			}
			plan := readjudicate.Plan{Base: p.Base, Changes: p.Changes, Withdraw: []string{"*"}, Policy: p.Policy, Thorough: true}
			plain, err := history.Load(ctx, st, name, e.Sequence-1)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := cameTo(t, st, nil, plain, plan, engine)
			got, c := cameTo(t, st, &tree, cat, plan, engine)
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("edition %d by %s (-ruled on anew +remembered):\n%s", p.Edition, engine, d)
			}
			if c.Inputs > 0 {
				through++
			}
			if len(p.Changes) == 0 {
				put++
			} else {
				plays[p.Changes[0].Input] = true
			}
		}
		want := len(plays)
		if engine != options().Engine {
			want *= 2
		}
		if put != editions/2 || len(plays) < 5 || len(plays) > 16 || through != want {
			t.Errorf("%s goes through %d editions of %d in which %d plays are taken away, and %d in which one is put back: want %d", engine, through, editions, len(plays), put, want)
		}
	}
}

// cameTo tells all that a plan comes to.
func cameTo(t *testing.T, st store.Store, tree *readjudicate.Tree, cat *history.Catalogue, plan readjudicate.Plan, engine string) (string, *readjudicate.Candidate) {
	t.Helper()
	came := ""
	run, err := tree.Prepare(t.Context(), st, cat, plan, engine)
	if err != nil {
		t.Fatal(err)
	}
	c, err := run.Do(t.Context(), readjudicate.Options{Watch: func(s *readjudicate.Step) error {
		came += fmt.Sprintln(s.Place, s.Input.ID, s.Standing, s.Change)
		for _, o := range s.After {
			_, data, err := events.EncodePayload(o.Payload)
			if err != nil {
				return err
			}
			came += fmt.Sprintf("%s\n", data)
			if !o.Basis.Empty() {
				came += fmt.Sprintln(o.Basis.Clauses, o.Basis.Readings)
			}
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	came += fmt.Sprintln(c.Number, c.Base, c.Policy, c.Changes, c.Head, c.From, c.Restated, c.Flipped, c.Inserted, c.Gone, c.Last, c.Rulebook)
	return came + written(t, c.Before) + written(t, c.After), c
}

// Editions that changes, policies and bases are drawn for come to the same whether what the ones before have come to is remembered or not, and verify as they were made, by this engine
// and by another one.
func TestEditionsDrawnByLotComeToTheSameRememberedOrNot(t *testing.T) {
	testrace.Elsewhere(t)
	for _, seed := range []uint64{13, 20} {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			st, l := autumn(t)
			draw := rand.New(rand.NewPCG(seed, 77))
			plays := playsAccepted(t, st, 1650)
			var inputs []uint64
			for e, err := range ledger.Events(t.Context(), st, name, 1650) {
				if err != nil {
					t.Fatal(err)
				}
				if events.IsInput(e.Payload.Kind()) && aggregate.Judges(e.Payload) {
					inputs = append(inputs, e.Sequence)
				}
			}
			few := plays[:0:0]
			for range 3 {
				few = append(few, plays[draw.IntN(len(plays))])
			}
			for range 2 {
				few = append(few, inputs[draw.IntN(len(inputs))])
			}
			adopted := 0
			for n := 0; n < 80 && adopted < 24; n++ {
				at := few[draw.IntN(len(few))]
				plan := readjudicate.Plan{}
				switch draw.IntN(9) {
				case 0, 1:
					plan.Changes = []events.Change{void(at)}
				case 2:
					plan.Changes = []events.Change{{What: history.Rule, Input: at, Remedy: aggregate.RemedyIllegal}}
				case 3, 4, 6, 7, 8:
					plan.Withdraw = []string{"*"}
				case 5:
					plan.Changes = []events.Change{void(at)}
					plan.Withdraw = []string{"*"}
				}
				if draw.IntN(12) == 0 {
					plan.Policy = []string{readjudicate.DefaultPlay, readjudicate.Void, readjudicate.Reopen}[draw.IntN(3)]
				}
				if draw.IntN(9) == 0 && adopted > 0 {
					plan.Base = 1 + draw.IntN(adopted+1)
				}
				if _, _, err := l.Adopt(t.Context(), plan, "", "Odile", l.Last().Add(time.Hour), nil); err == nil {
					adopted++
				}
				if draw.IntN(25) == 0 {
					if _, err := l.Submit(t.Context(), events.PlaySubmitted{Side: l.State().ToPlay(), Text: "pass"}, "Odile", l.Last().Add(time.Hour)); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, engine := range []string{options().Engine, "another"} {
				var tree readjudicate.Tree
				var cat *history.Catalogue
				recalled := 0
				for e, err := range ledger.Events(t.Context(), st, name, 1) {
					if err != nil {
						t.Fatal(err)
					}
					p, ok := e.Payload.(events.EditionAdopted)
					if !ok {
						continue
					}
					if cat == nil {
						cat, err = history.Load(t.Context(), st, name, e.Sequence-1)
					} else {
						err = cat.Advance(t.Context(), e.Sequence-1)
					}
					if err != nil {
						t.Fatal(err)
					}
					plan := readjudicate.Plan{Base: p.Base, Changes: p.Changes, Withdraw: []string{"*"}, Policy: p.Policy, Thorough: true}
					plain, err := history.Load(t.Context(), st, name, e.Sequence-1)
					if err != nil {
						t.Fatal(err)
					}
					want, _ := cameTo(t, st, nil, plain, plan, engine)
					got, c := cameTo(t, st, &tree, cat, plan, engine)
					if d := cmp.Diff(want, got); d != "" {
						t.Fatalf("edition %d base %d by %s, inputs %d:\n%s", p.Edition, p.Base, engine, c.Inputs, d)
					}
					if c.Inputs == 0 {
						recalled++
					}
				}
				if recalled == 0 {
					t.Errorf("of %d editions %s has recalled none", adopted, engine)
				}
				o := options()
				o.Engine = engine
				if v, err := ledger.Verify(t.Context(), st, name, o); err != nil || len(v.Differences) > 0 {
					t.Errorf("%s: verify finds %+v, %v", engine, v, err)
				}
			}
		})
	}
}
