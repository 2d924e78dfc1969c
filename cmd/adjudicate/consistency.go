package main

import (
	"adjudicate/ledger"
	"adjudicate/ledger/proof"
	"adjudicate/report"
)

func consistencyCommand() *command {
	return newCommand("consistency", flags{ledgerFlag, knowFlag, outFlag}, do(func(s *session) (report.View, error) {
		label, text, err := s.readFile(s.arg(0))
		if err != nil {
			return nil, err
		}
		keys, err := s.keys()
		if err != nil {
			return nil, err
		}
		old, err := proof.ReadOne(text, proof.Verifiers(keys))
		if old == nil {
			return nil, inputError(label, err)
		}
		if err != nil {
			return s.no(&proof.InvalidProofError{Text: label + ": " + err.Error()})
		}
		g, err := s.attach(ledger.Witness{Checkpoint: old})
		if err != nil {
			return nil, err
		}
		v, err := s.consistency(g, old, keys)
		if err != nil {
			return s.no(err)
		}
		return v, nil
	}))
}

// consistency looks for an earlier ledger in a game.
func (s *session) consistency(g *game, old *proof.Signed, keys []*proof.Key) (*report.Consistency, error) {
	at, done := s.progress("hashing", -1)
	defer done()
	tree, err := g.Log(s.ctx).Contains(s.ctx, old, at)
	if err != nil {
		return nil, err
	}
	v := &report.Consistency{Holds: true, Old: report.NewCheckpoint(old), Size: tree.Size(), Root: tree.Root().String(), File: s.c.String("out")}
	if v.File == "" {
		return v, nil
	}
	c, err := g.Since(s.ctx, old, keys)
	if err != nil {
		return nil, err
	}
	x, err := g.Log(s.ctx).Extend(s.ctx, old, c)
	if err != nil {
		return nil, err
	}
	v.New, v.Proof = report.NewCheckpoint(c), string(x.Bytes())
	return v, s.save(v.File, v.Proof)
}
