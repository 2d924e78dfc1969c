// Package built identifies the build of the running program: for people ("adjudicate version"), and to invalidate data cached by
// another build.
package built

import "runtime/debug"

// commit and date are set where a release is linked; else the build tells, if it was made in a repository.
var commit, date string

// A Build is the commit that a program was built from, as far as it is known.
type Build struct {
	Commit  string
	Date    string // of the commit, as 2026-01-31T12:00:00Z
	Altered bool   // what was built is not what was committed
}

// This is the build of the running program.
func This() Build {
	b := Build{Commit: commit, Date: date}
	info, ok := debug.ReadBuildInfo()
	if !ok || commit != "" {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			b.Altered = s.Value == "true"
		}
	}
	return b
}

// String names the build, with a space in front, "" if nothing is known of it.
func (b Build) String() string {
	switch {
	case b.Commit == "":
		return ""
	case b.Altered:
		return " " + b.Commit + " altered"
	}
	return " " + b.Commit
}
