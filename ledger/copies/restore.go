package copies

import (
	"context"
	"errors"
	"fmt"

	"adjudicate/ledger"
	"adjudicate/ledger/place"
	"adjudicate/store"
)

// Restoration is the result of verifying a backup, and whether the ledger was restored from it.
type Restoration struct {
	Backup   string                 `json:"backup"`
	Ledger   string                 `json:"ledger"`
	Restored bool                   `json:"restored"`
	Games    []*ledger.Verification `json:"games"`
}

// Restore verifies every game of a backup, and puts it in place if nothing differs: a copy of the
// file where no file is, or its games on a server that has no others of their names. Quick leaves
// inputs unjudged.
func Restore(ctx context.Context, h *place.Host, from, to string, quick bool, p Progress) (*Restoration, error) {
	if place.IsAddress(from) {
		return nil, &NoFileError{place.Shown(from)}
	}
	put := save
	if place.IsAddress(to) {
		put = upload
	} else if err := vacant(to); err != nil {
		return nil, err
	}
	st, err := h.Open(ctx, from)
	if err != nil {
		return nil, err
	}
	defer st.Close()
	if err := st.Events.(store.Checker).Check(ctx); err != nil {
		return nil, err
	}
	names, err := st.Events.(store.Lister).Streams(ctx)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: %w", from, ledger.ErrNoGame)
	}
	v := &Restoration{Backup: from, Ledger: place.Shown(to), Games: []*ledger.Verification{}}
	differs := false
	for _, name := range names {
		found, err := verified(ctx, st.Game(name), quick, p)
		if err != nil {
			return nil, err
		}
		v.Games = append(v.Games, found)
		differs = differs || len(found.Differences) > 0
	}
	if differs {
		return v, nil
	}
	v.Restored = true
	return v, put(ctx, st, to, names)
}

func verified(ctx context.Context, g *place.Game, quick bool, p Progress) (*ledger.Verification, error) {
	var told func(int64)
	if p != nil {
		var done func()
		told, done = p(g.Name)
		defer done()
	}
	found, err := g.Verify(ctx, ledger.Evidence{Quick: quick}, nil, told)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.Name, err)
	}
	return found, nil
}

// save puts a copy of a whole file in place.
func save(ctx context.Context, st *place.Store, to string, _ []string) error {
	return st.Events.(store.Saver).Save(ctx, to, nil)
}

// upload copies the games of a file to a server. Of each the server has nothing yet, or a
// beginning, which an interrupted restoration may have left; that is asked of all before
// anything is written.
func upload(ctx context.Context, st *place.Store, to string, names []string) error {
	target, err := st.Host.OpenOrCreate(ctx, to)
	if err != nil {
		return err
	}
	defer target.Close()
	for _, name := range names {
		if err := beginning(ctx, st, target, name); err != nil {
			return err
		}
	}
	c := &Copier{From: st, To: target, Names: names}
	for _, name := range names {
		done, err := c.Copy(ctx, name)
		if err == nil && done.Difference != nil {
			err = &place.TakenError{Place: target.Place, Name: name}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// beginning refuses a target that has something else of a game than its source: the last event that
// it has tells.
func beginning(ctx context.Context, from, to *place.Store, name string) error {
	head, err := to.Events.Head(ctx, name)
	if err != nil || head == store.NoStream {
		return err
	}
	there, _, err := store.EventAt(ctx, to.Events, name, head)
	here, found, failed := store.EventAt(ctx, from.Events, name, head)
	if err = errors.Join(err, failed); err == nil && (!found || here.ID != there.ID) {
		err = &place.TakenError{Place: to.Place, Name: name}
	}
	return err
}
