package aggregate

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// crazyhorse makes two knight's moves, either of which may capture, or one.
const crazyhorse = `
number: "1230.95"
title: Crazyhorse
piece:
  name: Crazyhorse
  glyph: "1"
  value: 8
  modes:
    - {cite: §1, legs: [{leap: [2, 1]}]}
    - {cite: §2, legs: [{leap: [2, 1], takes: true}, {leap: [2, 1]}]}
`

// horses is Uri's Crazyhorse on h8, from which both g10 and i10 lead to h12.
func horses(t *testing.T, dan string) *game {
	return newGame(t, "Uri: King a1; Dan: King t20, "+dan).with(crazyhorse).stand("X1", "Crazyhorse", "Uri", "h8")
}

func TestAChainTellsItsWay(t *testing.T) {
	tests := []struct {
		name, dan, play string
		want            []string
		written         string
	}{
		{"both, by g10", "Camel g10, Camel h12, Camel i10", "1h8xg10xh12", []string{"X1 xC1 on g10 to Uri", "X1 xC2 on h12 to Uri", "X1 h8-h12"}, "1h8xg10xh12"},
		{"both, by i10", "Camel g10, Camel h12, Camel i10", "1h8xi10xh12", []string{"X1 xC3 on i10 to Uri", "X1 xC2 on h12 to Uri", "X1 h8-h12"}, "1h8xi10xh12"},
		{"the one on g10 alone, as h8xg10 reads", "Camel g10, Camel h12, Camel i10", "1h8xg10", []string{"X1 xC1 on g10 to Uri", "X1 h8-g10"}, "1h8xg10"},
		{"the one on g10 alone", "Camel g10, Camel h12, Camel i10", "1h8xg10-g10", []string{"X1 xC1 on g10 to Uri", "X1 h8-g10"}, "1h8xg10"},
		{"the one on g10, then on to e11", "Camel g10, Camel h12, Camel i10", "1h8xg10-e11", []string{"X1 xC1 on g10 to Uri", "X1 h8-e11"}, "1h8xg10-e11"},
		{"the one on h12 alone, by the empty i10", "Camel g10, Camel h12", "1h8xh12", []string{"X1 xC2 on h12 to Uri", "X1 h8-h12"}, "1h8xh12"},
		{"both, where nothing else leads to h12", "Camel g10, Camel h12, Guard j9", "1h8xg10xh12", []string{"X1 xC1 on g10 to Uri", "X1 xC2 on h12 to Uri", "X1 h8-h12"}, "1h8xg10xh12"},
		{"both, though i10 is empty", "Camel g10, Camel h12", "1h8xg10xh12", []string{"X1 xC1 on g10 to Uri", "X1 xC2 on h12 to Uri", "X1 h8-h12"}, "1h8xg10xh12"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := horses(t, tt.dan)
			d := g.decide("Uri", tt.play)
			if d.Ruling.Verdict != Accepted {
				t.Fatal(d.Ruling.Faults)
			}
			if d.Ruling.Play != tt.written {
				t.Errorf("the ruling writes %q, want %q", d.Ruling.Play, tt.written)
			}
			got := told(g.play("Uri", tt.play))
			got = slices.DeleteFunc(got, func(line string) bool { return !strings.HasPrefix(line, "X1 ") })
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			inStep(t, g.j)
		})
	}
}

func TestAChainThatDoesNotTellItsWayIsRefusedWithAllOfThem(t *testing.T) {
	tests := []struct {
		name, dan, play string
		code            string
		ways            []string
	}{
		{"h12 is reached over either", "Camel g10, Camel h12, Camel i10", "1h8xh12", FaultAmbiguous, []string{"1h8xg10xh12", "1h8xi10xh12"}},
		{"going on to h12 captures there", "Camel g10, Camel h12, Camel i10", "1h8xg10-h12", FaultCannotCapture, []string{"1h8xg10xh12", "1h8xg10-e11"}},
		{"a victim that stands elsewhere", "Camel g10, Camel h12, Camel e11", "1h8xe11xh12", FaultCannotCapture, []string{"1h8xg10xh12"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			faults := horses(t, tt.dan).refused("Uri", tt.play)
			if len(faults) != 1 || faults[0].Code != tt.code || faults[0].Clause == "" {
				t.Fatalf("%+v, want one %s with a clause", faults, tt.code)
			}
			for _, way := range tt.ways {
				if !strings.Contains(faults[0].Message, way) {
					t.Errorf("%q does not offer %s", faults[0].Message, way)
				}
			}
		})
	}
}
