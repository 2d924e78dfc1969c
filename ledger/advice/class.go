package advice

import (
	"errors"

	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger/place"
	"adjudicate/rules/names"
	"adjudicate/store"
)

// A Class is what an error means to whoever asked.
type Class int

const (
	Asked    Class = iota // what was asked cannot be done: other words can
	Answered              // the answer is no
	Moved                 // the ledger has moved on since it was looked at; nothing was written
	Stored                // the store, or something else that is needed, is unreachable or damaged
)

// ClassOf returns the class of an error.
func ClassOf(err error) Class {
	switch {
	case errors.Is(err, dispute.ErrReach), IsA[*place.BehindError](err):
		return Answered
	case IsA[*place.AddressError](err):
		return Asked
	case IsA[*store.ConflictError](err), IsA[*store.DuplicateError](err):
		return Moved
	case Unreachable(err), IsA[*UnavailableError](err), IsA[*store.DamagedError](err), IsA[*store.NewerError](err), IsA[*store.NotALedgerError](err),
		IsA[*history.GapError](err), IsA[*history.OrphanError](err), IsA[*events.UnknownTypeError](err), IsA[*events.MalformedError](err), IsA[*events.NotCanonicalError](err):
		return Stored
	}
	return Asked
}

// Unreachable reports whether an error says that a store cannot be reached, which may come back.
func Unreachable(err error) bool { return IsA[*store.UnreachableError](err) }

// Misspelled reports whether an error says that there is nothing of a name.
func Misspelled(err error) bool { return IsA[*names.UnknownError](err) }

// IsA reports whether an error is, or wraps, one of a type.
func IsA[T error](err error) bool {
	var e T
	return errors.As(err, &e)
}

// is makes the question whether an error is, or wraps, a certain one.
func is(target error) func(error) bool {
	return func(err error) bool { return errors.Is(err, target) }
}
