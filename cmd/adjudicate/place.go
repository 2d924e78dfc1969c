package main

import (
	"crypto/rand"
	"fmt"
	"os"
	"strings"

	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/sqlite"
)

// defaultPlace is the ledger's file if nothing names another.
const defaultPlace = "adjudicate.ledger"

// place is the ledger's file.
func (s *session) place() string {
	if p := s.c.String("ledger"); p != "" {
		return p
	}
	if p := os.Getenv("ADJUDICATE_LEDGER"); p != "" {
		return p
	}
	return defaultPlace
}

// A game is an open ledger with its store.
type game struct {
	place string
	st    *sqlite.Store
	name  string // of the stream
	l     *ledger.Ledger
}

func (g *game) close() {
	if g != nil && g.st != nil {
		_ = g.st.Close() // what was acknowledged is on the disk already
	}
}

// open reads the ledger to its end, or to --at.
func (s *session) open() (*game, error) { return s.openAt(s.c.Uint64("at")) }

func (s *session) openAt(sequence uint64) (*game, error) {
	g, err := s.attach()
	if err != nil {
		return nil, err
	}
	at, done := s.progress("reading", -1)
	g.l, err = ledger.OpenAt(s.ctx, g.st, g.name, sequence, options(at))
	done()
	if err != nil {
		g.close()
		return nil, fmt.Errorf("%s: %w", g.place, err)
	}
	return g, nil
}

// attach opens the store without reading the game in it.
func (s *session) attach() (*game, error) {
	g := &game{place: s.place()}
	st, err := sqlite.Open(g.place, sqlite.Options{})
	if err != nil {
		return nil, err
	}
	g.st = st
	names, err := st.Streams(s.ctx)
	switch {
	case err != nil:
		g.close()
		return nil, err
	case len(names) == 0:
		g.close()
		return nil, fmt.Errorf("%s: %w", g.place, ledger.ErrNoGame)
	case len(names) > 1:
		g.close()
		return nil, &store.DamagedError{Place: g.place, Found: "several games in one file: " + strings.Join(names, ", ")}
	}
	g.name = names[0]
	return g, nil
}

func options(at func(int64)) ledger.Options {
	return ledger.Options{Engine: engine, Entropy: rand.Reader, Progress: func(n int) { at(int64(n)) }}
}
