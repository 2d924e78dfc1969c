package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// gameWords are what one game calls what every game may have: its words stand in the texts of its
// system, and the code says what the mechanism is.
var gameWords = regexp.MustCompile(`(?i)swinger|warm|free.?for.?all|\bffa|\bnap\b|somewhere else|play.?list|\bparty\b|chess-umpire|\b1230\b`)

// mostGameWords is how many lines of code may hold such a word. It only ever becomes smaller.
const mostGameWords = 470

func TestFewWordsOfOneGameStandInCode(t *testing.T) {
	total, packages := 0, map[string]int{}
	for _, s := range sources(t) {
		text, err := os.ReadFile(filepath.Join(root, s.name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if gameWords.MatchString(line) {
				total++
				packages[s.pkg]++
			}
		}
	}
	t.Logf("%d lines: %v", total, packages)
	if total > mostGameWords {
		t.Errorf("%d lines of code hold a word of one game, at most %d: say what the mechanism is", total, mostGameWords)
	}
}
