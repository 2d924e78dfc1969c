package report

import (
	"slices"
	"strings"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	_ "adjudicate/internal/testheap"
	"adjudicate/projections"
	"adjudicate/report/draw"
	"adjudicate/rules"
)

// Garden and Glade both begin with g. Glade, which came second, is l, and stays it when Garden
// is gone; Gate, which comes then, is a, though g would be free among those who are left.
func TestASideThatLeavesShiftsNobody(t *testing.T) {
	st, weights := aggregate.NewState(), projections.NewWeights()
	apply := func(p events.Payload) {
		st.Apply(p)
		weights.Fold(&events.Act{Outcomes: []events.Envelope{{Payload: p}}})
	}
	for _, p := range []events.Payload{
		events.SideEntered{Side: "Garden"}, events.SideEntered{Side: "Glade"}, events.SideLeft{Side: "Garden"}, events.SideEntered{Side: "Gate"},
	} {
		apply(p)
	}
	b := BoardOf(st, rules.NewRulebook(), "")
	b.Files, b.Ranks = 2, 2
	text := draw.Text(b, draw.Options{})
	for _, line := range []string{"   l  Glade", "   a  Gate"} {
		if !strings.Contains(text, line) {
			t.Errorf("no line %q in\n%s", line, text)
		}
	}
	if strings.Contains(text, "Garden") {
		t.Errorf("Garden is still there:\n%s", text)
	}
	if want := []string{"Garden", "Glade", "Gate"}; !slices.Equal(weights.Entered(), want) || !slices.Equal(b.Entered, want) {
		t.Errorf("the chart knows %v, the board %v", weights.Entered(), b.Entered)
	}
}
