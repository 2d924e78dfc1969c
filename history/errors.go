package history

import "fmt"

// UnknownError reports an edition that does not exist.
type UnknownError struct{ Asked, Newest int }

func (e *UnknownError) Error() string {
	if e.Newest == 1 {
		return fmt.Sprintf("no edition %d: the ledger holds one history, edition 1", e.Asked)
	}
	return fmt.Sprintf("no edition %d: expected one from 1 to %d", e.Asked, e.Newest)
}

// Expects says which editions there are.
func (e *UnknownError) Expects() string {
	if e.Newest == 1 {
		return "edition 1"
	}
	return fmt.Sprintf("an edition from 1 to %d", e.Newest)
}

// PointError reports a point outside a history.
type PointError struct {
	Asked, Last uint64
	What        string // "effective point", "event"
}

func (e *PointError) Error() string {
	return fmt.Sprintf("no %s %d: the last one is %d", e.What, e.Asked, e.Last)
}

// Expects says which points there are.
func (e *PointError) Expects() string { return fmt.Sprintf("a number from 1 to %d", e.Last) }

// BrokenError reports a malformed adoption in the stream.
type BrokenError struct {
	Sequence uint64
	Text     string
}

func (e *BrokenError) Error() string { return fmt.Sprintf("event %d: %s", e.Sequence, e.Text) }

// EventError reports a word that names no event of a ledger, or none of the history in view.
type EventError struct{ Text string }

func (e *EventError) Error() string { return e.Text }

// GapError reports an event stored at a different sequence than it states.
type GapError struct{ At, Claims uint64 }

func (e *GapError) Error() string {
	return fmt.Sprintf("the event at %d has number %d", e.At, e.Claims)
}

// OrphanError reports an outcome in a stream before any input of which it could be one.
type OrphanError struct{ At uint64 }

func (e *OrphanError) Error() string {
	return fmt.Sprintf("event %d is the outcome of no input", e.At)
}
