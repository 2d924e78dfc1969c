package aggregate

import (
	"errors"
	"fmt"
)

// ErrUnreadableRule is wrapped by NewJudge when the recorded text of a rule is not a rule.
var ErrUnreadableRule = errors.New("unreadable rule")

// ErrSnapshot is wrapped by errors about a snapshot that does not describe a state.
var ErrSnapshot = errors.New("unreadable state")

// ErrForgotten is wrapped by errors about a snapshot of an earlier version that refers to the first lots drawn before it, where the order of
// these is not known: the state before it was itself read back from a snapshot. Folding from the first event of the ledger finds it. It wraps [ErrSnapshot].
var ErrForgotten = fmt.Errorf("%w: the order of lots is not known", ErrSnapshot)
