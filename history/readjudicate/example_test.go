package readjudicate_test

import (
	"fmt"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
)

// What if the capture of Garden's King had never happened?
func Example() {
	st := autumn()
	cat, err := history.Load(ctx, st, name, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	plan := readjudicate.Plan{
		Changes: []events.Change{{What: history.Void, Input: 745, Reason: "a slip"}},
		Policy:  readjudicate.Void,
	}
	run, err := readjudicate.Prepare(ctx, st, cat, plan, engine)
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := run.Do(ctx, readjudicate.Options{Point: 745, Watch: func(s *readjudicate.Step) error {
		if before, after := s.Ruled(); s.Place.Input == 745 {
			fmt.Printf("#%d %s: %s → %s\n", s.Place.Input, before.Play, before.Verdict, after.Verdict)
		}
		return nil
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, lives := c.At.Before.Piece("K4")
	king, _ := c.At.After.Piece("K4")
	fmt.Printf("its King exists: %t → %t, on %s\n", lives, king.ID != "", king.At)
	fmt.Printf("knives of Bruno: %d → %d\n", c.At.Before.Held("Bruno", events.Usual().Marks), c.At.After.Held("Bruno", events.Usual().Marks))
	// Output:
	// #745 Rq14xq4: accepted → void
	// its King exists: false → true, on q4
	// knives of Bruno: 1 → 0
}
