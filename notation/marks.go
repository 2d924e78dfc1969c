package notation

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
)

// marks are the words of kinds that games call by words of their own: the first is written, each is read.
var marks = func() (table struct {
	Exit  []string `json:"exit"`
	Kinds []string `json:"kinds"` // kinds of moves that are read whatever the rules declare
}) {
	if err := json.Unmarshal(marksText, &table); err != nil {
		panic("marks.json: " + err.Error()) // it is a part of the program
	}
	return table
}()

//go:embed marks.json
var marksText []byte

// example is the mark that messages give as an example.
var example = marks.Kinds[0]

// written are the words that may stand before an item, or behind it in brackets, and say its kind, where rules declare some kinds of moves.
func written(kinds []string) []string {
	list := slices.Clip(marks.Kinds)
	for _, k := range kinds {
		if !slices.Contains(list, k) {
			list = append(list, k)
		}
	}
	return append(list, marks.Exit...)
}

// quotedMarks lists the words as a message names them: `"shot", "charge" or "exit"`.
func quotedMarks(kinds []string, more ...string) string {
	list := slices.Concat(more, written(kinds))
	last := len(list) - 1
	return `"` + strings.Join(list[:last], `", "`) + `" or "` + list[last] + `"`
}
