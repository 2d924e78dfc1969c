package history

import "fmt"

// UnknownError says that there is no such edition.
type UnknownError struct{ Asked, Newest int }

func (e *UnknownError) Error() string {
	if e.Newest == 1 {
		return fmt.Sprintf("no edition %d: the ledger holds one history, edition 1", e.Asked)
	}
	return fmt.Sprintf("no edition %d: expected one from 1 to %d", e.Asked, e.Newest)
}

// PointError says that a point does not lie in a history.
type PointError struct {
	Asked, Last uint64
	What        string // "effective point", "event"
}

func (e *PointError) Error() string {
	return fmt.Sprintf("no %s %d: the last one is %d", e.What, e.Asked, e.Last)
}

// BrokenError says that an adoption in the stream does not read as one.
type BrokenError struct {
	Sequence uint64
	Text     string
}

func (e *BrokenError) Error() string { return fmt.Sprintf("event %d: %s", e.Sequence, e.Text) }

// EventError says that a word names no event of a ledger, or none of the history looked at.
type EventError struct{ Text string }

func (e *EventError) Error() string { return e.Text }

// GapError says that a stream holds an event at another place than the event says.
type GapError struct{ At, Claims uint64 }

func (e *GapError) Error() string {
	return fmt.Sprintf("the event at %d has number %d", e.At, e.Claims)
}
