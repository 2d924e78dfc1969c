package naivelaw

import (
	"fmt"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// TestSidesChooseAsTheDocumentationSays is about what sides choose by a name with their acts, and what that is for.
func TestSidesChooseAsTheDocumentationSays(t *testing.T) {
	kinds := games(t, 60, 21000000, (*Random).Choosing)
	if few := kinds["games"] < 60; !few && (kinds["chosen"] < 60 || kinds["not chosen"] < 60) {
		t.Errorf("too little is chosen: %v", kinds)
	}
}

// mischosen tries an act with choices that the second opinion does not know, none or others; odd is one that the program accepts.
func (g *game) mischosen(j *aggregate.Judge, r *Random, side string, acts []act, kinds map[string]int) (odd string) {
	if len(g.choices) == 0 {
		return ""
	}
	known := map[string]bool{}
	for _, a := range acts {
		known[a.text()] = true
	}
	for range 3 {
		a := acts[r.IntN(len(acts))]
		b := acts[r.IntN(len(acts))]
		a.chosen = b.chosen
		if known[a.text()] {
			continue
		}
		kinds["not chosen"]++
		d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: side, Text: a.text()}})
		if d.Ruling.Verdict == aggregate.Accepted {
			return fmt.Sprint(a.text(), " is accepted, and unknown to the second opinion")
		}
	}
	return ""
}
