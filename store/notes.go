package store

import (
	"context"
	"iter"
	"math"
)

// A Note is derived data beside a stream: what can be computed again from its events. Kind
// says what it is ("summary"), At the revision up to which the events went into it.
type Note struct {
	Stream, Kind string
	At           Revision
	Data         []byte
}

// Keeper is what a store may offer besides streams: a place for derived data. Losing it
// costs time, never facts, so a Keeper need not make notes durable, may forget them, and
// leaves out those whose bytes are no longer what was kept. An error of any of its methods
// says no more than that there is nothing kept: callers go on without.
//
// A stream need not exist for notes on it to be kept. Whoever uses a note of a stream that
// may have been replaced by another of the same name checks that it is about this one.
type Keeper interface {
	// Keep adds notes; each replaces the note of the same stream, kind and revision. After
	// an error some of them may have been kept.
	Keep(ctx context.Context, notes ...Note) error

	// Kept returns the latest note on a stream at or before a revision, Any for the latest
	// of all. The data belongs to the caller.
	Kept(ctx context.Context, stream, kind string, upTo Revision) (Note, bool, error)

	// Notes yields the notes on a stream in the order of At; for the stream "" the latest
	// note on every stream, ordered by the streams' names. After an error the sequence ends.
	Notes(ctx context.Context, stream, kind string) iter.Seq2[Note, error]

	// Drop forgets the notes on a stream that are later than a revision, those of every kind
	// for the kind "".
	Drop(ctx context.Context, stream, kind string, after Revision) error
}

// Auditor is an optional interface of a Keeper that authenticates notes.
type Auditor interface {
	// Audit yields every note on a stream that says that it was made as this store's own
	// are, also those that the Keeper does not believe. After an error the sequence ends.
	Audit(ctx context.Context, stream string) iter.Seq2[Note, error]
}

// CheckNotes validates notes for a Keeper; its error is a *NoteError. Adapters call it first.
func CheckNotes(notes []Note) error {
	for i := range notes {
		switch n := &notes[i]; {
		case n.Stream == "":
			return &NoteError{Found: "it names no stream"}
		case n.Kind == "":
			return &NoteError{Found: "it has no kind"}
		case n.At > math.MaxInt64:
			return &NoteError{Found: "it is about " + n.At.String()}
		}
	}
	return nil
}
