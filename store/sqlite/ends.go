package sqlite

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
)

// Whoever serves many wants to know again and again where streams end. What a look costs is the lock that SQLite takes for it, which is two calls of
// the system, and not what it finds; so whoever comes before a look has begun shares it:
//
//	Head ──┐
//	Head ──┼──► the next look ──► begins: nobody joins any more ──► one read transaction ──► answers all
//	Head ──┘
//
// A look begins after everybody has come who is answered by it. So each is told of all that was acknowledged before they asked, by whatever process.

// glances are the looks at the ends of streams.
type glances struct {
	mu   sync.Mutex
	next *glance // has not begun; nil: there is none
}

// A glance is one look at the ends of some streams.
type glance struct {
	streams []string
	done    chan struct{}
	ends    []store.Standing // of the streams, once done
	err     error
}

// ask adds a stream to the look that comes next and returns its place in it. First says that whoever asks is to have the look made.
func (g *glances) ask(stream string) (next *glance, at int, first bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if first = g.next == nil; first {
		g.next = &glance{done: make(chan struct{})}
	}
	next = g.next
	if at = slices.Index(next.streams, stream); at < 0 {
		at = len(next.streams)
		next.streams = append(next.streams, stream)
	}
	return next, at, first
}

// begin lets nobody else join the look that comes next.
func (g *glances) begin() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.next = nil
}

// Head implements store.Store.
func (s *Store) Head(ctx context.Context, stream string) (store.Revision, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	look, at, first := s.glances.ask(stream)
	if first {
		runtime.Gosched() // whoever is about to ask as well asks now
		s.glance(context.WithoutCancel(ctx), look)
	}
	select {
	case <-look.done:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	if look.err != nil {
		return 0, look.err
	}
	return look.ends[at].Head, look.ends[at].Err
}

// glance makes a look that others may be waiting for.
func (s *Store) glance(ctx context.Context, look *glance) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.glances.begin()
	defer close(look.done)
	look.ends, look.err = s.ends(ctx, look.streams)
}

// HeadsOf implements store.Poller, for a few streams at a time.
func (s *Store) HeadsOf(ctx context.Context, streams []string) ([]store.Standing, error) {
	all := make([]store.Standing, 0, len(streams))
	for some := range slices.Chunk(streams, stretch) {
		s.mu.Lock()
		list, err := s.ends(ctx, some)
		s.mu.Unlock()
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// ends looks up the ends of streams in one read transaction.
func (s *Store) ends(ctx context.Context, streams []string) ([]store.Standing, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	list := make([]store.Standing, len(streams))
	err := s.patiently(ctx, func() error {
		return s.reading(len(streams) > 1, func() error {
			for i, name := range streams {
				_, head, err := s.find(name)
				if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultBusy {
					return err
				}
				list[i] = store.Standing{Stream: name, Head: head, Err: explain(s.path, "looking for the end of a stream", err)}
			}
			return nil
		})
	})
	return list, explain(s.path, "looking for the ends of streams", err)
}

// reading calls do in a read transaction if it makes several reads, so that they take one lock and see one moment.
func (s *Store) reading(several bool, do func() error) error {
	if !several {
		return do()
	}
	if err := run(s.stmts.beginRead); err != nil {
		return err
	}
	defer s.rollback()
	if err := do(); err != nil {
		return err
	}
	return run(s.stmts.commit)
}

var _ store.Poller = (*Store)(nil)
