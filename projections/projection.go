package projections

import (
	"fmt"
	"iter"

	"adjudicate/events"
)

// Projection is a fold of one ledger's outcomes that can be put aside and resumed.
type Projection interface {
	// Name is the projection's name in checkpoints and messages, "play-list".
	Name() string
	// Fold takes the next envelope. An error, GapError or LedgerError, changes nothing.
	Fold(e *events.Envelope) error
	// Sequence is that of the last envelope folded, 0 before the first.
	Sequence() uint64
	// Checkpoint writes down what the projection holds, as canonical JSON.
	Checkpoint() ([]byte, error)
	// Restore makes the projection what it was when the checkpoint was written. A
	// CheckpointError changes nothing.
	Restore(checkpoint []byte) error
}

// Until folds what comes after p.Sequence up to a sequence, or to the end of the list if
// sequence is 0. Envelopes that p has folded before are passed over, so that a list may begin
// anywhere up to the next one. It fails with BeyondError if the list ends too early.
func Until(p Projection, list iter.Seq2[events.Envelope, error], sequence uint64) error {
	if sequence != 0 && p.Sequence() > sequence {
		return fmt.Errorf("fold %s up to %d: it stands at %d already", p.Name(), sequence, p.Sequence())
	}
	if sequence == 0 || p.Sequence() < sequence {
		for e, err := range list {
			if err != nil {
				return fmt.Errorf("fold %s: %w", p.Name(), err)
			}
			if e.Sequence <= p.Sequence() {
				continue
			}
			if err := p.Fold(&e); err != nil {
				return err
			}
			if e.Sequence == sequence {
				return nil
			}
		}
	}
	if p.Sequence() < sequence {
		return &BeyondError{Asked: sequence, Held: p.Sequence()}
	}
	return nil
}

// member is what a Set needs of a projection, and fold of every one.
type member interface {
	Projection
	place() *cursor
	apply(e *events.Envelope) // of the next envelope; never fails
}

// cursor is where a projection stands.
type cursor struct {
	ledger   string
	sequence uint64
}

// Sequence returns the sequence of the last envelope folded, 0 before the first.
func (c *cursor) Sequence() uint64 { return c.sequence }

// Ledger returns the name of the ledger that is folded, "" before the first envelope.
func (c *cursor) Ledger() string { return c.ledger }

func (c *cursor) place() *cursor { return c }

// refuse says why e is not the next envelope.
func (c *cursor) refuse(name string, e *events.Envelope) error {
	if e.Sequence != c.sequence+1 {
		return &GapError{Projection: name, At: c.sequence, Found: e.Sequence}
	}
	if c.sequence > 0 && e.Ledger != c.ledger {
		return &LedgerError{Projection: name, Want: c.ledger, Found: e.Ledger}
	}
	return nil
}

// known refuses sequences that lie ahead.
func (c *cursor) known(sequence uint64) error {
	if sequence > c.sequence {
		return &BeyondError{Asked: sequence, Held: c.sequence}
	}
	return nil
}

// stand moves on to e. The ledger is that of the first envelope.
func (c *cursor) stand(e *events.Envelope) {
	if c.sequence == 0 {
		c.ledger = e.Ledger
	}
	c.sequence = e.Sequence
}

func fold(m member, e *events.Envelope) error {
	c := m.place()
	if err := c.refuse(m.Name(), e); err != nil {
		return err
	}
	m.apply(e)
	c.stand(e)
	return nil
}
