package main

import (
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"adjudicate/ledger"
)

// What a command promises when it writes: that the ledger still stands where it was seen, and
// that the moment is one that has come.

// writes reports whether the command, as called, adds to a ledger.
func (s *session) writes() bool {
	for _, f := range s.c.Command.Flags {
		if f == cli.Flag(ifAtFlag) {
			return !s.c.Bool("preview") && (s.c.Command.Name != "readjudicate" || s.c.Bool("adopt"))
		}
	}
	return false
}

// promised returns the sequence at which the ledger is promised to stand.
func (s *session) promised() (uint64, bool) {
	switch {
	case s.c.IsSet("if-at"):
		return s.c.Uint64("if-at"), true
	case s.writes() && s.c.IsSet("at"):
		return s.point("at"), true
	}
	return 0, false
}

// keepPromise compares the ledger with what was promised before anything else is looked at.
func (s *session) keepPromise() error {
	n, ok := s.promised()
	if !ok {
		return nil
	}
	if !s.c.IsSet("if-at") {
		fmt.Fprintf(s.Errs, "%s: --at is for reading: use --if-at %d for writing\n", name, n)
	}
	g, err := s.attach()
	if err != nil {
		return err
	}
	return g.Expect(s.ctx, n)
}

// aheadMost is how far ahead of the clock a moment may lie: clocks differ.
const aheadMost = 5 * time.Minute

// come asks that a moment has come before something is recorded at it. A ledger takes nothing
// dated before its last entry, so that a slip would lock everybody out until then.
func (s *session) come(at time.Time) error {
	clock := time.Now().UTC().Truncate(time.Second)
	if !at.After(clock.Add(aheadMost)) || s.c.Bool("force") {
		return nil
	}
	return usagef("nothing was written: such an entry would block all earlier ones; --force writes it anyway",
		"--now %s is ahead of the clock: it is %s", at.Format(time.RFC3339), clock.Format(time.RFC3339))
}

// dated is the moment at which an entry is recorded: with --force one that comes before the
// last entry has the moment of that.
func (s *session) dated(l *ledger.Ledger) time.Time {
	if s.at.Before(l.Last()) && s.c.Bool("force") {
		fmt.Fprintf(s.Errs, "%s: %s is before the last entry: recorded at the time of that entry, %s\n", name, s.at.Format(time.RFC3339), l.Last().Format(time.RFC3339))
		return l.Last()
	}
	return s.at
}
