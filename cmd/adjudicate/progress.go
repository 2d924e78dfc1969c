package main

import (
	"time"

	"adjudicate/internal/term"
)

// progress shows how far long work has come, on the error stream and only if that is a
// terminal. total below 0 means that nobody knows it. done takes the line away.
func (s *session) progress(what string, total int64) (at func(int64), done func()) {
	if !s.showProgress {
		return func(int64) {}, func() {}
	}
	p := term.NewProgress(s.errs, what, total, time.Now)
	return p.At, p.Done
}
