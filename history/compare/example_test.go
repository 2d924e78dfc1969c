package compare_test

import (
	"context"
	"fmt"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
)

// What the sample season becomes if the second Frog was never bought.
func Example() {
	ctx := context.Background()
	cat, err := history.Load(ctx, autumn(), name, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	plan := readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: 1807}}}
	run, err := readjudicate.Prepare(ctx, autumn(), cat, plan, engine)
	if err != nil {
		fmt.Println(err)
		return
	}
	c := compare.NewCollector(run.Changes)
	out, err := run.Do(ctx, readjudicate.Options{Watch: c.Watch})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := c.Report(out.Before, out.After)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, in := range r.Inputs {
		fmt.Printf("#%d: %s → %s, because of a %s\n", in.Point, in.Before.Verdict, in.After.Verdict, in.Cause.Kind)
	}
	for _, b := range r.End.Balances {
		fmt.Printf("%s: %s → %s\n", b.Name, b.Before, b.After)
	}
	// Output:
	// #1807: accepted → void, because of a change
	// Niko money: 69 → 98
	// Treasury money: 193 → 164
}
