package history_test

import (
	"fmt"
	"testing"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
)

// The story of the Bishop on f1: what did we believe of its Placement, before and after the
// stricter reading was adopted?
func Example() {
	g := bishop(new(testing.T))
	placed := g.find("B@f1")
	g.adopt(readjudicate.Plan{Changes: []events.Change{strictly(g.t, placed)}})
	cat, err := history.Load(ctx, g.st, name, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range cat.Editions() {
		e := &cat.Editions()[i]
		for entry, err := range cat.History(ctx, e, history.Range{From: placed, To: placed}) {
			if err != nil {
				fmt.Println(err)
				return
			}
			if r := entry.Ruled(); entry.Standing == history.Recorded {
				fmt.Printf("edition %d: B@f1 is %s\n", e.Number, r.Verdict)
			}
		}
		s, err := cat.StateAt(ctx, e, placed)
		if err != nil {
			fmt.Println(err)
			return
		}
		if p, ok := s.PieceAt("f1"); ok {
			fmt.Printf("  %s of %s stands on f1\n", p.Type, p.Side)
		} else {
			fmt.Println("  nothing stands on f1")
		}
	}
	// Output:
	// edition 1: B@f1 is accepted
	//   Bishop of Red stands on f1
	// edition 2: B@f1 is replaced
	//   nothing stands on f1
}
