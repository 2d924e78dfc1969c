package ledger_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// late is a ledger in which a purchase of Bob's has been put in late, just before the play of
// Ann's that is returned: entry 2.1.
func late(t *testing.T) (st *memory.Store, l *ledger.Ledger, play uint64) {
	t.Helper()
	st = memory.New()
	l, at := bought(t, st, 2, buys("Red", "Ann", "Rook"), plays("Blue", "K@a1"), plays("Red", "K@t20"))
	adopted(t, l, readjudicate.Plan{Changes: []events.Change{inserted(t, at[2], buys("Blue", "Bob", "Camel"))}})
	if d := cmp.Diff([]string{"C1 Camel", "K2 King a1"}, standing(l.State(), "Blue")); d != "" {
		t.Fatalf("Blue with the purchase put in (-want +got):\n%s", d)
	}
	return st, l, at[2]
}

// entryAt returns the entry of an address in the current edition.
func entryAt(t *testing.T, st store.Store, address string) *history.Entry {
	t.Helper()
	cat, err := history.Load(context.Background(), st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range cat.History(context.Background(), cat.Current(), history.Range{}) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Place.Address() == address {
			return e
		}
	}
	return nil
}

func about(what, address string) events.Change {
	return events.Change{What: what, Address: address, Reason: "it was a slip"}
}

func TestAnEntryPutInLateIsVoidedByItsAddress(t *testing.T) {
	st, l, play := late(t)
	c := adopted(t, l, readjudicate.Plan{Changes: []events.Change{about(history.Void, "2.1")}})
	if c.Restated != 1 || c.From != play {
		t.Errorf("%d inputs differ from #%d on, expected entry 2.1 alone, at #%d", c.Restated, c.From, play)
	}
	if d := cmp.Diff([]string{"K2 King a1"}, standing(l.State(), "Blue")); d != "" {
		t.Errorf("Blue (-want +got):\n%s", d)
	}
	e := entryAt(t, st, "2.1")
	if e == nil || e.Ruled().Verdict != aggregate.Voided || e.Changed != "3.1" {
		t.Errorf("entry 2.1 is %+v, expected it voided by 3.1", e)
	}
	holds(t, st)
}

func TestAnEntryPutInLateIsCorrectedByItsAddress(t *testing.T) {
	st, l, _ := late(t)
	ch := corrected(t, 0, buys("Blue", "Bob", "Rook"))
	ch.Address = "2.1"
	adopted(t, l, readjudicate.Plan{Changes: []events.Change{ch}})
	// The same input's piece: the same label, whatever its type.
	if d := cmp.Diff([]string{"C1 Rook", "K2 King a1"}, standing(l.State(), "Blue")); d != "" {
		t.Errorf("Blue (-want +got):\n%s", d)
	}
	e := entryAt(t, st, "2.1")
	if e == nil || e.Standing != history.Corrected || e.Input.Payload != buys("Blue", "Bob", "Rook") {
		t.Errorf("entry 2.1 is %+v, expected it corrected", e)
	}
	adopted(t, l, readjudicate.Plan{Withdraw: []string{"3.1"}})
	if d := cmp.Diff([]string{"C1 Camel", "K2 King a1"}, standing(l.State(), "Blue")); d != "" {
		t.Errorf("Blue, the correction withdrawn (-want +got):\n%s", d)
	}
	holds(t, st)
}

func TestAnEntryIsPutInBeforeAnother(t *testing.T) {
	st, l, play := late(t)
	ch := inserted(t, 0, buys("Red", "Ann", "Camel"))
	ch.Address = "2.1"
	adopted(t, l, readjudicate.Plan{Changes: []events.Change{ch}})
	var order []string
	cat, err := history.Load(context.Background(), st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range cat.History(context.Background(), cat.Current(), history.Range{From: play, To: play}) {
		if err != nil {
			t.Fatal(err)
		}
		order = append(order, e.Place.Address())
	}
	if d := cmp.Diff([]string{"3.1", "2.1", history.Place{Input: play}.Address()}, order); d != "" {
		t.Errorf("the entries at #%d (-want +got):\n%s", play, d)
	}
	// The label of the piece that was there first stays.
	if d := cmp.Diff([]string{"C1 Camel", "K2 King a1"}, standing(l.State(), "Blue")); d != "" {
		t.Errorf("Blue (-want +got):\n%s", d)
	}
	holds(t, st)
}

func TestAChangeOfAnEntryThatDoesNotStandIsRefused(t *testing.T) {
	_, l, play := late(t)
	for _, row := range []struct {
		sentence string
		plan     readjudicate.Plan
		want     string
	}{
		{"no such entry", readjudicate.Plan{Changes: []events.Change{about(history.Void, "2.2")}}, "edition 2 has no entry 2.2"},
		{"another edition's", readjudicate.Plan{Base: 1, Changes: []events.Change{about(history.Void, "2.1")}}, "edition 1 has no entry 2.1; it is in edition 2"},
		{"withdrawn by the same plan", readjudicate.Plan{Withdraw: []string{"2.1"}, Changes: []events.Change{about(history.Void, "2.1")}}, "edition 3 has no entry 2.1"},
		{"twice", readjudicate.Plan{Changes: []events.Change{about(history.Void, "2.1"), about(history.Void, "2.1")}}, `already says "void" for that input`},
	} {
		_, _, err := l.Adopt(context.Background(), row.plan, "", "Ann", l.Last(), nil)
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v\nexpected %q", row.sentence, err, row.want)
		}
	}
	// What is about an entry goes with it.
	adopted(t, l, readjudicate.Plan{Changes: []events.Change{about(history.Void, "2.1"), void(play)}})
	_, _, err := l.Adopt(context.Background(), readjudicate.Plan{Withdraw: []string{"2.1"}}, "", "Ann", l.Last(), nil)
	if err == nil || !strings.Contains(err.Error(), "withdraw 3.1 too") {
		t.Errorf("withdrawing 2.1 alone: %v", err)
	}
	_, _, err = l.Adopt(context.Background(), readjudicate.Plan{Changes: []events.Change{about(history.Rule, "3.2")}}, "", "Ann", l.Last(), nil)
	if err == nil || !strings.Contains(err.Error(), "change 3.2 inserts no entry: it is about ") {
		t.Errorf("a change that puts nothing in: %v", err)
	}
}

// A dispute about an entry put in late is about that entry, named by its address or by an
// event that answers it; its verdict takes away what that entry brought, and nothing of the
// player whose input it stands before.
func TestADisputeAboutAnEntryPutInLateIsAboutThatEntry(t *testing.T) {
	for _, named := range []string{"address", "restated", "ruling"} {
		t.Run(named, func(t *testing.T) {
			st, l, play := late(t)
			open := events.DisputeOpened{By: "Ann", Grounds: "nobody heard of it"}
			switch named {
			case "address":
				open.Address = "2.1"
			case "restated":
				open.Event = l.Head()
				for open.Event > 0 && eventOf(t, st, open.Event).Payload.Kind() != (events.InputRestated{}).Kind() {
					open.Event--
				}
			case "ruling":
				open.Event = entryAt(t, st, "2.1").Outcomes[0].Sequence
			}
			accepted(t, l, open)
			docket, err := l.Docket(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			c, _ := docket.Dispute("D1")
			if c.Input != play || c.Address != "2.1" || c.Subject != (events.PurchaseRequested{}).Kind() || c.Ruling != aggregate.Accepted {
				t.Fatalf("the dispute is about %+v, expected entry 2.1", c)
			}
			if len(docket.DisputedAt(play, "")) != 0 || len(docket.DisputedAt(play, "2.1")) != 1 {
				t.Errorf("#%d is disputed by %v", play, docket.DisputedAt(play, ""))
			}
			accepted(t, l, events.DisputeRuled{Dispute: "D1", Judge: "Ann", Verdict: dispute.Overturned, Reasons: "it was never sent"})
			red := standing(l.State(), "Red")
			if _, _, err := l.AdoptVerdict(context.Background(), "D1", "", "", "Ann", l.Last(), nil); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff([]string{"K2 King a1"}, standing(l.State(), "Blue")); d != "" {
				t.Errorf("Blue (-want +got):\n%s", d)
			}
			if d := cmp.Diff(red, standing(l.State(), "Red")); d != "" {
				t.Errorf("Red, of whom nothing was disputed (-before +after):\n%s", d)
			}
			holds(t, st)
		})
	}
}

func TestADisputeAboutAnEntryThatNoLongerStandsIsRefused(t *testing.T) {
	_, l, _ := late(t)
	adopted(t, l, readjudicate.Plan{Withdraw: []string{"2.1"}})
	res := submit(t, l, events.DisputeOpened{By: "Ann", Grounds: "nobody heard of it", Address: "2.1"})
	if res.Ruled().Verdict != aggregate.Rejected || res.Ruled().Faults[0].Message != "the event: entry 2.1 does not stand in the current edition" {
		t.Errorf("it is %s: %v", res.Ruled().Verdict, res.Ruled().Faults)
	}
}

func eventOf(t *testing.T, st store.Store, sequence uint64) events.Envelope {
	t.Helper()
	for e, err := range ledger.Events(context.Background(), st, name, sequence) {
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	t.Fatalf("no event %d", sequence)
	return events.Envelope{}
}
