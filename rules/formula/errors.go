package formula

import (
	"fmt"
	"strings"
)

// Error says what is wrong with a formula and where.
type Error struct {
	Column  int    // from 1, in the formula's text
	Message string // "no variable or function is called \"cuont\""
	Hint    string // what to do instead: "did you mean count()?"; may be empty
}

// Error returns the message with its column and hint.
func (e *Error) Error() string {
	s := fmt.Sprintf("column %d: %s", e.Column, e.Message)
	if e.Hint != "" {
		s += " (" + e.Hint + ")"
	}
	return s
}

// UnknownError says that a name is not one of those that could stand there.
type UnknownError struct {
	What string // "type"
	Name string
	Near string // the name that may have been meant; "" if none is near
}

// Unknown returns an UnknownError that suggests the nearest of names.
func Unknown(what, name string, names []string) *UnknownError {
	return &UnknownError{What: what, Name: name, Near: Near(name, names)}
}

// Error returns the message with the suggestion.
func (e *UnknownError) Error() string {
	s := e.message()
	if e.Near != "" {
		s += "; " + e.hint()
	}
	return s
}

func (e *UnknownError) message() string { return fmt.Sprintf("no such %s: %q", e.What, e.Name) }

func (e *UnknownError) hint() string { return Meant(e.Near, "") }

// Suggest asks whether the known name was meant that is nearest to a word; where none is near it says what else helps.
func Suggest(word string, known []string, otherwise string) string {
	return Meant(Near(word, known), otherwise)
}

// Meant is Suggest of the name that is near, "" for none.
func Meant(near, otherwise string) string {
	if near == "" {
		return otherwise
	}
	return fmt.Sprintf("did you mean %q?", near)
}

// Near returns the one of names that is nearest to name by spelling, or "" if none
// differs in at most a third of its letters. Case counts less than a letter; the first
// of several equally near names wins.
func Near(name string, names []string) string {
	if len(name) > 64 {
		return ""
	}
	best, bestDistance := "", 1+max(len(name), 3)/3*2
	for _, n := range names {
		if d := distance(strings.TrimSuffix(n, "()"), strings.TrimSuffix(name, "()")); d < bestDistance {
			best, bestDistance = n, d
		}
	}
	return best
}

// distance is the edit distance of two words in half letters, with swapped neighbours as
// one edit and a change of case as half of one.
func distance(a, b string) int {
	above := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	next := make([]int, len(b)+1)
	for j := range row {
		row[j] = 2 * j
	}
	for i := range len(a) {
		next[0] = 2 * (i + 1)
		for j := range len(b) {
			cost := 2
			switch {
			case a[i] == b[j]:
				cost = 0
			case a[i]|0x20 == b[j]|0x20:
				cost = 1
			}
			next[j+1] = min(row[j]+cost, row[j+1]+2, next[j]+2)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], above[j-1]+2)
			}
		}
		above, row, next = row, next, above
	}
	return row[len(b)]
}
