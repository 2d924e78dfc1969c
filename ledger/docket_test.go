package ledger_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
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
		{events.DisputeOpened{By: "Ann", Grounds: "so", Clause: "1230.44 §2"}, "clause"},
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

// A rule that is no longer in force may be cited: it was, when something was ruled under it.
func TestAVerdictCitesRulesThatWereInForce(t *testing.T) {
	st := memory.New()
	l, _ := disputed(t, st)
	submit(t, l, events.DisputeOpened{By: "Ann", Grounds: "so", Clause: "1230.4"})
	submit(t, l, events.RuleRepealed{Number: "1230.22"})
	if slices.ContainsFunc(l.State().Rules(), func(r aggregate.RuleInForce) bool { return r.Number == "1230.22" }) {
		t.Fatal("rule 1230.22 is still in force")
	}
	for clause, known := range map[string]bool{"1230.22 §1": true, "1230.2/49 §6.C": true, "1230.222": false} {
		err := l.CheckDispute(context.Background(), aggregate.Input{Payload: events.DisputeRuled{Dispute: "D2", Judge: "Bob", Verdict: dispute.Sustained, Reasons: "r", Clauses: []string{clause}}, At: noon})
		if known != (err == nil) || !known && !strings.Contains(err.Error(), "no such rule") {
			t.Errorf("%s: %v", clause, err)
		}
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

// adopts appends an edition.
func adopts(t *testing.T, l *ledger.Ledger, plan readjudicate.Plan) {
	t.Helper()
	if _, _, err := l.Adopt(context.Background(), plan, "", "Judith", l.Last(), nil); err != nil {
		t.Fatal(err)
	}
}

// In edition 2 the Placement at 163 is void, and with it what relied on it; edition 3 is made from the first one again, where it was accepted.
func TestADisputeIsAboutTheRulingOfTheCurrentEditionWhateverThatIsMadeFrom(t *testing.T) {
	st := memory.New()
	l := bishop(t, st)
	adopts(t, l, readjudicate.Plan{Changes: []events.Change{void(163)}})
	rulingAs := func(event uint64, id, want string) {
		t.Helper()
		submit(t, l, events.DisputeOpened{By: "Basil", Grounds: "so", Event: event})
		if c, _ := docket(t, l).Dispute(id); c.Ruling != want {
			t.Errorf("%s is about event %d, ruled %q, want %q", id, event, c.Ruling, want)
		}
	}
	rulingAs(163, "D2", "void")
	rulingAs(179, "D3", "replaced")
	adopts(t, l, readjudicate.Plan{Base: 1})
	rulingAs(163, "D4", "accepted")
	rulingAs(179, "D5", "accepted")
	d := docket(t, l)
	for _, id := range []string{"D2", "D3"} {
		if c, _ := d.Dispute(id); !strings.Contains(d.Moot(&c), "is accepted in edition 3") {
			t.Errorf("%s is moot because %q", id, d.Moot(&c))
		}
	}
	adopts(t, l, readjudicate.Plan{Base: 2})
	rulingAs(179, "D6", "replaced")
	if v, err := ledger.Verify(context.Background(), st, name, options()); err != nil || len(v.Differences) > 0 {
		t.Errorf("verify finds %+v, %v", v, err)
	}
}

// Judith sustains that the Bishop may be placed on f1; a reading that another dispute brings about says the opposite.
func TestAVerdictThatTheHistoryNoLongerFollowsIsTold(t *testing.T) {
	l := bishop(t, memory.New())
	submit(t, l, events.DisputeOpened{By: "Basil", Grounds: "the Bishop attacked", Event: 163})
	submit(t, l, events.DisputeOpened{By: "Basil", Grounds: "a Pawn counts", Entry: "section-6-piece", Reading: "counts", From: 163})
	submit(t, l, events.DisputeRuled{Dispute: "D2", Judge: "Judith", Verdict: dispute.Sustained, Reasons: "so we read it"})
	conflict := func(why string) {
		t.Helper()
		list, err := l.Relations(context.Background(), "")
		if err != nil {
			t.Fatal(err)
		}
		want := []dispute.Relation{{From: "D3", To: "D2", Kind: dispute.RelConflict, Why: why}}
		if diff := cmp.Diff(want, list); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	conflict("if D3 is upheld, #163 is replaced, which D2 sustained as accepted")
	submit(t, l, events.DisputeRuled{Dispute: "D3", Judge: "Judith", Verdict: dispute.Overturned, Reasons: "a Pawn counts"})
	conflict("as ruled in D3, #163 is replaced, which D2 sustained as accepted")
	superseded := func(want string) {
		t.Helper()
		d := docket(t, l)
		c, _ := d.Dispute("D2")
		if got := d.Superseded(&c); got != want {
			t.Errorf("superseded: %q, want %q", got, want)
		}
	}
	superseded("")
	if _, _, err := l.AdoptVerdict(context.Background(), "D3", "", "", "Ursula", l.Last(), nil); err != nil {
		t.Fatal(err)
	}
	superseded("event 163 was sustained as accepted, and is replaced in edition 2")
}

func TestADisputeTellsWhichEditionHoldsItsVerdict(t *testing.T) {
	l := bishop(t, memory.New())
	standing := func(in, holds int) {
		t.Helper()
		c, _ := docket(t, l).Dispute("D2")
		if a, b := c.Standing(); a != in || b != holds {
			t.Errorf("in edition %d, current %d; want %d and %d", a, b, in, holds)
		}
	}
	adopt := func() {
		t.Helper()
		if _, _, err := l.AdoptVerdict(context.Background(), "D2", "", "", "Ursula", l.Last(), nil); err != nil {
			t.Fatal(err)
		}
	}
	submit(t, l, events.DisputeOpened{By: "Basil", Grounds: "the Bishop attacked", Event: 163})
	submit(t, l, events.DisputeRuled{Dispute: "D2", Judge: "Judith", Verdict: dispute.Overturned, Reasons: "a Pawn counts"})
	standing(0, 0)
	adopt()
	standing(2, 2)
	submit(t, l, events.VerdictAppealed{Dispute: "D2", By: "Rhoda", Grounds: "we had agreed", Judge: "Ursula"})
	standing(0, 2)
	submit(t, l, events.DisputeRuled{Dispute: "D2", Judge: "Ursula", Verdict: dispute.Sustained, Reasons: "they had"})
	standing(0, 2)
	adopt()
	standing(0, 0)
	adopts(t, l, readjudicate.Plan{Base: 2})
	standing(0, 4)
}

// A docket that asks the ledger for entries answers as one that has read every event.
func TestADocketThatAsksKnowsWhatOneThatReadsAllKnows(t *testing.T) {
	ctx := context.Background()
	st := memory.New()
	l := bishop(t, st)
	wire, data, err := events.EncodePayload(events.PlaySubmitted{Side: "Blue", Text: "pass"})
	if err != nil {
		t.Fatal(err)
	}
	at := l.Last()
	late := events.Change{What: history.Insert, Input: 179, Type: wire, Payload: data, Actor: "Basil"}
	for i, plan := range []readjudicate.Plan{
		{Changes: []events.Change{void(163)}},
		{Changes: []events.Change{late}, Policy: readjudicate.Void},
		{Withdraw: []string{"2.1"}},
		{Withdraw: []string{"*"}},
		{Base: 2, Changes: []events.Change{void(171)}}, // made from an earlier edition
	} {
		if _, _, err := l.Adopt(ctx, plan, "", "Judith", at.Add(time.Duration(i+1)*time.Hour), nil); err != nil {
			t.Fatalf("edition %d: %v", i+2, err)
		}
		var all dispute.Docket
		for e, err := range ledger.Events(ctx, st, name, 1) {
			if err != nil {
				t.Fatal(err)
			}
			all.Apply(&e)
		}
		for _, one := range []*ledger.Ledger{l, opening(t, st)} {
			asks, err := one.Docket(ctx)
			if err != nil {
				t.Fatal(err)
			}
			for sequence := range uint64(l.Head()) + 1 {
				want, okWant := all.Entry(sequence, "")
				got, ok := asks.Entry(sequence, "")
				if want.Gone {
					want.Verdict = ""
				}
				if d := cmp.Diff(want, got); d != "" || ok != okWant {
					t.Fatalf("edition %d, event %d: %t, want %t (-reads all +asks):\n%s", i+2, sequence, ok, okWant, d)
				}
			}
			for _, address := range []string{"2.1", "3.1", "3.2", "4.1", "6.1", "9.9"} {
				want, okWant := all.Entry(0, address)
				got, ok := asks.Entry(0, address)
				if want.Gone {
					want.Verdict = ""
				}
				if d := cmp.Diff(want, got); d != "" || ok != okWant {
					t.Errorf("edition %d, entry %s: %t, want %t (-reads all +asks):\n%s", i+2, address, ok, okWant, d)
				}
			}
		}
	}
}

// Judith overturns the Placement of #163; Rhoda appeals, and another judge sustains it. What the current edition has otherwise then is this dispute's own
// first verdict, which the adoption of the second withdraws: nothing has superseded that.
func TestAVerdictIsNotSupersededByTheOneThatItReverses(t *testing.T) {
	ctx := context.Background()
	l := bishop(t, memory.New())
	submit(t, l, events.DisputeOpened{By: "Basil", Grounds: "the Bishop attacked", Event: 163, Judge: "Judith"})
	submit(t, l, events.DisputeRuled{Dispute: "D2", Judge: "Judith", Verdict: dispute.Overturned, Reasons: "a Pawn counts"})
	if _, _, err := l.AdoptVerdict(ctx, "D2", "", "", "Ursula", l.Last(), nil); err != nil {
		t.Fatal(err)
	}
	submit(t, l, events.VerdictAppealed{Dispute: "D2", By: "Rhoda", Grounds: "the register", Judge: "Ursula"})
	submit(t, l, events.DisputeRuled{Dispute: "D2", Judge: "Ursula", Verdict: dispute.Sustained, Reasons: "so we read it"})
	c, _ := docket(t, l).Dispute("D2")
	if got := docket(t, l).Superseded(&c); got != "" {
		t.Errorf("superseded: %q", got)
	}
	submit(t, l, events.VerdictRetracted{Dispute: "D2", By: "Ursula", Reason: "on second thoughts"})
	c, _ = docket(t, l).Dispute("D2")
	if len(c.Reopened) != 1 || c.Reopened[0].By != "Ursula" || c.Reopened[0].Reason != "on second thoughts" || c.Reopened[0].Sequence == 0 || len(c.Retracted) != 1 || c.Retracted[0].Verdict != dispute.Sustained {
		t.Errorf("taken back: %+v of %+v", c.Reopened, c.Retracted)
	}
}
