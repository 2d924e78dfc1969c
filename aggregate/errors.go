package aggregate

import "errors"

// ErrUnreadableRule is wrapped by NewJudge when the recorded text of a rule is not a rule.
var ErrUnreadableRule = errors.New("unreadable rule")

// ErrSnapshot is wrapped by errors about a snapshot that does not describe a state.
var ErrSnapshot = errors.New("unreadable state")
