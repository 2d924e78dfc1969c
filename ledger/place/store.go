package place

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/summary"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// A Store is an open place.
type Store struct {
	Events  store.Store
	Address string // as it was given; it may hold a password
	Place   string // as it may be shown
	Host    *Host

	origins sync.Map // of games: uuid.UUID by name
	tables  tables   // desks in the store's own file that nobody uses now

	mu      sync.Mutex
	leaving []func()
}

// AtClose has something done before the store is let go of.
func (s *Store) AtClose(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.leaving = append(s.leaving, do)
}

// Close lets go of the store. What was acknowledged is kept already.
func (s *Store) Close() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	leaving := s.leaving
	s.leaving = nil
	s.mu.Unlock()
	for _, do := range leaving {
		do()
	}
	return errors.Join(s.tables.close(), s.Events.Close())
}

// Games lists the games, by name, if the store can tell.
func (s *Store) Games(ctx context.Context) (names []string, listed bool, err error) {
	l, ok := s.Events.(store.Lister)
	if !ok {
		return nil, false, nil
	}
	names, err = l.Streams(ctx)
	slices.Sort(names)
	return names, true, err
}

// A Follower tells which games have gone on.
type Follower = store.Follower

// A Marker is a Follower that can go on where another one was.
type Marker = store.Marker

// Follow returns a Follower of the games. It lives as long as the store.
func (s *Store) Follow() Follower { return store.Follow(s.Events) }

// Heads are the heads of games, in their order, for little more than that of one.
func (s *Store) Heads(ctx context.Context, names []string) ([]store.Standing, error) {
	return store.HeadsOf(ctx, s.Events, names)
}

// Keeper is where derived data is kept: in the store, for a server in a file of this user's. There
// always is one; the last resort forgets.
func (s *Store) Keeper() store.Keeper {
	if k, ok := s.Events.(store.Keeper); ok {
		return k
	}
	return memory.New()
}

// allGames is what a note is about that is about no game in particular.
const allGames = "*"

// Remember keeps something about all games under a word. It may be forgotten.
func (s *Store) Remember(ctx context.Context, word string, data []byte) error {
	return s.Keeper().Keep(ctx, store.Note{Stream: allGames, Kind: word, Data: data})
}

// Remembered returns what was kept under a word, nil if nothing is.
func (s *Store) Remembered(ctx context.Context, word string) []byte {
	n, found, err := s.Keeper().Kept(ctx, allGames, word, store.NoStream)
	if err != nil || !found {
		return nil
	}
	return n.Data
}

// Desk opens what lies beside the ledgers of the store: in the ledger's file, or for a server in
// a file of the umpire's.
func (s *Store) Desk() (people.Desk, error) {
	if !s.OwnDesk() {
		return s.Host.desk(), nil
	}
	return s.tables.take(s.Address)
}

// deskPatience is how long a change of a desk waits for another process that writes to it.
const deskPatience = 5 * time.Second

// desk is the desk that servers share.
func (h *Host) desk() *people.File { return people.OpenFile(h.Desk, deskPatience) }

// OwnDesk reports whether the store has a desk of its own: servers share that of whoever
// uses them.
func (s *Store) OwnDesk() bool { return !IsAddress(s.Address) }

// Called is what the store is called without where it lies: the name of a file, or the address of a server without its user and password.
func (s *Store) Called() string {
	if s.OwnDesk() {
		return filepath.Base(s.Place)
	}
	return s.Place
}

// Game is a game by the name of its stream, whether it is there or not.
func (s *Store) Game(name string) *Game { return &Game{Store: s, Name: name} }

// Find returns the game that a name means, or without a name the only one.
func (s *Store) Find(ctx context.Context, name string) (*Game, error) {
	if name != "" {
		for _, n := range ledger.StreamNames(name) {
			if head, err := s.Events.Head(ctx, n); err != nil {
				return nil, err
			} else if head != store.NoStream {
				return s.Game(n), nil
			}
		}
	}
	names, listed, err := s.Games(ctx)
	if err == nil && (name != "" || listed && len(names) == 0) {
		err = s.lost(ctx, name)
	}
	switch {
	case err != nil:
		return nil, err
	case listed && len(names) == 0:
		return nil, &noGame{s.Place}
	case len(names) != 1 || name != "":
		return nil, &ChoiceError{Place: s.Place, Name: name, Names: names, Listed: listed}
	}
	return s.Game(names[0]), nil
}

// noGame says where there is no game.
type noGame struct{ place string }

func (e *noGame) Error() string { return e.place + ": " + ledger.ErrNoGame.Error() }
func (e *noGame) Unwrap() error { return ledger.ErrNoGame }

// Summaries yields how each game stands, or the one that a name means. Summaries that were kept
// are brought up to date; anew leaves them unread.
func (s *Store) Summaries(ctx context.Context, name string, anew bool) iter.Seq2[summary.Entry, error] {
	if name == "" {
		return summary.All(ctx, s.Events, s.Keeper(), anew)
	}
	return func(yield func(summary.Entry, error) bool) {
		g, err := s.Find(ctx, name)
		if err != nil {
			yield(summary.Entry{Name: name}, err)
			return
		}
		e, keeper := summary.Entry{Name: g.Name}, g.Keeper(ctx)
		if anew {
			if e.Summary, err = summary.After(ctx, s.Events, store.Note{Stream: g.Name}); err == nil {
				e.Summary.Write(ctx, s.Events, g.Name)
				summary.Keep(ctx, keeper, g.Name, e.Summary)
			}
		} else {
			var head store.Revision
			if head, err = s.Events.Head(ctx, g.Name); err == nil {
				e.Summary, err = summary.Current(ctx, s.Events, keeper, g.Name, head)
			}
			if err == nil && e.Summary.Write(ctx, s.Events, g.Name) {
				summary.Keep(ctx, keeper, g.Name, e.Summary)
			}
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", s.Place, err)
		}
		yield(e, err)
	}
}

// Begin writes the first events of a game, in one append. If a server has them already, it is as if
// they had just been written: an answer may have been lost. Beside says that the store may hold others.
// The sequence must not use the store.
func (s *Store) Begin(ctx context.Context, name string, list iter.Seq2[store.Event, error], beside bool) error {
	head, err := s.Events.Head(ctx, name)
	if err != nil && !store.Unfinished(err) { // that one may be finished by what it was begun with
		return err
	}
	if !beside {
		names, _, err := s.Games(ctx)
		if err != nil {
			return err
		}
		if len(names) > 1 || len(names) == 1 && names[0] != name {
			return &TakenError{Place: s.Place}
		}
	}
	if head != store.NoStream {
		same := false
		if !s.OwnDesk() {
			same, err = s.begins(ctx, name, list)
		}
		if err == nil && !same {
			err = &TakenError{Place: s.Place}
			if beside {
				err = &TakenError{Place: s.Place, Name: name}
			}
		}
		return err
	}
	head, err = store.Fill(ctx, s.Events, name, list)
	if err != nil {
		return err
	}
	return s.begun(ctx, name, uint64(head))
}

// begun keeps what is kept of a game that has just begun.
func (s *Store) begun(ctx context.Context, name string, head uint64) error {
	g := s.Game(name)
	g.Summarise(ctx, head)
	return g.begun(ctx)
}

// begins reports whether a game begins with some events.
func (s *Store) begins(ctx context.Context, name string, list iter.Seq2[store.Event, error]) (bool, error) {
	next, stop := iter.Pull2(s.Events.Read(ctx, name, 1))
	defer stop()
	for want, err := range list {
		if err != nil {
			return false, err
		}
		have, err, ok := next()
		if err != nil || !ok || have.ID != want.ID || !bytes.Equal(have.Data, want.Data) {
			return false, err
		}
	}
	return true, nil
}

// A Game is a ledger in a store.
type Game struct {
	*Store
	Name string // of the stream
}

// Ledger reads the game up to a sequence, 0 for its end.
func (g *Game) Ledger(ctx context.Context, sequence uint64, told func(done int64)) (*ledger.Ledger, error) {
	return ledger.OpenAt(ctx, g.Recall(), g.Name, sequence, g.Host.Options(told))
}

// Keeper is where derived data of the game is kept.
func (g *Game) Keeper(context.Context) store.Keeper { return g.Store.Keeper() }

// Expect returns a *store.ConflictError unless the game ends with the event of a sequence, 0 for a game that is not there.
func (g *Game) Expect(ctx context.Context, sequence uint64) error {
	head, err := g.Events.Head(ctx, g.Name)
	if err != nil {
		return err
	}
	return store.Expect(g.Name, store.Revision(sequence), head)
}

// Enter has something entered into the game as it stands, and again if others have written to it meanwhile: enter then returned a
// *store.ConflictError. After so many tries the error is a *ContendedError.
func (g *Game) Enter(tries int, enter func() error) error {
	var conflict *store.ConflictError
	for range tries {
		if err := enter(); !errors.As(err, &conflict) {
			return err
		}
	}
	return &ContendedError{Place: g.Place, Name: g.Name, Err: conflict}
}

// Summarise brings the summary of a game up to date that something has been added to, up to its head.
func (g *Game) Summarise(ctx context.Context, head uint64) {
	ctx = context.WithoutCancel(ctx)
	k := g.Keeper(ctx)
	if r, ok := k.(*remote); ok && r.forgets() {
		return
	}
	_, _ = summary.Current(ctx, g.Events, k, g.Name, store.Revision(head)) // whoever lists the games does it otherwise
}
