package ledger_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/cputime"
	"adjudicate/internal/generate"
	"adjudicate/ledger"
)

// BenchmarkAdoptLate opens a file of many plays and voids one of the last ten, or restores it, each as an edition: what that costs is to
// depend on what differs, not on the length of the game.
func BenchmarkAdoptLate(b *testing.B) {
	for _, plays := range []int{1_000, 10_000, 20_000} {
		b.Run(fmt.Sprint(plays), func(b *testing.B) {
			ctx := context.Background()
			st := file(b)
			defer st.Close()
			l, err := ledger.Create(ctx, st, name, options())
			if err == nil {
				_, err = generate.Fill(ctx, l, 1, generate.Options{}, plays)
			}
			if err != nil {
				b.Fatal(err)
			}
			before := l.Head()
			late := playsAccepted(b, st, before-400)
			o, n := options(), 0
			var opening, adopting time.Duration
			for b.Loop() {
				o.Entropy = rand.NewChaCha8([32]byte{3, byte(n), byte(n >> 8)})
				began := cputime.Used()
				l, err := ledger.Open(ctx, st, name, o)
				if err != nil {
					b.Fatal(err)
				}
				plan := readjudicate.Plan{Withdraw: []string{"*"}}
				if n%2 == 0 {
					plan = readjudicate.Plan{Changes: []events.Change{void(late[len(late)-1-n/2%10])}}
				}
				opened := cputime.Used()
				if _, _, err := l.Adopt(ctx, plan, "", "Judith", l.Last().Add(time.Hour), nil); err != nil {
					b.Fatal(err)
				}
				opening, adopting, n = opening+opened-began, adopting+cputime.Used()-opened, n+1
			}
			b.ReportMetric(float64(before), "events")
			b.ReportMetric(float64(opening.Microseconds())/float64(b.N)/1000, "open-cpu-ms/op")
			b.ReportMetric(float64(adopting.Microseconds())/float64(b.N)/1000, "adopt-cpu-ms/op")
		})
	}
}
