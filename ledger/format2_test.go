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

	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// TestLedgersOfEarlierProgramsHoldAsTheyWereRuled verifies fixtures/format-2. The engine of the test is not theirs, so that what
// is ruled otherwise is excused where ledger/engines.go lists it, and nowhere else.
func TestLedgersOfEarlierProgramsHoldAsTheyWereRuled(t *testing.T) {
	paths, err := filepath.Glob("../fixtures/format-2/*.jsonl.gz")
	if err != nil || len(paths) < 13 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".jsonl.gz"), func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			packed, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			r, err := gzip.NewReader(bytes.NewReader(packed))
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			list, name, err := played.Export(path, text)
			if err != nil {
				t.Fatal(err)
			}
			st := memory.New()
			if _, err := st.Append(ctx, name, store.NoStream, list); err != nil {
				t.Fatal(err)
			}
			v, err := ledger.Verify(ctx, st, name, options())
			if err != nil {
				t.Fatal(err)
			}
			if v.Stopped != 0 || v.Inputs == 0 {
				t.Errorf("%d inputs, stopped at %d", v.Inputs, v.Stopped)
			}
			for _, d := range v.Differences {
				t.Errorf("#%d %s: %s", d.Sequence, d.What, d.Text)
			}
			for _, o := range v.Otherwise {
				if o.Engine != "adjudicate 0.2.0" && (o.Engine != "adjudicate 0.3.0" || !strings.Contains(o.Reason, "the clause of their way")) {
					t.Errorf("#%d is ruled on otherwise by %s: %s", o.Sequence, o.Engine, o.Text)
				}
			}
		})
	}
}
