package naive

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// vector is one file of fixtures/analysis: a position with its analysis from an independent
// reference.
type vector struct {
	Why      string   `json:"why"`
	Position Position `json:"position"`
	Expected Analysis `json:"expected"`
}

func readVectors(t testing.TB) map[string]vector {
	t.Helper()
	files, err := filepath.Glob("../../fixtures/analysis/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no vectors: %v", err)
	}
	vectors := map[string]vector{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var v vector
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&v); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		vectors[strings.TrimSuffix(filepath.Base(file), ".json")] = v
	}
	return vectors
}

func TestTheAnalysisOfEveryVectorIsTheReferences(t *testing.T) {
	for name, v := range readVectors(t) {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(v.Expected, Analyse(v.Position)); diff != "" {
				t.Errorf("%s: want -, got +\n%s", v.Why, diff)
			}
		})
	}
}

func TestTheJSONFormOfEveryVectorIsKept(t *testing.T) {
	for name, v := range readVectors(t) {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile("../../fixtures/analysis/" + name + ".json")
			if err != nil {
				t.Fatal(err)
			}
			var raw struct {
				Expected json.RawMessage `json:"expected"`
			}
			if err := json.Unmarshal(data, &raw); err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(v.Expected)
			if err != nil {
				t.Fatal(err)
			}
			var want bytes.Buffer
			if err := json.Compact(&want, raw.Expected); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.String(), string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
