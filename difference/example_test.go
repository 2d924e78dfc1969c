package difference_test

import (
	"context"
	"fmt"

	"adjudicate/difference"
	"adjudicate/edition"
	"adjudicate/events"
	"adjudicate/readjudication"
)

// What the sample season becomes if the second Frog was never bought.
func Example() {
	ctx := context.Background()
	cat, err := edition.Load(ctx, autumn(), name, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	plan := readjudication.Plan{Changes: []events.Change{{What: edition.Void, Input: 1807}}}
	run, err := readjudication.Prepare(ctx, autumn(), cat, plan, engine)
	if err != nil {
		fmt.Println(err)
		return
	}
	c := difference.NewCollector(run.Changes, engine)
	out, err := run.Do(ctx, readjudication.Options{Watch: c.Watch})
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
