package ledger_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/sumdb/note"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/proof"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/sqlite"
)

// formatOne lists what fixtures/format-1/README.md describes: ledgers as a program wrote them
// that knew format 1 only. Each can be played on: play is the next one that its rules allow.
var formatOne = []struct {
	file           string
	name           string
	events, inputs int
	signed         int // checkpoints
	editions       int
	side, play     string
}{
	{"autumn.jsonl.gz", "the-autumn-hand", 2095, 354, 1, 1, "Masque", "Kj20-j19"},
	{"autumn-editions.jsonl.gz", "the-autumn-hand", 2506, 360, 1, 4, "Harbour", "pass"},
	{"bishop.jsonl", "the-bishop-on-f1", 306, 61, 0, 3, "Red", "Kj2-j3"},
	{"hand.ledger", "hand-3", 284, 69, 1, 1, "Blue", "Ra5-a6"},
	{"small.jsonl", "small", 169, 41, 0, 1, "North", "Rc4-c6"},
}

// oldStore opens a ledger of format 1; of a file a copy, so that the fixture stays as it is.
func oldStore(t *testing.T, file, name string) store.Store {
	t.Helper()
	ctx, path := context.Background(), filepath.Join("..", "fixtures", "format-1", file)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(file, ".ledger") {
		copied := filepath.Join(t.TempDir(), file)
		if err := os.WriteFile(copied, text, 0o600); err != nil {
			t.Fatal(err)
		}
		st, err := sqlite.Open(copied, sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { st.Close() })
		return st
	}
	if strings.HasSuffix(file, ".gz") {
		r, err := gzip.NewReader(bytes.NewReader(text))
		if err == nil {
			text, err = io.ReadAll(r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	list, found, err := played.Export(file, text)
	if err != nil || found != name {
		t.Fatalf("%s holds %q, error %v", file, found, err)
	}
	st := memory.New()
	if _, err := st.Append(ctx, name, store.NoStream, list); err != nil {
		t.Fatal(err)
	}
	return st
}

// witnesses are the checkpoints that were signed for a ledger of format 1, each by the key
// that lies beside them.
func witnesses(t *testing.T, file, name string) []ledger.Witness {
	t.Helper()
	path := filepath.Join("..", "fixtures", "format-1", file)
	key, err := os.ReadFile(filepath.Join(filepath.Dir(path), "umpire.pub"))
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := note.NewVerifier(strings.TrimSpace(string(key)))
	if err != nil {
		t.Fatal(err)
	}
	var notes [][]byte
	if strings.HasSuffix(file, ".ledger") {
		desk, err := people.OpenTable(path, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		defer desk.Close()
		if notes, err = desk.Checkpoints(context.Background(), name); err != nil {
			t.Fatal(err)
		}
	} else if text, err := os.ReadFile(strings.TrimSuffix(path, ".gz") + ".checkpoints"); err == nil {
		notes = append(notes, text)
	}
	var list []ledger.Witness
	for _, text := range notes {
		signed, errs := proof.ReadAll(text, note.VerifierList(verifier))
		for i := range signed {
			list = append(list, ledger.Witness{Place: file, Checkpoint: signed[i], Err: errs[i]})
		}
	}
	return list
}

func TestLedgersOfFormatOneHoldAsTheyWereRuled(t *testing.T) {
	for _, c := range formatOne {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			st := oldStore(t, c.file, c.name)
			seen := witnesses(t, c.file, c.name)
			if len(seen) != c.signed {
				t.Errorf("%d checkpoints, want %d", len(seen), c.signed)
			}
			verified := func(when string, events, inputs int) {
				t.Helper()
				v, err := ledger.VerifyAgainst(ctx, st, c.name, options(), ledger.Evidence{Checkpoints: seen})
				if err != nil {
					t.Fatal(err)
				}
				if len(v.Differences) > 0 || v.Stopped != 0 || events != 0 && (v.Events != events || v.Inputs != inputs) {
					t.Errorf("%s: %d events, %d inputs judged again, stopped at %d: %+v", when, v.Events, v.Inputs, v.Stopped, v.Differences)
				}
				for _, o := range v.Otherwise {
					if o.Engine != "adjudicate 0.1.0" {
						t.Errorf("%s: #%d is ruled on otherwise by %s: %s", when, o.Sequence, o.Engine, o.Text)
					}
				}
				for _, k := range v.Checkpoints {
					if !k.Holds {
						t.Errorf("%s: the checkpoint of %d events does not hold", when, k.Size)
					}
				}
			}
			verified("as it was written", c.events, c.inputs)

			cat, err := history.Load(ctx, st, c.name, 0)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(cat.Editions()); n != c.editions {
				t.Errorf("%d editions, want %d", n, c.editions)
			}
			folded := aggregate.NewState()
			for e, err := range ledger.Events(ctx, st, c.name, 1) {
				if err == nil {
					err = history.Fold(folded, &e)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			l, err := ledger.Open(ctx, st, c.name, options())
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(written(t, folded), written(t, l.State())); d != "" {
				t.Errorf("opened otherwise than folded (-folded +opened):\n%s", d)
			}

			at := l.Last().Add(time.Minute)
			res, err := l.Submit(ctx, events.PlaySubmitted{Side: c.side, Text: c.play}, "", at)
			if err != nil {
				t.Fatal(err)
			}
			if res.Ruled().Verdict != aggregate.Accepted {
				t.Errorf("%s: %s is ruled %s: %+v", c.side, c.play, res.Ruled().Verdict, res.Ruled().Faults)
			}
			verified("after a further play", 0, 0)
		})
	}
}
