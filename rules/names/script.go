package names

import "unicode"

// Unseen returns the first character of a name that nobody sees, or that changes how others are
// shown: controls, and those that join, part or turn text around.
func Unseen(name string) (rune, bool) {
	for _, c := range name {
		if unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Variation_Selector) || c == unicode.ReplacementChar {
			return c, true
		}
	}
	return 0, false
}

// relatives are the scripts whose letters are easily taken for each other's. A name in one of
// them is as good as one in another; one of several is meant to be mistaken (UTS #39, 5).
var relatives = []struct {
	name  string
	table *unicode.RangeTable
}{
	{"Latin", unicode.Latin}, {"Cyrillic", unicode.Cyrillic}, {"Greek", unicode.Greek},
	{"Armenian", unicode.Armenian}, {"Cherokee", unicode.Cherokee}, {"Coptic", unicode.Coptic},
}

// Scripts returns two scripts that a name mixes and that look alike; the second is "" if it
// mixes none.
func Scripts(name string) (first, second string) {
	for _, c := range name {
		for _, s := range relatives {
			if !unicode.Is(s.table, c) {
				continue
			}
			switch first {
			case "", s.name:
				first = s.name
			default:
				return first, s.name
			}
		}
	}
	return first, ""
}
