package place

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/proof"
	"adjudicate/store"
	"adjudicate/store/esdb"
)

// A desk in the ledger's own file keeps things by the game's name. One that is used for several
// servers keeps them by what the game is, which its first event tells, and by where it stands: so
// games of one name are told apart, and what identifies people stays with one store.

// A shelf is where such a desk keeps what belongs to a game.
type shelf struct {
	game   string
	origin uuid.UUID // of its first event
	where  string
}

// String is the shelf's name on the desk. The names of games have no spaces.
func (s shelf) String() string { return fmt.Sprintf("%s %s %s", s.game, s.origin, s.where) }

// shelfOf reads a shelf's name.
func shelfOf(name string) (shelf, bool) {
	part := strings.Fields(name)
	if len(part) != 3 {
		return shelf{}, false
	}
	id, err := uuid.Parse(part[1])
	return shelf{part[0], id, part[2]}, err == nil
}

// Origin is the id of the game's first event, which tells it from any other game of its name; uuid.Nil if the store has no such game. Of a file it is read
// once: no game leaves one that is open.
func (g *Game) Origin(ctx context.Context) (uuid.UUID, error) {
	if g.OwnDesk() {
		id, _, err := g.origin(ctx)
		return id, err
	}
	return g.first(ctx)
}

// first is the id of the game's first event, read from the store.
func (g *Game) first(ctx context.Context) (uuid.UUID, error) {
	first, _, err := store.EventAt(ctx, g.Events, g.Name, 1)
	return first.ID, err
}

// origin is the Origin that the game had when it was first asked for, as long as the store has one.
func (g *Game) origin(ctx context.Context) (id uuid.UUID, found bool, err error) {
	if known, ok := g.origins.Load(g.Name); ok {
		return known.(uuid.UUID), true, nil
	}
	if id, err = g.first(ctx); err != nil || id == uuid.Nil {
		return id, false, err
	}
	g.origins.Store(g.Name, id)
	return id, true, nil
}

// withDesk opens the desk for as long as f takes, which is given the name under which it keeps what
// belongs to the game.
func (g *Game) withDesk(ctx context.Context, f func(d people.Desk, shelf string) error) error {
	d, err := g.Desk()
	if err != nil {
		return err
	}
	defer d.Close()
	file, ok := d.(*people.File)
	if !ok {
		return f(d, g.Name)
	}
	name, err := g.shelf(ctx, file)
	if err != nil {
		return err
	}
	return f(d, name)
}

// shelf finds the game's shelf. What versions before this one kept by the name alone goes to the
// first game of that name that is asked about.
func (g *Game) shelf(ctx context.Context, d *people.File) (string, error) {
	names, err := d.Shelves(ctx)
	if err != nil {
		return "", err
	}
	id, found, err := g.origin(ctx)
	if err != nil && !store.Alone(err) {
		return "", err
	}
	mine := shelf{g.Name, id, esdb.Realm(g.Address)}
	if !found { // it is gone: the shelf tells of what there was
		for _, name := range names {
			if s, ok := shelfOf(name); ok && s.game == mine.game && s.where == mine.where {
				return name, nil
			}
		}
		return g.Name, nil
	}
	if !slices.Contains(names, mine.String()) && slices.Contains(names, g.Name) {
		return mine.String(), d.Rename(ctx, g.Name, mine.String())
	}
	return mine.String(), nil
}

// begun has an empty shelf for a game that has just begun: what was kept by its name alone is not
// about it.
func (g *Game) begun(ctx context.Context) error {
	if g.OwnDesk() {
		return nil
	}
	d := g.Host.desk()
	names, err := d.Shelves(ctx)
	if err != nil || !slices.Contains(names, g.Name) {
		return err
	}
	id, found, err := g.origin(ctx)
	if err != nil || !found {
		return err
	}
	return d.Clear(ctx, shelf{g.Name, id, esdb.Realm(g.Address)}.String())
}

// elsewhere are the largest checkpoints of the same game in other places.
func (g *Game) elsewhere(ctx context.Context, keys []*proof.Key) (list []ledger.Witness, err error) {
	err = g.withDesk(ctx, func(d people.Desk, own string) error {
		mine, ok := shelfOf(own)
		if !ok {
			return nil
		}
		names, err := d.(*people.File).Shelves(ctx)
		if err != nil {
			return err
		}
		for _, name := range names {
			s, ok := shelfOf(name)
			if !ok || s.game != mine.game || s.origin != mine.origin || s.where == mine.where {
				continue
			}
			notes, err := d.Checkpoints(ctx, name)
			if err != nil {
				return err
			}
			for _, n := range slices.Backward(notes) {
				if c, err := proof.Read(n, proof.Verifiers(keys)); err == nil {
					list = append(list, ledger.Witness{Place: s.where, Checkpoint: c, Elsewhere: true})
					break
				}
			}
		}
		return nil
	})
	return list, err
}

// BehindError says that a game has fewer events than a checkpoint that is known of it.
type BehindError struct {
	Place, Name string
	Has, Known  uint64
}

func (e *BehindError) Error() string { return e.Place + ": " + e.Name + " " + e.Found() }

// Found says how many events there are and how many there should be.
func (e *BehindError) Found() string {
	has := fmt.Sprintf("has %d events", e.Has)
	if e.Has == 0 {
		has = "is missing"
	}
	return fmt.Sprintf("%s, but a known checkpoint covers %d", has, e.Known)
}

// Behind returns a *BehindError for a game that stands at head and should stand further.
func (g *Game) Behind(ctx context.Context, head uint64) error {
	if g.OwnDesk() {
		return nil // the file is all that there is
	}
	c, err := g.Largest(ctx, nil)
	if err != nil || c == nil || uint64(c.Size) <= head {
		return err
	}
	return &BehindError{Place: g.Place, Name: g.Name, Has: head, Known: uint64(c.Size)}
}

// lost returns a *BehindError for a game that is not there and of which the desk has a checkpoint:
// the one that a name means, or any.
func (s *Store) lost(ctx context.Context, name string) error {
	if s.OwnDesk() {
		return nil
	}
	names := ledger.StreamNames(name)
	if name == "" {
		shelves, err := s.Host.desk().Shelves(ctx)
		if err != nil {
			return err
		}
		names = names[:0]
		for _, n := range shelves {
			if x, ok := shelfOf(n); ok && x.where == esdb.Realm(s.Address) {
				names = append(names, x.game)
			}
		}
	}
	for _, n := range names {
		if err := s.Game(n).Behind(ctx, 0); err != nil {
			return err
		}
	}
	return nil
}

// FindNoted is Find; where there is no game it is the one that checkpoints are of.
func (s *Store) FindNoted(ctx context.Context, name string, noted []ledger.Witness) (*Game, error) {
	g, err := s.Find(ctx, name)
	var behind *BehindError
	var choice *ChoiceError
	switch {
	case errors.As(err, &behind) && len(noted) > 0:
		return s.Game(behind.Name), nil
	case err == nil || !errors.Is(err, ledger.ErrNoGame) && !(errors.As(err, &choice) && name != ""):
		return g, err
	}
	for _, w := range noted {
		if game, ok := w.Game(); ok && (name == "" || slices.Contains(ledger.StreamNames(name), game)) {
			return s.Game(game), nil
		}
	}
	return nil, err
}
