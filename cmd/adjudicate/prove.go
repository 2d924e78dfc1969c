package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"adjudicate/ledger/proof"
	"adjudicate/report"
)

// outFlag is where the commands that make a proof put it.
var outFlag = &cli.StringFlag{Name: "out", Usage: "write the proof into `FILE`"}

func proveCommand() *cli.Command {
	return newCommand("prove", []cli.Flag{ledgerFlag, signFlag, outFlag}, onStore(func(s *session, g *game) error {
		n, err := s.sequence(g, s.arg(0))
		if err != nil {
			return err
		}
		head, err := g.st.Head(s.ctx, g.name)
		if err != nil {
			return err
		}
		if n > uint64(head) {
			return usagef("\"adjudicate log\" lists the events", "no event %d in the ledger: it has %d", n, head)
		}
		c, err := g.covering(s, n)
		var p *proof.Proof
		if err == nil {
			p, err = g.log().Prove(s.ctx, n, c)
		}
		if isFalse(err) {
			return s.no(err)
		}
		if err != nil {
			return err
		}
		v := &report.Proof{Sequence: n, Checkpoint: report.NewCheckpoint(c), Proof: string(p.Bytes()), File: s.c.String("out")}
		if err := s.save(v.File, v.Proof); err != nil {
			return err
		}
		return s.show(v)
	}))
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

// no answers that something does not hold.
func (s *session) no(err error) error {
	if err := s.show(&report.Refutation{Why: err.Error()}); err != nil {
		return err
	}
	return errDifference
}
