package esdb_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"adjudicate/events"
	_ "adjudicate/internal/testheap"
	"adjudicate/store"
	"adjudicate/store/esdb"

	"github.com/google/uuid"
)

// encoded returns typical small outcomes of a ledger, from number first on.
func encoded(tb testing.TB, first, count int) []store.Event {
	tb.Helper()
	list := make([]store.Event, count)
	for i := range list {
		n := first + i
		id, cause := uuid.UUID{1, 8: 0x80, 12: byte(n >> 24), 13: byte(n >> 16), 14: byte(n >> 8), 15: byte(n)}, uuid.UUID{2, 8: 0x80, 15: byte(n/4) | 1}
		data, err := events.Encode(&events.Envelope{
			ID: id, Ledger: "hand-3", Sequence: uint64(n), Recorded: time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC), Actor: "Red",
			Correlation: cause, Causation: cause, Basis: events.Basis{Clauses: []string{"1230.2/49 §6.A", "1230.5/5 §2"}},
			Payload: events.PieceMoved{Piece: fmt.Sprintf("R%d", n%40), From: "a1", To: "a7"},
		})
		if err != nil {
			tb.Fatal(err)
		}
		list[i] = store.Event{ID: id, Type: "piece-moved.v1", Data: data}
	}
	return list
}

// BenchmarkImport appends encoded events, a thousand at a time.
func BenchmarkImport(b *testing.B) {
	s := open(b, fresh(b), esdb.Options{})
	const batch = 1000
	for at := 0; at < b.N; at += batch {
		b.StopTimer()
		list := encoded(b, at+1, batch)
		b.StartTimer()
		if _, err := s.Append(context.Background(), "hand-3", store.Revision(at), list); err != nil {
			b.Fatal(err)
		}
	}
	done := (b.N + batch - 1) / batch * batch
	b.ReportMetric(float64(done)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkImportWhole appends 50,000 encoded events in one call, in parts of 1 MiB.
func BenchmarkImportWhole(b *testing.B) {
	const count = 50_000
	list := encoded(b, 1, count)
	n := 0
	for b.Loop() {
		n++
		s := open(b, strings.Replace(fresh(b), "&maxAppendSize=16000000", "", 1)+"&maxAppendSize=1048576", esdb.Options{})
		if _, err := s.Append(context.Background(), "hand-3", 0, list); err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
	b.ReportMetric(float64(n)*count/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkAppendOne appends one event at a time, as a play does with a few.
func BenchmarkAppendOne(b *testing.B) {
	s := open(b, fresh(b), esdb.Options{})
	list := encoded(b, 1, b.N)
	b.ResetTimer()
	for i := range list {
		if _, err := s.Append(context.Background(), "hand-3", store.Revision(i), list[i:i+1]); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkRead reads 50,000 events.
func BenchmarkRead(b *testing.B) {
	const count = 50_000
	s := open(b, fresh(b), esdb.Options{})
	if _, err := s.Append(context.Background(), "hand-3", 0, encoded(b, 1, count)); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		n := 0
		for _, err := range s.Read(context.Background(), "hand-3", 1) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != count {
			b.Fatalf("%d events", n)
		}
	}
	b.ReportMetric(float64(count)*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkWriters appends to one stream one event at a time, as one writer and as ten, each with
// a connection of its own, as processes have, and each trying again where another was faster.
func BenchmarkWriters(b *testing.B) {
	for _, writers := range []int{1, 10} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			url := fresh(b)
			stores := make([]*esdb.Store, writers)
			for w := range stores {
				stores[w] = open(b, url, esdb.Options{})
				if _, err := stores[w].Append(context.Background(), fmt.Sprint("warm", w), 0, encoded(b, 1, 1)); err != nil {
					b.Fatal(err)
				}
			}
			list := encoded(b, 1, b.N)
			var next, asked atomic.Int64
			var all sync.WaitGroup
			b.ResetTimer()
			for _, s := range stores {
				all.Go(func() {
					var at store.Revision
					for i := next.Add(1) - 1; i < int64(b.N); i = next.Add(1) - 1 {
						for {
							asked.Add(1)
							last, err := s.Append(context.Background(), "hand-3", at, list[i:i+1])
							var conflict *store.ConflictError
							if errors.As(err, &conflict) {
								at = conflict.Found
								continue
							}
							if err != nil {
								b.Error(err)
								return
							}
							at = last
							break
						}
					}
				})
			}
			all.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
			b.ReportMetric(float64(asked.Load())/float64(b.N), "asked/event")
		})
	}
}
