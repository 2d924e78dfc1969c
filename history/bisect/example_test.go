package bisect_test

import (
	"fmt"

	"adjudicate/history/bisect"
	"adjudicate/history/condition"
	"adjudicate/internal/played"
)

func Example() {
	names, err := condition.Collect(played.All(capture))
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := condition.Compile("captured(C1) and owner(a5) = Red", names)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = bisect.Scan(played.All(capture), c, bisect.Options{}, func(t *bisect.Turn) bool {
		fmt.Printf("#%d %s of #%d\n", t.Event.Sequence, t.Event.Payload.Kind(), t.Input.Sequence)
		for i, v := range t.Is {
			fmt.Printf("%s is %s, was %s\n", v.Of, v.Is, t.Was[i].Is)
		}
		return false
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// #11 piece-moved of #9
	// captured(C1) is yes, was no
	// owner(a5) is Red, was Blue
}
