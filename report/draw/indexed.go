package draw

import (
	"cmp"
	"image"
	"image/color"
	"maps"
	"slices"
)

const (
	mostColours  = 256 // colours a table of them has
	exactColours = 64  // of these stay as they are: those that cover most
)

// indexed is a picture with a table of its colours, which takes a third of the room in a mail and is written faster. A board has few colours but
// where edges are softened: of colours there that are nearly the same, one stands for all.
func indexed(img *image.RGBA) *image.Paletted {
	counts := map[color.RGBA]int{}
	each(img, func(c color.RGBA, from, to int) { counts[c] += to - from })
	list := slices.SortedFunc(maps.Keys(counts), byCount(counts))
	palette := make(color.Palette, 0, mostColours)
	places := make(map[color.RGBA]uint8, len(list))
	add := func(c color.RGBA) {
		places[c] = uint8(len(palette))
		palette = append(palette, c)
	}
	exact := exactColours
	if len(list) <= mostColours {
		exact = len(list)
	}
	for _, c := range list[:exact] {
		add(c)
	}
	rare := list[exact:]
	alike, totals := map[color.RGBA]color.RGBA{}, map[color.RGBA]int{} // by the highest bits: the colour that stands for all, how much they cover
	for _, c := range rare {
		if _, ok := alike[about(c)]; !ok {
			alike[about(c)] = c
		}
		totals[alike[about(c)]] += counts[c]
	}
	groups := slices.SortedFunc(maps.Keys(totals), byCount(totals))
	for _, c := range groups[:min(len(groups), mostColours-exact)] {
		add(c)
	}
	for _, c := range rare {
		if place, ok := places[alike[about(c)]]; ok {
			places[c] = place
		} else {
			places[c] = uint8(palette.Index(c))
		}
	}
	out := image.NewPaletted(img.Rect, palette)
	each(img, func(c color.RGBA, from, to int) {
		place := places[c]
		row := out.Pix[from:to]
		for i := range row {
			row[i] = place
		}
	})
	return out
}

// about is a colour by its highest bits.
func about(c color.RGBA) color.RGBA { return color.RGBA{c.R >> 4, c.G >> 4, c.B >> 4, c.A >> 4} }

// byCount orders colours: those that cover most first.
func byCount(counts map[color.RGBA]int) func(a, b color.RGBA) int {
	return func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(word(a), word(b)))
	}
}

// each calls do with each run of pixels of one colour, from one pixel up to another.
func each(img *image.RGBA, do func(c color.RGBA, from, to int)) {
	at := func(i int) color.RGBA {
		return color.RGBA{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], img.Pix[4*i+3]}
	}
	n := len(img.Pix) / 4
	for from := 0; from < n; {
		c, to := at(from), from+1
		for to < n && at(to) == c {
			to++
		}
		do(c, from, to)
		from = to
	}
}

func word(c color.RGBA) uint32 {
	return uint32(c.R)<<24 | uint32(c.G)<<16 | uint32(c.B)<<8 | uint32(c.A)
}
