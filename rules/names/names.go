// Package names resolves the names that people type. An exact match wins; otherwise the only match
// that differs in case alone. If there is none, an [UnknownError] suggests the nearest name by
// spelling. Every lookup by name (of a side, a piece, a rule, a field of a file, a command) uses this
// package, so that all suggest alike.
package names

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// UnknownError reports a word that is not a name of the given kind.
type UnknownError struct {
	What  string   // "side"
	Word  string   // as given
	Near  string   // the name that was probably meant, "" if none is near
	Known []string // all names of the kind
}

// mostListed is how many names a message lists where none is near.
const mostListed = 12

// Error returns the message with the near name, or with all names if none is near and they are few.
func (e *UnknownError) Error() string {
	switch {
	case e.Near != "":
		return e.Message() + "; " + e.Hint()
	case len(e.Known) == 1:
		return e.Message() + ": expected " + e.Known[0]
	case len(e.Known) > 0 && len(e.Known) <= mostListed:
		return e.Message() + ": expected one of " + strings.Join(e.Known, ", ")
	}
	return e.Message()
}

// Message returns what is wrong without what may have been meant.
func (e *UnknownError) Message() string { return fmt.Sprintf("no such %s: %q", e.What, e.Word) }

// Expects lists the names if they are few, else the one that was probably meant; it is "" if none is near.
func (e *UnknownError) Expects() string {
	switch {
	case len(e.Known) == 1:
		return e.Known[0]
	case len(e.Known) > 1 && len(e.Known) <= mostListed:
		return "one of " + strings.Join(e.Known, ", ")
	}
	return e.Near
}

// Hint asks whether the near name was meant; it is "" if none is near.
func (e *UnknownError) Hint() string { return Meant(e.Near, "") }

// Find returns the name that a word means. The error is an *UnknownError.
func Find(what, word string, names []string) (string, error) {
	if name, ok := Known(word, names); ok {
		return name, nil
	}
	return "", Unknown(what, word, names)
}

// Unknown returns the *UnknownError of a word that is none of the names.
func Unknown(what, word string, names []string) *UnknownError {
	return &UnknownError{What: what, Word: word, Near: Near(word, names), Known: names}
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
	return Near(name, known)
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
