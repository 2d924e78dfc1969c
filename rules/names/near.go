package names

import (
	"fmt"
	"strings"
	"unicode"
)

// Suggest returns a question whether the known name nearest to a word was meant; if none is near it
// returns otherwise, another hint.
func Suggest(word string, known []string, otherwise string) string {
	return Meant(Near(word, known), otherwise)
}

// Meant returns a question whether the near name was meant; if near is "" it returns otherwise.
func Meant(near, otherwise string) string {
	if near == "" {
		return otherwise
	}
	return fmt.Sprintf("did you mean %q?", near)
}

// Near returns the one of names that is nearest to a word by spelling: one that differs in case
// alone, else one in which at most a third of the letters differ, "" if there is none. The first of
// several equally near names wins.
func Near(word string, names []string) string {
	const longest = 64 // letters of a word that are compared
	w := letters(word)
	if len(w) > longest {
		return ""
	}
	for _, n := range names {
		if strings.EqualFold(n, word) {
			return n
		}
	}
	best, bestDistance := "", 1+max(len(w), 3)/3*2
	for _, n := range names {
		if d := distance(letters(n), w); d < bestDistance {
			best, bestDistance = n, d
		}
	}
	return best
}

// letters are those of a name that are compared: those of a function without its brackets.
func letters(name string) []rune { return []rune(Composed(strings.TrimSuffix(name, "()"))) }

// distance is the edit distance of two words in half letters: swapped neighbours are one edit, a
// change of case half of one.
func distance(a, b []rune) int {
	above := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	next := make([]int, len(b)+1)
	for j := range row {
		row[j] = 2 * j
	}
	for i := range a {
		next[0] = 2 * (i + 1)
		for j := range b {
			next[j+1] = min(row[j]+exchange(a[i], b[j]), row[j+1]+2, next[j]+2)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], above[j-1]+2)
			}
		}
		above, row, next = row, next, above
	}
	return row[len(b)]
}

// exchange is what one letter in place of another counts, in half letters.
func exchange(a, b rune) int {
	switch {
	case a == b:
		return 0
	case unicode.ToLower(a) == unicode.ToLower(b):
		return 1
	}
	return 2
}
