package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// gameWords are what one game calls what every game may have: its words stand in the texts of its
// system, and the code says what the mechanism is.
var gameWords = regexp.MustCompile(`(?i)swinger|warm|free.?for.?all|\bffa|\bnap\b|somewhere else|play.?list|\bparty\b|chess-umpire|\b1230\b`)

// mostGameWords is how many lines of the program may hold such a word, comments left out: those cite the clauses that a
// mechanism was made for. docs/design.md says which lines there are, and why. It only ever becomes smaller.
const mostGameWords = 89

// aboutOneGame are packages that are about one game by what they are: the format of its cases, games of it at random, a second opinion on it.
var aboutOneGame = []string{"aggregate/cases", "internal/generate", "internal/naive"}

// comment is what follows a line's code.
var comment = regexp.MustCompile(`(^|\s)//.*$`)

func TestFewWordsOfOneGameStandInCode(t *testing.T) {
	total, packages := 0, map[string]int{}
	for _, s := range sources(t) {
		if slices.Contains(aboutOneGame, s.pkg) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, s.name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if gameWords.MatchString(comment.ReplaceAllString(strings.TrimSuffix(line, "\n"), "")) {
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
