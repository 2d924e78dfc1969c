package main

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"

	"adjudicate/ledger"
	"adjudicate/ledger/summary"
	"adjudicate/store/sqlite"
)

// fileOptions are those with which files are opened: only notes that this version of the program
// derived for this user on this machine are believed.
func fileOptions() sqlite.Options { return sqlite.Options{Seal: seal()} }

var seal = sync.OnceValue(func() *sqlite.Seal {
	maker := engine
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" || s.Key == "vcs.modified" {
				maker += " " + s.Value
			}
		}
	}
	secret, err := noteSecret()
	if err != nil {
		secret = make([]byte, secretLength)
		_, _ = rand.Read(secret) // notes are believed as long as this process lasts
	}
	return &sqlite.Seal{Secret: secret, Maker: maker}
})

const secretLength = 32

// noteSecret is this user's secret on this machine, made when it is first needed. It is no
// loss if it goes: notes are derived again.
func noteSecret() ([]byte, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	dir = filepath.Join(dir, name)
	path := filepath.Join(dir, "notes.secret")
	if secret, err := os.ReadFile(path); err == nil && len(secret) == secretLength {
		return secret, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	draft, err := os.CreateTemp(dir, ".notes-*") // which only its owner can read
	if err != nil {
		return nil, err
	}
	defer os.Remove(draft.Name())
	secret := make([]byte, secretLength)
	_, err = rand.Read(secret)
	if err == nil {
		_, err = draft.Write(secret)
	}
	if err = errors.Join(err, draft.Close()); err != nil {
		return nil, err
	}
	switch err := os.Link(draft.Name(), path); {
	case errors.Is(err, fs.ErrExist): // another process was first, or what is there is no secret
		there, err := os.ReadFile(path)
		if err == nil && len(there) == secretLength {
			return there, nil
		}
		return secret, os.Rename(draft.Name(), path)
	case err != nil:
		return secret, os.Rename(draft.Name(), path)
	}
	return secret, nil
}

// derived says how notes are checked of which package ledger knows nothing.
var derived = map[string]ledger.Derived{summary.Kind: summary.Derived}
