package sqlite_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"adjudicate/events"
	_ "adjudicate/internal/testheap"
	"adjudicate/store"
	"adjudicate/store/sqlite"

	"github.com/google/uuid"
)

// when is the time of every event that these tests write.
var when = time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC)

// numbered returns an id that is different for each n and orders as n does.
func numbered(n uint64) uuid.UUID {
	id := uuid.UUID{0x01, 0x90, 0xb5, 0xb6, 0x7c, 0x00, 0x70, 0x00}
	binary.BigEndian.PutUint64(id[8:], n|1<<63)
	return id
}

// moved is a typical small outcome at a place in a ledger.
func moved(n uint64) *events.Envelope {
	return &events.Envelope{
		ID: numbered(n), Ledger: "hand-3", Sequence: n, Recorded: when, Actor: "Red",
		Correlation: numbered(n - n%4 + 1<<40), Causation: numbered(n - n%4 + 1<<40),
		Basis:   events.Basis{Clauses: []string{"1230.2/49 §6.A", "1230.5/5 §2"}},
		Payload: events.PieceMoved{Piece: fmt.Sprintf("R%d", n%40), From: "a1", To: "a7"},
	}
}

// encoded returns the events from number first on.
func encoded(tb testing.TB, first uint64, count int) []store.Event {
	tb.Helper()
	list := make([]store.Event, count)
	for i := range list {
		e := moved(first + uint64(i))
		data, err := events.Encode(e)
		if err != nil {
			tb.Fatal(err)
		}
		list[i] = store.Event{ID: e.ID, Type: "piece-moved.v1", Data: data}
	}
	return list
}

func create(tb testing.TB) (*sqlite.Store, string) {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "game.ledger")
	s, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	return s, path
}

// BenchmarkAppendOne makes one event durable at a time, and beside it writes and syncs the
// same bytes to a plain file, turn and turn about. The metric "of-bare" is the ratio.
func BenchmarkAppendOne(b *testing.B) {
	s, path := create(b)
	bare, err := os.OpenFile(path+".bare", os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		b.Fatal(err)
	}
	defer bare.Close()
	ctx := context.Background()
	list := encoded(b, 1, b.N)
	var inStore, inFile time.Duration
	for i := range list {
		t0 := time.Now()
		if _, err := s.Append(ctx, "hand-3", store.Revision(i), list[i:i+1]); err != nil {
			b.Fatal(err)
		}
		t1 := time.Now()
		if _, err := bare.Write(list[i].Data); err != nil {
			b.Fatal(err)
		}
		if err := bare.Sync(); err != nil {
			b.Fatal(err)
		}
		inStore += t1.Sub(t0)
		inFile += time.Since(t1)
	}
	b.ReportMetric(float64(b.N)/inStore.Seconds(), "events/s")
	b.ReportMetric(float64(b.N)/inFile.Seconds(), "bare-events/s")
	b.ReportMetric(inFile.Seconds()/inStore.Seconds(), "of-bare")
}

// BenchmarkImport encodes events and appends them, a thousand in one append.
func BenchmarkImport(b *testing.B) {
	s, _ := create(b)
	ctx := context.Background()
	const batch = 1000
	b.ResetTimer()
	for at := uint64(0); at < uint64(b.N); at += batch {
		if _, err := s.Append(ctx, "hand-3", store.Revision(at), encoded(b, at+1, batch)); err != nil {
			b.Fatal(err)
		}
	}
	done := (b.N + batch - 1) / batch * batch
	b.ReportMetric(float64(done)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkColdRead opens a file, reads all events and decodes them.
func BenchmarkColdRead(b *testing.B) {
	const count = 50_000
	s, path := create(b)
	ctx := context.Background()
	if _, err := s.Append(ctx, "hand-3", store.NoStream, encoded(b, 1, count)); err != nil {
		b.Fatal(err)
	}
	s.Close()
	for _, decoding := range []bool{false, true} {
		b.Run(fmt.Sprintf("decoding=%t", decoding), func(b *testing.B) {
			for b.Loop() {
				s, err := sqlite.Open(path, sqlite.Options{})
				if err != nil {
					b.Fatal(err)
				}
				var d events.Decoder
				n := 0
				for r, err := range s.Read(ctx, "hand-3", 1) {
					if err != nil {
						b.Fatal(err)
					}
					n++
					if !decoding {
						continue
					}
					if e, err := d.Decode(r.Data); err != nil || e.Sequence != uint64(n) {
						b.Fatal(e, err)
					}
				}
				if n != count {
					b.Fatalf("read %d events of %d", n, count)
				}
				s.Close()
			}
			b.ReportMetric(float64(count)*float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// BenchmarkAppendFollowed appends an event to one game after another, to a file that nobody follows and to one that notes its growth, turn and turn about. The
// metric "of-unfollowed" is the ratio.
func BenchmarkAppendFollowed(b *testing.B) {
	const games = 500
	plain, _ := create(b)
	followed, _ := create(b)
	ctx := context.Background()
	if _, err := followed.Follow().Grown(ctx); err != nil {
		b.Fatal(err)
	}
	list := encoded(b, 1, b.N)
	var inPlain, inFollowed time.Duration
	for i := range list {
		name, at := fmt.Sprintf("game-%03d", i%games), store.Revision(i/games)
		t0 := time.Now()
		if _, err := plain.Append(ctx, name, at, list[i:i+1]); err != nil {
			b.Fatal(err)
		}
		t1 := time.Now()
		if _, err := followed.Append(ctx, name, at, list[i:i+1]); err != nil {
			b.Fatal(err)
		}
		inPlain += t1.Sub(t0)
		inFollowed += time.Since(t1)
	}
	b.ReportMetric(float64(b.N)/inFollowed.Seconds(), "events/s")
	b.ReportMetric(inPlain.Seconds()/inFollowed.Seconds(), "of-unfollowed")
}
