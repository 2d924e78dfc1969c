package rules_test

import (
	"fmt"

	"adjudicate/rules"
)

func Example() {
	file, err := rules.ParseFile("lion.yaml", []byte(`
number: 1230.26
title: Party Chess Piece Lion
piece:
  name: Lion
  glyph: N
  value: 7.5
  modes:
    - legs: [{dir: orthogonal, n: 2..3, pass: any}]
      cite: §2
    - when: nera("King", 2)
      legs: [{dir: diagonal, n: 1}]
      cite: §3
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range file.Check(nil, nil, rules.Game{}) {
		fmt.Println(p)
	}

	lion := file.Rules[0]
	lion.Piece.Modes = lion.Piece.Modes[:1]
	book := new(rules.Rulebook).With(lion)
	for _, d := range book.Pieces() {
		fmt.Println(d.Piece.Name, book.Cite(d.Rule.Number, d.Piece.Modes[0].Cite))
	}
	// Output:
	// lion.yaml:11:13: piece.modes[1].when: no such variable or function: "nera" (did you mean "near()"?)
	// Lion 1230.26/0 §2
}
