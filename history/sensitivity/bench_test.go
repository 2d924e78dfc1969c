package sensitivity_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"adjudicate/history/sensitivity"
	"adjudicate/internal/generate"
	"adjudicate/ledger"
	"adjudicate/store/memory"
	"adjudicate/systems"
)

// BenchmarkSensitivity tries every reading on a generated history of 10,000 plays, two at a
// time.
func BenchmarkSensitivity(b *testing.B) {
	const plays = 10_000
	st := memory.New()
	l, err := ledger.Create(context.Background(), st, name, ledger.Options{Engine: "test 1", Entropy: rand.NewChaCha8([32]byte{9})})
	if err == nil {
		_, err = generate.Fill(context.Background(), l, 1, generate.Options{}, plays)
	}
	if err != nil {
		b.Fatal(err)
	}
	_, register, err := systems.Load("partychess")
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	tried := 0
	for b.Loop() {
		found, err := single(context.Background(), st, name, 0, register, sensitivity.Uncertain{Workers: 2, Engine: "test 1"})
		if err != nil {
			b.Fatal(err)
		}
		tried += len(found)
	}
	b.ReportMetric(float64(tried)/b.Elapsed().Seconds(), "readings/s")
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/game")
}
