package ledger

import (
	"fmt"
	"strings"
	"unicode"

	"adjudicate/rules/names"
)

// StreamName returns the name of the stream for a game's name: its letters and digits, of any script, in lower
// case. "Hand 3" gives "hand-3". A name without letters or digits is encoded by its code points: "😀" gives
// "u1f600".
func StreamName(game string) string {
	name := streamName(strings.ToLower(names.Composed(game)), func(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.Nd) })
	if name != "" {
		return name
	}
	for _, r := range game {
		if !unicode.IsSpace(r) && unicode.IsPrint(r) {
			name += fmt.Sprintf("-u%x", r)
		}
	}
	if name == "" {
		return "game"
	}
	return name[1:]
}

// StreamNames returns the stream names under which the ledger of a game may be stored, the likeliest first.
// Earlier versions dropped characters outside the Latin alphabet.
func StreamNames(game string) []string {
	list := []string{game, StreamName(game)}
	old := streamName(strings.ToLower(game), func(r rune) bool { return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' })
	if old != "" && old != list[1] {
		list = append(list, old)
	}
	return list
}

// streamName puts one "-" for each run of what may not stay, but none at the ends.
func streamName(text string, stays func(rune) bool) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !stays(r) }), "-")
}
