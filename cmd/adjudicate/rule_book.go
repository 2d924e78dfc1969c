package main

import (
	"errors"
	"io/fs"
	"iter"
	"os"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/amendment"
	"adjudicate/internal/rulefiles"
	"adjudicate/report"
	"adjudicate/rules"
)

// systemFlag chooses a built-in rulebook for commands about rules.
var systemFlag = option("system", "use the rules of a `SYSTEM`, built in or a folder, instead of those of a ledger")

// law returns the rules of --system; else of the ledger, if there is one or one was named; else of the default system.
func (s *session) law() (*amendment.Law, error) {
	if s.c.String("system") != "" || !s.hasLedger() {
		sys, err := s.system()
		if err != nil {
			return nil, err
		}
		return report.LawOf(sys)
	}
	g, err := s.open()
	if err != nil {
		return nil, err
	}
	return amendment.LawOf(g.l.State(), g.l.Head(), func() iter.Seq2[events.Envelope, error] { return history.Stream(s.ctx, g.Recall(), g.Name, 1) })
}

// onLaw makes an action of a command that asks the law.
func onLaw(f func(*session, *amendment.Law) (report.View, error)) action {
	return do(func(s *session) (report.View, error) {
		l, err := s.law()
		if err != nil {
			return nil, err
		}
		return f(s, l)
	})
}

// hasLedger reports whether a ledger is named or stands where it does by default.
func (s *session) hasLedger() bool {
	if s.c.String("ledger") != "" || os.Getenv("ADJUDICATE_LEDGER") != "" || s.point("at") != 0 {
		return true
	}
	_, err := os.Stat(defaultPlace)
	return !errors.Is(err, fs.ErrNotExist)
}

// soundFile reads a rule file whose rules hold to the law.
func (s *session) soundFile(l *amendment.Law, path string) (*rules.File, error) {
	file, err := s.ruleFile(path)
	if err == nil {
		err = l.Hold(file)
	}
	return file, err
}

// revision finds the rule that a word means: the only rule of a file, or the one of a
// number; else a revision of the law.
func (s *session) revision(l *amendment.Law, word, number string) (*rules.Rule, error) {
	if !rulefiles.IsFile(word) {
		return l.Revision(word)
	}
	file, err := s.ruleFile(word)
	if err != nil {
		return nil, err
	}
	return file.Only(number)
}
