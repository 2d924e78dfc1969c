package esdb

import (
	"errors"
	"fmt"

	"adjudicate/store"

	"github.com/google/uuid"
)

// AddressError says that an address cannot be used. It never shows a password.
type AddressError struct {
	Found string // a phrase that follows "invalid server address: "
	Err   error
}

func (e *AddressError) Error() string {
	if e.Err != nil {
		return "invalid server address: " + e.Found + ": " + e.Err.Error()
	}
	return "invalid server address: " + e.Found
}

// Unwrap returns the cause.
func (e *AddressError) Unwrap() error { return e.Err }

// TooLargeError says that one event is more than the server takes in an append. Nothing was
// written.
type TooLargeError struct {
	Stream string
	Event  int       // its place in the append, from 1
	ID     uuid.UUID // of that event
	Size   int       // bytes
	Limit  int       // bytes that the server says it takes
	Err    error     // what the server said
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("event %d (%s) for stream %q has %d bytes with its metadata: the server accepts at most %d in one append",
		e.Event, e.ID, e.Stream, e.Size, e.Limit)
}

// Unwrap returns what the server said.
func (e *TooLargeError) Unwrap() error { return e.Err }

// UnfinishedError says that an append was begun in parts and not finished. If a program of an older
// version began it, only its author has the rest of the events, and another append is refused until
// then.
type UnfinishedError struct {
	Stream      string         // as the server names it
	First, Last store.Revision // where the whole append would stand
	Reached     store.Revision // how far it has come
	Staged      bool           // all of it is on the server, and whoever writes next finishes it
}

func (e *UnfinishedError) Error() string {
	does := "or drop it with"
	if e.Staged {
		does = "as does"
	}
	return fmt.Sprintf("an append to stream %q is unfinished: revisions %d to %d, written up to %d; "+
		"import the same export again to finish it, %s \"adjudicate check --mend unfinished\"", e.Stream, e.First, e.Last, e.Reached, does)
}

// Open implements store.OpenError.
func (e *UnfinishedError) Open() {}

// Causes of errors that only this package tells apart.
var (
	errClosed  = errors.New("the store is closed")
	errDropped = errors.New("the subscription was dropped")
	errSlow    = errors.New("no answer in time")
)

// whileError is the cause of an error that already says in its own words what happened.
type whileError struct {
	doing string
	err   error
}

func (e *whileError) Error() string { return "while " + e.doing }
func (e *whileError) Unwrap() error { return e.err }

// faultError is what the client did in place of returning an error: a panic, or an attempt
// to end the process.
type faultError struct{ text string }

func (e *faultError) Error() string { return e.text }

// nodeError is the error of a node that the address does not name alone.
type nodeError struct {
	node string
	err  error
}

func (e *nodeError) Error() string { return e.node + ": " + e.err.Error() }
func (e *nodeError) Unwrap() error { return e.err }

// unsentError is the error of an attempt that did not come as far as the server.
type unsentError struct{ err error }

func (e *unsentError) Error() string { return e.err.Error() }
func (e *unsentError) Unwrap() error { return e.err }
