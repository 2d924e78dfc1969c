package report_test

import (
	"crypto/rand"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/report"
	"adjudicate/store/memory"
)

// TestWhatAnEditionDecidedIsExplainedAsItDid has an edition under each policy: a payment that never was, a capture held illegal, a reading from amid
// the game, and money spent that the account no longer has. Whatever its verdict, an entry is explained under what the edition decided of it: the program does
// not say that it would rule otherwise.
func TestWhatAnEditionDecidedIsExplainedAsItDid(t *testing.T) {
	t.Parallel()
	const name, engine = "autumn", "test"
	ctx := t.Context()
	for _, policy := range readjudicate.Policies {
		if policy == readjudicate.Halt {
			continue
		}
		st := memory.New()
		opts := ledger.Options{Engine: engine, Entropy: rand.Reader}
		l, err := played.Into(st, name, "../fixtures/season/autumn.season", opts)
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range []events.Payload{
			events.TransactionRecorded{Account: "Niko", Asset: "money", Amount: events.Whole(-60)},
			events.TransactionRecorded{Account: "Niko", Asset: "money", Amount: events.Whole(-5)},
		} {
			if _, err := l.Submit(ctx, in, "Odile", l.Last()); err != nil {
				t.Fatal(err)
			}
		}
		wire, data, err := events.EncodePayload(events.InterpretationAdopted{Entry: "gess-adjacent", Reading: "yes"})
		if err != nil {
			t.Fatal(err)
		}
		reading := events.Change{What: history.Insert, Input: 1226, Type: wire, Payload: data}
		plan := readjudicate.Plan{Policy: policy, Changes: []events.Change{
			{What: history.Void, Input: 145}, {What: history.Rule, Input: 745, Remedy: aggregate.RemedyIllegal}, reading}}
		if _, _, err := l.Adopt(ctx, plan, "", "Odile", l.Last(), nil); err != nil {
			t.Fatal(err)
		}
		cat, err := history.Load(ctx, st, name, 0)
		if err != nil {
			t.Fatal(err)
		}
		verdicts := map[string]int{}
		for e, err := range cat.History(ctx, cat.Current(), history.Range{From: 145}) {
			if err != nil {
				t.Fatal(err)
			}
			if e.Edition == 1 || e.Place.Input > 900 && e.Place.Input < 2096 {
				continue // the same over and over
			}
			v, err := report.Explain(ctx, cat, history.Found{Edition: cat.Current(), Place: e.Place}, engine)
			if err != nil {
				t.Fatal(err)
			}
			verdicts[v.Verdict]++
			if v.Differs != "" {
				t.Errorf("%s: #%s is %s, and ruled on again it is said to be %s", policy, e.Place.Address(), v.Verdict, v.Differs)
			}
		}
		want := map[string]string{readjudicate.DefaultPlay: aggregate.Replaced, readjudicate.Void: aggregate.Rejected, readjudicate.Reopen: aggregate.Voided,
			readjudicate.Rewind: aggregate.Voided, readjudicate.Stands: aggregate.Stands}[policy]
		if verdicts[want] == 0 || verdicts[aggregate.Accepted] == 0 {
			t.Errorf("%s: nothing was tried: %v", policy, verdicts)
		}
	}
}
