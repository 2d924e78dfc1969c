package condition_test

import (
	"fmt"

	"adjudicate/history/condition"
)

func Example() {
	names := condition.NewCatalogue()
	for _, p := range story {
		names.Note(p)
	}
	c, err := condition.Compile("weight(Red) > 30 and turn = Red", names)
	if err != nil {
		fmt.Println(err)
		return
	}
	w := c.Watch()
	for i, p := range story {
		w.Fold(p)
		if w.Holds() {
			fmt.Printf("after outcome %d: %s %v\n", i+1, p.Kind(), w.Values())
			break
		}
	}
	_, err = condition.Compile("weight(Rde) > 30", names)
	fmt.Println(err)
	// Output:
	// after outcome 23: weights-posted [{turn Red} {weight(Red) 37.5}]
	// column 8: no such side: "Rde" (did you mean "Red"?)
}
