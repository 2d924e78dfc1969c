package main

import (
	"adjudicate/ledger"
	"adjudicate/ledger/proof"
	"adjudicate/report"
)

func consistencyCommand() *command {
	return newCommand("consistency", flags{ledgerFlag, knowFlag, outFlag}, do(func(s *session) (report.View, error) {
		label, text, err := s.ReadFile(s.arg(0))
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
		at, done := s.Progress("hashing", -1)
		v, err := report.ConsistencyOf(s.ctx, g.Game, old, keys, s.c.String("out"), at)
		done()
		if err != nil {
			return s.no(err)
		}
		return v, s.save(v.File, v.Proof)
	}))
}
