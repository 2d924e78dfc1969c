package storetest_test

import (
	"fmt"

	"adjudicate/store/storetest"
)

func ExampleEvents() {
	for _, e := range storetest.Events("hand-3", 7, 2) {
		fmt.Println(e.Type, string(e.Data))
	}
	fmt.Println(storetest.Events("hand-3", 8, 1)[0].ID == storetest.Events("hand-3", 7, 2)[1].ID)
	// Output:
	// piece-moved.v1 {"name":"hand-3","number":7}
	// piece-moved.v1 {"name":"hand-3","number":8}
	// true
}
