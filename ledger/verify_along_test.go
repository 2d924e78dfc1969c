package ledger_test

import (
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/internal/testrace"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// Ruling again while an export is read finds what verification finds of the ledger that it becomes, with editions in it or without.
func TestRulingAgainWhileReadingFindsTheSame(t *testing.T) {
	files, _ := filepath.Glob("../fixtures/format-*/*.jsonl*")
	if len(files) < 10 {
		t.Fatalf("%d exports of earlier formats", len(files))
	}
	editions, differing := 0, 0
	for _, file := range files {
		if strings.HasSuffix(file, ".checkpoints") {
			continue
		}
		whole := textOf(t, file)
		const refused = `"verdict":"rejected"`
		if strings.Contains(whole, "edition-adopted") {
			editions++
		}
		first, last := strings.Index(whole, refused), strings.LastIndex(whole, refused)
		texts := []struct{ name, text string }{
			{"its last verdict flipped", flipped(whole, last, refused)},
			{"its first verdict flipped", flipped(whole, first, refused)},
			{"as it is", whole},
			{"cut within an input", whole[:strings.LastIndex(strings.TrimSuffix(whole, "\n"), "\n")]},
		}
		for _, c := range texts[:testrace.Fewer(len(texts))] {
			name, text := c.name, c.text
			found, want := bothWays(t, file, text)
			if d := cmp.Diff(want, found); d != "" {
				t.Errorf("%s, %s (-verified +while reading):\n%s", file, name, d)
			}
			if want != nil && len(want.Differences) > 0 {
				differing++
			}
		}
	}
	if editions < 2 || differing < testrace.Fewer(10) {
		t.Errorf("%d exports with editions, %d with differences: too few to tell anything", editions, differing)
	}
}

// textOf is the text of an export, compressed or not.
func textOf(t *testing.T, file string) string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(file, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func flipped(text string, at int, from string) string {
	if at < 0 {
		return text
	}
	return text[:at] + `"verdict":"accepted"` + text[at+len(from):]
}

// bothWays is what is found of an export while it is read, and of the ledger. Both are nil if it cannot be read.
func bothWays(t *testing.T, file, text string) (along, verified *ledger.Verification) {
	t.Helper()
	ctx, opts := context.Background(), ledger.Options{Engine: "test"}
	a := ledger.VerifyAlong(opts)
	defer a.Close()
	name, list, err := ledger.ReadExport(file, strings.NewReader(text), nil, a.Add)
	if err != nil {
		t.Fatal(err)
	}
	st := memory.New()
	if _, err := store.Fill(ctx, st, name, list); err != nil {
		return nil, nil
	}
	if along, err = a.End(ctx, st, name, nil); err != nil {
		t.Fatal(err)
	}
	if verified, err = ledger.Verify(ctx, st, name, opts); err != nil {
		t.Fatal(err)
	}
	verified.Root = ""
	return along, verified
}
