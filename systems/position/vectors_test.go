package position_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/systems/position"
)

// TestAnalysedPositionsAgree holds every position of fixtures/analysis against the
// analysis that stands beside it, which no program of this project wrote.
func TestAnalysedPositionsAgree(t *testing.T) {
	files, err := filepath.Glob("../../fixtures/analysis/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no analysed positions: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var v struct {
				Why      string
				Position json.RawMessage
				Expected json.RawMessage
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &v); err != nil {
				t.Fatal(err)
			}
			doc, err := position.Read(file, bytes.NewReader(v.Position))
			if err != nil {
				t.Fatal(err)
			}
			report, err := position.Analyse(file, doc, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(report)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(normal(t, v.Expected), normal(t, got)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", v.Why, diff)
			}
		})
	}
}

func normal(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
