package main

import (
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"adjudicate/ledger"
	"adjudicate/ledger/proof"
	"adjudicate/report"
	"adjudicate/store"
)

func verifyCommand() *cli.Command {
	return newCommand("verify", []cli.Flag{ledgerFlag, knowFlag,
		&cli.StringSliceFlag{Name: "checkpoint", Usage: "the `FILE` of one or more checkpoints; may be repeated"},
		outFlag,
		&cli.StringFlag{Name: "from-export", Usage: "verify the export in `FILE`, or - for standard input"},
		&cli.BoolFlag{Name: "quick", Usage: "do not judge the inputs again"},
	}, do(func(s *session) error {
		keys, err := s.keys()
		if err != nil {
			return err
		}
		against := ledger.Evidence{Quick: s.c.Bool("quick"), Derived: derived, Signed: len(keys) > 0}
		if err := s.witnesses(&against, keys); err != nil {
			return err
		}
		var found *ledger.Verification
		if s.c.String("from-export") != "" {
			found, err = s.verifyExport(against, keys)
		} else {
			found, err = s.verifyLedger(against, keys)
		}
		if err != nil {
			return err
		}
		if err := s.show(&report.Verification{Verification: found, Keys: len(keys), Engine: engine}); err != nil {
			return err
		}
		if path := s.c.String("out"); path != "" && found.Equivocation != "" {
			if err := s.save(path, found.Equivocation); err != nil {
				return err
			}
		}
		if len(found.Differences) > 0 {
			return errDifference
		}
		return nil
	}))
}

// witnesses adds the checkpoints of the files named.
func (s *session) witnesses(against *ledger.Evidence, keys []*proof.Key) error {
	for _, path := range s.c.StringSlice("checkpoint") {
		if err := s.witness(against, path, keys); err != nil {
			return err
		}
	}
	return nil
}

// witness adds the checkpoints of a file.
func (s *session) witness(against *ledger.Evidence, path string, keys []*proof.Key) error {
	label, text, err := s.readFile(path)
	if err != nil {
		return err
	}
	list, errs := proof.ReadAll(proof.Checkpoints(text), proof.Verifiers(keys))
	if len(list) == 0 {
		return &inputError{label, &proof.FormError{What: "checkpoint", Text: "the file is empty"}}
	}
	for i := range list {
		against.Checkpoints = append(against.Checkpoints, ledger.Witness{Place: label, Checkpoint: list[i], Err: errs[i]})
	}
	return nil
}

// verifyLedger verifies the ledger against what is given and the checkpoints kept beside it.
func (s *session) verifyLedger(against ledger.Evidence, keys []*proof.Key) (*ledger.Verification, error) {
	g, err := s.attach()
	if err != nil {
		return nil, err
	}
	defer g.close()
	if c, ok := g.st.(store.Checker); ok {
		if err := c.CheckStream(s.ctx, g.name); err != nil {
			return nil, err
		}
	}
	d, err := g.desk()
	if err != nil {
		return nil, err
	}
	defer d.Close()
	notes, err := d.Checkpoints(s.ctx, g.name)
	if err != nil {
		return nil, err
	}
	for _, n := range notes {
		c, err := proof.Read(n, proof.Verifiers(keys))
		against.Checkpoints = append(against.Checkpoints, ledger.Witness{Place: g.place, Checkpoint: c, Err: err})
	}
	head, err := g.st.Head(s.ctx, g.name)
	if err != nil {
		return nil, err
	}
	against.Keeper = g.keeper()
	at, done := s.progress("verifying", int64(head))
	defer done()
	found, err := ledger.VerifyAgainst(s.ctx, g.st, g.name, options(at), against)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.place, err)
	}
	return found, nil
}

// verifyExport verifies an export against the checkpoints given.
func (s *session) verifyExport(against ledger.Evidence, keys []*proof.Key) (*ledger.Verification, error) {
	path := s.c.String("from-export")
	label, text, err := s.readFile(path)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path + besideExport); err == nil {
		if err := s.witness(&against, path+besideExport, keys); err != nil {
			return nil, err
		}
	}
	at, done := s.progress("verifying", -1)
	defer done()
	found, err := ledger.VerifyExport(text, options(at), against)
	if err != nil {
		return nil, &inputError{label, err}
	}
	return found, nil
}
