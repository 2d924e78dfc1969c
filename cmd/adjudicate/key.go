package main

import (
	"crypto/rand"
	"os"
	"path/filepath"

	"adjudicate/internal/outfile"
	"adjudicate/ledger/advice"
	"adjudicate/ledger/proof"
	"adjudicate/report"
)

// Flags of the commands that sign or check signatures.
var (
	signFlag = option("key", "sign with the private key in `FILE` (default: $ADJUDICATE_KEY)")
	knowFlag = options("key", "trust signatures by the public or private key in `FILE` (repeatable; default: $ADJUDICATE_KEY)")
)

func keyCommand() *command {
	return newCommand("key", flags{
		option("out", "the `PATH` of the files, without .key or .pub"),
		option("name", "the `NAME` of the key, without spaces or plus signs"),
		toggle("witness", "make the key of a witness, which cosigns checkpoints of others"),
	}, do(func(s *session) (report.View, error) {
		out := s.c.String("out")
		if out == "" {
			return nil, usagef("adjudicate proof key --out umpire", "proof key requires --out: where to write the files")
		}
		called := s.c.String("name")
		if called == "" {
			called = filepath.Base(out)
		}
		generate := proof.NewKey
		if s.c.Bool("witness") {
			generate = proof.NewWitnessKey
		}
		private, public, err := generate(rand.Reader, called)
		if err != nil {
			return nil, err
		}
		v := &report.Key{Private: out + ".key", Public: out + ".pub", Key: public}
		if err := outfile.Pair(v.Private, private+"\n", v.Public, public+"\n"); err != nil {
			return nil, &advice.Error{Text: "cannot write: " + err.Error(), Hint: "choose another --out; keys are never overwritten", Err: err}
		}
		return v, nil
	}))
}

// keyFiles are the files that --key names, else $ADJUDICATE_KEY.
func (s *session) keyFiles() []string {
	if s.c.IsSet("key") {
		if list := s.c.StringSlice("key"); len(list) > 0 {
			return list
		}
		return []string{s.c.String("key")}
	}
	if env := os.Getenv("ADJUDICATE_KEY"); env != "" {
		return []string{env}
	}
	return nil
}

// keys reads the keys that a command is given.
func (s *session) keys() ([]*proof.Key, error) { return s.readKeys(s.keyFiles()) }

func (s *session) readKeys(paths []string) (list []*proof.Key, err error) {
	for _, path := range paths {
		k, err := readAs(s, path, proof.ReadKey)
		if err != nil {
			return nil, err
		}
		list = append(list, k)
	}
	return list, nil
}

// signer is the key to sign with, nil if none is given.
func (s *session) signer() (*proof.Key, error) {
	list, err := s.keys()
	if err != nil || len(list) == 0 {
		return nil, err
	}
	if list[0].Cosigns() {
		return nil, usagef("\"adjudicate proof key\" generates one", "--key %s is the key of a witness, which signs no ledger", s.keyFiles()[0])
	}
	if list[0].Signer == nil {
		return nil, usagef("the private key is in the file ending in .key", "--key %s is a public key: expected a private one", s.keyFiles()[0])
	}
	return list[0], nil
}
