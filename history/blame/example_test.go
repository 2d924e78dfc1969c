package blame_test

import (
	"fmt"

	"adjudicate/history/blame"
	"adjudicate/history/condition"
	"adjudicate/internal/played"
)

func Example() {
	names, err := condition.Collect(played.All(game))
	if err != nil {
		fmt.Println(err)
		return
	}
	subject, err := blame.Parse([]string{"a9"}, names)
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := blame.Ask(played.All(game), subject, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range report.Causes {
		fmt.Printf("#%d %s, resting on %v\n", c.Event.Sequence, c.Event.Payload.Kind(), c.Grounds.Clauses)
		for _, o := range c.Grounds.Because {
			fmt.Printf("  %s because of #%d\n", o.Of, o.Sequence)
		}
	}
	// Output:
	// #150 piece-created, resting on [1230.2/49 §2.B]
	// #260 piece-captured, resting on [1230.5/6 §2]
	//   1230.5/6 because of #200
	//   attack-pins=respect-pins because of #220
	// #290 piece-placed, resting on [1230.2/49 §6.C]
}
