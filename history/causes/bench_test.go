package causes_test

import (
	"context"
	"fmt"
	"testing"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/causes"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/cputime"
)

// BenchmarkCauses rules on the sample season again under a change, without and with what differs and why.
func BenchmarkCauses(b *testing.B) {
	law := func(entry, reading string) events.Change {
		wire, data, err := events.EncodePayload(events.InterpretationAdopted{Entry: entry, Reading: reading})
		if err != nil {
			b.Fatal(err)
		}
		return events.Change{What: history.Insert, Input: 160, Type: wire, Payload: data}
	}
	for name, changes := range map[string][]events.Change{
		"law":   {law("gess-adjacent", "no")},
		"play":  {{What: history.Rule, Input: 745, Remedy: "illegal"}},
		"three": {law("gess-adjacent", "no"), {What: history.Rule, Input: 745, Remedy: "illegal"}, {What: history.Void, Input: 151}},
	} {
		plan := readjudicate.Plan{Changes: changes}
		for _, why := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/causes=%t", name, why), func(b *testing.B) {
				began := cputime.Used()
				for b.Loop() {
					cat := catalogue(b)
					run, err := readjudicate.Prepare(context.Background(), autumn(), cat, plan, engine)
					if err != nil {
						b.Fatal(err)
					}
					var o readjudicate.Options
					collect := compare.NewCollector(run.Changes)
					if why {
						o.Watch = collect.Watch
					}
					c, err := run.Do(context.Background(), o)
					if err != nil {
						b.Fatal(err)
					}
					if !why {
						continue
					}
					r, err := collect.Report(c.Before, c.After)
					if err == nil {
						err = causes.Find(context.Background(), causes.Question{Store: autumn(), Catalogue: cat, Plan: plan, Engine: engine}, r)
					}
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64((cputime.Used()-began).Microseconds())/float64(b.N), "cpu-µs/op")
			})
		}
	}
}
