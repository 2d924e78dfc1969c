package amendment_test

import (
	"fmt"

	"adjudicate/history/amendment"
	"adjudicate/rules"
)

func ExampleDiff() {
	revision := func(text string) *rules.Rule {
		list, err := rules.Parse("rule.yaml", []byte(text))
		if err != nil {
			fmt.Println(err)
			return nil
		}
		return &list[0]
	}
	before := revision(`{number: "9", revision: 4, title: Frogs, piece: {name: Frog, glyph: f, value: 9, modes: [{legs: [{dir: all, n: 1..10}], cite: §2}]}}`)
	after := revision(`{number: "9", revision: 5, title: Frogs, piece: {name: Frog, glyph: f, value: 8, modes: [{legs: [{dir: all, n: 1..8}], cite: §2}]}}`)
	for _, c := range amendment.Diff(before, after) {
		fmt.Printf("%s: %s → %s (%s)\n", c.Path, c.Before, c.After, c.Clause)
	}
	// Output:
	// value: 9 → 8 (9/5)
	// modes[0].legs[0].n: 1..10 → 1..8 (9/5 §2)
}
