package aggregate

import (
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
)

// Where whole turns are played at once, a play is asked for its own check alone, and after others only as `checks` says: two Kings that come to
// stand beside each other have both come there.
func TestWholeTurnsOfARoundAreAskedForCheckAlone(t *testing.T) {
	for _, c := range []struct {
		checks string
		at     [2]string // where the Kings are then
	}{
		{"", [2]string{"e5", "e6"}},
		{"    checks: \"true\"\n", [2]string{"e4", "e7"}},
	} {
		g := newArray(t, "chess", "8/4k3/8/8/4K3/8/8/8 w - - 0 1")
		list, err := rules.Parse("x.yaml", []byte("number: \"9.99\"\ntitle: At once\nprocedure:\n  together:\n    who: \"true\"\n"+c.checks+"    conflicts: [{do: void}]\n    cite: §1\n"))
		if err != nil {
			t.Fatal(err)
		}
		g.accept(events.RuleEnacted{Number: list[0].Number, Rule: list[0].Canonical()})
		g.accept(events.PlaySubmitted{Side: "White", Text: "Ke4-e5"})
		g.accept(events.PlaySubmitted{Side: "Black", Text: "Ke7-e6"})
		for _, at := range c.at {
			if _, ok := g.j.State().PieceAt(at); !ok {
				t.Errorf("checks %q: no King on %s", c.checks, at)
			}
		}
	}
}
