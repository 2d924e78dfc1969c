package proof_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	_ "adjudicate/internal/testheap"
	"adjudicate/ledger/proof"
	"adjudicate/store"
	"adjudicate/store/sqlite"

	"github.com/google/uuid"
)

// record is as long as an event of the sample season is on average.
func record(n int) []byte {
	return fmt.Appendf(nil, `{"id":"%032x","sequence":%d,"padding":"%s"}`, n, n, bytes.Repeat([]byte("x"), 360))
}

// BenchmarkTree appends events to a tree.
func BenchmarkTree(b *testing.B) {
	var list [1024][]byte
	for i := range list {
		list[i] = record(i)
	}
	var t proof.Tree
	n := 0
	for b.Loop() {
		t.Add(list[n%len(list)])
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "events/s")
}

const million = 1_000_000

// large is a file of a million events.
func large(b *testing.B) *sqlite.Store {
	b.Helper()
	st, err := sqlite.Create(filepath.Join(b.TempDir(), "x.ledger"), sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { st.Close() })
	list := make([]store.Event, 0, 20_000)
	for n := range million {
		var id uuid.UUID
		id[0], id[13], id[14], id[15] = 1, byte(n>>16), byte(n>>8), byte(n)
		list = append(list, store.Event{ID: id, Type: "x.v1", Data: record(n)})
		if len(list) == cap(list) {
			if _, err := st.Append(context.Background(), "x", store.Any, list); err != nil {
				b.Fatal(err)
			}
			list = list[:0]
		}
	}
	return st
}

// BenchmarkMillion proves events of a ledger of a million in an SQLite file, of which the
// hashes are kept, and makes those hashes.
func BenchmarkMillion(b *testing.B) {
	ctx := context.Background()
	st := large(b)
	key := newKey(b, 1)
	log := proof.LogOf(st, "x")
	var last *proof.Signed
	b.Run("hashes", func(b *testing.B) {
		for b.Loop() {
			h, err := log.Renew(ctx, million)
			if err != nil {
				b.Fatal(err)
			}
			last, err = proof.Sign(proof.Checkpoint{Origin: proof.Origin("x"), Size: million, Root: h.Root()}, key.Signer)
			if err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(million)*float64(b.N)/b.Elapsed().Seconds(), "events/s")
	})
	random := rand.New(rand.NewPCG(1, 2))
	b.Run("prove", func(b *testing.B) {
		for b.Loop() {
			p, err := log.Prove(ctx, 1+random.Uint64N(million), last)
			if err != nil {
				b.Fatal(err)
			}
			if len(p.Bytes()) == 0 {
				b.Fatal("an empty proof")
			}
		}
		b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(b.N), "ms/proof")
	})
	b.Run("consistency", func(b *testing.B) {
		h, err := log.Open(ctx, 654_321)
		if err != nil {
			b.Fatal(err)
		}
		old, err := proof.Sign(proof.Checkpoint{Origin: proof.Origin("x"), Size: h.Size(), Root: h.Root()}, key.Signer)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := log.Extend(ctx, old, last); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(b.N), "ms/proof")
	})
}
