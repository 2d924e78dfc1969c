package aggregate

import (
	"strings"

	"adjudicate/notation"
)

// written renders a play in canonical notation. Most items are so plain that they cannot
// read as anything else, and need none of the care that notation takes.
func written(items []notation.Item) string {
	var b strings.Builder
	for i := range items {
		if i > 0 {
			b.WriteString("; ")
		}
		item := &items[i]
		if !plain(item) {
			b.WriteString(item.String())
			continue
		}
		b.WriteString(item.Name)
		b.WriteString(item.From)
		switch item.Kind {
		case notation.Move:
			b.WriteByte('-')
			b.WriteString(item.To)
		case notation.Capture:
			b.WriteByte('x')
			b.WriteString(item.Victim)
		case notation.Placement:
			b.WriteByte('@')
			b.WriteString(item.To)
		}
	}
	return b.String()
}

// plain reports whether an item is a Move, Capture or Placement of a piece whose glyph is a
// capital letter or a sign that means nothing else, without anything besides.
func plain(item *notation.Item) bool {
	if item.Kind != notation.Move && item.Kind != notation.Capture && item.Kind != notation.Placement {
		return false
	}
	n := item.Name
	return len(n) == 1 && (n[0] >= 'A' && n[0] <= 'Z' && n[0] != 'X' || strings.IndexByte("*&+%!", n[0]) >= 0) &&
		item.ID == "" && item.Way == "" && item.Manner == "" && item.Becomes == "" && len(item.With) == 0 && (item.Kind != notation.Capture || item.To == "" && len(item.Over) == 0)
}
