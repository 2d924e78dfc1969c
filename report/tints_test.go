package report

import (
	"slices"
	"strings"
	"testing"

	"adjudicate/report/draw"
	"adjudicate/rules/picture"
	"adjudicate/systems"
)

// TestOnlyRegionsThatHoldAreTinted draws the river of diamond chess: the register leaves open on which diagonal it lies (1 §1), and one is in force.
func TestOnlyRegionsThatHoldAreTinted(t *testing.T) {
	s, err := systems.Find("diamond")
	if err != nil {
		t.Fatal(err)
	}
	p := &picture.Picture{Regions: map[string]picture.Tint{"river": {Colour: "blue"}}}
	for reading, want := range map[string]string{"a1-h8": "a1 b2 c3 d4 e5 f6 g7 h8", "h1-a8": "a8 b7 c6 d5 e4 f3 g2 h1"} {
		b := draw.Board{Files: 8, Ranks: 8}
		dressed(&b, p, s.Book, func(entry string) (string, bool) { return reading, entry == "river-diagonal" })
		if len(b.Tints) != 1 || strings.Join(slices.Sorted(slices.Values(b.Tints[0].Squares)), " ") != want {
			t.Errorf("river-diagonal = %s: %v, want %s", reading, b.Tints, want)
		}
	}
}
