package main

import (
	"github.com/schollz/progressbar/v3"
)

// progress shows how far long work has come, on the error stream and only if that is a
// terminal. total below 0 means that nobody knows it. done takes the bar away.
func (s *session) progress(what string, total int64) (at func(int64), done func()) {
	if !s.showProgress {
		return func(int64) {}, func() {}
	}
	bar := progressbar.NewOptions64(total,
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetWriter(s.errs),
		progressbar.OptionThrottle(100_000_000),
		progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionUseANSICodes(true),
	)
	return func(n int64) { _ = bar.Set64(n) }, func() { _ = bar.Clear() }
}
