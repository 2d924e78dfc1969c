package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/ledger/proof"
	"adjudicate/report"
)

func checkProofCommand() *cli.Command {
	return newCommand("check", []cli.Flag{knowFlag,
		&cli.StringFlag{Name: "checkpoint", Usage: "the `FILE` of a trusted checkpoint, which must equal the one in the proof"},
	}, do(func(s *session) (report.View, error) {
		label, text, err := s.readFile(s.arg(0))
		if err != nil {
			return nil, err
		}
		keys, err := s.keys()
		if err != nil {
			return nil, err
		}
		trusted, err := s.trusted()
		if err != nil {
			return nil, err
		}
		if len(keys) == 0 && trusted == nil {
			return nil, usagef("adjudicate proof check FILE --key umpire.pub", "check-proof expects --key: whose signature counts")
		}
		v, err := report.NewProofCheck(text, keys, trusted)
		if err != nil {
			return nil, &inputError{label, err}
		}
		return v, nil
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
