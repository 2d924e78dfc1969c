package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/ledger/proof"
	"adjudicate/report"
)

func checkProofCommand() *cli.Command {
	return newCommand("check", []cli.Flag{knowFlag,
		&cli.StringFlag{Name: "checkpoint", Usage: "the `FILE` of a trusted checkpoint, which must equal the one in the proof"},
	}, do(func(s *session) error {
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
			v, err = report.NewExtensionCheck(text, keys, trusted)
		default:
			v, err = report.NewInclusionCheck(text, keys, trusted)
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
	}))
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

// checkEquivocation checks a proof that one key signed two histories.
func checkEquivocation(text []byte, keys []*proof.Key) (*report.CheckedProof, error) {
	x, err := proof.ReadEquivocation(text, proof.Verifiers(keys))
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
