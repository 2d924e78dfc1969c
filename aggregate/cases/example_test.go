package cases_test

import (
	"fmt"
	"testing/fstest"

	"adjudicate/aggregate/cases"
	"adjudicate/systems"
)

// One case is run: may a Camel move three squares straight ahead?
func ExampleRun() {
	fsys := fstest.MapFS{"1230.6/6.2.3.yaml": {Data: []byte(`
id: 6.2.3
title: A Camel does not move three squares straight
purpose: The sideways square is part of the leap.
clause: 1230.6 §2
sides:
  Red: {board: Ce5}
  Blue: {}
steps:
  - play: Ce5-e8
    is: rejected by 1230.6 §2
`)}}
	sys, err := systems.Find("partychess")
	if err != nil {
		fmt.Println(err)
		return
	}
	results, err := cases.Run(fsys, nil, sys)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range results {
		fmt.Println(r.Case.ID, r.Case.Title, r.Passed())
	}
	// Output: 6.2.3 A Camel does not move three squares straight true
}
