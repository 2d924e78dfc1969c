package notation

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
)

// marks are the words of kinds that games call by words of their own: the first is written, each is read.
var marks = func() (table struct {
	Exit []string `json:"exit"`
}) {
	if err := json.Unmarshal(marksText, &table); err != nil {
		panic("marks.json: " + err.Error()) // it is a part of the program
	}
	return table
}()

//go:embed marks.json
var marksText []byte

// written are the words that may stand before an item, or behind it in brackets, and say its kind.
var written = append([]string{"special"}, marks.Exit...)

// quotedMarks lists the words as a message names them: `"shot", "special" or "exit"`.
func quotedMarks(more ...string) string {
	list := slices.Concat(more, written)
	last := len(list) - 1
	return `"` + strings.Join(list[:last], `", "`) + `" or "` + list[last] + `"`
}
