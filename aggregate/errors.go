package aggregate

import "errors"

// ErrUnreadableRule is wrapped by NewJudge when the recorded text of a rule is not a rule.
var ErrUnreadableRule = errors.New("unreadable rule")
