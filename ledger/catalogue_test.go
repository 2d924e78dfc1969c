package ledger_test

import (
	"context"
	"testing"

	"adjudicate/events"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/generate"
	"adjudicate/ledger"
	"adjudicate/store/memory"
)

// A ledger that is opened to rule again hands on what it has read: the editions, the labels, the state before a change and what follows it are found without
// the store, but for what is looked for backwards from a change.
func TestWhatALedgerHasReadIsNotReadAgainToRuleAgain(t *testing.T) {
	ctx := context.Background()
	st := &metered{Store: memory.New()}
	l, err := ledger.Create(ctx, st, name, options())
	if err == nil {
		_, err = generate.Fill(ctx, l, 1, generate.Options{}, 100)
	}
	if err != nil {
		t.Fatal(err)
	}
	plays := playsAccepted(t, st, 1)
	plan := readjudicate.Plan{Changes: []events.Change{void(plays[len(plays)/2])}}
	again := func(keep bool) (candidate *readjudicate.Candidate, read int) {
		o := options()
		o.Again = keep
		l, err := ledger.Open(ctx, st, name, o)
		if err != nil {
			t.Fatal(err)
		}
		st.read = 0
		_, run, err := l.Plan(ctx, plan)
		if err == nil {
			candidate, err = run.Do(ctx, readjudicate.Options{})
		}
		if err != nil {
			t.Fatal(err)
		}
		return candidate, st.read
	}
	want, all := again(false)
	got, read := again(true)
	if few := 100; read > few || uint64(all) < l.Head() {
		t.Errorf("%d events were read again, and %d where none were kept, of %d: want at most %d", read, all, l.Head(), few)
	}
	a, err := want.After.Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := got.After.Snapshot(nil)
	if err != nil || string(a) != string(b) || want.Restated != got.Restated || got.Restated == 0 {
		t.Errorf("%d restated, want %d and the same state; %v", got.Restated, want.Restated, err)
	}
}
