package main

import (
	"fmt"
	"strings"

	"adjudicate/rules/formula"
)

func sameFold(a, b string) bool { return strings.EqualFold(a, b) }

// unknownName says that a word names nothing, and which near name there is.
func unknownName(what, word string, names []string, otherwise string) error {
	e := &usageError{text: fmt.Sprintf("there is no %s %q", what, word), hint: otherwise}
	if near := formula.Near(word, names); near != "" {
		e.hint = fmt.Sprintf("did you mean %s?", near)
	}
	return e
}
