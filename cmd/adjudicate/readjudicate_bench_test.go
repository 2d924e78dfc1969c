package main

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/causes"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/cputime"
	"adjudicate/store/sqlite"
)

// BenchmarkReadjudicate rules on the sample season again under one change and under three: as the command does, from opening the file to the printed
// report, and as the library does, from an open store to the causes. Their ratio is what the command adds.
func BenchmarkReadjudicate(b *testing.B) {
	path := filepath.Join(b.TempDir(), "autumn.ledger")
	var out, errs bytes.Buffer
	if s := run(context.Background(), []string{"import", "../../fixtures/season/autumn.season", "--ledger", path}, nil, &out, &errs); s != statusDone {
		b.Fatal(s, errs.String())
	}
	law, data, err := events.EncodePayload(events.InterpretationAdopted{Entry: "gess-adjacent", Reading: "no"})
	if err != nil {
		b.Fatal(err)
	}
	play := events.Change{What: history.Rule, Input: 745, Remedy: "illegal", Clause: "1230.2"}
	for _, p := range []struct {
		name    string
		words   []string
		changes []events.Change
	}{
		{"one", []string{`rule 745 illegal by "1230.2"`}, []events.Change{play}},
		{"three", []string{"from 160 adopt gess-adjacent no", `rule 745 illegal by "1230.2"`, "void 151"},
			[]events.Change{{What: history.Insert, Input: 160, Type: law, Payload: data}, play, {What: history.Void, Input: 151}}},
	} {
		b.Run(p.name, func(b *testing.B) {
			readjudicated(b, path, p.words, readjudicate.Plan{Strict: true, Changes: p.changes})
		})
	}
}

func readjudicated(b *testing.B, path string, words []string, plan readjudicate.Plan) {
	var out, errs bytes.Buffer
	measure := func(b *testing.B, once func() error) {
		began := cputime.Used()
		for b.Loop() {
			if err := once(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64((cputime.Used()-began).Microseconds())/float64(b.N), "cpu-µs/op")
	}
	b.Run("command", func(b *testing.B) {
		measure(b, func() error {
			out.Reset()
			if s := run(context.Background(), append([]string{"readjudicate", "--ledger", path}, words...), nil, &out, &errs); s != statusDone {
				b.Fatal(s, errs.String())
			}
			return nil
		})
	})
	b.Run("library", func(b *testing.B) {
		ctx := context.Background()
		st, err := sqlite.Open(path, sqlite.Options{})
		if err != nil {
			b.Fatal(err)
		}
		defer st.Close()
		names, err := st.Streams(ctx)
		if err != nil {
			b.Fatal(err)
		}
		measure(b, func() error {
			cat, err := history.Load(ctx, st, names[0], 0)
			if err != nil {
				return err
			}
			run, err := readjudicate.Prepare(ctx, st, cat, plan, engine)
			if err != nil {
				return err
			}
			collect := compare.NewCollector(run.Changes)
			c, err := run.Do(ctx, readjudicate.Options{Watch: collect.Watch})
			if err != nil {
				return err
			}
			r, err := collect.Report(c.Before, c.After)
			if err != nil {
				return err
			}
			return causes.Find(ctx, causes.Question{Store: st, Catalogue: cat, Plan: plan, Engine: engine}, r)
		})
	})
}
