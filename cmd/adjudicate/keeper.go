package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"adjudicate/ledger/summary"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/sqlite"
)

// keeper is where derived data of the game is kept: in its store, or for a store that keeps
// none in a file of this user's. There always is one; the last resort forgets.
func (g *game) keeper() store.Keeper {
	if g.notes == nil {
		g.notes, g.side = keeperOf(g.address, g.st)
		if g.side != nil && g.name != "" {
			g.sameAsNoted()
		}
	}
	return g.notes
}

// sameAsNoted drops the notes on the game from the file beside if they are about another one,
// which had its name on a server of the same address: its first event tells.
func (g *game) sameAsNoted() {
	const kind = "origin"
	for first, err := range g.st.Read(g.ctx, g.name, 1) {
		if err != nil {
			return
		}
		n, found, err := g.notes.Kept(g.ctx, g.name, kind, 1)
		if err == nil && found && bytes.Equal(n.Data, first.ID[:]) {
			return
		}
		_ = g.notes.Drop(g.ctx, g.name, "", store.NoStream)
		_ = g.notes.Keep(g.ctx, store.Note{Stream: g.name, Kind: kind, At: 1, Data: first.ID[:]})
		return
	}
}

// keeperOf returns what keeps the notes on a store's streams, and what is to be closed
// afterwards, if anything.
func keeperOf(place string, st store.Store) (store.Keeper, store.Store) {
	if k, ok := st.(store.Keeper); ok {
		return k, nil
	}
	file, err := sideFile(place)
	if err != nil {
		return memory.New(), nil
	}
	return file, file
}

// sideFile opens the file that keeps notes on the streams of a server. Its name is made from
// the server's address.
func sideFile(place string) (*sqlite.Store, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	dir = filepath.Join(dir, name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(place))
	path := filepath.Join(dir, hex.EncodeToString(sum[:8])+".notes")
	st, err := sqlite.Open(path, fileOptions())
	if errors.Is(err, fs.ErrNotExist) {
		st, err = sqlite.Create(path, fileOptions())
		if errors.Is(err, fs.ErrExist) {
			st, err = sqlite.Open(path, fileOptions()) // another process was first
		}
	}
	return st, err
}

// summarise brings the summary of a game up to date that the command has added to.
func (g *game) summarise(head store.Revision) {
	k := g.keeper()
	if _, forgetful := k.(*memory.Store); forgetful {
		return
	}
	ctx := context.WithoutCancel(g.ctx)
	_, _ = summary.Current(ctx, g.st, k, g.name, head) // "ledgers" does it otherwise
}
