package ledger_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// disputed is a ledger with a play, a dispute about it, and the verdict.
func disputed(t *testing.T, st store.Store) (l *ledger.Ledger, play uint64) {
	t.Helper()
	l = opened(t, st)
	play = submit(t, l, events.PlaySubmitted{Side: "Blue", Text: "K@j1"}).Input.Sequence
	submit(t, l, events.DisputeOpened{By: "Ann", Grounds: "so", Event: play + 2, Clause: "1230.2 §6.C"})
	submit(t, l, events.DisputeArgued{Dispute: "D1", By: "Bob", Text: "no"})
	submit(t, l, events.DisputeRuled{Dispute: "D1", Judge: "Bob", Verdict: dispute.Overturned, Reasons: "r"})
	return l, play
}

func docket(t *testing.T, l *ledger.Ledger) *dispute.Docket {
	t.Helper()
	d, err := l.Docket(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTheDocketIsTheSameHoweverTheLedgerIsOpened(t *testing.T) {
	st := memory.New()
	l, play := disputed(t, st)
	again, err := ledger.Open(context.Background(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(docket(t, l).Disputes(), docket(t, again).Disputes()); diff != "" {
		t.Errorf("(-submitted +read):\n%s", diff)
	}
	before, err := ledger.OpenAt(context.Background(), st, name, play, options())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(docket(t, before).Disputes()); n != 0 {
		t.Errorf("before it was opened there are %d disputes", n)
	}
	c, _ := docket(t, again).Dispute("D1")
	if c.Input != play || c.Verdict.Changes[0].Remedy != aggregate.RemedyIllegal {
		t.Errorf("%+v", c)
	}
}

func TestABatchMayHoldDisputes(t *testing.T) {
	st := memory.New()
	l := opened(t, st)
	err := l.Batch(context.Background(), func() error {
		play := submit(t, l, events.PlaySubmitted{Side: "Blue", Text: "K@j1"}).Input.Sequence
		if res := submit(t, l, events.DisputeOpened{By: "Ann", Grounds: "so", Event: play}); res.Ruled().Verdict != aggregate.Accepted {
			t.Errorf("%+v", res.Ruled().Faults)
		}
		if res := submit(t, l, events.DisputeOpened{By: "Ann", Grounds: "so", Event: 100000}); res.Ruled().Verdict != aggregate.Rejected {
			t.Errorf("%+v", res.Ruled())
		}
		return nil
	})
	if err != nil || l.Head() != head(t, st) {
		t.Fatalf("%v; the ledger stands at %d, the store at %d", err, l.Head(), head(t, st))
	}
	if n := len(docket(t, l).Disputes()); n != 1 {
		t.Errorf("%d disputes", n)
	}
}

func TestWhatIsWrongWithADisputeIsToldAndNothingIsWritten(t *testing.T) {
	st := memory.New()
	l, _ := disputed(t, st)
	before := bytesOf(t, st)
	for _, c := range []struct {
		in    events.Payload
		field string
	}{
		{events.DisputeRuled{Dispute: "D1", Judge: "Bob", Verdict: dispute.Sustained, Reasons: "r"}, "dispute"},
		{events.DisputeArgued{Dispute: "D7", By: "Bob", Text: "x"}, "dispute"},
		{events.DisputeOpened{By: "Ann", Grounds: "so", Event: 100000}, "subject"},
		{events.DisputeOpened{By: "Nemo", Grounds: "so", Clause: "1230.4"}, "player"},
	} {
		err := l.CheckDispute(context.Background(), aggregate.Input{Payload: c.in, At: noon})
		var in *ledger.InputError
		if !errors.As(err, &in) || in.Field != c.field {
			t.Errorf("%+v: %v, want field %s", c.in, err, c.field)
		}
	}
	if err := l.CheckDispute(context.Background(), aggregate.Input{Payload: events.DisputeOpened{By: "Ann", Grounds: "so", Clause: "1230.4"}, At: noon}); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(before, bytesOf(t, st)); diff != "" {
		t.Errorf("something was written:\n%s", diff)
	}
}

func TestVerifyRulesOnDisputesAgain(t *testing.T) {
	st := memory.New()
	l, _ := disputed(t, st)
	verify := func(st store.Store) []ledger.Difference {
		v, err := ledger.Verify(context.Background(), st, name, options())
		if err != nil {
			t.Fatal(err)
		}
		return v.Differences
	}
	if list := verify(st); len(list) > 0 {
		t.Fatalf("a sound ledger: %+v", list)
	}
	forged := memory.New()
	var list []store.Event
	for e, err := range ledger.Events(context.Background(), st, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := e.Payload.(events.VerdictEntered); ok {
			p.Changes[0].Remedy = aggregate.RemedyVoid
			e.Payload = p
		}
		data, err := events.Encode(&e)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, store.Event{ID: e.ID, Type: e.Type, Data: data})
	}
	if _, err := forged.Append(context.Background(), name, store.NoStream, list); err != nil {
		t.Fatal(err)
	}
	found := verify(forged)
	if len(found) != 1 || found[0].What != ledger.DiffersOutcomes || found[0].Sequence != l.Head()-2 {
		t.Errorf("a forged verdict: %+v", found)
	}
}

func TestAnEditionReachesNoFurtherBackThanTheRulesAllow(t *testing.T) {
	st := memory.New()
	l, play := disputed(t, st)
	rule := rules.Rule{Number: "1230.66", Title: "Let sleeping plays lie", Procedure: &rules.Procedure{Reach: &rules.Reach{Days: 3, Cite: "¶1"}}}
	submit(t, l, events.RuleEnacted{Number: rule.Number, Rule: rule.Canonical()})
	before := bytesOf(t, st)
	late := noon.AddDate(0, 0, 4)
	plan := readjudicate.Plan{Changes: []events.Change{{What: "void", Input: play}}}
	_, _, err := l.Adopt(context.Background(), plan, "", "Ann", late, nil)
	var far *dispute.ReachError
	if !errors.As(err, &far) || far.Clause != "1230.66/0 ¶1" || !strings.Contains(err.Error(), "stands as attempted") {
		t.Fatalf("got %v", err)
	}
	if diff := cmp.Diff(before, bytesOf(t, st)); diff != "" {
		t.Errorf("something was written:\n%s", diff)
	}
	c, _ := docket(t, l).Dispute("D1")
	if _, _, err := l.Adopt(context.Background(), readjudicate.Plan{Changes: c.Verdict.Changes}, "", "Ann", late, nil); err != nil {
		t.Errorf("what was disputed in time: %v", err)
	}
	if c, _ = docket(t, l).Dispute("D1"); !docket(t, l).TakenUp(&c) {
		t.Error("the edition does not hold it")
	}
}
