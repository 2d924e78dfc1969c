package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/sqlite"
)

// defaultPlace is the ledger's file if nothing names another.
const defaultPlace = "adjudicate.ledger"

// place is where the ledger is kept: the path of a file, or the address of a server.
func (s *session) place() string {
	p, _ := s.placeNamed()
	return p
}

// placeNamed is place, and whether it was named as a store, which may hold several games.
func (s *session) placeNamed() (place string, several bool) {
	if p := s.c.String("store"); p != "" {
		return p, true
	}
	if p := s.c.String("ledger"); p != "" {
		return p, false
	}
	if p := os.Getenv("ADJUDICATE_STORE"); p != "" {
		return p, true
	}
	if p := os.Getenv("ADJUDICATE_LEDGER"); p != "" {
		return p, false
	}
	return defaultPlace, false
}

// gameName is the game asked for, "" if none is. What the environment says is not about a
// file named by --ledger.
func (s *session) gameName() string {
	if n := s.c.String("game"); n != "" || s.c.String("ledger") != "" {
		return n
	}
	return os.Getenv("ADJUDICATE_GAME")
}

// address matches what names a server: a scheme and what follows.
var address = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*)://`)

// shown is a place as messages name it: an address without user and password.
func shown(place string) string { return esdb.Place(place) }

// serverOf returns how to open an address; nil if the place is a file.
func serverOf(place string) (func(context.Context, string) (store.Store, error), error) {
	is, err := esdb.IsAddress(place)
	switch {
	case err != nil:
		return nil, &usageError{text: err.Error(), hint: "docs/operations.md has the form of an address", err: err}
	case is:
		return openESDB, nil
	}
	if m := address.FindStringSubmatch(place); m != nil {
		return nil, usagef("expected a file's path, or an address such as esdb://localhost:2113?tls=false", "no such kind of store: %q", m[1])
	}
	return nil, nil
}

// openStore opens a store that exists.
func openStore(ctx context.Context, place string) (store.Store, error) {
	open, err := serverOf(place)
	switch {
	case err != nil:
		return nil, err
	case open != nil:
		return open(ctx, place)
	}
	st, err := sqlite.Open(place, fileOptions())
	if err != nil {
		return nil, err // and no *sqlite.Store that is nil
	}
	return st, nil
}

// openOrCreate opens a store; a file that does not exist is made.
func openOrCreate(ctx context.Context, place string) (store.Store, error) {
	st, err := openStore(ctx, place)
	if !errors.Is(err, fs.ErrNotExist) || address.MatchString(place) {
		return st, err
	}
	made, err := sqlite.Create(place, fileOptions())
	if errors.Is(err, fs.ErrExist) {
		return openStore(ctx, place) // another process was first
	}
	if err != nil {
		return nil, err
	}
	return made, nil
}

// A game is an open ledger with its store.
type game struct {
	ctx     context.Context
	address string // what was opened
	place   string // the same as it may be shown
	st      store.Store
	name    string // of the stream
	l       *ledger.Ledger
	began   uint64       // where l stood when it was opened
	notes   store.Keeper // once keeper has been asked
	side    store.Store  // holds the notes if st does not
}

func (g *game) close() {
	if g == nil || g.st == nil {
		return
	}
	if g.l != nil && g.l.Head() > g.began {
		g.summarise(store.Revision(g.l.Head()))
	}
	if g.side != nil {
		_ = g.side.Close()
	}
	_ = g.st.Close() // what was acknowledged is on the disk already
}

// open reads the ledger to its end, or to the point that the flags name.
func (s *session) open() (*game, error) {
	if s.pointed() {
		return s.openPoint()
	}
	n, promised := s.promised()
	if !promised {
		return s.openAt(s.c.Uint64("at"))
	}
	g, err := s.openAt(0)
	if err == nil {
		if err = conflictAt(g.name, n, g.l.Head()); err != nil {
			g.close()
			return nil, err
		}
	}
	return g, err
}

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
	g.began = g.l.Head()
	return g, nil
}

// attach opens the store without reading the game in it.
func (s *session) attach() (*game, error) { return s.attachAt(s.place(), s.gameName()) }

// attachAt finds a game at a place: the one of that name, or without a name the only one.
func (s *session) attachAt(place, name string) (*game, error) {
	st, err := openStore(s.ctx, place)
	if err != nil {
		return nil, err
	}
	g := &game{ctx: s.ctx, address: place, place: shown(place), st: st}
	if g.name, err = choose(s.ctx, g.place, st, name); err != nil {
		g.close()
		return nil, err
	}
	return g, nil
}

// choose returns the name of the stream that a game's name means.
func choose(ctx context.Context, place string, st store.Store, name string) (string, error) {
	if name != "" {
		for _, n := range []string{name, streamName(name)} {
			if head, err := st.Head(ctx, n); err != nil || head != store.NoStream {
				return n, err
			}
		}
	}
	names, listed, err := streams(ctx, st)
	switch {
	case err != nil:
		return "", err
	case listed && len(names) == 0:
		return "", fmt.Errorf("%s: %w", place, ledger.ErrNoGame)
	case name != "":
		e := unknownName("game", name, names, "it holds "+several(names))
		return "", fmt.Errorf("%s: %w", place, e)
	case !listed:
		return "", usagef("--game NAME or $ADJUDICATE_GAME chooses one", "%s does not tell which games it holds: expected the name of one", place)
	case len(names) > 1:
		return "", usagef("--game NAME or $ADJUDICATE_GAME chooses one; \"adjudicate ledgers\" tells more of them",
			"%s holds %d games: expected the name of one of %s", place, len(names), several(names))
	}
	return names[0], nil
}

// streams lists the games of a store, if it can tell.
func streams(ctx context.Context, st store.Store) (names []string, listed bool, err error) {
	l, ok := st.(store.Lister)
	if !ok {
		return nil, false, nil
	}
	names, err = l.Streams(ctx)
	slices.Sort(names)
	return names, true, err
}

// several names some games, and how many more there are.
func several(names []string) string {
	const most = 12
	if len(names) == 0 {
		return "none that it tells of"
	}
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// onGame is do for a command that asks the game where the flags point.
func onGame(f func(*session, *game) error) cli.ActionFunc { return opened((*session).open, f) }

// onStore is do for a command that needs the store with the game, but not its state.
func onStore(f func(*session, *game) error) cli.ActionFunc { return opened((*session).attach, f) }

func opened(open func(*session) (*game, error), f func(*session, *game) error) cli.ActionFunc {
	return do(func(s *session) error {
		g, err := open(s)
		if err != nil {
			return err
		}
		defer g.close()
		return f(s, g)
	})
}

func options(at func(int64)) ledger.Options {
	return ledger.Options{Engine: engine, Entropy: rand.Reader, Progress: func(n int) { at(int64(n)) }}
}
