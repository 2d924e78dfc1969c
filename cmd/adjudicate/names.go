package main

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/rules/formula"
)

func sameFold(a, b string) bool { return strings.EqualFold(a, b) }

// unknownName says that a word names nothing, and which near name there is.
func unknownName(what, word string, names []string, otherwise string) error {
	e := &usageError{text: fmt.Sprintf("no such %s: %q", what, word), hint: otherwise}
	if near := formula.Near(word, names); near != "" {
		e.hint = fmt.Sprintf("did you mean %s?", near)
	}
	return e
}

// knownAs finds the name that a word means: the word itself, or the only one that differs in
// case alone. An empty word means nothing and is fine.
func knownAs(word string, names []string) (string, bool) {
	if word == "" || slices.Contains(names, word) {
		return word, true
	}
	found := ""
	for _, n := range names {
		if sameFold(n, word) {
			if found != "" {
				return "", false
			}
			found = n
		}
	}
	return found, found != ""
}
