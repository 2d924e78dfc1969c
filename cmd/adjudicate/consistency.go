package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/ledger/proof"
	"adjudicate/report"
)

func consistencyCommand() *cli.Command {
	return newCommand("consistency", []cli.Flag{ledgerFlag, knowFlag, outFlag}, do(func(s *session) error {
		label, text, err := s.readFile(s.arg(0))
		if err != nil {
			return err
		}
		keys, err := s.keys()
		if err != nil {
			return err
		}
		old, err := proof.Read(proof.Checkpoints(text), proof.Verifiers(keys))
		if old == nil {
			return &inputError{label, err}
		}
		if err != nil {
			return s.no(&proof.InvalidProofError{Text: label + ": " + err.Error()})
		}
		g, err := s.attach()
		if err != nil {
			return err
		}
		defer g.close()
		v, err := s.consistency(g, old, keys)
		if isFalse(err) {
			return s.no(err)
		}
		if err != nil {
			return err
		}
		return s.show(v)
	}))
}

// consistency hashes the whole ledger anew and looks for an earlier one in it.
func (s *session) consistency(g *game, old *proof.Signed, keys []*proof.Key) (*report.Consistency, error) {
	if want := proof.Origin(g.name); old.Origin != want {
		return nil, &proof.InvalidProofError{Text: "the checkpoint is of " + old.Origin + ", the ledger is " + want}
	}
	tree, err := s.treeAt(g, old)
	if err != nil {
		return nil, err
	}
	v := &report.Consistency{Holds: true, Old: report.NewCheckpoint(old), Size: tree.Size(), Root: tree.Root().String(), File: s.c.String("out")}
	if v.File == "" {
		return v, nil
	}
	c, err := s.later(g, old, keys)
	if err != nil {
		return nil, err
	}
	x, err := g.log().Extend(s.ctx, old, c)
	if err != nil {
		return nil, err
	}
	v.New, v.Proof = report.NewCheckpoint(c), string(x.Bytes())
	return v, s.save(v.File, v.Proof)
}

// treeAt hashes every event, and compares the root at an earlier checkpoint's size.
func (s *session) treeAt(g *game, old *proof.Signed) (*proof.Tree, error) {
	tree := &proof.Tree{}
	held := old.Size == 0 && old.Root == tree.Root()
	at, done := s.progress("hashing", -1)
	defer done()
	for rec, err := range g.st.Read(s.ctx, g.name, 1) {
		if err != nil {
			return nil, err
		}
		tree.Add(rec.Data)
		if tree.Size() == old.Size {
			held = tree.Root() == old.Root
		}
		if tree.Size()%1024 == 0 {
			at(tree.Size())
		}
	}
	if !held {
		return nil, &proof.MismatchError{Stream: g.name, Size: old.Size, Have: tree.Size()}
	}
	return tree, nil
}

// later returns the checkpoint that a consistency proof leads to: of the ledger as it stands
// if there is a key to sign it, else the largest known.
func (s *session) later(g *game, old *proof.Signed, keys []*proof.Key) (*proof.Signed, error) {
	for _, k := range keys {
		if k.Signer != nil {
			return g.sign(s, k)
		}
	}
	c, err := g.largest(s, keys)
	if err != nil {
		return nil, err
	}
	if c == nil || c.Size < old.Size {
		return nil, usagef("\"adjudicate proof checkpoint --key FILE\" signs one", "no checkpoint later than the old one is known")
	}
	return c, nil
}
