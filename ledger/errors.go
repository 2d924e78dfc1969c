package ledger

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"adjudicate/aggregate/offer"
	"adjudicate/rules/names"
)

// ErrNoGame says that the stream holds no game yet.
var ErrNoGame = errors.New("the ledger holds no game")

// ErrGame says that the stream already holds one.
var ErrGame = errors.New("the ledger already holds a game")

// ErrPast says that an edition has been opened for reading only.
var ErrPast = errors.New("cannot write to an edition opened at a point of its history")

// TimeError says that an input is dated before the one recorded last.
type TimeError struct{ Last, Given time.Time }

func (e *TimeError) Error() string {
	return fmt.Sprintf("the clock runs backwards: %s is before %s, the time of the last entry",
		e.Given.Format(time.RFC3339), e.Last.Format(time.RFC3339))
}

// InputError says that an input names something that the game does not have. It is a slip
// of whoever typed it and nothing to rule on.
type InputError struct {
	Field string // "side", "play"
	Text  string // what is wrong and what was expected
	Named bool   // Text says which field is meant
	Err   error  // a *names.UnknownError knows a name close to the one given
}

func (e *InputError) Error() string {
	if misspelled := (*names.UnknownError)(nil); errors.As(e.Err, &misspelled) && strings.HasPrefix(misspelled.What, e.Field) {
		return e.Text // which says what was meant to be named
	}
	if e.Named || strings.HasPrefix(e.Text, e.Field+" ") || strings.HasPrefix(e.Text, "no such "+e.Field+":") {
		return e.Text
	}
	return e.Field + ": " + e.Text
}

// Unwrap returns the cause.
func (e *InputError) Unwrap() error { return e.Err }

// unclearError says that a text is no play, and knows which plays it could mean.
type unclearError struct {
	err   error
	meant []offer.Reading
	power string // that the text names
}

func (e *unclearError) Error() string { return e.err.Error() }
func (e *unclearError) Unwrap() error { return e.err }

// Caret shows where the text is wrong, and which plays may have been meant.
func (e *unclearError) Caret() string {
	var b strings.Builder
	if at := (interface{ Caret() string })(nil); errors.As(e.err, &at) {
		b.WriteString(strings.TrimRight(at.Caret(), "\n") + "\n")
	}
	for i, r := range e.meant {
		b.WriteString([]string{"did you mean ", " or "}[min(i, 1)] + strconv.Quote(r.Play))
	}
	if len(e.meant) > 0 {
		b.WriteString("?")
	} else if e.power != "" {
		fmt.Fprintf(&b, "%[1]q is a power of these rules: use \"adjudicate power %[1]s PLAYER\"", e.power)
	}
	return b.String()
}

// AccountError says that an account is not known whose name is close to that of one that is.
type AccountError struct{ Account, Near string }

func (e *AccountError) Error() string { return fmt.Sprintf("no such account: %q", e.Account) }

// Advice says what may have been meant.
func (e *AccountError) Advice() string {
	return fmt.Sprintf("did you mean %q? use --new to open a new account", e.Near)
}

// LineError wraps an error in an export with its file and line.
type LineError struct {
	File string
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }
