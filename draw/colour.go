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

// inks are given out in this order, the first ones being the easiest to tell apart. White and
// black are for sides of these names only.
var inks = []ink{
	{"red", "#c43c31", "#ffffff", 160},
	{"blue", "#2c6fbb", "#ffffff", 33},
	{"green", "#2f8a57", "#ffffff", 35},
	{"orange", "#e08a1e", "#201400", 208},
	{"purple", "#7d4ea8", "#ffffff", 134},
	{"teal", "#14909c", "#ffffff", 37},
	{"pink", "#d4619a", "#ffffff", 169},
	{"brown", "#8a5c33", "#ffffff", 137},
	{"yellow", "#e3c32b", "#201a00", 178},
	{"grey", "#66707a", "#ffffff", 245},
	{"lime", "#8cb52e", "#141a00", 106},
	{"navy", "#2b3f8c", "#ffffff", 62},
}

var (
	white   = ink{"white", "#fbfaf5", "#202020", 252}
	black   = ink{"black", "#26282b", "#ffffff", 240}
	aliases = map[string]string{"gray": "grey", "violet": "purple", "gold": "yellow", "cyan": "teal", "magenta": "pink"}
)

// paint gives each side its ink: the one it is named after if it is free, else the next free
// one. Beyond twelve sides inks repeat and only the tags differ.
func paint(sides []Side) []ink {
	out := make([]ink, len(sides))
	taken := map[string]bool{}
	for i, s := range sides {
		word := strings.ToLower(s.Name)
		if a, ok := aliases[word]; ok {
			word = a
		}
		for _, k := range append([]ink{white, black}, inks...) {
			if k.name == word && !taken[word] {
				out[i] = k
				taken[word] = true
			}
		}
	}
	next := 0
	for i := range out {
		if out[i].name != "" {
			continue
		}
		for tries := 0; tries < len(inks) && taken[inks[next%len(inks)].name]; tries++ {
			next++
		}
		out[i] = inks[next%len(inks)]
		next++
	}
	return out
}

// tags gives each side a character of its own: the first letter of its name that is free, in
// small, else a free digit or letter.
func tags(sides []Side) []string {
	out := make([]string, len(sides))
	taken := map[rune]bool{}
	give := func(i int, candidates string) bool {
		for _, r := range candidates {
			if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) && !taken[r] {
				taken[r] = true
				out[i] = string(r)
				return true
			}
		}
		return false
	}
	for i, s := range sides {
		if !give(i, strings.ToLower(s.Name)) && !give(i, "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0") {
			out[i] = "?"
		}
	}
	return out
}

// sideIndex returns the place of each side by name.
func sideIndex(sides []Side) map[string]int {
	index := make(map[string]int, len(sides))
	for i, s := range sides {
		index[s.Name] = i
	}
	return index
}
