package draw

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ink is how a side is coloured: the fill of its discs and the glyphs on them, and a colour of
// the 256 of a terminal that can be read on a light and on a dark ground.
type ink struct {
	name       string
	fill, text string
	ansi       int
}

// inks are given out in this order to sides that are not named after one. The commonest names
// come last, so that a Red that enters late finds red free. White and black are for sides of
// these names only. Any two can be told apart by somebody who sees no green: a test measures it.
var inks = []ink{
	{"orange", "#bf5205", "#ffffff", 208},
	{"purple", "#7b43ad", "#ffffff", 134},
	{"teal", "#1d5c5d", "#ffffff", 37},
	{"pink", "#f999c3", "#201400", 169},
	{"brown", "#402a20", "#ffffff", 137},
	{"yellow", "#fff677", "#201a00", 178},
	{"navy", "#121433", "#ffffff", 62},
	{"lime", "#9bba5d", "#141a00", 106},
	{"grey", "#7e868d", "#141200", 245},
	{"green", "#287c56", "#ffffff", 35},
	{"blue", "#558cff", "#101000", 33},
	{"red", "#8d1602", "#ffffff", 160},
}

var (
	white   = ink{"white", "#fbfaf5", "#202020", 252}
	black   = ink{"black", "#26282b", "#ffffff", 240}
	named   = append([]ink{white, black}, inks...)
	aliases = map[string]string{"gray": "grey", "violet": "purple", "gold": "yellow", "cyan": "teal", "magenta": "pink"}
)

// livery is what tells the sides of a game apart: an ink and a tag each. What a side gets
// depends on those that entered before it alone, so that it keeps both for life.
type livery struct {
	place map[string]int
	inks  []ink
	tags  []string
}

// dress gives the sides their livery in the order in which they entered the game, those that
// have left included; sides that are not among them come after.
func dress(entered []string, sides []Side) *livery {
	l := &livery{place: map[string]int{}}
	inks, tags := map[string]bool{}, map[rune]bool{}
	add := func(name string) {
		if _, ok := l.place[name]; ok {
			return // it entered again, and is who it was
		}
		l.place[name] = len(l.inks)
		l.inks = append(l.inks, inkOf(name, len(l.inks), inks))
		l.tags = append(l.tags, tagOf(name, tags))
	}
	for _, name := range entered {
		add(name)
	}
	for i := range sides {
		add(sides[i].Name)
	}
	return l
}

// Livery returns how a side is recognised on a board: the fill of its pieces, the colour of glyphs on that fill,
// and its tag, "?" for a side that is not on the board.
func (b *Board) Livery(side string) (fill, glyph, tag string) {
	k, tag := dress(b.Entered, b.Sides).of(side)
	return k.fill, k.text, tag
}

// of returns ink and tag of a side; one that is not known has none.
func (l *livery) of(side string) (k ink, tag string) {
	if i, ok := l.place[side]; ok {
		return l.inks[i], l.tags[i]
	}
	return ink{}, "?"
}

// inkOf is the ink that a side is named after if it is free, else the next free one. When none
// is free inks repeat, by the side's place, and only the tags differ.
func inkOf(side string, place int, taken map[string]bool) ink {
	word := strings.ToLower(side)
	if a, ok := aliases[word]; ok {
		word = a
	}
	for _, k := range named {
		if k.name == word && !taken[word] {
			taken[word] = true
			return k
		}
	}
	for _, k := range inks {
		if !taken[k.name] {
			taken[k.name] = true
			return k
		}
	}
	return inks[place%len(inks)]
}

// tagOf is a character of a side's own: the first letter of its name that is free, in small,
// else a free digit or letter.
func tagOf(side string, taken map[rune]bool) string {
	for _, candidates := range []string{strings.ToLower(side), "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0"} {
		for _, r := range candidates {
			if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) && !taken[r] {
				taken[r] = true
				return string(r)
			}
		}
	}
	return "?"
}
