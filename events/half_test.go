package events_test

import (
	"encoding/json"
	"testing"

	"adjudicate/events"
)

func TestHalvesAreExactDecimals(t *testing.T) {
	for text, want := range map[string]events.Half{
		"0": 0, "1": 2, "0.5": 1, "-0.5": -1, "37.5": 75, "-12": -24, "12.0": 24, "4611686018427387903.5": 1<<63 - 1,
	} {
		got, err := events.ParseHalf(text)
		if err != nil || got != want {
			t.Errorf("%s: got %d and error %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-", ".5", "1.", "1.25", "1.50", "1e1", "+1", "0x1", "1_0", " 1", "one", "4611686018427387904", "--1"} {
		if got, err := events.ParseHalf(text); err == nil {
			t.Errorf("%q was read as %s", text, got)
		}
	}
}

func TestHalvesAreJSONNumbers(t *testing.T) {
	type weight struct{ W events.Half }
	got, err := json.Marshal([]weight{{75}, {-1}, {24}})
	if want := `[{"W":37.5},{"W":-0.5},{"W":12}]`; err != nil || string(got) != want {
		t.Errorf("got %s and error %v, want %s", got, err, want)
	}
	var back []weight
	if err := json.Unmarshal(got, &back); err != nil || len(back) != 3 || back[0].W != 75 || back[1].W != -1 || back[2].W != events.Whole(12) {
		t.Errorf("read back %v and error %v", back, err)
	}
	if err := json.Unmarshal([]byte(`[{"W":0.3}]`), &back); err == nil {
		t.Error("0.3 was read as a half")
	}
}
