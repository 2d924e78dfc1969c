package web

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"adjudicate/internal/cputime"
	"adjudicate/internal/generate"
	"adjudicate/ledger"
	"adjudicate/ledger/place"
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

// BenchmarkServeAtRate asks for 800 pages a second that nobody has asked for, at sequences drawn anew, whether or not earlier ones have been answered, and
// measures each from the moment at which it was due. A busy office refuses some.
func BenchmarkServeAtRate(b *testing.B) {
	const rate = 800
	s, _ := office(b)
	head, err := s.head(b.Context(), autumn)
	if err != nil {
		b.Fatal(err)
	}
	web := httptest.NewServer(s)
	defer web.Close()
	client := web.Client()
	client.Transport.(*http.Transport).MaxIdleConnsPerHost = 256
	draw := rand.New(rand.NewPCG(1, 2))
	took := make([]time.Duration, b.N)
	var refused atomic.Int64
	var all sync.WaitGroup
	for i := range 20 { // the game is open
		get(s, fmt.Sprintf("/games/%s?at=%d", autumn, 200+i))
	}
	b.ResetTimer()
	began, used := time.Now(), cputime.Used()
	for i := range took {
		due := began.Add(time.Duration(i) * time.Second / rate)
		time.Sleep(time.Until(due))
		path := fmt.Sprintf("/games/%s?at=%d&anew=%d", autumn, 200+draw.Uint64N(head-200), i)
		all.Go(func() {
			r, err := client.Get(web.URL + path)
			if err != nil {
				b.Error(err)
				return
			}
			defer r.Body.Close()
			if _, err := io.Copy(io.Discard, r.Body); r.StatusCode == http.StatusServiceUnavailable {
				refused.Add(1)
			} else if err != nil || r.StatusCode != http.StatusOK {
				b.Errorf("status %d: %v", r.StatusCode, err)
			}
			took[i] = time.Since(due)
		})
	}
	all.Wait()
	b.StopTimer()
	slices.Sort(took)
	for name, part := range map[string]int{"p50-ms": 50, "p99-ms": 99} {
		b.ReportMetric(float64(took[len(took)*part/100].Microseconds())/1000, name)
	}
	b.ReportMetric(100*float64(refused.Load())/float64(b.N), "refused-%")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
	b.ReportMetric(float64((cputime.Used()-used).Microseconds())/float64(b.N)/1000, "cpu-ms/page")
}

// BenchmarkUncachedPage measures what a page of a game costs that nobody has asked for, at sequences drawn anew: of the sample season, and of a
// generated game of 2,000 plays. The figure that counts is the processor time, which other work on the machine does not change.
func BenchmarkUncachedPage(b *testing.B) {
	for _, game := range []string{autumn, "long"} {
		b.Run(game, func(b *testing.B) {
			s, st := office(b)
			if game == "long" {
				fill(b, st, game, 2000)
			}
			head, err := s.head(b.Context(), game)
			if err != nil {
				b.Fatal(err)
			}
			draw := rand.New(rand.NewPCG(1, 2))
			ask := func(n int) {
				if w := get(s, fmt.Sprintf("/games/%s?at=%d&anew=%d", game, 200+draw.Uint64N(head-200), n)); w.Code != http.StatusOK {
					b.Fatalf("status %d: %s", w.Code, w.Body)
				}
			}
			for n := range 20 { // the game is open
				ask(-n)
			}
			b.ResetTimer()
			began, n := cputime.Used(), 0
			for b.Loop() {
				ask(n)
				n++
			}
			b.ReportMetric(float64((cputime.Used()-began).Microseconds())/float64(n)/1000, "cpu-ms/page")
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "pages/s")
		})
	}
}

// fill adds a generated game to a store.
func fill(t testing.TB, st *place.Store, name string, plays int) {
	t.Helper()
	var seed [32]byte // no two games of a store have an event with the same id
	copy(seed[:], name)
	l, err := ledger.Create(t.Context(), st.Events, name, ledger.Options{Engine: "adjudicate test", Entropy: rand.NewChaCha8(seed)})
	if err == nil {
		_, err = generate.Fill(t.Context(), l, 1, generate.Options{}, plays)
	}
	if err != nil {
		t.Fatal(err)
	}
}
