package season

import (
	"errors"
	"fmt"
	"strings"

	"adjudicate/rules/names"
)

// ErrUnresolved says that a season names rules which Resolve has not fetched yet.
var ErrUnresolved = errors.New("the season names rules that have not been fetched")

// A SyntaxError is one place where a text is not a season.
type SyntaxError struct {
	File   string
	Line   int    // from 1
	Column int    // from 1, in characters
	Found  string // what stands there; empty at the end of the line
	Want   string // what was expected: "the name of a side"
	Near   string // a declared or known name close to Found, or empty
}

// Error names the place, what stands there and what was expected.
func (e *SyntaxError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: expected %s", e.File, e.Line, e.Column, e.Want)
	if e.Found == "" {
		b.WriteString(", found the end of the line")
	} else {
		fmt.Fprintf(&b, ", found %q", e.Found)
	}
	if hint := e.Hint(); hint != "" {
		b.WriteString(" (" + hint + ")")
	}
	return b.String()
}

// Hint says what may have been meant, "" if nothing is near.
func (e *SyntaxError) Hint() string { return names.Meant(e.Near, "") }

// SyntaxErrors is everything wrong with a text, in the order of its lines.
type SyntaxErrors []*SyntaxError

// Error puts each error on a line of its own.
func (e SyntaxErrors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.As find the first SyntaxError.
func (e SyntaxErrors) Unwrap() []error {
	all := make([]error, len(e))
	for i, one := range e {
		all[i] = one
	}
	return all
}
