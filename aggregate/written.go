package aggregate

import (
	"strings"

	"adjudicate/notation"
)

// written renders a play in canonical notation. Most items are so plain that they cannot
// read as anything else, and need none of the care that notation takes.
func written(items []notation.Item) string {
	var buf [64]byte
	b := buf[:0]
	for i := range items {
		if i > 0 {
			b = append(b, "; "...)
		}
		item := &items[i]
		if !plain(item) {
			b = append(b, item.String()...)
			continue
		}
		b = append(b, item.Name...)
		b = append(b, item.From...)
		switch item.Kind {
		case notation.Move:
			b = append(b, '-')
			b = append(b, item.To...)
		case notation.Capture:
			b = append(b, 'x')
			b = append(b, item.Victim...)
		case notation.Placement:
			b = append(b, '@')
			b = append(b, item.To...)
		}
	}
	return string(b)
}

// plain reports whether an item is a Move, Capture or Placement of a piece whose glyph is a
// capital letter or a sign that means nothing else, without anything besides.
func plain(item *notation.Item) bool {
	if item.Kind != notation.Move && item.Kind != notation.Capture && item.Kind != notation.Placement {
		return false
	}
	n := item.Name
	return len(n) == 1 && (n[0] >= 'A' && n[0] <= 'Z' && n[0] != 'X' || strings.IndexByte("*&+%!", n[0]) >= 0) &&
		item.ID == "" && item.Named == "" && item.Way == "" && item.Manner == "" && item.Becomes == "" && len(item.With) == 0 && (item.Kind != notation.Capture || item.To == "" && len(item.Over) == 0)
}
