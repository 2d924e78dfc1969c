package draw

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"
)

//go:embed symbols.txt
var symbolFile string

// symbolGrid is the side of the square on which signs are outlined, symbolBase where their baseline is.
const symbolGrid, symbolBase = 20.0, 18.0

// filledAfter is how many code points the filled sign lies behind the outlined one.
const filledAfter = 6

// symbols are the outlines of signs by their characters, those of outlined ones alone. The file is a part of the program: what cannot be read of it is left out.
var symbols = sync.OnceValue(func() map[rune][]outline {
	list := map[rune][]outline{}
	for line := range strings.Lines(symbolFile) {
		code, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		r, err := strconv.ParseUint(code, 16, 32)
		if err != nil {
			continue // a comment
		}
		for part := range strings.SplitSeq(rest, "/") {
			var o outline
			for corner := range strings.FieldsSeq(part) {
				x, y, _ := strings.Cut(corner, ",")
				at := [2]float64{}
				at[0], _ = strconv.ParseFloat(x, 64)
				at[1], _ = strconv.ParseFloat(y, 64)
				o = append(o, at)
			}
			list[rune(r)] = append(list[rune(r)], o)
		}
	}
	return list
})

// symbol is the outline of a text that is one sign, and whether it is filled; nil if there is none.
func symbol(text string) (list []outline, filled bool) {
	all := []rune(strings.TrimRight(text, "\ufe0e\ufe0f")) // which say whether a sign is to be coloured
	if len(all) != 1 {
		return nil, false
	}
	if list = symbols()[all[0]]; list != nil {
		return list, false
	}
	list = symbols()[all[0]-filledAfter]
	return list, list != nil
}

// sign paints a sign about x, on the baseline y.
func (c *canvas) sign(x, y, size float64, list []outline, filled bool, colour string) {
	scale := size / symbolGrid * 1.05
	for _, o := range list {
		points := make(outline, len(o))
		for i, at := range o {
			points[i] = [2]float64{x + (at[0]-symbolGrid/2)*scale, y + (at[1]-symbolBase)*scale}
		}
		if filled {
			c.polygon(points, nil)
			continue
		}
		width := math.Max(1, size*0.08)
		for i, at := range points {
			next := points[(i+1)%len(points)]
			c.line(at[0], at[1], next[0], next[1], width)
			c.circle(at[0], at[1], width/2, false)
		}
	}
	c.fill(colour, 1)
}
