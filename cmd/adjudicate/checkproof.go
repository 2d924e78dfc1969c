package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/ledger/proof"
	"adjudicate/report"
)

func checkProofCommand() *cli.Command {
	return &cli.Command{
		Name: "check", ArgsUsage: "FILE",
		Usage: "check a proof without the ledger",
		Description: `FILE is what "adjudicate proof prove", "adjudicate ruling --receipt", "adjudicate verify --out" or "adjudicate
proof consistency --out" wrote; - is standard input.
Nothing else is needed but the public key of whoever signed: --key, or $ADJUDICATE_KEY. The
status is 1 if the proof does not show what it says or the signature is not by that key, 2 if the
file is no proof. A checkpoint that you noted yourself may stand in for the key: --checkpoint.`,
		UsageText: "adjudicate proof check ruling-743.tlog-proof --key umpire.pub\nadjudicate check-proof ruling-743.tlog-proof --checkpoint noted.txt --json",
		Flags: []cli.Flag{knowFlag,
			&cli.StringFlag{Name: "checkpoint", Usage: "the `FILE` of a checkpoint that you trust, which must be the proof's own"},
		},
		Action: do(func(s *session) error {
			label, text, err := s.readFile(s.arg(0))
			if err != nil {
				return err
			}
			keys, err := s.keys()
			if err != nil {
				return err
			}
			trusted, err := s.trusted()
			if err != nil {
				return err
			}
			if len(keys) == 0 && trusted == nil {
				return usagef("adjudicate proof check FILE --key umpire.pub", "check-proof expects --key: whose signature counts")
			}
			var v *report.CheckedProof
			switch {
			case proof.IsEquivocation(text):
				v, err = checkEquivocation(text, keys)
			case proof.IsReceipt(text):
				v, err = checkReceipt(text, keys, trusted)
			case proof.IsExtension(text):
				v, err = checkExtension(text, keys, trusted)
			default:
				v, err = checkInclusion(text, keys, trusted)
			}
			if err != nil {
				return &inputError{label, err}
			}
			if err := s.show(v); err != nil {
				return err
			}
			if !v.Holds {
				return errDifference
			}
			return nil
		}),
	}
}

// trusted is the checkpoint that --checkpoint names, nil if none is.
func (s *session) trusted() (*proof.Checkpoint, error) {
	path := s.c.String("checkpoint")
	if path == "" {
		return nil, nil
	}
	label, text, err := s.readFile(path)
	if err != nil {
		return nil, err
	}
	c, err := proof.Read(proof.Checkpoints(text), nil)
	if err != nil {
		return nil, &inputError{label, err}
	}
	return &c.Checkpoint, nil
}

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

// checkInclusion checks a proof of an event. The error is that the file is none.
func checkInclusion(text []byte, keys []*proof.Key, trusted *proof.Checkpoint) (*report.CheckedProof, error) {
	p, err := proof.ReadProof(text, known(keys))
	if p == nil {
		return nil, err
	}
	v := &report.CheckedProof{Kind: "inclusion", Sequence: uint64(p.Index) + 1, New: report.NewCheckpoint(p.Checkpoint), Why: []string{}}
	v.Fault(believable(p.Checkpoint, err, keys, trusted))
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
		v.Event, v.Words = &report.Event{Sequence: e.Sequence, Type: e.Type, Payload: e.Payload}, report.EventWords(&e)
		if !e.Basis.Empty() {
			v.Event.Basis = &e.Basis
		}
	}
	v.Holds = len(v.Why) == 0
	return v, nil
}

// checkExtension checks a proof that one ledger begins with another.
func checkExtension(text []byte, keys []*proof.Key, trusted *proof.Checkpoint) (*report.CheckedProof, error) {
	x, err := proof.ReadExtension(text, known(keys))
	if x == nil {
		return nil, err
	}
	v := &report.CheckedProof{Kind: "consistency", Old: report.NewCheckpoint(x.Old), New: report.NewCheckpoint(x.New), Why: []string{}}
	for _, c := range []*proof.Signed{x.Old, x.New} {
		_, err := proof.Read(c.Note, known(keys))
		v.Fault(believable(c, err, keys, trusted))
	}
	var wrong *proof.FalseError
	if err := x.Check(); errors.As(err, &wrong) {
		v.Fault(wrong.Text)
	}
	v.Holds = len(v.Why) == 0
	return v, nil
}

// checkEquivocation checks a proof that one key signed two histories.
func checkEquivocation(text []byte, keys []*proof.Key) (*report.CheckedProof, error) {
	x, err := proof.ReadEquivocation(text, known(keys))
	if x == nil {
		return nil, err
	}
	v := &report.CheckedProof{Kind: "two histories", Old: report.NewCheckpoint(x.One), New: report.NewCheckpoint(x.Other), Why: []string{}}
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
