package diagram

import (
	"errors"
	"fmt"
)

// ErrBoard says that no rule gives the board a size.
var ErrBoard = errors.New("no rule defines a board")

// TypeError says that a rulebook has no valid definition of a type. Why is the reason if a
// rule tries to define it.
type TypeError struct{ Type, Why string }

func (e *TypeError) Error() string {
	if e.Why != "" {
		return fmt.Sprintf("the definition of %s is not valid: %s", e.Type, e.Why)
	}
	return fmt.Sprintf("no rule defines a piece type %q", e.Type)
}
