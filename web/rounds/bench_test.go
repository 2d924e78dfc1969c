package rounds_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "adjudicate/internal/testheap"
	"adjudicate/ledger/place"
	"adjudicate/store"
	"adjudicate/store/storetest"
	"adjudicate/web/rounds"
)

// BenchmarkRound makes rounds of a store of 100,000 games, of which 1,000 have something on their desks: when nothing happens, when this office enters something in ten
// games between two rounds, and when another process has written to the file, so that all games are looked at again, a part a round.
func BenchmarkRound(b *testing.B) {
	const games, sheets = 100_000, 1000
	ctx := b.Context()
	path := filepath.Join(b.TempDir(), "all.ledger")
	open := func() *place.Store {
		st, err := (&place.Host{Engine: "test", Cache: b.TempDir()}).OpenOrCreate(ctx, path)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { st.Close() })
		return st
	}
	st, other := open(), open()
	name := func(n int64) string { return fmt.Sprintf("game-%06d", n) }
	heads := make([]store.Revision, games)
	add := func(st *place.Store, n int64) {
		if _, err := st.Events.Append(ctx, name(n), heads[n], storetest.Events(name(n), int(heads[n])+1, 1)); err != nil {
			b.Fatal(err)
		}
		heads[n]++
	}
	var all sync.WaitGroup
	var next atomic.Int64
	for range 64 {
		all.Go(func() {
			for n := next.Add(1) - 1; n < games; n = next.Add(1) - 1 {
				add(st, n)
			}
		})
	}
	all.Wait()
	for n := range int64(sheets) {
		if _, err := st.Game(name(n*games/sheets)).Sheet(ctx, "word", func([]byte) ([]byte, error) { return []byte("text"), nil }); err != nil {
			b.Fatal(err)
		}
	}
	for _, word := range []string{"", "word"} {
		g := &rounds.Games{Store: st, Now: time.Now, Again: time.Minute, Sheet: word}
		looked := 0
		round := func() {
			if err := g.Each(ctx, func(context.Context, *place.Game) (time.Time, error) { looked++; return time.Time{}, nil }); err != nil {
				b.Fatal(err)
			}
		}
		for range games/1000 + 1 { // all have been met
			round()
		}
		for _, c := range []struct {
			name   string
			before func(i int64)
		}{
			{"nothing", func(int64) {}},
			{"ten games grow", func(i int64) {
				for n := range int64(10) {
					add(st, (10*i+n)%games)
				}
			}},
			{"another process writes", func(i int64) { add(other, i%games) }},
		} {
			b.Run(fmt.Sprintf("sheet=%q/%s", word, c.name), func(b *testing.B) {
				looked = 0
				for i := int64(0); b.Loop(); i++ {
					b.StopTimer()
					c.before(i)
					b.StartTimer()
					round()
				}
				b.ReportMetric(float64(looked)/float64(b.N), "looks/op")
			})
		}
	}
}
