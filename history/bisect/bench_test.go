package bisect_test

import (
	"testing"

	"adjudicate/history/bisect"
	"adjudicate/internal/played"
)

// BenchmarkScan follows conditions through the sample season, without the cost of reading it.
func BenchmarkScan(b *testing.B) {
	list := played.Autumn(b)
	for _, test := range []struct{ name, src string }{
		{"seldom", `winner = Lantern and hand > 3`},
		{"after every play", `weight(turn) > 200`},
		{"of the board", `at(q4) = Rook and captures("*1") > 5`},
	} {
		b.Run(test.name, func(b *testing.B) {
			c := compile(b, list, test.src)
			for b.Loop() {
				if _, err := bisect.Scan(played.All(list), c, bisect.Options{}, func(*bisect.Turn) bool { return true }); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*len(list))/b.Elapsed().Seconds(), "events/s")
		})
	}
}
