package projections_test

import (
	"testing"

	"adjudicate/events"
	"adjudicate/projections"
)

// The benchmarks fold the outcomes of a game, decoded from their canonical bytes as a
// ledger gives them, and count outcomes.
func outcomesOf(b *testing.B) []events.Envelope {
	b.Helper()
	var rec recorder
	var dec events.Decoder
	list := randomMatch(b, 5, 6000)
	for i := range list {
		if list[i].Payload.Kind() == "rule-enacted" || list[i].Payload.Kind() == "rule-put-in-force" {
			continue // they stand at the beginning only
		}
		text, err := events.Encode(&list[i])
		if err != nil {
			b.Fatal(err)
		}
		e, err := dec.Decode(text)
		if err != nil {
			b.Fatal(err)
		}
		if events.IsOutcome(e.Payload.Kind()) {
			rec.add(e.Payload, &e.Basis, e.Recorded)
		}
	}
	return rec.list
}

func benchmarkFold(b *testing.B, make func() projections.Projection) {
	list := outcomesOf(b)
	b.ReportAllocs()
	b.ResetTimer()
	n := 0
	for b.Loop() {
		p := make()
		for i := range list {
			if err := p.Fold(&list[i]); err != nil {
				b.Fatal(err)
			}
		}
		n += len(list)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "outcomes/s")
}

func BenchmarkFold(b *testing.B) {
	for _, make := range fresh {
		name := make().Name()
		if s, ok := make().(*projections.Set); ok && s.Holdings == nil {
			name = "light-set"
		}
		b.Run(name, func(b *testing.B) { benchmarkFold(b, make) })
	}
}

func BenchmarkPositionAt(b *testing.B) {
	list := randomMatch(b, 5, 6000)
	h := fold(b, projections.NewHoldings(), list)
	n := 0
	for b.Loop() {
		if _, err := h.At(uint64(n*7919) % (h.Sequence() + 1)); err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
}

func BenchmarkCheckpoint(b *testing.B) {
	list := outcomesOf(b)
	s := fold(b, projections.NewSet(), list)
	text := checkpoint(b, s)
	b.Run("write", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			checkpoint(b, s)
		}
	})
	b.Run("restore", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if err := projections.NewSet().Restore(text); err != nil {
				b.Fatal(err)
			}
		}
	})
}
