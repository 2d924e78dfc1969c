package blame_test

import (
	"strings"
	"testing"

	"adjudicate/history/blame"
	"adjudicate/history/condition"
	"adjudicate/internal/played"
)

// FuzzParse reads subjects, and reads again what it has understood.
func FuzzParse(f *testing.F) {
	for _, words := range []string{"e4", "R1", "p2", "weight Red", "knives Ann", "money Treasury benefyts", "list", "rule 1230.5", "reading attack-pins", "piece p2", "", "winner x"} {
		f.Add(words)
	}
	names, err := condition.Collect(played.All(game))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, words string) {
		s, err := blame.Parse(strings.Fields(words), names)
		if err != nil {
			if err.Error() == "" {
				t.Fatalf("%q is refused without a word", words)
			}
			return
		}
		again := []string{s.Kind}
		for _, w := range []string{s.Name, s.Asset} {
			if w != "" {
				again = append(again, w)
			}
		}
		other, err := blame.Parse(again, names)
		if err != nil {
			t.Fatalf("%q is %v, which is refused: %v", words, s, err)
		}
		if s.Also = false; other != s {
			t.Fatalf("%q is %v, read again %v", words, s, other)
		}
	})
}
