package main

import (
	"adjudicate/ledger/proof"
	"adjudicate/report"
)

func checkProofCommand() *command {
	return newCommand("check", flags{knowFlag,
		option("checkpoint", "the `FILE` of a trusted checkpoint, which must match the one in the proof"),
	}, do(func(s *session) (report.View, error) {
		keys, err := s.keys()
		if err != nil {
			return nil, err
		}
		trusted, err := s.trusted()
		if err != nil {
			return nil, err
		}
		if len(keys) == 0 && trusted == nil {
			return nil, usagef("adjudicate proof check FILE --key umpire.pub", "proof check requires --key: the public key of the signer")
		}
		return readAs(s, s.arg(0), func(text []byte) (*report.CheckedProof, error) { return report.NewProofCheck(text, keys, trusted) })
	}))
}

// trusted is the checkpoint that --checkpoint names, nil if none is.
func (s *session) trusted() (*proof.Checkpoint, error) {
	path := s.c.String("checkpoint")
	if path == "" {
		return nil, nil
	}
	c, err := readAs(s, path, func(text []byte) (*proof.Signed, error) { return proof.ReadOne(text, nil) })
	if err != nil {
		return nil, err
	}
	return &c.Checkpoint, nil
}
