package aggregate

import "errors"

// ErrUnreadableRule is wrapped by NewJudge when the recorded text of a rule is not a rule.
var ErrUnreadableRule = errors.New("unreadable rule")

// ErrSnapshot is wrapped when what a snapshot says is no state.
var ErrSnapshot = errors.New("unreadable state")
