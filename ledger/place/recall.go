package place

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"sync"

	"adjudicate/store"
	"adjudicate/store/sqlite"
)

// Recall is the store of the game for whoever looks at all of it: of a server only that is read which
// this machine has not read before. What must be the server's own word (a verification, a copy, a
// backup, an export) is asked of Events.
func (g *Game) Recall() store.Store {
	r, ok := g.Events.(*remote)
	if !ok {
		return g.Events
	}
	return recalling{r, &r.memory}
}

// recalling reads events that were read before from a file in the user's cache, and the rest from
// the server. The last event in the file must stand on the server under the same id; if it does
// not, the file holds another course of the game and is thrown away.
type recalling struct {
	*remote
	memory *recollection
}

// A recollection is the file with the events that were read.
type recollection struct {
	open func() (*sqlite.Store, error)
	path func() string

	mu     sync.Mutex
	file   *sqlite.Store
	failed bool                      // there is no such file
	upTo   map[string]store.Revision // streams that have been compared with the server's, and how far the file holds them
}

// kept returns the file, nil if there is none.
func (m *recollection) kept() *sqlite.Store {
	if m.file == nil && !m.failed {
		var err error
		m.file, err = m.open()
		m.failed = err != nil
	}
	return m.file
}

// known is how far the file holds a stream as the server does.
func (m *recollection) known(ctx context.Context, r *remote, stream string) (*sqlite.Store, store.Revision, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	file := m.kept()
	if file == nil {
		return nil, 0, nil
	}
	if at, ok := m.upTo[stream]; ok {
		return file, at, nil
	}
	head, err := file.Head(ctx, stream)
	if err == nil && head > store.NoStream {
		mine, _, failed := store.EventAt(ctx, file, stream, head)
		theirs, found, err := r.Event(ctx, stream, head)
		if err != nil {
			return nil, 0, err
		}
		if failed != nil || !found || mine.ID != theirs.ID {
			file, head = m.anew(), store.NoStream
		}
	} else if err != nil {
		file, head = m.anew(), store.NoStream
	}
	if m.upTo == nil {
		m.upTo = map[string]store.Revision{}
	}
	m.upTo[stream] = head
	return file, head, ctx.Err()
}

// anew throws the file away and begins another.
func (m *recollection) anew() *sqlite.Store {
	_ = m.file.Close()
	m.file, m.upTo = nil, nil
	for _, end := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(m.path() + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			m.failed = true
		}
	}
	return m.kept()
}

// add puts events into the file that follow what it has of a stream.
func (m *recollection) add(ctx context.Context, stream string, list []store.Recorded) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(list) == 0 || m.file == nil || m.upTo[stream] != list[0].Revision-1 {
		return
	}
	events := make([]store.Event, len(list))
	for i := range list {
		events[i] = list[i].Event
	}
	head, err := m.file.Append(context.WithoutCancel(ctx), stream, list[0].Revision-1, events)
	if err != nil { // another process is further
		m.upTo[stream] = store.Any
		return
	}
	m.upTo[stream] = head
}

func (m *recollection) close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.file == nil {
		return nil
	}
	return m.file.Close()
}

// batch is how many events are put into the file at once.
const batch = 1024

// Read implements store.Store.
func (r recalling) Read(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		file, known, err := r.memory.known(ctx, r.remote, stream)
		if err != nil {
			yield(store.Recorded{}, err)
			return
		}
		next := max(from, 1)
		if file != nil && next <= known && known < store.Any {
			for e, err := range file.Read(ctx, stream, next) {
				if err != nil || e.Revision > known {
					break // the server has it as well
				}
				if next++; !yield(e, nil) {
					return
				}
			}
		}
		var read []store.Recorded
		defer func() { r.memory.add(ctx, stream, read) }()
		for e, err := range r.remote.Read(ctx, stream, next) {
			if err == nil {
				own := e
				own.Data = append([]byte(nil), e.Data...)
				if read = append(read, own); len(read) == batch {
					r.memory.add(ctx, stream, read)
					read = read[:0]
				}
			}
			if !yield(e, err) {
				return
			}
		}
	}
}
