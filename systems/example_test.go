package systems_test

import (
	"fmt"

	"adjudicate/systems"
)

func Example() {
	book, register, err := systems.Load("partychess")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range book.Pieces()[:3] {
		fmt.Println(d.Rule.Clause(""), d.Piece.Name, d.Piece.Glyph, d.Piece.Value)
	}
	entry, _ := register.Entry("gess-adjacent")
	fmt.Println(entry.Clause, entry.Default)
	// Output:
	// 1230.4/4 King K 0
	// 1230.5/5 Rook R 9
	// 1230.6/4 Camel C 5
	// 1230.22 ¶4 yes
}
