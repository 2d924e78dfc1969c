package main

import (
	"fmt"

	"adjudicate/ledger/proof"
	"adjudicate/report"
)

// checkpointFlag has a ruling printed with the checkpoint that it stands in.
var checkpointFlag = toggle("checkpoint", "print a signed checkpoint with the ruling")

func checkpointCommand() *command {
	return newCommand("checkpoint", flags{ledgerFlag, signFlag,
		toggle("list", "list the known checkpoints without signing one"),
	}, onStore(func(s *session, g *game) (report.View, error) {
		if s.c.Bool("list") {
			list, err := g.Checkpoints(s.ctx, nil)
			if err != nil {
				return nil, err
			}
			return report.NewCheckpoints(list), nil
		}
		c, err := s.newest(g)
		if err != nil {
			return s.no(err)
		}
		return report.NewCheckpoint(c), nil
	}))
}

// newest is the checkpoint of the game as it stands, if there is a key to sign it, else the largest known.
func (s *session) newest(g *game) (*proof.Signed, error) {
	key, err := s.signer()
	if err != nil {
		return nil, err
	}
	return g.Newest(s.ctx, key)
}

// canSign refuses, before anything is written, a command that is to sign without a key.
func (s *session) canSign() error {
	if !s.c.Bool("checkpoint") {
		return nil
	}
	key, err := s.signer()
	if err == nil && key == nil {
		err = usagef("\"adjudicate proof key\" generates one", "--checkpoint requires a key: --key or $ADJUDICATE_KEY")
	}
	return err
}

// withCheckpoint adds to a ruling the checkpoint that it stands in, if the command was asked to. If not, and there is a
// key, one is signed now and then, so that what is changed later is missed.
func (s *session) withCheckpoint(g *game, v *report.Ruling) error {
	if !s.c.Bool("checkpoint") {
		keys, err := s.keys()
		if len(keys) > 0 && keys[0].Signer != nil {
			err = g.SignDue(s.ctx, keys[0], v.Ends)
		}
		if err != nil {
			fmt.Fprintf(s.Errs, "%s: no checkpoint was signed: %v\n", name, err)
		}
		return nil
	}
	c, err := s.covering(g, v.Ends)
	if err != nil {
		return err
	}
	v.Checkpoint = report.NewCheckpoint(c)
	return nil
}
