package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/built"
	"adjudicate/internal/garbage"
	"adjudicate/ledger"
	"adjudicate/ledger/advice"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/ledger/proof"
	"adjudicate/report"
)

// newHost is this machine and its user, as the environment tells; again says that the command rules on histories again.
func newHost(c *cli.Context, again bool) *place.Host {
	h := &place.Host{Engine: engine, Build: built.This().String(), Entropy: rand.Reader, Desk: "adjudicate.desk", Again: again, Password: place.Password(os.Getenv("ADJUDICATE_STORE_PASSWORD"), os.Getenv("ADJUDICATE_STORE_PASSWORD_FILE"))}
	if dir, err := os.UserCacheDir(); err == nil {
		h.Cache = filepath.Join(dir, name)
	}
	if dir, err := os.UserConfigDir(); err == nil {
		h.Own = filepath.Join(dir, name)
	}
	if path := os.Getenv("ADJUDICATE_DESK"); path != "" {
		h.Desk = path
	}
	// A server that is away would otherwise look like a command that hangs.
	h.Waiting = func(text string) { fmt.Fprintf(c.App.ErrWriter, "%s: %s\n", name, text) }
	return h
}

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

// gameName is the game asked for, "" if none is. What the environment says is not about a file named by --ledger.
func (s *session) gameName() string {
	if n := s.c.String("game"); n != "" || s.c.String("ledger") != "" {
		return n
	}
	return os.Getenv("ADJUDICATE_GAME")
}

// A game is a game that a command asks.
type game struct {
	*place.Game
	ctx   context.Context
	l     *ledger.Ledger // nil if it has only been attached
	began uint64         // where l stood when it was opened
}

func (g *game) close() {
	if g.l != nil && g.l.Head() > g.began {
		g.Summarise(g.ctx, g.l.Head())
	}
	_ = g.Close() // what was acknowledged is on the disk already
}

// attach opens the store without reading the game in it: the one of that name, or without a
// name the only one; if that is gone, the one that checkpoints are of. It is closed when the command ends.
func (s *session) attach(noted ...ledger.Witness) (*game, error) {
	st, err := s.host.Open(s.ctx, s.place())
	if err != nil {
		return nil, err
	}
	g, err := st.FindNoted(s.ctx, s.gameName(), noted)
	if err != nil {
		_ = st.Close()
		return nil, err
	}
	s.games = append(s.games, &game{Game: g, ctx: s.ctx})
	return s.games[len(s.games)-1], nil
}

// zone is the time zone of the game that the flags name, in which moments are that say none. Whoever needs the game says why it
// cannot be had.
func (s *session) zone() *time.Location {
	if len(s.games) == 0 {
		if _, err := s.attach(); err != nil {
			return events.ZoneOr(s.c.String("zone"))
		}
	}
	return events.ZoneOr(history.ZoneName(s.ctx, s.games[0].Recall(), s.games[0].Name))
}

// open reads the ledger to its end, or to the point that the flags name.
func (s *session) open() (*game, error) {
	if s.where().Named() {
		return s.openView()
	}
	n, promised := s.promised()
	if !promised {
		return s.openAt(s.point("at"))
	}
	g, err := s.openAt(0)
	if err == nil {
		err = g.l.Expect(n)
	}
	return g, err
}

func (s *session) openAt(sequence uint64) (*game, error) {
	g, err := s.attach()
	if err != nil {
		return nil, err
	}
	at, done := garbage.Sparing(s.Progress("reading", -1))
	g.l, err = g.Ledger(s.ctx, sequence, at)
	done()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.Place, err)
	}
	g.began = g.l.Head()
	if err := g.Behind(s.ctx, g.l.Head()); err != nil && sequence == 0 {
		if !advice.IsA[*place.BehindError](err) || s.writes() && !s.c.Bool("force") {
			return nil, err
		}
		fmt.Fprintf(s.Errs, "%s: %v\n", name, err)
	}
	s.at, err = s.now() // once more: what was read may have been written a moment ago
	return g, err
}

// onGame is do for a command that asks the game where the flags point.
func onGame(f func(*session, *game) (report.View, error)) action {
	return opened((*session).open, f)
}

// onStore is do for a command that needs the store with the game, but not its state.
func onStore(f func(*session, *game) (report.View, error)) action {
	return opened(func(s *session) (*game, error) { return s.attach() }, f)
}

// onWhole is do for a command about a whole store.
func onWhole(f func(*session, *place.Store) (report.View, error)) action {
	return do(func(s *session) (report.View, error) {
		st, err := s.host.Open(s.ctx, s.place())
		if err != nil {
			return nil, err
		}
		defer st.Close()
		return f(s, st)
	})
}

func opened(open func(*session) (*game, error), f func(*session, *game) (report.View, error)) action {
	return do(func(s *session) (report.View, error) {
		g, err := open(s)
		if err != nil {
			return nil, err
		}
		return f(s, g)
	})
}

// people is who the players of an open game are.
func (s *session) people(g *game) ([]people.Person, error) { return g.People(s.ctx, g.l.State()) }

// covering returns a checkpoint that stands for an event.
func (s *session) covering(g *game, sequence uint64) (*proof.Signed, error) {
	keys, err := s.keys()
	if err != nil {
		return nil, err
	}
	return g.Covering(s.ctx, sequence, keys, s.signer)
}
