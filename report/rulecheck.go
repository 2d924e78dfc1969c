package report

import (
	"errors"
	"fmt"
	"time"

	"adjudicate/history/amendment"
	"adjudicate/internal/rulefiles"
	"adjudicate/ledger/intake"
	"adjudicate/rules"
	"adjudicate/systems"
)

// LawOf is the law of a system.
func LawOf(sys *systems.System) (*amendment.Law, error) {
	l, err := amendment.LawIn(sys.Book, sys.Register)
	if err == nil {
		l.System = sys.Game()
	}
	if err == nil && sys.Arrayed() {
		l.Opens = func(book *rules.Rulebook) error {
			err := intake.Try(sys.With(book))
			if rejected, ok := errors.AsType[*intake.RejectedError](err); ok {
				return errors.New(rejected.Fault.Message)
			}
			return err
		}
	}
	return l, err
}

// CheckRules tells what is to be said of a set of rules under a law, at a moment.
func CheckRules(set *rulefiles.Set, l *amendment.Law, now time.Time) *RuleCheck {
	found := set.Check(l.Book, l.Register, l.Game())
	switch {
	case len(found.Faults()) > 0:
	case set.Whole == nil:
		found = append(found, unopened(set, l)...)
		found = append(found, lapsed(set, l, now)...)
	case set.Whole.Begin != nil:
		found = append(found, set.Whole.Begin()...)
	}
	return NewRuleCheck(len(set.Rules()), found)
}

// lapsed doubts rules of a game whose date has passed: they can only be put into its past.
func lapsed(set *rulefiles.Set, l *amendment.Law, now time.Time) (found rules.Problems) {
	if l.State == nil {
		return nil
	}
	for _, f := range set.Files {
		for i := range f.Rules {
			if until := f.Rules[i].Lapses(); !until.IsZero() && !now.Before(until) {
				p := f.Problem(i, "until", "", "the date has passed: the rule can only be put into the past of the game")
				p.Severity = rules.Doubt
				found = append(found, p)
			}
		}
	}
	return found
}

// unopened doubts the first rule under which the game could no longer begin with its opening array.
func unopened(set *rulefiles.Set, l *amendment.Law) rules.Problems {
	if l.Opens == nil || l.Opens(rest(set, l.Book)) == nil || l.Opens(l.Book) != nil {
		return nil
	}
	book := l.Book
	for _, f := range set.Files {
		for i := range f.Rules {
			r, err := book.Complete(f.Rules[i])
			if err != nil {
				return nil
			}
			book = book.With(r)
			if err := l.Opens(book); err != nil {
				p := f.Problem(i, "piece.name", "", fmt.Sprintf("the opening array of the system can no longer be set up: %v", err))
				p.Severity = rules.Doubt
				return rules.Problems{p}
			}
		}
	}
	return nil
}

// rest is a rulebook with all rules of a set.
func rest(set *rulefiles.Set, book *rules.Rulebook) *rules.Rulebook {
	for _, r := range set.Rules() {
		if whole, err := book.Complete(r); err == nil {
			book = book.With(whole)
		}
	}
	return book
}
