package main

import (
	"os"

	"adjudicate/ledger"
	"adjudicate/ledger/proof"
	"adjudicate/report"
)

func verifyCommand() *command {
	return newCommand("verify", flags{ledgerFlag, knowFlag, quorumFlag,
		options("checkpoint", "check against the checkpoints in `FILE` (repeatable)"),
		outFlag,
		option("from-export", "verify the export in `FILE`, or - for standard input"),
		apart(toggle("all", "verify every game of the store"), "game", "from-export"),
		toggle("quick", "verify without judging the inputs again"),
	}, do(func(s *session) (report.View, error) {
		keys, err := s.keys()
		if err != nil {
			return nil, err
		}
		against := ledger.Evidence{Quick: s.c.Bool("quick"), Signed: len(keys) > 0}
		if against.Policy, err = s.policy(); err != nil {
			return nil, err
		}
		quorum := ""
		if against.Policy != nil {
			keys, quorum = append(keys, against.Policy.Keys()...), against.Policy.String()
		}
		for _, path := range s.c.StringSlice("checkpoint") {
			if err := s.witness(&against, path, keys); err != nil {
				return nil, err
			}
		}
		if s.c.Bool("all") {
			return s.verifyAll(against, keys, quorum)
		}
		verify := s.verifyLedger
		if s.c.String("from-export") != "" {
			verify = s.verifyExport
		}
		found, err := verify(against, keys)
		if err != nil {
			return nil, err
		}
		if found.Equivocation != "" {
			err = s.save(s.c.String("out"), found.Equivocation)
		}
		return &report.Verification{Verification: found, Keys: len(keys), Engine: engine, Policy: quorum}, err
	}))
}

// witness adds the checkpoints of a file.
func (s *session) witness(against *ledger.Evidence, path string, keys []*proof.Key) error {
	label, text, err := s.ReadFile(path)
	if err == nil {
		if err = against.Witness(label, text, keys); err != nil {
			err = inputError(label, err)
		}
	}
	return err
}

// verifyLedger verifies the ledger against what is given and the checkpoints kept beside it.
func (s *session) verifyLedger(against ledger.Evidence, keys []*proof.Key) (*ledger.Verification, error) {
	g, err := s.attach(against.Checkpoints...)
	if err != nil {
		return nil, err
	}
	head, err := g.Recall().Head(s.ctx, g.Name)
	if err != nil {
		return nil, err
	}
	at, done := s.Progress("verifying", int64(head))
	defer done()
	return g.Verify(s.ctx, against, keys, at)
}

// verifyAll verifies every game of the store.
func (s *session) verifyAll(against ledger.Evidence, keys []*proof.Key, quorum string) (report.View, error) {
	st, err := s.host.Open(s.ctx, s.place())
	if err != nil {
		return nil, err
	}
	defer st.Close()
	found, err := st.VerifyAll(s.ctx, against, keys, s.progressOn("verifying "))
	return &report.Verified{Verified: found, Keys: len(keys), Engine: engine, Policy: quorum}, err
}

// verifyExport verifies an export against the checkpoints given.
func (s *session) verifyExport(against ledger.Evidence, keys []*proof.Key) (*ledger.Verification, error) {
	path := s.c.String("from-export")
	label, text, err := s.Spool(path)
	if err != nil {
		return nil, err
	}
	defer text.Close()
	if _, err := os.Stat(ledger.CheckpointsOf(path)); err == nil {
		if err := s.witness(&against, ledger.CheckpointsOf(path), keys); err != nil {
			return nil, err
		}
	}
	at, done := s.Progress("verifying", -1)
	defer done()
	found, err := ledger.VerifyExport(text, text.Size, s.host.Options(at), against)
	if err != nil {
		return nil, inputError(label, err)
	}
	return found, nil
}
