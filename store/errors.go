package store

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/google/uuid"
)

// ConflictError reports that a stream is not at the revision the writer expected. Nothing was written.
type ConflictError struct {
	Stream string
	Wanted Revision
	Found  Revision
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("stream %q has moved on: expected %s, found %s", e.Stream, e.Wanted, e.Found)
}

// Expect returns a *ConflictError unless a stream is where it was last seen.
func Expect(stream string, wanted, found Revision) error {
	if wanted == found {
		return nil
	}
	return &ConflictError{Stream: stream, Wanted: wanted, Found: found}
}

// DuplicateError says that an event's id is already in use, in another place than a repeat
// of the append would have put it, or twice in one append. Nothing was written.
type DuplicateError struct {
	ID       uuid.UUID
	Stream   string   // where the id is in use
	Revision Revision // 0 if it is used twice in the append itself
}

func (e *DuplicateError) Error() string {
	if e.Revision == 0 {
		return fmt.Sprintf("event id %s is used twice in one append to %q", e.ID, e.Stream)
	}
	return fmt.Sprintf("event id %s is already in use at %s of stream %q", e.ID, e.Revision, e.Stream)
}

// InvalidError reports a malformed append: a stream without a name, an event without an id or a type. Nothing
// was written.
type InvalidError struct {
	Found string // "event 2 has no id"
}

func (e *InvalidError) Error() string { return "append refused: " + e.Found }

// UnreachableError reports a store that cannot be reached: the file does not exist, another process holds it,
// the disk is full, or the server does not answer.
type UnreachableError struct {
	Place   string // file or address
	Found   string // what was found, a phrase that follows "cannot use PLACE: "
	InDoubt bool   // whether the append may have been written all the same
	Alone   bool   // whether it is about one stream alone: others can be used
	Err     error
}

func (e *UnreachableError) Error() string {
	if e.Err == fs.ErrNotExist || e.Err == fs.ErrExist { // alone they say no more than what was found
		return "cannot use " + e.Place + ": " + e.Found
	}
	return "cannot use " + e.Place + ": " + withCause(e.Found, e.Err)
}

// Unwrap returns the cause.
func (e *UnreachableError) Unwrap() error { return e.Err }

// Alone reports whether an error concerns a single stream, so that the other streams of the store remain usable.
func Alone(err error) bool {
	var damaged *DamagedError
	var unreachable *UnreachableError
	return errors.As(err, &damaged) || errors.As(err, &unreachable) && unreachable.Alone
}

// Unreachable reports whether an error means that the whole store is out of reach.
func Unreachable(err error) bool {
	var u *UnreachableError
	return errors.As(err, &u) && !u.Alone
}

// An OpenError is the error of an append that was begun and not finished, so that its stream has no
// whole events.
type OpenError interface{ Open() }

// Unfinished reports whether an error is due to an append that was begun and not finished.
func Unfinished(err error) bool {
	var open OpenError
	return errors.As(err, &open)
}

// DamagedError reports a ledger that can no longer be trusted.
type DamagedError struct {
	Place string
	Found string
	Kind  string // of the Trouble that it is, if a Mender may put it right
	Err   error
}

func (e *DamagedError) Error() string {
	return e.Place + " is damaged: " + withCause(e.Found, e.Err)
}

// Unwrap returns the cause.
func (e *DamagedError) Unwrap() error { return e.Err }

// NewerError reports a store written by a newer version of the program.
type NewerError struct {
	Place  string
	Found  int // schema version found
	Newest int // the newest that this version reads
}

func (e *NewerError) Error() string {
	return fmt.Sprintf("%s was written by a newer version: its schema is version %d, this program reads up to %d", e.Place, e.Found, e.Newest)
}

// NotALedgerError reports a file that is not a ledger.
type NotALedgerError struct {
	Place string
	Found string // "an SQLite database of another application (application id 0x…)"
	Err   error
}

func (e *NotALedgerError) Error() string {
	return e.Place + " is not a ledger: " + withCause("found "+e.Found, e.Err)
}

// Unwrap returns the cause.
func (e *NotALedgerError) Unwrap() error { return e.Err }

func withCause(found string, err error) string {
	if err == nil {
		return found
	}
	return found + ": " + err.Error()
}

// NoteError reports a malformed note: one without a stream or a kind, or at an impossible revision. Nothing was
// kept.
type NoteError struct {
	Found string // "it has no kind"
}

func (e *NoteError) Error() string { return "note refused: " + e.Found }
