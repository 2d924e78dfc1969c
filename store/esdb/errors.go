package esdb

import (
	"errors"
	"fmt"
	"io"

	"adjudicate/store"

	"github.com/google/uuid"
)

// AddressError says that an address cannot be used. It never shows a password.
type AddressError struct {
	Found string // a phrase that follows "the address of the server: "
	Err   error
}

func (e *AddressError) Error() string {
	if e.Err != nil {
		return "the address of the server: " + e.Found + ": " + e.Err.Error()
	}
	return "the address of the server: " + e.Found
}

// Unwrap returns the cause.
func (e *AddressError) Unwrap() error { return e.Err }

// TooLargeError says that an event, or what the server was sent at once, is more than it
// takes in one append. Nothing was written.
type TooLargeError struct {
	Stream string
	Event  int       // its place in the append, from 1; 0 if no single event is at fault
	ID     uuid.UUID // of that event
	Size   int       // bytes
	Limit  int       // bytes that this side believes the server to take
	Err    error     // what the server said, if it was asked
}

func (e *TooLargeError) Error() string {
	const advice = "start the server with a larger --max-append-size and say so in the address: maxAppendSize=BYTES"
	if e.Event == 0 && errors.Is(e.Err, io.EOF) {
		return fmt.Sprintf("the server breaks off %d bytes for stream %q and does not say why: it takes less in one append than the %d that this side believes "+
			"(say in the address how much, maxAppendSize=BYTES), or does not let this user write there", e.Size, e.Stream, e.Limit)
	}
	if e.Event == 0 {
		return fmt.Sprintf("the server refuses %d bytes for stream %q in one append: it takes less than the %d that this side believes; "+
			"say in the address how much it takes, maxAppendSize=BYTES (%v)", e.Size, e.Stream, e.Err, e.Limit)
	}
	return fmt.Sprintf("event %d (%s) for stream %q has %d bytes with its metadata, and the server takes %d in one append: %s",
		e.Event, e.ID, e.Stream, e.Size, e.Limit, advice)
}

// Unwrap returns what the server said.
func (e *TooLargeError) Unwrap() error { return e.Err }

// UnfinishedError says that an append in parts was begun and not finished. Readers see none
// of it. Whoever began it finishes it by repeating it; another append is refused until then.
type UnfinishedError struct {
	Stream      string         // as the server names it
	First, Last store.Revision // where the whole append would stand
	Reached     store.Revision // how far it has come
}

func (e *UnfinishedError) Error() string {
	return fmt.Sprintf("an append to stream %q was begun and not finished: it is to reach from revision %d to %d and stands at %d; "+
		"repeat it with the same events (an import of the same export), or use another name", e.Stream, e.First, e.Last, e.Reached)
}

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

// unsentError is the error of an attempt that did not come as far as the server.
type unsentError struct{ err error }

func (e *unsentError) Error() string { return e.err.Error() }
func (e *unsentError) Unwrap() error { return e.err }
