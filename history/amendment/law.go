package amendment

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
)

// Law is the rules that a question about rules speaks of: those of a game as it stands, or those of a system.
type Law struct {
	Book     *rules.Rulebook
	Register *rules.Register
	Readings map[string]string

	State  *aggregate.State                         // of the game; nil for a system
	At     uint64                                   // the event after which the game stands so
	Events func() iter.Seq2[events.Envelope, error] // its history

	System rules.Game                  // what is known of a game of a system
	Opens  func(*rules.Rulebook) error // sets the opening array of a system up under a rulebook; nil: there is none
}

// LawOf returns the law of a game.
func LawOf(s *aggregate.State, at uint64, history func() iter.Seq2[events.Envelope, error]) (*Law, error) {
	l := &Law{State: s, At: at, Events: history}
	var err error
	if l.Book, err = s.WholeRulebook(); err != nil {
		return nil, err
	}
	if l.Readings, err = Readings(s); err != nil {
		return nil, err
	}
	l.Register, err = s.Register()
	return l, err
}

// LawIn returns the law of a rulebook that no game is played by, each point open read as it is by default.
func LawIn(book *rules.Rulebook, register *rules.Register) (*Law, error) {
	readings, err := register.Complete(nil)
	return &Law{Book: book, Register: register, Readings: readings}, err
}

// Game is what is known of the game beside its rules: of one that is played, the sides that have entered it.
func (l *Law) Game() rules.Game {
	if l.State == nil {
		return l.System
	}
	return rules.Game{Sides: l.State.SideNames()}
}

// Hold holds the rules of a file to the law and completes those that change single fields; faults are an error that
// names their places. A claim that only another rule stands against is left to the caller.
func (l *Law) Hold(file *rules.File) error {
	if faults := file.Check(l.Book, l.Register, rules.Game{}).Faults(); len(faults) > 0 {
		return faults
	}
	return file.Complete(l.Book)
}

// Revision finds the rule of a word: "NUMBER" as it is in force, "NUMBER/REVISION" as it came into force. The error is a
// *names.UnknownError of a rule that never was, or a *RevisionError.
func (l *Law) Revision(word string) (*rules.Rule, error) {
	number, rev, versed := strings.Cut(word, "/")
	inForce, ok := l.Book.Rule(number)
	if !versed && !ok {
		return nil, l.Book.Unknown(number)
	}
	if !versed {
		return &inForce, nil
	}
	n, err := strconv.Atoi(rev)
	if err != nil || n < 0 {
		return nil, fmt.Errorf("invalid rule %q: expected NUMBER/REVISION such as 12.5/5, or a file", word)
	}
	if ok && inForce.Revision == n {
		return &inForce, nil
	}
	if l.Events == nil {
		return nil, &RevisionError{Number: number, Revision: n, Unrecorded: true}
	}
	r, err := Earlier(l.Events(), number, n)
	var none *RevisionError
	if errors.As(err, &none) && len(none.Had) == 0 {
		err = l.Book.Unknown(number)
	}
	return r, err
}
