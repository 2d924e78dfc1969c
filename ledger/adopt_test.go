package ledger_test

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// autumn is the sample season in a memory store.
func autumn(t testing.TB) (*memory.Store, *ledger.Ledger) {
	t.Helper()
	st := memory.New()
	l, err := played.Into(st, name, "../fixtures/season/autumn.season", options())
	if err != nil {
		t.Fatal(err)
	}
	return st, l
}

func candidate(t testing.TB, st store.Store, plan readjudicate.Plan, o readjudicate.Options) *readjudicate.Candidate {
	t.Helper()
	cat, err := history.Load(context.Background(), st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	run, err := readjudicate.Prepare(context.Background(), st, cat, plan, "test 1")
	if err != nil {
		t.Fatal(err)
	}
	c, err := run.Do(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// unlabelled leaves out of a written state which labels have been given: they are those of all
// editions, and no history alone says them.
func unlabelled(state string) string { return serials.ReplaceAllString(state, "") }

var serials = regexp.MustCompile(`"serials":\[[^]]*\],`)

func written(t testing.TB, s *aggregate.State) string {
	t.Helper()
	text, err := s.Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func void(input uint64) events.Change {
	return events.Change{What: history.Void, Input: input, Reason: "it was a slip"}
}

func TestAnAdoptedEditionIsWhatTheLedgerGoesOnFrom(t *testing.T) {
	st, l := autumn(t)
	head := l.Head()
	before := written(t, l.State())
	plan := readjudicate.Plan{Changes: []events.Change{void(745)}}
	c := candidate(t, st, plan, readjudicate.Options{})
	if c.From != 745 || c.Restated == 0 || written(t, c.Before) != before {
		t.Fatalf("candidate %+v", c)
	}
	res, adopted, err := l.Adopt(context.Background(), plan, "a slip", "Ursula", l.Last(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if res.Input.Sequence != head+1 || adopted.Restated != c.Restated {
		t.Errorf("adopted %+v", adopted)
	}
	want := written(t, c.After)
	for what, s := range map[string]*aggregate.State{"the ledger": l.State(), "opened anew": opening(t, st).State()} {
		if d := cmp.Diff(want, written(t, s)); d != "" {
			t.Errorf("%s (-candidate +got):\n%s", what, d)
		}
	}
	cat, err := history.Load(context.Background(), st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(cat.Editions()); n != 2 || cat.Current().From != 745 {
		t.Fatalf("%d editions, %+v", n, cat.Current())
	}
	for number, want := range map[int]string{1: before, 2: want} {
		e, _ := cat.Edition(number)
		s, err := cat.StateAt(context.Background(), e, 0)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, written(t, s)); d != "" {
			t.Errorf("edition %d (-want +got):\n%s", number, d)
		}
		fresh := aggregate.NewState()
		for entry, err := range cat.History(context.Background(), e, history.Range{}) {
			if err != nil {
				t.Fatal(err)
			}
			if !entry.Judged {
				continue
			}
			for i := range entry.Outcomes {
				fresh.Apply(entry.Outcomes[i].Payload)
			}
		}
		if d := cmp.Diff(unlabelled(want), unlabelled(written(t, fresh))); d != "" {
			t.Errorf("edition %d folded entry by entry (-want +got):\n%s", number, d)
		}
	}
	// Going back is another edition with the state of the first.
	if _, _, err := l.Adopt(context.Background(), readjudicate.Plan{Base: 1, Withdraw: []string{"*"}}, "it was none", "Ursula", l.Last(), nil); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(unlabelled(before), unlabelled(written(t, l.State()))); d != "" {
		t.Errorf("there and back (-first +third):\n%s", d)
	}
	v, err := ledger.Verify(context.Background(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Differences) > 0 {
		t.Errorf("verify finds %+v", v.Differences)
	}
	var lines []byte
	for rec, err := range st.Read(context.Background(), name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		line, err := events.Export(rec.Data)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(append(lines, line...), '\n')
	}
	if v, err = ledger.VerifyExport(bytes.NewReader(lines), int64(len(lines)), options(), ledger.Evidence{}); err != nil || len(v.Differences) > 0 {
		t.Errorf("verifying an export finds %+v, %v", v.Differences, err)
	}
	if _, _, err := played.Export("x.jsonl", lines); err != nil {
		t.Errorf("an export cannot be read: %v", err)
	}
	// Half an edition is none.
	each := bytes.SplitAfter(lines, []byte("\n"))
	find := func(kind string) int {
		return slices.IndexFunc(each, func(l []byte) bool { return bytes.Contains(l, []byte(`"type":"`+kind+`.`)) }) + 1
	}
	from, to := find("edition-adopted"), find("state-restated")
	if from == 0 || to < from+3 {
		t.Fatalf("the adoption goes from %d to %d", from, to)
	}
	for _, cut := range []int{from - 1, from, from + 1, from + 2, from + 3, to - 1, to} {
		_, _, err := played.Export("x.jsonl", bytes.Join(each[:cut], nil))
		if whole := cut < from || cut >= to; (err == nil) != whole {
			t.Errorf("an export cut behind event %d, of an adoption from %d to %d: error %v", cut, from, to, err)
		}
	}
}

func TestASecondAdoptionOnTheSameGroundConflicts(t *testing.T) {
	st, one := autumn(t)
	two := opening(t, st)
	plan := readjudicate.Plan{Changes: []events.Change{void(745)}}
	if _, _, err := one.Adopt(context.Background(), plan, "", "Ursula", one.Last(), nil); err != nil {
		t.Fatal(err)
	}
	at := head(t, st)
	var conflict *store.ConflictError
	if _, _, err := two.Adopt(context.Background(), plan, "", "Ursula", two.Last(), nil); !errors.As(err, &conflict) {
		t.Errorf("error %v", err)
	}
	if head(t, st) != at {
		t.Error("something was written")
	}
}

func opening(t testing.TB, st store.Store) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Open(context.Background(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestJudgingEverythingAgainUnderNoOtherLawIsTheIdentity(t *testing.T) {
	st, l := autumn(t)
	plan := readjudicate.Plan{Thorough: true, Changes: []events.Change{void(2)}}
	_ = l
	cat, err := history.Load(context.Background(), st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	// The whole history is judged, and its first change changes nothing: a rejected draft
	// that never happened leaves what stood.
	plan.Changes[0].Input = 0
	for e, err := range cat.History(context.Background(), cat.Current(), history.Range{}) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Ruled().Verdict == aggregate.Rejected {
			plan.Changes[0].Input = e.Place.Input
			break
		}
	}
	c := candidate(t, st, plan, readjudicate.Options{})
	if c.Restated != 1 || c.Judged < 250 {
		t.Errorf("%d restated, %d judged", c.Restated, c.Judged)
	}
	if d := cmp.Diff(written(t, c.Before), written(t, c.After)); d != "" {
		t.Errorf("-before +after:\n%s", d)
	}
}

// TestOpenedAmidAnAdoptionAllOfItHolds opens a ledger at every event of an adoption.
func TestOpenedAmidAnAdoptionAllOfItHolds(t *testing.T) {
	ctx := context.Background()
	st, l := autumn(t)
	before := written(t, l.State())
	first := l.Head() + 1
	res, c, err := l.Adopt(ctx, readjudicate.Plan{Changes: []events.Change{void(2072)}}, "", "Ann", l.Last(), nil)
	if err != nil {
		t.Fatal(err)
	}
	after := written(t, c.After)
	if after == before || len(res.Events()) < 5 {
		t.Fatalf("the edition changes nothing: %d events", len(res.Events()))
	}
	for at := first - 1; at <= l.Head(); at++ {
		o, err := ledger.OpenAt(ctx, st, name, at, options())
		if err != nil {
			t.Fatal(err)
		}
		want := after
		if at < first {
			want = before
		}
		if got := written(t, o.State()); got != want {
			t.Errorf("at event %d, the adoption being %d to %d, the state is another", at, first, l.Head())
		}
		if o.Head() != at {
			t.Errorf("opened at %d its head is %d", at, o.Head())
		}
	}
}
