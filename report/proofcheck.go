package report

import (
	"errors"
	"fmt"

	"adjudicate/events"
	"adjudicate/ledger/proof"
)

// believable returns why a checkpoint is not to be believed, "" if it is: the error about
// its signature, unless it is one that the reader trusts.
func believable(c *proof.Signed, err error, keys []*proof.Key, trusted *proof.Checkpoint) string {
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

// NewProofCheck checks a proof of any kind against the keys and the checkpoint that its reader trusts. It returns
// an error if the file is not a proof.
func NewProofCheck(text []byte, keys []*proof.Key, trusted *proof.Checkpoint) (*CheckedProof, error) {
	switch {
	case proof.IsEquivocation(text):
		return newEquivocationCheck(text, keys)
	case proof.IsReceipt(text):
		return newReceiptCheck(text, keys, trusted)
	case proof.IsExtension(text):
		return newExtensionCheck(text, keys, trusted)
	}
	return newInclusionCheck(text, keys, trusted)
}

// newInclusionCheck checks a proof of an event. The error is that the file is none.
func newInclusionCheck(text []byte, keys []*proof.Key, trusted *proof.Checkpoint) (*CheckedProof, error) {
	p, err := proof.ReadProof(text, proof.Verifiers(keys))
	if p == nil {
		return nil, err
	}
	v := &CheckedProof{Kind: "inclusion", Sequence: uint64(p.Index) + 1, New: NewCheckpoint(p.Checkpoint), Why: []string{}}
	v.Fault(believable(p.Checkpoint, err, keys, trusted))
	if err := p.Check(); err != nil {
		v.Fault(err.Error())
	}
	e, err := events.Decode(p.Event)
	switch {
	case err != nil:
		v.Fault(fmt.Sprintf("the event cannot be read: %v", err))
	case proof.Origin(e.Ledger) != p.Checkpoint.Origin:
		v.Fault(fmt.Sprintf("the event belongs to %s, the checkpoint to %s", proof.Origin(e.Ledger), p.Checkpoint.Origin))
	case e.Sequence != v.Sequence:
		v.Fault(fmt.Sprintf("the event is numbered %d", e.Sequence))
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

// newExtensionCheck checks a proof that one ledger begins with another.
func newExtensionCheck(text []byte, keys []*proof.Key, trusted *proof.Checkpoint) (*CheckedProof, error) {
	x, err := proof.ReadExtension(text, proof.Verifiers(keys))
	if x == nil {
		return nil, err
	}
	v := &CheckedProof{Kind: "consistency", Old: NewCheckpoint(x.Old), New: NewCheckpoint(x.New), Why: []string{}}
	for _, c := range []*proof.Signed{x.Old, x.New} {
		_, err := proof.Read(c.Note, proof.Verifiers(keys))
		v.Fault(believable(c, err, keys, trusted))
	}
	var wrong *proof.InvalidProofError
	if err := x.Check(); errors.As(err, &wrong) {
		v.Fault(wrong.Text)
	}
	v.Holds = len(v.Why) == 0
	return v, nil
}

// newReceiptCheck checks a receipt: an input, and the ruling on it.
func newReceiptCheck(text []byte, keys []*proof.Key, trusted *proof.Checkpoint) (*CheckedProof, error) {
	r, err := proof.ReadReceipt(text, proof.Verifiers(keys))
	if r == nil {
		return nil, err
	}
	first := r.Events[0]
	v := &CheckedProof{Kind: "receipt", Sequence: uint64(first.Index) + 1, New: NewCheckpoint(first.Checkpoint), Why: []string{}}
	v.Fault(believable(first.Checkpoint, err, keys, trusted))
	var list []events.Envelope
	for _, p := range r.Events {
		if err := p.Check(); err != nil {
			v.Fault(err.Error())
		}
		e, err := events.Decode(p.Event)
		if err != nil {
			v.Fault(fmt.Sprintf("the event cannot be read: %v", err))
			continue
		}
		if proof.Origin(e.Ledger) != p.Checkpoint.Origin || e.Sequence != uint64(p.Index)+1 {
			v.Fault(fmt.Sprintf("event %d is numbered %d of %s", p.Index+1, e.Sequence, e.Ledger))
		}
		list = append(list, e)
		v.Words += fmt.Sprintf("#%d %s %s\n", e.Sequence, e.Recorded.Format("2006-01-02 15:04Z07:00"), EventWords(&e))
	}
	if len(list) == len(r.Events) {
		if len(list) != 2 || !events.IsInput(list[0].Type) || list[1].Causation != list[0].ID || list[1].Sequence != list[0].Sequence+1 {
			v.Fault("its events are not an input and the ruling on it")
		} else if ruled, ok := list[1].Payload.(events.Ruled); !ok {
			v.Fault("the second event is not a ruling")
		} else {
			v.Event = &Event{Sequence: list[1].Sequence, Type: list[1].Type, Payload: ruled}
			for _, f := range ruled.Faults {
				v.Words += fmt.Sprintf("  %s: %s\n", f.Clause, f.Message)
			}
		}
	}
	v.Holds = len(v.Why) == 0
	return v, nil
}

// newEquivocationCheck checks a proof that one key signed two histories.
func newEquivocationCheck(text []byte, keys []*proof.Key) (*CheckedProof, error) {
	x, err := proof.ReadEquivocation(text, proof.Verifiers(keys))
	if x == nil {
		return nil, err
	}
	v := &CheckedProof{Kind: "two histories", Old: NewCheckpoint(x.One), New: NewCheckpoint(x.Other), Why: []string{}}
	if err != nil {
		v.Fault(err.Error())
	}
	if err := x.Check(); err != nil {
		v.Fault(err.Error())
	} else {
		v.Words = x.Error()
	}
	v.Holds = len(v.Why) == 0
	return v, nil
}
