package draw_test

import (
	"fmt"

	"adjudicate/events"
	"adjudicate/report/draw"
)

func ExampleText() {
	fmt.Print(draw.Text(draw.Board{
		Files: 4, Ranks: 3,
		Sides:  []draw.Side{{Name: "Red", Note: "12.5"}, {Name: "Blue", Note: "4", InCheck: true}},
		Pieces: []draw.Piece{{Square: "a1", Glyph: "R", Type: "Rook", ID: "R1", Side: "Red"}, {Square: "a3", Glyph: "K", Type: "King", ID: "K2", Side: "Blue"}},
		Marks:  []draw.Mark{{Square: "a2", Kind: draw.Target}, {Square: "a3", Kind: draw.Check}},
	}, draw.Options{}))
	// Output:
	//    a  b  c  d
	//  3‡Kb ·  ·  ·  3
	//  2 •  ·  ·  ·  2
	//  1 Rr ·  ·  ·  1
	//    a  b  c  d
	//
	//    r  Red   12.5
	//    b  Blue  4  ‡ in check
	//
	//    • move   ‡ check
}

func ExampleSparkline() {
	weights := []events.Half{0, 30, 75, 60, 140}
	fmt.Println(draw.Sparkline(weights, 0))
	// Output: ▁▂▄▄█
}
