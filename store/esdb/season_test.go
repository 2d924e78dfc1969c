package esdb_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/sqlite"

	"github.com/google/go-cmp/cmp"
)

// autumn is the inputs of the sample season.
func autumn(t testing.TB) []aggregate.Input {
	t.Helper()
	const path = "../../fixtures/season/autumn.season"
	inputs, err := played.Inputs(path)
	if err != nil {
		t.Fatal(err)
	}
	return inputs
}

// judged plays inputs into a store, one append an input, with the same ids every time.
func judged(ctx context.Context, t *testing.T, st store.Store, name string, list []aggregate.Input) {
	t.Helper()
	o := ledger.Options{Engine: "test 1", Entropy: rand.NewChaCha8([32]byte{7})}
	l, err := ledger.Create(ctx, st, name, o)
	if err != nil {
		t.Fatal(err)
	}
	for i, in := range list {
		if i == len(list)/2 { // as another command would: from what the store has
			if l, err = ledger.Open(ctx, st, name, o); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := l.Submit(ctx, in.Payload, in.Actor, in.At); err != nil {
			t.Fatalf("input %d: %v", i+1, err)
		}
	}
}

// exported is a ledger as JSON Lines.
func exported(ctx context.Context, t *testing.T, st store.Store, name string) []byte {
	t.Helper()
	var text bytes.Buffer
	for r, err := range st.Read(ctx, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		line, err := events.Export(r.Data)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(append(line, '\n'))
	}
	return text.Bytes()
}

func TestASeasonIsTheSameAsInAFile(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	const name = "the-autumn-hand"
	list := autumn(t)
	file, err := sqlite.Create(filepath.Join(t.TempDir(), "autumn.ledger"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	judged(ctx, t, file, name, list)
	want := exported(ctx, t, file, name)
	if n := bytes.Count(want, []byte("\n")); n < 2000 {
		t.Fatalf("the season has %d events: too few to show anything", n)
	}

	url := fresh(t)
	mirror := open(t, url, esdb.Options{})
	judged(ctx, t, mirror, name, list)

	// The import goes in parts: it is more than a server takes at once by default.
	smaller := strings.NewReplacer("category=", "category=imported_", "&maxAppendSize=16000000", "").Replace(url) + "&maxAppendSize=1048576"
	imported := open(t, smaller, esdb.Options{})
	copied, as, err := played.Export("autumn.jsonl", want)
	if err != nil || as != name {
		t.Fatal(as, err)
	}
	if _, err := imported.Append(ctx, name, store.NoStream, copied); err != nil {
		t.Fatal(err)
	}

	for title, st := range map[string]*esdb.Store{"played": mirror, "imported": imported} {
		t.Run(title, func(t *testing.T) {
			got := exported(ctx, t, st, name)
			if !bytes.Equal(want, got) {
				t.Errorf("the exports differ (-file +server):\n%.2000s", cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")))
			}
			if title == "played" {
				return // the same bytes: one verification is enough
			}
			v, err := ledger.Verify(ctx, st, name, ledger.Options{Engine: "test 1"})
			if err != nil || len(v.Differences) > 0 || v.Inputs != len(list) {
				t.Errorf("verified %d inputs of %d: %v, error %v", v.Inputs, len(list), v.Differences, err)
			}
			if err := st.Check(ctx); err != nil {
				t.Error(err)
			}
			if names, err := st.Streams(ctx); err != nil || !cmp.Equal(names, []string{name}) {
				t.Errorf("it lists %q, error %v", names, err)
			}
		})
	}
}
