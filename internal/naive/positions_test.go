package naive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/systems/position"
)

// disagreement analyses a random position with the engine and with the naive model and
// returns where they differ.
func disagreement(t *testing.T, seed uint64, o Options) (doc []byte, diff string) {
	t.Helper()
	random := Random(seed, o)
	doc, err := json.MarshalIndent(random, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	d, err := position.Read("random", bytes.NewReader(doc))
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	report, err := position.Analyse("random", d, nil)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	got, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(Analyse(random))
	if err != nil {
		t.Fatal(err)
	}
	return doc, cmp.Diff(spread(t, want), spread(t, got))
}

// spread writes JSON over as many lines as it has values.
func spread(t *testing.T, text []byte) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Indent(&out, text, "", " "); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestTheNaiveModelAgrees holds the engine against a slow model that was written apart from
// it, on random positions under random readings. ADJUDICATE_SEEDS asks for more of them.
func TestTheNaiveModelAgrees(t *testing.T) {
	seeds := 60
	if n, err := strconv.Atoi(os.Getenv("ADJUDICATE_SEEDS")); err == nil {
		seeds = n
	}
	from := 1
	if n, err := strconv.Atoi(os.Getenv("ADJUDICATE_FROM")); err == nil {
		from = n
	}
	failures := 0
	for seed := from; seed < from+seeds; seed++ {
		o := Options{Defaults: seed%3 == 0}
		if seed%10 != 0 {
			o.Pieces = 2 + seed%40
		}
		if doc, diff := disagreement(t, uint64(seed), o); diff != "" {
			failures++
			t.Errorf("seed %d (-naive +engine):\n%s", seed, diff)
			if dir := os.Getenv("ADJUDICATE_KEEP"); dir != "" {
				os.WriteFile(fmt.Sprintf("%s/%d.json", dir, seed), doc, 0o644)
			}
			if failures == 5 {
				t.FailNow()
			}
		}
	}
}
