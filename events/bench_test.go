package events_test

import (
	"testing"

	"adjudicate/events"
	_ "adjudicate/internal/testheap"
)

// typical are the small outcomes that make up most of a ledger.
var typical = []struct {
	name    string
	payload events.Payload
}{
	{"piece-moved", events.PieceMoved{Piece: "R1", From: "a1", To: "a7"}},
	{"checks-changed", events.ChecksChanged{Checks: []events.Check{{Side: "Red", By: []string{"H1", "Q2"}}, {Side: "Blue", By: []string{"R1"}}}}},
	{"weights-posted", events.WeightsPosted{Weights: []events.Weight{{Side: "Red", Weight: 75}, {Side: "Blue", Weight: 120}, {Side: "Green", Weight: 0}, {Side: "Yellow", Weight: 133}, {Side: "NAP", Weight: 48}}}},
}

func BenchmarkEncode(b *testing.B) {
	for _, c := range typical {
		b.Run(c.name, func(b *testing.B) {
			e := envelope(c.payload)
			for b.Loop() {
				if _, err := events.Encode(&e); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
			b.ReportAllocs()
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, c := range typical {
		b.Run(c.name, func(b *testing.B) {
			e := envelope(c.payload)
			data, err := events.Encode(&e)
			if err != nil {
				b.Fatal(err)
			}
			var d events.Decoder
			for b.Loop() {
				if _, err := d.Decode(data); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
			b.ReportAllocs()
		})
	}
}

func BenchmarkExport(b *testing.B) {
	e := envelope(typical[0].payload)
	data, err := events.Encode(&e)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := events.Export(data); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

func BenchmarkImport(b *testing.B) {
	line := []byte(export(b, envelope(typical[0].payload)))
	for b.Loop() {
		if _, err := events.Import(line); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
}
