package ledger

import (
	"fmt"
	"strings"
	"unicode"

	"adjudicate/rules/names"
)

// StreamName makes the name of a ledger's stream from that of its game: its letters and digits, of any script, small;
// "Hand 3" is "hand-3". A name without any is told by its characters' numbers: "😀" is "u1f600".
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

// StreamNames are the names under which the ledger of a game may stand, the likeliest first. Versions before this one
// left out what is not of the Latin alphabet.
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
