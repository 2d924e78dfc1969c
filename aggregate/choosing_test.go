package aggregate

import (
	"strings"
	"testing"
)

// A choice that is refused says why what was chosen is none of those that can be.
func TestARefusedChoiceSaysWhy(t *testing.T) {
	for _, c := range []struct{ system, play, want string }{
		{"chess", "Pa2-a3; close d6", "no such choice as close d6: no rule gives one besides the act"},
		{"duck", "Pa2-a3", "a choice is missing"},
		{"duck", "Pa2-a3; close d7", "close d7 is impossible: on d7 stands the Pawn of Black"},
		{"duck", "Pa2-a3; destroy b7", "the rules let a side choose something else"},
		{"duck", "Pa2-a3; close d6; close d5", "close d5 is one choice too many"},
		{"amazons", "Ad1-d3; close h5", "close h5 may not be chosen: clear(it, to) does not hold"},
	} {
		g := newArray(t, c.system, "")
		d := g.decide("White", c.play)
		if len(d.Ruling.Faults) != 1 || d.Ruling.Faults[0].Code != FaultChoice || !strings.Contains(d.Ruling.Faults[0].Message, c.want) {
			t.Errorf("%s, %s: %v, want %s", c.system, c.play, d.Ruling.Faults, c.want)
		}
	}
}
