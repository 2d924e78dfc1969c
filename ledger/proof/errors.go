package proof

import (
	"errors"
	"fmt"
)

// ErrNoSignature says that a note bears no signature by a key that was asked for.
var ErrNoSignature = errors.New("no signature by a known key")

// ErrSignature says that a note bears a signature of a known key that does not fit its text.
var ErrSignature = errors.New("the signature does not match the text")

// FormError says that a file is not what it should be.
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

// InvalidProofError says that a proof is well formed and shows nothing.
type InvalidProofError struct{ Text string }

func (e *InvalidProofError) Error() string { return e.Text }

// MismatchError says that the events of a stream are not those that a checkpoint stands for.
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
