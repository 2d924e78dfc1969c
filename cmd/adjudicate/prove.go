package main

import (
	"errors"
	"io"

	"adjudicate/history"
	"adjudicate/ledger/proof"
	"adjudicate/report"
)

// outFlag is where the commands that make a proof put it.
var outFlag = option("out", "write the proof to `FILE`")

func proveCommand() *command {
	return newCommand("prove", flags{ledgerFlag, signFlag, outFlag}, onView(func(s *session, g *game, h *history.View) (report.View, error) {
		n, _, err := h.Number(s.ctx, s.arg(0))
		if err != nil {
			return nil, err
		}
		head, err := g.Recall().Head(s.ctx, g.Name)
		if err != nil {
			return nil, err
		}
		if n > uint64(head) {
			return nil, usagef("\"adjudicate log\" lists the events", "no event %d: the ledger has %d", n, head)
		}
		c, err := s.covering(g, n)
		var p *proof.Proof
		if err == nil {
			p, err = g.Log(s.ctx).Prove(s.ctx, n, c)
		}
		if err != nil {
			return s.no(err)
		}
		v := &report.Proof{Sequence: n, Checkpoint: report.NewCheckpoint(c), Proof: string(p.Bytes()), File: s.c.String("out")}
		if err := s.save(v.File, v.Proof); err != nil {
			return nil, err
		}
		return v, nil
	}))
}

// receiptFlag has a ruling written as something to keep.
var receiptFlag = option("receipt", "write a receipt to `FILE`: the input, its ruling and a signed checkpoint")

// receipt writes the receipt of a ruling, if the command was asked to.
func (s *session) receipt(g *game, v *report.Ruling) error {
	path := s.c.String("receipt")
	if path == "" {
		return nil
	}
	c, err := s.covering(g, v.Sequence+1)
	if err != nil {
		return err
	}
	r, err := g.Receipt(s.ctx, v.Sequence, c, report.EventWords)
	if err != nil {
		return err
	}
	r.About = append(r.About, report.ReceiptHint)
	return s.save(path, string(r.Bytes()))
}

// save writes a proof into a file, if one is named.
func (s *session) save(path, text string) error {
	if path == "" {
		return nil
	}
	return s.writeFile(path, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// no answers that something does not hold, if that is what an error says: a ledger or proof is
// not what a checkpoint stands for.
func (s *session) no(err error) (report.View, error) {
	var other *proof.MismatchError
	var wrong *proof.InvalidProofError
	if errors.As(err, &other) || errors.As(err, &wrong) {
		return &report.Refutation{Why: err.Error()}, nil
	}
	return nil, err
}
