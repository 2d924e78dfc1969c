package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/cputime"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/sqlite"
)

// bishop is the story of the Bishop on f1 in a store.
func bishop(t testing.TB, st store.Store) *ledger.Ledger {
	t.Helper()
	l, err := played.Into(st, name, "../fixtures/season/bishop.season", options())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// again adopts the strict reading before the Bishop's Placement and withdraws it, in turn,
// until there are so many editions more.
func again(t testing.TB, l *ledger.Ledger, editions int) {
	t.Helper()
	wire, data, err := events.EncodePayload(events.InterpretationAdopted{Entry: "section-6-piece", Reading: "counts"})
	if err != nil {
		t.Fatal(err)
	}
	for n := range editions {
		plan := readjudicate.Plan{Withdraw: []string{"*"}}
		if n%2 == 0 {
			plan = readjudicate.Plan{Changes: []events.Change{{What: history.Insert, Input: 163, Type: wire, Payload: data}}}
		}
		if _, _, err := l.Adopt(context.Background(), plan, "", "Judith", l.Last().Add(time.Hour), nil); err != nil {
			t.Fatalf("edition %d: %v", n+2, err)
		}
	}
}

func TestALedgerWithThirtyEditionsIsALedger(t *testing.T) {
	st := memory.New()
	l := bishop(t, st)
	first := written(t, l.State())
	again(t, l, 30)
	if d := cmp.Diff(first, written(t, l.State())); d != "" {
		t.Errorf("after fifteen times there and back (-first +now):\n%s", d)
	}
	if d := cmp.Diff(first, written(t, opening(t, st).State())); d != "" {
		t.Errorf("opened anew (-first +now):\n%s", d)
	}
	cat, err := history.Load(context.Background(), st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(cat.Editions()); n != 31 {
		t.Fatalf("%d editions", n)
	}
	other := ""
	for i := range cat.Editions() {
		s, err := cat.StateAt(context.Background(), &cat.Editions()[i], 0)
		if err != nil {
			t.Fatal(err)
		}
		switch text := written(t, s); {
		case i%2 == 0 && text != first:
			t.Errorf("edition %d:\n%s", i+1, cmp.Diff(first, text))
		case i == 1:
			other = text
		case i%2 == 1 && text != other:
			t.Errorf("edition %d:\n%s", i+1, cmp.Diff(other, text))
		}
	}
	if other == first {
		t.Error("all editions are the same: nothing was compared")
	}
	v, err := ledger.Verify(context.Background(), st, name, options())
	if err != nil || len(v.Differences) > 0 {
		t.Errorf("verify finds %+v, %v", v, err)
	}
	// The state that an adoption closes with refers to the rules that stood before it.
	for rec, err := range st.Read(context.Background(), name, 218) {
		if err != nil {
			t.Fatal(err)
		}
		if len(rec.Data) > len(first)/4 {
			t.Errorf("event %d has %d bytes, a whole state %d", rec.Revision, len(rec.Data), len(first))
		}
	}
}

// Two processes have the file of a ledger open; one of them moves on.
func TestAnAdoptionThatAnotherProcessCameBeforeWritesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.ledger")
	open := func(open func(string, sqlite.Options) (*sqlite.Store, error)) *sqlite.Store {
		st, err := open(path, sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { st.Close() })
		return st
	}
	one := bishop(t, open(sqlite.Create))
	st := open(sqlite.Open)
	two := opening(t, st)
	plan := readjudicate.Plan{Changes: []events.Change{void(163)}}
	var conflict *store.ConflictError

	// The other plays while this one is judging.
	_, _, err := two.Adopt(context.Background(), plan, "", "Judith", two.Last(), func(s *readjudicate.Step) error {
		if s.Place.Input != 163 {
			return nil
		}
		_, err := one.Submit(context.Background(), events.PlaySubmitted{Side: "Red", Text: "Rh7-h8"}, "Rhoda", one.Last().Add(time.Hour))
		return err
	})
	if !errors.As(err, &conflict) || conflict.Wanted != 217 {
		t.Fatalf("error %v", err)
	}
	if uint64(head(t, st)) != one.Head() {
		t.Errorf("the ledger has %d events, the other wrote %d", head(t, st), one.Head())
	}
	// Having read on, it goes through, and then the other conflicts.
	if _, _, err := opening(t, st).Adopt(context.Background(), plan, "", "Judith", one.Last(), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := one.Submit(context.Background(), events.PlaySubmitted{Side: "Blue", Text: "pass"}, "Basil", one.Last().Add(time.Hour)); !errors.As(err, &conflict) {
		t.Errorf("a play on the edition that ended: %v", err)
	}
	v, err := ledger.Verify(context.Background(), st, name, options())
	if err != nil || len(v.Differences) > 0 {
		t.Errorf("verify finds %+v, %v", v, err)
	}
}

func TestAnAdoptionInABatchIsWrittenInItsPlace(t *testing.T) {
	st := memory.New()
	l := bishop(t, st)
	err := l.Batch(context.Background(), func() error {
		at := l.Last().Add(time.Hour)
		if _, err := l.Submit(context.Background(), events.PlaySubmitted{Side: "Red", Text: "Rh7-h8"}, "Rhoda", at); err != nil {
			return err
		}
		if _, _, err := l.Adopt(context.Background(), readjudicate.Plan{Changes: []events.Change{void(163)}}, "", "Judith", at, nil); err != nil {
			return err
		}
		_, err := l.Submit(context.Background(), events.PlaySubmitted{Side: "Blue", Text: "pass"}, "Basil", at)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(written(t, l.State()), written(t, opening(t, st).State())); d != "" {
		t.Errorf("-the ledger's +opened anew:\n%s", d)
	}
	v, err := ledger.Verify(context.Background(), st, name, options())
	if err != nil || len(v.Differences) > 0 {
		t.Errorf("verify finds %+v, %v", v, err)
	}
}

// BenchmarkOpenManyEditions opens a ledger to which a hundred editions have been adopted.
func BenchmarkOpenManyEditions(b *testing.B) {
	st := memory.New()
	l := bishop(b, st)
	again(b, l, 100)
	for b.Loop() {
		opening(b, st)
	}
	b.ReportMetric(float64(l.Head())*float64(b.N)/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(l.Head()), "events")
}

// BenchmarkVerifyManyEditions verifies the sample season without editions and with two hundred: each takes a play of the season away
// that stood, or puts back the one that the edition before has taken.
func BenchmarkVerifyManyEditions(b *testing.B) {
	for _, from := range []uint64{200, 1900} {
		for _, editions := range []int{0, 200} {
			b.Run(fmt.Sprintf("from=%d/editions=%d", from, editions), func(b *testing.B) {
				st := memory.New()
				l, err := played.Into(st, name, "../fixtures/season/autumn.season", options())
				if err != nil {
					b.Fatal(err)
				}
				scattered(b, st, l, from, editions)
				began := cputime.Used()
				for b.Loop() {
					v, err := ledger.Verify(context.Background(), st, name, options())
					if err != nil || len(v.Differences) > 0 {
						b.Fatal(v, err)
					}
				}
				b.ReportMetric(float64((cputime.Used()-began).Microseconds())/float64(b.N), "cpu-µs/op")
				b.ReportMetric(float64(l.Head()), "events")
			})
		}
	}
}

// scattered adopts editions, every other of which takes one play away that was accepted, at or after a sequence.
func scattered(tb testing.TB, st store.Store, l *ledger.Ledger, from uint64, editions int) {
	tb.Helper()
	plays := playsAccepted(tb, st, from)
	draw := rand.New(rand.NewPCG(12, from))
	for n := range editions {
		plan := readjudicate.Plan{Withdraw: []string{"*"}}
		if n%2 == 0 {
			plan = readjudicate.Plan{Changes: []events.Change{void(plays[draw.IntN(len(plays))])}}
		}
		if _, _, err := l.Adopt(context.Background(), plan, "", "Judith", l.Last().Add(time.Hour), nil); err != nil {
			tb.Fatalf("edition %d: %v", n+2, err)
		}
	}
}

// playsAccepted lists the plays from a sequence on that were accepted.
func playsAccepted(tb testing.TB, st store.Store, from uint64) (plays []uint64) {
	tb.Helper()
	for e, err := range ledger.Events(context.Background(), st, name, from) {
		if err != nil {
			tb.Fatal(err)
		}
		if p, ok := e.Payload.(events.Ruled); ok && p.Subject == (events.PlaySubmitted{}).Kind() && p.Verdict == aggregate.Accepted {
			plays = append(plays, e.Sequence-1)
		}
	}
	return plays
}

// A revision that is put in late is another text than the one that has been enacted since, and must be cited as another; and what came
// later is in force later.
func TestATextPutInLateHasACitationOfItsOwnAndDoesNotUndoALaterOne(t *testing.T) {
	l := bishop(t, memory.New())
	file := "../fixtures/retroactive/archer-before-1998.yaml"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	archer, err := rules.Parse(file, text)
	if err != nil {
		t.Fatal(err)
	}
	as := func(revision int, title string) events.RuleAmended {
		r := archer[0]
		r.Revision, r.Title = revision, title
		return events.RuleAmended{Number: r.Number, Rule: r.Canonical()}
	}
	if _, err := l.Submit(context.Background(), as(3, "as it is now"), "Ursula", l.Last().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if r, _ := l.State().Rule("1230.15"); r.Revision != 3 {
		t.Fatalf("1230.15/%d is in force, want the amendment, 1230.15/3", r.Revision)
	}
	late := func(p events.RuleAmended) error {
		wire, data, err := events.EncodePayload(p)
		if err != nil {
			t.Fatal(err)
		}
		plan := readjudicate.Plan{Changes: []events.Change{{What: history.Insert, Input: 163, Type: wire, Payload: data}}}
		_, _, err = l.Adopt(context.Background(), plan, "", "Judith", l.Last().Add(time.Hour), nil)
		return err
	}
	var refused *readjudicate.ChangeError
	if err := late(as(3, "as it was then")); !errors.As(err, &refused) || !strings.Contains(err.Error(), "such as 4") {
		t.Errorf("another text as 1230.15/3: %v, want it refused with a revision that is free", err)
	}
	if err := late(as(4, "as it was then")); err != nil {
		t.Fatal(err)
	}
	if r, _ := l.State().Rule("1230.15"); r.Revision != 3 || !strings.Contains(string(r.Rule), "as it is now") {
		t.Errorf("in force at the end is 1230.15/%d, want what was enacted last, 1230.15/3", r.Revision)
	}
	v, err := ledger.Verify(context.Background(), l.Store(), name, options())
	if err != nil || len(v.Differences) > 0 {
		t.Errorf("verify finds %+v, %v", v, err)
	}
}

// A purchase that was rejected has no effects that could stand: the order would change nothing. A play has, whatever was wrong with it.
func TestOnlyARejectedPlayCanStand(t *testing.T) {
	l, err := played.Into(memory.New(), name, "../fixtures/season/autumn.season", options())
	if err != nil {
		t.Fatal(err)
	}
	const play, accepted, rejected = 721, 818, 823 // of Garden; purchases of Lantern
	for event, want := range map[uint64]string{
		play: "", accepted: "", rejected: "change 1: event 823 is purchase-requested and was rejected: only a rejected play can stand",
	} {
		_, _, err := l.Plan(context.Background(), readjudicate.Plan{Changes: []events.Change{{What: history.Rule, Input: event, Remedy: aggregate.RemedyStands}}})
		if text := fmt.Sprint(err); want == "" && err != nil || want != "" && text != want {
			t.Errorf("%d stands: %v, want %q", event, err, want)
		}
	}
}

// A rule that stands beside the others in no other history is refused there, as an amendment of a rule that is gone is: there is a way on and a way back.
// By hand: 9001 has the section passing until it is repealed, and 9002 brings it again; no rule of Party Chess has it. Without the repeal two rules would
// have it, so that 9002 is refused; with the repeal restored it is in force.
func TestARuleThatCannotStandBesideOthersInAnotherHistoryIsRefusedThere(t *testing.T) {
	l, err := played.Into(memory.New(), name, "../fixtures/season/bishop.season", options())
	if err != nil {
		t.Fatal(err)
	}
	rule := func(text string) events.RuleEnacted {
		list, err := rules.Parse("own.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return events.RuleEnacted{Number: list[0].Number, Rule: list[0].Canonical()}
	}
	enter := func(p events.Payload) uint64 {
		r, err := l.Submit(context.Background(), p, "Ursula", l.Last().Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if ruling, _, _ := r.Ruling(); ruling.Verdict != aggregate.Accepted {
			t.Fatalf("%+v", ruling.Faults)
		}
		return r.Input.Sequence
	}
	adopt := func(plan readjudicate.Plan) error {
		plan.Strict = true
		_, _, err := l.Adopt(context.Background(), plan, "", "Judith", l.Last().Add(time.Hour), nil)
		return err
	}
	enter(rule("number: 9001\ntitle: Passing\nprocedure: {passing: {cite: §1}}\n"))
	repeal := enter(events.RuleRepealed{Number: "9001"})
	second := enter(rule("number: 9002\ntitle: Passing\nprocedure: {passing: {cite: §2}}\n"))
	for _, policy := range []string{readjudicate.DefaultPlay, readjudicate.Void, readjudicate.Reopen, readjudicate.Rewind, readjudicate.Stands} {
		if err := adopt(readjudicate.Plan{Policy: policy, Changes: []events.Change{void(repeal)}}); err != nil {
			t.Fatalf("%s: %v", policy, err)
		}
		_, first := l.State().Rule("9001")
		_, again := l.State().Rule("9002")
		if !first || again {
			t.Errorf("%s: 9001 in force %t, want it; 9002 %t, want it refused", policy, first, again)
		}
		if err := adopt(readjudicate.Plan{Base: 1, Withdraw: []string{"*"}}); err != nil {
			t.Fatalf("%s: back to edition 1: %v", policy, err)
		}
		_, first = l.State().Rule("9001")
		_, again = l.State().Rule("9002")
		if first || !again {
			t.Errorf("%s: back in edition 1 9001 is in force %t, 9002 %t", policy, first, again)
		}
	}
	stands := events.Change{What: history.Rule, Input: second, Remedy: aggregate.RemedyStands}
	if err := adopt(readjudicate.Plan{Changes: []events.Change{void(repeal), stands}}); err == nil || !strings.Contains(err.Error(), "nothing of it can stand") {
		t.Errorf("9002 stands beside 9001: %v, want it refused", err)
	}
	if v, err := ledger.Verify(context.Background(), l.Store(), name, options()); err != nil || len(v.Differences) > 0 {
		t.Errorf("verify finds %+v, %v", v, err)
	}
}

// Answers to a proposed rule belong to the rules: they stand though the game goes back. By hand: a repeal needs more yes than no of three players within
// two days; Rhoda proposes one (yes), Basil and Judith say no: refused at once. The pass that is taken back lies before all of it.
func TestVotesOnRulesStandThoughTheGameGoesBack(t *testing.T) {
	l, err := played.Into(memory.New(), name, "../fixtures/season/bishop.season", options())
	if err != nil {
		t.Fatal(err)
	}
	enter := func(p events.Payload, actor string) uint64 {
		r, err := l.Submit(context.Background(), p, actor, l.Last().Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if ruling, _, _ := r.Ruling(); ruling.Verdict != aggregate.Accepted {
			t.Fatalf("%+v", ruling.Faults)
		}
		return r.Input.Sequence
	}
	list, err := rules.Parse("own.yaml", []byte("number: 9001\ntitle: Votes\nprocedure: {consents: [{to: [repeal], of: 'true', needs: 'yes > no', days: 2, cite: §1}]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	enter(events.RuleEnacted{Number: "9001", Rule: list[0].Canonical()}, "Ursula")
	enter(events.PlaySubmitted{Side: "Red", Text: "pass"}, "Rhoda")
	enter(events.RuleRepealed{Number: "9001"}, "Rhoda")
	m := l.State().Matters()[0]
	for _, ask := range m.Asks {
		for _, p := range ask.Players {
			if _, waits := l.State().Matter(m.Matter); waits && p != "Rhoda" {
				enter(events.AnswerGiven{Matter: m.Matter, Player: p}, p)
			}
		}
	}
	if _, in := l.State().Rule("9001"); !in || len(l.State().Matters()) > 0 {
		t.Fatalf("9001 in force %t, %d wait", in, len(l.State().Matters()))
	}
	back := events.Change{What: history.Rule, Input: playsAccepted(t, l.Store(), 206)[0], Remedy: aggregate.RemedyRewind}
	if _, _, err := l.Adopt(context.Background(), readjudicate.Plan{Strict: true, Changes: []events.Change{back}}, "", "Judith", l.Last().Add(time.Hour), nil); err != nil {
		t.Fatal(err)
	}
	enter(events.TimePassed{}, "Ursula")
	if l.Submit(context.Background(), events.TimePassed{}, "Ursula", l.Last().Add(100*time.Hour)); len(l.State().Matters()) > 0 {
		t.Errorf("%d wait", len(l.State().Matters()))
	}
	if _, in := l.State().Rule("9001"); !in || l.State().ToPlay() != "Red" {
		t.Errorf("9001 in force %t, want the votes to stand; to play: %s, want Red", in, l.State().ToPlay())
	}
	if v, err := ledger.Verify(context.Background(), l.Store(), name, options()); err != nil || len(v.Differences) > 0 {
		t.Errorf("verify finds %+v, %v", v, err)
	}
}
