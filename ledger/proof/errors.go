package proof

import (
	"errors"
	"fmt"
)

// ErrNoSignature means that a note has no signature by any of the given keys.
var ErrNoSignature = errors.New("no signature by a known key")

// ErrSignature means that the signature of a known key does not match the text of a note.
var ErrSignature = errors.New("the signature does not match the text")

// FormError reports a malformed file.
type FormError struct {
	What string // "checkpoint", "proof", "consistency proof", "key"
	Line int    // from 1; 0 if no line is at fault
	Text string // what was expected and found
}

func (e *FormError) Error() string {
	if e.Line == 0 {
		return "invalid " + e.What + ": " + e.Text
	}
	return fmt.Sprintf("invalid %s: line %d: %s", e.What, e.Line, e.Text)
}

// InvalidProofError reports a well-formed proof that proves nothing.
type InvalidProofError struct{ Text string }

func (e *InvalidProofError) Error() string { return e.Text }

// MismatchError reports that the events of a stream do not match a checkpoint.
type MismatchError struct {
	Stream string
	Size   int64 // of the checkpoint
	Have   int64 // events in the stream, if those are fewer
	Event  int64 // the event that is another, if known
}

func (e *MismatchError) Error() string {
	switch {
	case e.Have < e.Size:
		return fmt.Sprintf("%s has %d events, but the checkpoint covers %d", e.Stream, e.Have, e.Size)
	case e.Event > 0:
		return fmt.Sprintf("event %d of %s does not match the checkpoint of %d events", e.Event, e.Stream, e.Size)
	}
	return fmt.Sprintf("the first %d events of %s do not match the checkpoint", e.Size, e.Stream)
}
