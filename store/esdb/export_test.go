package esdb

import "time"

// SetNotice sets how soon a slow answer is mentioned, for tests that cannot wait.
func SetNotice(s *Store, d time.Duration) { s.notice = d }

// Escape and Unescape are the halves of StreamName and LedgerName.
var (
	Escape   = escape
	Unescape = unescape
)
