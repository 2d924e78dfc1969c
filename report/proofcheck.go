package report

import (
	"errors"
	"fmt"

	"adjudicate/events"
	"adjudicate/ledger/proof"
)

// Believable returns why a checkpoint is not to be believed, "" if it is: the error about
// its signature, unless it is one that the reader trusts.
func Believable(c *proof.Signed, err error, keys []*proof.Key, trusted *proof.Checkpoint) string {
	switch {
	case trusted != nil && c.Checkpoint == *trusted:
		return ""
	case len(keys) == 0:
		return "the checkpoint is not the one given"
	case err != nil:
		return fmt.Sprintf("the checkpoint of %d events: %v", c.Size, err)
	}
	return ""
}

// NewInclusionCheck checks a proof of an event. The error is that the file is none.
func NewInclusionCheck(text []byte, keys []*proof.Key, trusted *proof.Checkpoint) (*CheckedProof, error) {
	p, err := proof.ReadProof(text, proof.Verifiers(keys))
	if p == nil {
		return nil, err
	}
	v := &CheckedProof{Kind: "inclusion", Sequence: uint64(p.Index) + 1, New: NewCheckpoint(p.Checkpoint), Why: []string{}}
	v.Fault(Believable(p.Checkpoint, err, keys, trusted))
	if err := p.Check(); err != nil {
		v.Fault(err.Error())
	}
	e, err := events.Decode(p.Event)
	switch {
	case err != nil:
		v.Fault(fmt.Sprintf("the event cannot be read: %v", err))
	case proof.Origin(e.Ledger) != p.Checkpoint.Origin:
		v.Fault(fmt.Sprintf("the event is one of %s, the checkpoint is of %s", proof.Origin(e.Ledger), p.Checkpoint.Origin))
	case e.Sequence != v.Sequence:
		v.Fault(fmt.Sprintf("the event says that it is number %d", e.Sequence))
	}
	if err == nil {
		v.Event, v.Words = &Event{Sequence: e.Sequence, Type: e.Type, Payload: e.Payload}, EventWords(&e)
		if !e.Basis.Empty() {
			v.Event.Basis = &e.Basis
		}
	}
	v.Holds = len(v.Why) == 0
	return v, nil
}

// NewExtensionCheck checks a proof that one ledger begins with another.
func NewExtensionCheck(text []byte, keys []*proof.Key, trusted *proof.Checkpoint) (*CheckedProof, error) {
	x, err := proof.ReadExtension(text, proof.Verifiers(keys))
	if x == nil {
		return nil, err
	}
	v := &CheckedProof{Kind: "consistency", Old: NewCheckpoint(x.Old), New: NewCheckpoint(x.New), Why: []string{}}
	for _, c := range []*proof.Signed{x.Old, x.New} {
		_, err := proof.Read(c.Note, proof.Verifiers(keys))
		v.Fault(Believable(c, err, keys, trusted))
	}
	var wrong *proof.InvalidProofError
	if err := x.Check(); errors.As(err, &wrong) {
		v.Fault(wrong.Text)
	}
	v.Holds = len(v.Why) == 0
	return v, nil
}
