package notation_test

import (
	"errors"
	"fmt"

	"adjudicate/notation"
)

func Example() {
	play, err := notation.Parse("Demon d3 – d4; Df6=Rook")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, item := range play.Items {
		fmt.Printf("%v of %s from %s: to %q, becomes %q\n", item.Kind, item.Name, item.From, item.To, item.Becomes)
	}
	fmt.Println(play)

	_, err = notation.Parse("Rook a1-a5; Rxb2")
	var syntax *notation.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax)
		fmt.Print(syntax.Caret())
	}
	// Output:
	// move of Demon from d3: to "d4", becomes ""
	// promotion of D from f6: to "", becomes "Rook"
	// Demon d3-d4; Df6=Rook
	// column 14: expected the square the captor stands on before "x", as in "Ra1xb2", found "xb2"
	// Rook a1-a5; Rxb2
	//              ^
}
