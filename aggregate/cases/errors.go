package cases

import (
	"errors"
	"fmt"

	"github.com/goccy/go-yaml/ast"
)

// A FormatError says where a case file is not as docs/cases-format.md wants it.
type FormatError struct {
	File         string
	Line, Column int // from 1; 0 if the fault is not in one place
	Message      string
}

// Error returns "file:line:column: message".
func (e *FormatError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// faultAt returns a FormatError at a node; Load adds the file.
func faultAt(n ast.Node, format string, args ...any) error {
	e := &FormatError{Message: fmt.Sprintf(format, args...)}
	if t := n.GetToken(); t != nil && t.Position != nil {
		e.Line, e.Column = t.Position.Line, t.Position.Column
	}
	return e
}

// errNoRules is what the set-up of a case without a rulebook meets.
var errNoRules = errors.New("no rulebook")

// Faults lists the format errors that an error holds, in their order.
func Faults(err error) []*FormatError {
	if one, ok := err.(*FormatError); ok { //nolint:errorlint // each is looked at by itself
		return []*FormatError{one}
	}
	var list []*FormatError
	if many, ok := err.(interface{ Unwrap() []error }); ok { //nolint:errorlint // as above
		for _, e := range many.Unwrap() {
			list = append(list, Faults(e)...)
		}
	}
	return list
}
