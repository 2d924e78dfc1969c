package ledger_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/ledger/proof"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/sqlite"
)

// sample is the inputs of the sample season with their moments.
func sample(b *testing.B) []aggregate.Input {
	b.Helper()
	const path = "../fixtures/season/autumn.season"
	inputs, err := played.Inputs(path)
	if err != nil {
		b.Fatal(err)
	}
	return inputs
}

func judged(b *testing.B, st store.Store, list []aggregate.Input) int {
	l, err := ledger.Create(context.Background(), st, name, options())
	if err != nil {
		b.Fatal(err)
	}
	err = l.Batch(context.Background(), func() error {
		for _, in := range list {
			if _, err := l.Submit(context.Background(), in.Payload, in.Actor, in.At); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return int(l.Head())
}

func file(b *testing.B) *sqlite.Store {
	b.Helper()
	path := filepath.Join(b.TempDir(), "x.ledger")
	st, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return st
}

// BenchmarkImportSeason judges the sample season into a new file.
func BenchmarkImportSeason(b *testing.B) {
	list := sample(b)
	n := 0
	for b.Loop() {
		st := file(b)
		n += judged(b, st, list)
		st.Close()
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkImportExport copies the sample season from its export into a new file.
func BenchmarkImportExport(b *testing.B) {
	from := memory.New()
	judged(b, from, sample(b))
	var text bytes.Buffer
	for rec, err := range from.Read(context.Background(), name, 1) {
		if err != nil {
			b.Fatal(err)
		}
		line, err := events.Export(rec.Data)
		if err != nil {
			b.Fatal(err)
		}
		text.Write(line)
		text.WriteByte('\n')
	}
	n := 0
	for b.Loop() {
		list, name, err := played.Export("x.jsonl", text.Bytes())
		if err != nil {
			b.Fatal(err)
		}
		st := file(b)
		if _, err := st.Append(context.Background(), name, store.NoStream, list); err != nil {
			b.Fatal(err)
		}
		st.Close()
		n += len(list)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkOpen reads the sample season to its end and makes a judge of it.
func BenchmarkOpen(b *testing.B) {
	st := memory.New()
	judged(b, st, sample(b))
	n := 0
	for b.Loop() {
		l, err := ledger.Open(context.Background(), st, name, options())
		if err != nil {
			b.Fatal(err)
		}
		n += int(l.Head())
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkVerifiedLoad opens a file of the sample season and ten thousand passes, reads,
// hashes, decodes, checks and folds every event, and holds the root against a checkpoint:
// all of a verification but the judging.
func BenchmarkVerifiedLoad(b *testing.B) {
	ctx := context.Background()
	path := filepath.Join(b.TempDir(), "x.ledger")
	st, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	judged(b, st, sample(b))
	passed(b, st, 10_000)
	c, err := proof.LogOf(st, name).Head(ctx, nil)
	if err != nil {
		b.Fatal(err)
	}
	signed, err := proof.Sign(c, keyOf(b, 1).Signer)
	if err != nil {
		b.Fatal(err)
	}
	if err := st.Close(); err != nil {
		b.Fatal(err)
	}
	against := ledger.Evidence{Quick: true, Checkpoints: []ledger.Witness{{Place: "noted", Checkpoint: signed}}}
	n := 0
	for b.Loop() {
		st, err := sqlite.Open(path, sqlite.Options{})
		if err != nil {
			b.Fatal(err)
		}
		v, err := ledger.VerifyAgainst(ctx, st, name, options(), against)
		if err != nil || len(v.Differences) > 0 || !v.Checkpoints[0].Holds {
			b.Fatal(v, err)
		}
		n += v.Events
		if err := st.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "events/s")
}

// passed lets whoever is to play pass, again and again.
func passed(b *testing.B, st store.Store, times int) {
	b.Helper()
	ctx := context.Background()
	o := options()
	o.Entropy = rand.NewChaCha8([32]byte{2})
	l, err := ledger.Open(ctx, st, name, o)
	if err != nil {
		b.Fatal(err)
	}
	err = l.Batch(ctx, func() error {
		for range times {
			if _, err := l.Submit(ctx, events.PlaySubmitted{Side: l.State().ToPlay(), Text: "pass"}, "Ann", l.Last()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkVerify verifies the sample season with every input judged again.
func BenchmarkVerify(b *testing.B) {
	st := memory.New()
	judged(b, st, sample(b))
	n := 0
	for b.Loop() {
		v, err := ledger.Verify(context.Background(), st, name, options())
		if err != nil || len(v.Differences) > 0 {
			b.Fatal(v, err)
		}
		n += v.Events
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "events/s")
}
