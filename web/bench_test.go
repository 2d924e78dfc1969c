package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// BenchmarkServe measures what an office answers over connections, from several clients at once: pages that are kept, and pages of points that
// nobody has asked for, with the slowest of a hundred; and what memory it holds then.
func BenchmarkServe(b *testing.B) {
	for _, c := range []struct {
		name string
		path func(n int64) string
	}{
		{"kept", func(int64) string { return "/games/" + autumn + "?at=743" }},
		{"anew", func(n int64) string { return fmt.Sprintf("/games/%s?step=%d&anew=%d", autumn, n%300+1, n) }},
		{"board", func(n int64) string { return fmt.Sprintf("/games/%s/board.svg?known=%d", autumn, n%1000+1000) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			s, _ := office(b)
			web := httptest.NewServer(s)
			defer web.Close()
			client := web.Client()
			client.Transport.(*http.Transport).MaxIdleConnsPerHost = 64
			var n atomic.Int64
			var mu sync.Mutex
			var took []time.Duration
			if r, err := client.Get(web.URL + c.path(0)); err == nil { // the store is open, the season is read
				r.Body.Close()
			}
			b.SetParallelism(8)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				var mine []time.Duration
				for pb.Next() {
					began := time.Now()
					r, err := client.Get(web.URL + c.path(n.Add(1)))
					if err != nil {
						b.Error(err)
						return
					}
					r.Body.Close()
					if mine = append(mine, time.Since(began)); r.StatusCode != http.StatusOK {
						b.Errorf("status %d", r.StatusCode)
						return
					}
				}
				mu.Lock()
				took = append(took, mine...)
				mu.Unlock()
			})
			b.StopTimer()
			slices.Sort(took)
			var mem runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&mem)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
			if len(took) > 0 {
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			}
			b.ReportMetric(float64(mem.HeapAlloc>>20), "heap-MiB")
		})
	}
}
