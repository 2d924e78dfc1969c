package dispute_test

import (
	"testing"

	"adjudicate/aggregate/dispute"
	"adjudicate/events"
)

// BenchmarkApply folds a ledger of plays with a dispute about every tenth.
func BenchmarkApply(b *testing.B) {
	g := bareTable(b)
	for range 200 {
		play, _ := g.submit(events.PlaySubmitted{Side: "Red", Text: "K@j2"})
		for range 9 {
			g.submit(events.PlaySubmitted{Side: "Red", Text: "K@j2"})
		}
		g.must(events.DisputeOpened{By: "Ann", Grounds: "so", Event: play})
	}
	b.ResetTimer()
	for b.Loop() {
		var d dispute.Docket
		for i := range g.log {
			d.Apply(&g.log[i])
		}
		if len(d.Disputes()) != 200 {
			b.Fatal("disputes are missing")
		}
	}
	b.ReportMetric(float64(len(g.log))*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}
