// Package names finds what people mean by a name: the one that is written so, else the only one
// that differs in case alone. Where there is none, the error says which one is near by spelling.
package names

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"adjudicate/rules/formula"
)

// UnknownError says that a word names nothing of a kind.
type UnknownError struct {
	What string // "side"
	Word string
	Near string // the name that was probably meant, "" if none is near
}

func (e *UnknownError) Error() string { return fmt.Sprintf("no such %s: %q", e.What, e.Word) }

// Find returns the name that a word means. The error is an *UnknownError.
func Find(what, word string, names []string) (string, error) {
	if name, ok := Known(word, names); ok {
		return name, nil
	}
	return "", Unknown(what, word, names)
}

// Unknown returns the *UnknownError of a word that is none of the names.
func Unknown(what, word string, names []string) *UnknownError {
	near := formula.Near(word, names)
	if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, word) }); near == "" && i >= 0 {
		near = names[i]
	}
	return &UnknownError{What: what, Word: word, Near: near}
}

// Resembles returns the name that somebody may have meant who gives a new one: of short names,
// which often differ by a letter, only one that differs in case. It is "" of a name that is known.
func Resembles(name string, known []string) string {
	if slices.Contains(known, name) {
		return ""
	}
	if i := slices.IndexFunc(known, func(k string) bool { return strings.EqualFold(k, name) }); i >= 0 {
		return known[i]
	}
	if utf8.RuneCountInString(name) < 4 {
		return ""
	}
	return formula.Near(name, known)
}

// Known returns the name that a word means, and whether there is one. Two that differ from it in
// case alone are none.
func Known(word string, names []string) (string, bool) {
	word = Composed(word)
	if slices.Contains(names, word) {
		return word, true
	}
	found := ""
	for _, n := range names {
		if strings.EqualFold(n, word) {
			if found != "" && found != n {
				return "", false
			}
			found = n
		}
	}
	return found, found != ""
}
