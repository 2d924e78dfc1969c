package place

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"sync"

	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/memory"
	"adjudicate/store/sqlite"
)

// A Server is what a store on one offers.
type Server interface {
	store.Store
	store.Lister
	store.Surveyor
	store.Sweeper
	store.Checker
	store.Mender
	store.Subscriber
	store.Picker
	store.Distant
}

var _ Server = (*esdb.Store)(nil)

// A remote is a store on a server with the notes that this machine keeps on its streams.
type remote struct {
	Server
	*beside
	memory recollection

	mu      sync.Mutex
	offices store.Store // of what offices on several machines agree on; nil until it is asked for
}

// office is the store in which offices agree, nil if the server keeps nothing beside its ledgers.
func (r *remote) office() (store.Store, error) {
	b, ok := r.Server.(besider)
	if !ok {
		return nil, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.offices == nil {
		st, err := b.Beside(officePart)
		if err != nil {
			return nil, err
		}
		r.offices = st
	}
	return r.offices, nil
}

// remote adds the notes to the store at an address.
func (h *Host) remote(address string, st Server) *remote {
	return &remote{Server: st, beside: &beside{open: func() (*sqlite.Store, error) { return h.cached(address, ".notes") }},
		memory: recollection{open: func() (*sqlite.Store, error) { return h.cached(address, ".events") }, path: func() string { return h.cachePath(address, ".events") }}}
}

// Close lets go of the server and of the notes.
func (r *remote) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var err error
	if r.offices != nil {
		err = r.offices.Close()
	}
	return errors.Join(err, r.memory.close(), r.beside.close(), r.Server.Close())
}

// kept is what keeps the notes on a stream: those on another one, which had its name on the server
// before, are dropped first. The first event tells.
func (r *remote) kept(ctx context.Context, stream string) store.Keeper {
	k := r.keeper()
	if stream == "" || !r.first(stream) {
		return k
	}
	const kind = "origin"
	first, found, err := r.Event(ctx, stream, 1)
	if err != nil || !found {
		return k
	}
	if n, found, err := k.Kept(ctx, stream, kind, 1); err != nil || !found || !bytes.Equal(n.Data, first.ID[:]) {
		_ = k.Drop(ctx, stream, "", store.NoStream)
		_ = k.Keep(ctx, store.Note{Stream: stream, Kind: kind, At: 1, Data: first.ID[:]})
	}
	return k
}

// Keep implements store.Keeper.
func (r *remote) Keep(ctx context.Context, notes ...store.Note) error {
	return r.keeper().Keep(ctx, notes...)
}

// Kept implements store.Keeper.
func (r *remote) Kept(ctx context.Context, stream, kind string, upTo store.Revision) (store.Note, bool, error) {
	return r.kept(ctx, stream).Kept(ctx, stream, kind, upTo)
}

// Notes implements store.Keeper.
func (r *remote) Notes(ctx context.Context, stream, kind string) iter.Seq2[store.Note, error] {
	return r.kept(ctx, stream).Notes(ctx, stream, kind)
}

// Drop implements store.Keeper.
func (r *remote) Drop(ctx context.Context, stream, kind string, after store.Revision) error {
	return r.kept(ctx, stream).Drop(ctx, stream, kind, after)
}

// beside is a file with notes that is opened when it is first needed. If it cannot be, they are
// kept as long as the process lasts.
type beside struct {
	open func() (*sqlite.Store, error)

	mu    sync.Mutex
	notes store.Keeper
	file  *sqlite.Store
	known map[string]bool // streams that were asked for
}

func (b *beside) keeper() store.Keeper {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.notes != nil {
		return b.notes
	}
	file, err := b.open()
	if err != nil {
		b.notes = memory.New()
	} else {
		b.notes, b.file = file, file
	}
	return b.notes
}

// first reports whether a stream is asked for the first time.
func (b *beside) first(stream string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.known[stream] {
		return false
	}
	if b.known == nil {
		b.known = map[string]bool{}
	}
	b.known[stream] = true
	return true
}

func (b *beside) close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.file == nil {
		return nil
	}
	return b.file.Close()
}

// Audit implements store.Auditor.
func (r *remote) Audit(ctx context.Context, stream string) iter.Seq2[store.Note, error] {
	if a, ok := r.kept(ctx, stream).(store.Auditor); ok {
		return a.Audit(ctx, stream)
	}
	return func(func(store.Note, error) bool) {}
}

// forgets reports whether notes are kept no longer than the process lasts.
func (b *beside) forgets() bool {
	_, forgetful := b.keeper().(*memory.Store)
	return forgetful
}
