package formula

import "fmt"

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
