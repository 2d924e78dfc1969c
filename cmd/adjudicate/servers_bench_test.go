package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/sqlite"
)

// BenchmarkServerBesideFile asks the same of one game in a file and on the test server, at 2,000 and
// at 100,000 events, each command as from its start to its end, what was read before being known.
func BenchmarkServerBesideFile(b *testing.B) {
	ctx := context.Background()
	for _, total := range []int{2_000, 100_000} {
		b.Setenv("XDG_CACHE_HOME", b.TempDir())
		path := filepath.Join(b.TempDir(), "long.ledger")
		longLedger(b, path, total)
		file, err := sqlite.Open(path, sqlite.Options{})
		if err != nil {
			b.Fatal(err)
		}
		c := esdbtest.New(b, esdbtest.Options{Version: "25.1.4"})
		server, err := esdb.Open(c.URL(), esdb.Options{})
		if err != nil {
			b.Fatal(err)
		}
		var list []store.Event
		for e, err := range file.Read(ctx, "long", 1) {
			if err != nil {
				b.Fatal(err)
			}
			list = append(list, e.Event)
		}
		if _, err := server.Append(ctx, "long", 0, list); err != nil {
			b.Fatal(err)
		}
		file.Close()
		server.Close()
		for _, words := range [][]string{{"show"}, {"board"}, {"weights"}, {"announce", "the same as before", "--force", "--now", "2026-01-01T00:00:00Z"}} {
			for _, place := range []string{path, c.URL()} {
				ask := func() {
					var out, errs bytes.Buffer
					if s := run(ctx, append(words[:len(words):len(words)], "--store", place), nil, &out, &errs); s > statusIllegal {
						b.Fatal(s, errs.String())
					}
				}
				where := "file"
				if place != path {
					where = "server"
				}
				b.Run(fmt.Sprintf("%s/%d/%s", words[0], total, where), func(b *testing.B) {
					ask()
					for b.Loop() {
						ask()
					}
					b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/command")
				})
			}
		}
	}
}

// BenchmarkLedgersCold lists 2,000 games of a server of which nothing is known.
func BenchmarkLedgersCold(b *testing.B) {
	const games = 2_000
	ctx := context.Background()
	c := esdbtest.New(b, esdbtest.Options{})
	st, err := esdb.Open(c.URL(), esdb.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	a := baseEvents(b, "testdata/base.season")
	for i := range games {
		name := fmt.Sprintf("hand-%05d", i)
		if _, err := st.Append(ctx, name, store.NoStream, a.write(b, name, 1, 0, 6)); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		b.StopTimer()
		b.Setenv("XDG_CACHE_HOME", b.TempDir())
		b.StartTimer()
		var out, errs bytes.Buffer
		if s := run(ctx, []string{"ledgers", "--store", c.URL()}, nil, &out, &errs); s != statusDone {
			b.Fatal(s, errs.String())
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/list")
}
