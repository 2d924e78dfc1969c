package aggregate

import (
	"os"
	"strings"
	"testing"
)

// TestAPushThatCouldEndInSeveralWaysNamesThem has a play of acts say all that a push could mean, and nothing if it could mean one thing.
func TestAPushThatCouldEndInSeveralWaysNamesThem(t *testing.T) {
	yak, err := os.ReadFile("../systems/partychess/amendments/yak.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, dan, play string
		want            []string // ways; none: it is accepted
	}{
		{"three ways", "Camel e6", "Yke5-e6", []string{"Yk e5-e6 + Ce6-e7", "Yk e5-e6 + Ce6-d6", "Yk e5-e6 + Ce6-f6"}},
		{"two ways", "Camel e6, Camel f6", "Yke5-e6", []string{"Yk e5-e6 + Ce6-e7", "Yk e5-e6 + Ce6-d6"}},
		{"one way", "Camel e6, Camel f6, Camel d6", "Yke5-e6", nil},
		{"one of three, named", "Camel e6", "Yke5-e6 + Ce6-f6", nil},
		{"alone", "Camel e6", "Yke5-e4", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGame(t, "Uri: King a1; Dan: King t20, "+c.dan).with(string(yak)).stand("X1", "Yak", "Uri", "e5")
			d := g.decide("Uri", c.play)
			if c.want == nil {
				if d.Ruling.Verdict != Accepted {
					t.Error(d.Ruling.Faults)
				}
				return
			}
			if d.Ruling.Verdict != Rejected || len(d.Ruling.Faults) != 1 || d.Ruling.Faults[0].Code != FaultAmbiguous {
				t.Fatalf("%s: %v, want one fault that it is ambiguous", d.Ruling.Verdict, d.Ruling.Faults)
			}
			said := d.Ruling.Faults[0].Message
			for _, way := range c.want {
				if !strings.Contains(said, way) {
					t.Errorf("%q does not name %s", said, way)
				}
			}
			if n := strings.Count(said, " + "); n != len(c.want) {
				t.Errorf("%q names %d ways, want %d", said, n, len(c.want))
			}
		})
	}
}
