package ledger

import (
	"regexp"
	"strings"
)

var noStreamName = regexp.MustCompile(`[^a-z0-9]+`)

// StreamName makes the name of a ledger's stream from that of its game: "Hand 3" is "hand-3".
func StreamName(game string) string {
	name := strings.Trim(noStreamName.ReplaceAllString(strings.ToLower(game), "-"), "-")
	if name == "" {
		return "game"
	}
	return name
}
