package diagram_test

import (
	"fmt"

	"adjudicate/report/draw/diagram"
	"adjudicate/rules"
)

func Example() {
	list, err := rules.Parse("example.yaml", []byte(`
rules:
  - number: "1"
    title: The board
    procedure:
      board: {files: 7, ranks: 7}
  - number: "2"
    title: A piece
    piece:
      name: Frog
      glyph: f
      value: 3
      modes:
        - for: [move]
          legs: [{leap: [2, 1]}]
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	d, err := diagram.Of(rules.NewRulebook(list...), nil, "Frog", diagram.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(d.Text())
	// Output:
	// f Frog, 2/0
	//
	// alone on the board
	//    a  b  c  d  e  f  g
	//  7 ·  ·  ·  ·  ·  ·  ·  7
	//  6 ·  ·  ○  ·  ○  ·  ·  6
	//  5 ·  ○  ·  ·  ·  ○  ·  5
	//  4 ·  ·  ·  f  ·  ·  ·  4
	//  3 ·  ○  ·  ·  ·  ○  ·  3
	//  2 ·  ·  ○  ·  ○  ·  ·  2
	//  1 ·  ·  ·  ·  ·  ·  ·  1
	//    a  b  c  d  e  f  g
	//
	//    ○ move
	//    f the piece
	//
	//  - value 3
}
