package sensitivity_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history/sensitivity"
	"adjudicate/internal/played"
	_ "adjudicate/internal/testheap"
	"adjudicate/ledger"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/systems"
)

const name = "autumn"

func autumn(t testing.TB) (*memory.Store, *rules.Register) {
	t.Helper()
	st := memory.New()
	if _, err := played.Into(st, name, "../../fixtures/season/autumn.season", ledger.Options{Engine: "test 1", Entropy: rand.Reader}); err != nil {
		t.Fatal(err)
	}
	_, register, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	return st, register
}

// single tries every reading by itself.
func single(ctx context.Context, st store.Store, name string, known uint64, register *rules.Register, q sensitivity.Uncertain) ([]sensitivity.Finding, error) {
	q.Store, q.Single = st, true
	s, err := sensitivity.Stable(ctx, name, known, register, q)
	if err != nil {
		return nil, err
	}
	return s.Findings, nil
}

// first returns the sequence of the first input that an outcome of a kind follows.
func first(t *testing.T, st *memory.Store, is func(events.Payload) bool) uint64 {
	t.Helper()
	var input uint64
	for e, err := range ledger.Events(context.Background(), st, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		if events.IsInput(e.Type) {
			input = e.Sequence
		}
		if is(e.Payload) {
			return input
		}
	}
	t.Fatal("there is none")
	return 0
}

func TestAReadingMattersFromTheFirstInputThatItsClauseIsAskedOf(t *testing.T) {
	st, register := autumn(t)
	found, err := single(context.Background(), st, name, 0, register, sensitivity.Uncertain{Workers: 2, Engine: "test 1"})
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]sensitivity.Finding{}
	order := map[string]bool{}
	for _, f := range found {
		by[f.Entry+"="+f.Reading] = f
		order[f.Entry] = true
	}
	if len(order) != len(register.Entries()) {
		t.Errorf("%d entries were tried, the register has %d", len(order), len(register.Entries()))
	}
	// 1230.1 §3.G: where a captured King goes is asked when the first one is captured.
	fall := first(t, st, func(p events.Payload) bool {
		a, ok := p.(events.AtomicPlayed)
		return ok && a.How == aggregate.HowRoyalFell
	})
	if f := by["captured-king=kept"]; !f.Matters || f.From != fall || !f.Board {
		t.Errorf("the first King falls at %d: %+v", fall, f)
	}
	// 1230.40: who the ChessChamp is changes who is given what, when a hand is won.
	won := first(t, st, func(p events.Payload) bool { _, ok := p.(events.EndDeclared); return ok })
	if f := by["chess-champ=office"]; !f.Matters || f.From != won || f.Flipped != 0 || f.Board || f.Winner {
		t.Errorf("the first hand is won at %d: %+v", won, f)
	}
	// 1230.10 and 1230.9 ask their questions only of captures by copying pieces; 1230.14 asks
	// its one of a HarfyBlob that captures a Locust. The season has no such capture that
	// another reading would change.
	for _, id := range []string{"copycat-reads=no-counter", "harfyblob-locust=in-addition"} {
		if f := by[id]; f.Matters || f.Refused != "" {
			t.Errorf("%s: %+v", id, f)
		}
	}
}

func TestOneWorkerFindsWhatSeveralFind(t *testing.T) {
	st, register := autumn(t)
	ask := func(workers int) []sensitivity.Finding {
		calls := 0
		found, err := single(context.Background(), st, name, 0, register, sensitivity.Uncertain{
			Workers: workers, Engine: "test 1", Entries: []string{"king-step", "gess-adjacent", "late-play"},
			Progress: func(done, all int) {
				if calls++; done != calls || all != 4 {
					t.Errorf("told of %d of %d in call %d", done, all, calls)
				}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if d := cmp.Diff(ask(1), ask(3)); d != "" {
		t.Errorf("-one +three:\n%s", d)
	}
}

// Where a captured King goes is asked from the first fall of one on. In this game the question
// came up later: what it had been read as before that is not in question.
func TestAnEntryAddedLaterMattersFromThereOn(t *testing.T) {
	whole, register := autumn(t)
	fallen := func(e events.Payload) bool {
		a, ok := e.(events.AtomicPlayed)
		return ok && a.How == aggregate.HowRoyalFell
	}
	fall := first(t, whole, fallen)
	inputs, err := played.Inputs("../../fixtures/season/autumn.season")
	if err != nil {
		t.Fatal(err)
	}
	entry, _ := register.Entry("captured-king")
	recorded := systems.Recorded(register)
	in := recorded[slices.IndexFunc(recorded, func(e events.RegisterEntry) bool { return e.Entry == entry.ID })]
	opening := inputs[0].Payload.(events.GameOpened)
	opening.Register = slices.DeleteFunc(recorded, func(e events.RegisterEntry) bool { return e.Entry == entry.ID })
	inputs[0].Payload = opening
	for _, after := range []bool{false, true} { // the first fall
		st := memory.New()
		l, err := ledger.Create(context.Background(), st, name, ledger.Options{Engine: "test 1", Entropy: rand.Reader})
		if err != nil {
			t.Fatal(err)
		}
		var added uint64
		for i, in0 := range inputs {
			if at := uint64(l.Head()); added == 0 && (at > fall || !after && at > fall/2) {
				res, err := l.Submit(context.Background(), events.InterpretationAdded{Entry: in.Entry, Clause: in.Clause, Question: in.Question,
					Readings: in.Readings, Default: in.Default, InForce: in.InForce}, "", in0.At)
				if err != nil || res.Ruled().Verdict != aggregate.Accepted {
					t.Fatalf("%v: %+v", err, res.Ruled())
				}
				added = res.Input.Sequence
			}
			if _, err := l.Submit(context.Background(), inputs[i].Payload, in0.Actor, in0.At); err != nil {
				t.Fatal(err)
			}
		}
		now, err := l.State().Register()
		if err != nil {
			t.Fatal(err)
		}
		found, err := single(context.Background(), st, name, 0, now, sensitivity.Uncertain{Workers: 1, Engine: "test 1", Entries: []string{entry.ID}})
		if err != nil {
			t.Fatal(err)
		}
		if len(found) != len(entry.Readings)-1 {
			t.Errorf("%d readings were tried of %d", len(found), len(entry.Readings))
		}
		for _, f := range found {
			if f.Refused != "" || f.From != 0 && f.From <= added || f.Matters != (f.From != 0) || !after && f.Reading == "kept" && !f.Matters {
				t.Errorf("added at %d: %+v", added, f)
			}
		}
	}
}

func TestACancelledAnalysisEnds(t *testing.T) {
	st, register := autumn(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := single(ctx, st, name, 0, register, sensitivity.Uncertain{Workers: 2, Engine: "test 1"}); err == nil {
		t.Error("no error")
	}
}

func ExampleStable() {
	st := memory.New()
	ctx := context.Background()
	_, register, err := systems.Load("partychess")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := sensitivity.Stable(ctx, "nothing", 0, register, sensitivity.Uncertain{Store: st, Single: true, Workers: 1, Engine: "test 1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(s.Findings), "readings tried")
	// Output: 0 readings tried
}
