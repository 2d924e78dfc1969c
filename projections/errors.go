package projections

import "fmt"

// GapError says that an envelope is not the one that comes next.
type GapError struct {
	Projection string
	At         uint64 // where the projection stands
	Found      uint64 // the sequence it was given
}

func (e *GapError) Error() string {
	return fmt.Sprintf("projection %s stands at %d: expected event %d, got event %d", e.Projection, e.At, e.At+1, e.Found)
}

// LedgerError says that an envelope belongs to another ledger.
type LedgerError struct {
	Projection  string
	Want, Found string // names of ledgers
}

func (e *LedgerError) Error() string {
	return fmt.Sprintf("projection %s is of ledger %q: got an event of ledger %q", e.Projection, e.Want, e.Found)
}

// BeyondError says that a projection was asked about a sequence that it has not reached.
type BeyondError struct {
	Asked uint64
	Held  uint64 // the last sequence that is known
}

func (e *BeyondError) Error() string {
	return fmt.Sprintf("sequence %d is not known yet: the last one is %d", e.Asked, e.Held)
}

// CheckpointError says that a text is not a checkpoint that can be resumed from. The caller
// folds from nothing instead.
type CheckpointError struct {
	Projection string
	Why        string
	Err        error // may be nil
}

func (e *CheckpointError) Error() string {
	s := fmt.Sprintf("checkpoint of projection %s: %s", e.Projection, e.Why)
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *CheckpointError) Unwrap() error { return e.Err }
