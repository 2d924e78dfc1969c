// Package store defines what the engine requires of a place where events are kept.
//
// A Store holds streams; a stream is an append-only sequence of events. The revision of an
// event is its position in its stream, from 1. The revision of a stream is that of its last
// event, or 0 (NoStream) if it has none. A ledger is one stream, and the sequence of an event is
// its revision.
//
// An append names the revision at which the writer last saw the stream. If the stream has moved
// on, nothing is written and a *ConflictError gives the revision wanted and the one found: the
// writer reads on, judges again and retries. The events of one append are written all or none.
// When Append returns without an error they are durable: they survive a crash of the process or
// the machine.
//
// Appends are idempotent. An append whose events already stand, by id, exactly where the
// expected revision would have put them succeeds, writes nothing and returns the same revision.
// So a writer that did not receive the answer may repeat the call. An append at revision Any
// names no position; there a store recognises a repeat by the ids it remembers. The adapters of
// this project remember all ids and refuse one used elsewhere (*DuplicateError); a server may
// remember only the most recent.
//
// A Store never interprets Data: the bytes read are the bytes written. It refuses, by typed
// errors, a file or server that it cannot reach (*UnreachableError), that is damaged
// (*DamagedError), that a newer version wrote (*NewerError) or that is not a ledger
// (*NotALedgerError). Refusing changes nothing.
package store

import (
	"context"
	"iter"
	"math"
	"strconv"

	"github.com/google/uuid"
)

// Event is an event to be appended.
type Event struct {
	ID   uuid.UUID // unique for ever; that is for the writer to see to
	Type string    // "piece-moved.v1"
	Data []byte    // the canonical bytes; kept as they are
}

// Recorded is a stored event with its revision. The caller may keep its Data.
type Recorded struct {
	Event
	Revision Revision
}

// Revision is a position in a stream, counted from 1.
type Revision uint64

// Revisions to expect, beside exact ones.
const (
	NoStream Revision = 0              // the stream has no events yet
	Any      Revision = math.MaxUint64 // whatever it has
)

// String returns a number, "no stream" or "any revision".
func (r Revision) String() string {
	switch r {
	case NoStream:
		return "no stream"
	case Any:
		return "any revision"
	}
	return "revision " + strconv.FormatUint(uint64(r), 10)
}

// Store keeps streams of events. It is safe for concurrent use.
type Store interface {
	// Append adds events to the end of a stream that stands at the expected revision and
	// returns the revision of the last one. Without events it only checks the expectation.
	// When it returns an error nothing was written, unless the error says that the outcome
	// is unknown (an *UnreachableError whose InDoubt is set): then repeat it.
	Append(ctx context.Context, stream string, expected Revision, events []Event) (Revision, error)

	// Read yields the events of a stream in order, beginning with the one at revision from
	// (0 reads as 1), to the last one. A stream that does not exist yields nothing. After
	// an error the sequence ends. Appending while reading is allowed; whether a reader
	// still meets what is appended after it began is left open.
	Read(ctx context.Context, stream string, from Revision) iter.Seq2[Recorded, error]

	// Head returns the revision of the last event of a stream, NoStream if it has none.
	Head(ctx context.Context, stream string) (Revision, error)

	// Close releases what the Store holds. Appended events stay.
	Close() error
}
