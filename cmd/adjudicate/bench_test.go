package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/place"
	"adjudicate/store"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/sqlite"
	"adjudicate/web"
)

// again is events of a game to be written down once more, in another ledger or further on.
type again struct {
	list  []events.Envelope
	count uint64        // of the ids given so far
	later time.Duration // added to every time
}

// baseEvents is the short game of the tests.
func baseEvents(b testing.TB, file string) again {
	b.Helper()
	path := filepath.Join(b.TempDir(), "base.ledger")
	var out, errs bytes.Buffer
	if s := run(context.Background(), []string{"import", file, "--ledger", path}, nil, &out, &errs); s != statusDone {
		b.Fatal(s, errs.String())
	}
	st, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	names, err := st.Streams(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	var a again
	for e, err := range ledger.Events(context.Background(), st, names[0], 1) {
		if err != nil {
			b.Fatal(err)
		}
		a.list = append(a.list, e)
	}
	return a
}

// write makes the events from first to last stand in a ledger from a sequence on. Each input
// keeps its outcomes.
func (a *again) write(b testing.TB, name string, sequence uint64, first, last int) []store.Event {
	b.Helper()
	batch := make([]store.Event, 0, last-first)
	var input uuid.UUID
	for _, e := range a.list[first:last] {
		a.count++
		id := uuid.UUID{0x01, 0x90, 0xb5, 0xb6, 0x7c, 0x00, 0x70, 0x00}
		binary.BigEndian.PutUint64(id[8:], a.count|1<<63)
		e.ID, e.Ledger, e.Sequence, e.Effective = id, name, sequence, sequence
		if e.Causation == uuid.Nil {
			input = id
		} else {
			e.Causation = input
		}
		e.Correlation = input
		e.Recorded = e.Recorded.Add(a.later)
		data, err := events.Encode(&e)
		if err != nil {
			b.Fatal(err)
		}
		batch = append(batch, store.Event{ID: id, Type: e.Type, Data: data})
		sequence++
	}
	return batch
}

// storeOf makes a file of many games, each the beginning of the short one.
func storeOf(b *testing.B, games, length int) string {
	b.Helper()
	a := baseEvents(b, "testdata/base.season")
	path := filepath.Join(b.TempDir(), "all.ledger")
	st, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	// The rules, which are the same in all, are left out but for one.
	a.list = append(append(a.list[:6:6], a.list[84:]...), a.list[6:84]...)
	for i := range games {
		name := fmt.Sprintf("hand-%05d", i)
		if _, err := st.Append(context.Background(), name, store.NoStream, a.write(b, name, 1, 0, length)); err != nil {
			b.Fatal(err)
		}
	}
	return path
}

// BenchmarkLedgers lists ten thousand games, as the command does from opening the file to
// the printed list: when nothing is known of any, when everything is, and when a hundred
// have moved on.
func BenchmarkLedgers(b *testing.B) {
	const games, length = 10_000, 60
	path := storeOf(b, games, length)
	ctx := context.Background()
	list := func(b *testing.B) {
		var out, errs bytes.Buffer
		if s := run(ctx, []string{"ledgers", "--store", path}, nil, &out, &errs); s != statusDone {
			b.Fatal(s, errs.String())
		}
		if n := bytes.Count(out.Bytes(), []byte("\n")); n != games+2 {
			b.Fatalf("%d lines", n)
		}
	}
	st, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	report := func(b *testing.B) {
		b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/list")
		b.ReportMetric(float64(games)*float64(b.N)/b.Elapsed().Seconds(), "games/s")
	}
	b.Run("first", func(b *testing.B) {
		for i := range games {
			b.StopTimer()
			if i >= b.N {
				break
			}
			for i := range games {
				if err := st.Drop(ctx, fmt.Sprintf("hand-%05d", i), "summary", 0); err != nil {
					b.Fatal(err)
				}
			}
			b.StartTimer()
			list(b)
		}
		report(b)
	})
	b.Run("kept", func(b *testing.B) {
		list(b)
		for b.Loop() {
			list(b)
		}
		report(b)
	})
	b.Run("behind", func(b *testing.B) {
		a := baseEvents(b, "testdata/base.season")
		a.count = 1 << 40
		head := map[string]store.Revision{}
		for range b.N {
			b.StopTimer()
			for i := range 100 {
				name := fmt.Sprintf("hand-%05d", 97*i)
				at := max(head[name], length)
				at, err := st.Append(ctx, name, at, a.write(b, name, uint64(at)+1, 180, 190))
				if err != nil {
					b.Fatal(err)
				}
				head[name] = at
			}
			b.StartTimer()
			list(b)
		}
		report(b)
	})
}

// BenchmarkLobby asks an office for its list of a hundred thousand games in one file: for the first time, when nothing has come since, when one
// game has gone on, and when another process has written to one.
func BenchmarkLobby(b *testing.B) {
	const games, length = 100_000, 6
	path, ctx := filepath.Join(b.TempDir(), "all.ledger"), context.Background()
	made, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	a := baseEvents(b, "testdata/base.season")
	a.list = append(append(a.list[:6:6], a.list[84:]...), a.list[6:84]...)
	name := func(n int) string { return fmt.Sprintf("hand-%06d", n) }
	type game struct {
		name string
		list []store.Event
	}
	queue, all := make(chan game, 64), sync.WaitGroup{}
	for range 64 { // writers side by side share transactions
		all.Go(func() {
			for g := range queue {
				if _, err := made.Append(ctx, g.name, store.NoStream, g.list); err != nil {
					b.Error(err)
				}
			}
		})
	}
	for n := range games {
		queue <- game{name(n), a.write(b, name(n), 1, 0, length)}
	}
	close(queue)
	all.Wait()
	made.Close()
	h := &place.Host{Engine: "test", Cache: b.TempDir()}
	open := func() *place.Store {
		st, err := h.Open(ctx, path)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { st.Close() })
		return st
	}
	st, other := open(), open()
	heads := map[int]int{}
	grow := func(st *place.Store, n int) {
		at := length + heads[n]
		if _, err := st.Events.Append(ctx, name(n), store.Revision(at), a.write(b, name(n), uint64(at)+1, at, at+1)); err != nil {
			b.Fatal(err)
		}
		heads[n]++
	}
	s, err := web.New(st, web.Options{Version: "test", Key: []byte("key"), Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	ask := func() {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		if w.Code != 200 || w.Body.Len() > 1<<20 {
			b.Fatalf("status %d, %d bytes", w.Code, w.Body.Len())
		}
	}
	for _, c := range []struct {
		name   string
		before func(i int)
	}{
		{"nothing has come", func(int) {}},
		{"one has gone on", func(i int) { grow(st, i) }},
		{"another process writes", func(i int) { grow(other, i%games) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			began := time.Now()
			ask()
			first := time.Since(began)
			i := 0
			for b.Loop() {
				b.StopTimer()
				c.before(games - 1 - i%games)
				i++
				b.StartTimer()
				ask()
			}
			b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/page")
			b.ReportMetric(first.Seconds()*1000, "first-ms")
		})
	}
}

// BenchmarkLedgersOnAServer lists ten thousand games of one category on a server beside, whose
// summaries are kept in a file.
func BenchmarkLedgersOnAServer(b *testing.B) {
	const games, length = 10_000, 6
	c, err := esdbtest.Start(esdbtest.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Stop()
	b.Setenv("XDG_CACHE_HOME", b.TempDir())
	ctx := context.Background()
	at, err := (&place.Host{}).Open(ctx, c.URL())
	if err != nil {
		b.Fatal(err)
	}
	defer at.Close()
	st := at.Events
	a := baseEvents(b, "testdata/base.season")
	for i := range games {
		name := fmt.Sprintf("hand-%05d", i)
		if _, err := st.Append(ctx, name, store.NoStream, a.write(b, name, 1, 0, length)); err != nil {
			b.Fatal(err)
		}
	}
	list := func() {
		var out, errs bytes.Buffer
		if s := run(ctx, []string{"ledgers", "--store", c.URL()}, nil, &out, &errs); s != statusDone {
			b.Fatal(s, errs.String())
		}
		if n := bytes.Count(out.Bytes(), []byte("\n")); n != games+2 {
			b.Fatalf("%d lines", n)
		}
	}
	list() // and keep what is found out
	for b.Loop() {
		list()
	}
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/list")
	b.ReportMetric(float64(games)*float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// longLedger makes a file of one game of so many events: the sample season, and then its
// last stretch over and over.
func longLedger(b testing.TB, path string, total int) {
	b.Helper()
	a := baseEvents(b, "../../fixtures/season/autumn.season")
	st, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	loop := len(a.list) - 900
	for a.list[loop].Causation != uuid.Nil {
		loop++
	}
	round := a.list[len(a.list)-1].Recorded.Sub(a.list[loop].Recorded)
	head := store.NoStream
	for first := 0; int(head) < total; first = loop {
		if first > 0 {
			a.later += round
		}
		last := min(len(a.list), first+total-int(head))
		if head, err = st.Append(context.Background(), "long", head, a.write(b, "long", uint64(head)+1, first, last)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMillion reads a ledger of a million events with several commands, each in a
// process of its own, and reports how much memory the process ever had.
func BenchmarkMillion(b *testing.B) {
	const total = 1_000_000
	dir := b.TempDir()
	path := filepath.Join(dir, "million.ledger")
	longLedger(b, path, total)
	folder, err := install()
	if err != nil {
		b.Fatal(err)
	}
	program := filepath.Join(folder, name)
	for _, words := range [][]string{
		{"ledgers", "--anew", "--ledger", path},
		{"export", os.DevNull, "--ledger", path},
		{"verify", "--quick", "--ledger", path},
		{"show", "--ledger", path},
		{"copy", path, filepath.Join(dir, "copy.ledger")},
	} {
		b.Run(words[0], func(b *testing.B) {
			most := 0
			for b.Loop() {
				most = max(most, memoryOf(b, exec.Command(program, words...)))
				_ = os.Remove(filepath.Join(dir, "copy.ledger"))
			}
			b.ReportMetric(float64(most)/1024, "MiB-at-most")
			b.ReportMetric(total*float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// memoryOf runs a command and returns the most memory that it had, in KiB, as far as the
// system tells (Linux does); 0 elsewhere.
func memoryOf(b *testing.B, cmd *exec.Cmd) (most int) {
	b.Helper()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				b.Fatalf("%v\n%s", err, out.String())
			}
			return most
		case <-time.After(2 * time.Millisecond):
			status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
			if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok {
				var kib int
				if n, _ := fmt.Sscan(rest, &kib); n == 1 {
					most = max(most, kib)
				}
			}
		}
	}
}
