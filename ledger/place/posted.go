package place

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"adjudicate/ledger/people"
	"adjudicate/store"
)

// How far the letters about a game have been sent is noted where everybody sees it who may send them: on the desk of a file, and for a game on a server as
// events of a stream of its own there. Offices on several machines, each with its own desk, have no other place in common.
//
//	a pass reads the last event ──► changes what it says ──► appends it, if the stream still ends there ──► else reads again
//
// Each event is the whole note (people.Posted) as it stands from then on. Who sends, and until when the others leave it to them, stands in it, so of two offices that
// begin at once one is told that the other was faster: the lease is given by the server's order of events. A note holds no mail address.
//
// What a desk says of a game on a server comes from a version that knew nothing of this, or from a time before the game had been there. It counts until the first event.

// besider is a server that keeps streams of other kinds beside the ledgers.
type besider interface {
	Beside(part string) (store.Store, error)
}

// A latestKeeper can drop all but the last events of a stream.
type latestKeeper interface {
	KeepLatest(ctx context.Context, stream string, events uint) error
}

// keptNotes is how many events of such a stream are kept; all but the last one are for whoever looks into what went wrong.
const keptNotes = 1024

const (
	officePart = "office" // of the streams in which offices on several machines agree
	postedType = "letters-noted.v1"
)

// notedError says that an event beside a game cannot be read.
func (g *Game) notedError(name string, at store.Revision, err error) error {
	return &store.DamagedError{Place: g.Place, Found: fmt.Sprintf("event %s of %q does not say how far the mails have been sent", at, name), Err: err}
}

// Posted is how far the letters about the game have been sent; change, if there is one, changes it. Where others change it at the same time it is
// called again with what they have left.
func (g *Game) Posted(ctx context.Context, change func(*people.Posted) error) (p people.Posted, err error) {
	st, name, err := g.beside(ctx)
	if err != nil {
		return p, err
	}
	var conflict *store.ConflictError
	for st != nil {
		p, err = g.postedBeside(ctx, st, name, change)
		if !errors.As(err, &conflict) {
			return p, err
		}
	}
	return g.postedDesk(ctx, change)
}

func (g *Game) postedDesk(ctx context.Context, change func(*people.Posted) error) (p people.Posted, err error) {
	err = g.withDesk(ctx, func(d people.Desk, shelf string) error {
		p, err = d.Posted(ctx, shelf, change)
		return err
	})
	return p, err
}

// beside is the store of streams beside a game that is on a server, and what the game's is called; nil if there is none.
func (g *Game) beside(ctx context.Context) (store.Store, string, error) {
	r, ok := g.Events.(*remote)
	if !ok {
		return nil, "", nil
	}
	st, err := r.office()
	if st == nil || err != nil {
		return nil, "", err
	}
	id, found, err := g.origin(ctx)
	if err != nil || !found {
		return nil, "", err
	}
	return st, g.Name + "@" + id.String(), nil
}

// postedBeside is Posted, once: a *store.ConflictError says that somebody else was faster.
func (g *Game) postedBeside(ctx context.Context, st store.Store, name string, change func(*people.Posted) error) (p people.Posted, err error) {
	head, err := st.Head(ctx, name)
	switch {
	case err != nil:
		return p, err
	case head == store.NoStream:
		p, err = g.postedDesk(ctx, nil)
	default:
		var e store.Recorded
		var found bool
		if e, found, err = store.EventAt(ctx, st, name, head); err == nil && !found {
			err = g.notedError(name, head, nil)
		}
		if err == nil && e.Type != postedType {
			err = g.notedError(name, head, fmt.Errorf("it is of the type %q", e.Type))
		} else if err == nil {
			if failed := json.Unmarshal(e.Data, &p); failed != nil {
				err = g.notedError(name, head, failed)
			}
		}
	}
	if err != nil || change == nil {
		return p, err
	}
	if err := change(&p); err != nil {
		return p, err
	}
	data, err := json.Marshal(p)
	if err != nil {
		return p, err
	}
	id, err := uuid.NewRandomFromReader(g.Host.entropy())
	if err != nil {
		return p, err
	}
	last, err := st.Append(ctx, name, head, []store.Event{{ID: id, Type: postedType, Data: data}})
	if k, ok := st.(latestKeeper); ok && err == nil && last%(keptNotes/4) == 0 {
		_ = k.KeepLatest(ctx, name, keptNotes) // who may not change this keeps more
	}
	return p, err
}
