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

// A follower tells what has grown. What this Store appends it is told of; whether others have written to the file SQLite's data version tells, and what they
// have written a look at all streams, a few at a time.
type follower struct {
	s     *Store
	known map[string]store.Revision // as it was told
	own   map[string]struct{}       // have grown by what this Store appended; guarded by the Store's mutex

	newest  int64 // the number of the last stream that was met
	version int64 // of the data that all of has been looked at
	looking bool  // a look is under way:
	began   int64 // the version of the data when it began
	next    int64 // the number behind which it goes on
}

// A look at all streams takes a few at a time, so that nobody waits long for the mutex.
const (
	stretch       = 256 // streams that are looked at while the mutex is held
	mostStretches = 8   // of these that one call of Grown takes
)

// Follow implements store.Following.
func (s *Store) Follow() store.Follower {
	f := &follower{s: s, known: map[string]store.Revision{}, own: map[string]struct{}{}, version: -1}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.followers = append(s.followers, f)
	return f
}

// grew tells the followers that a stream has grown.
func (s *Store) grew(stream string) {
	for _, f := range s.followers {
		f.own[stream] = struct{}{}
	}
}

// Grown implements store.Follower.
func (f *follower) Grown(ctx context.Context) (grown []store.Standing, err error) {
	tell := func(at store.Standing) {
		if known, met := f.known[at.Stream]; at.Err != nil || !met || known != at.Head {
			f.known[at.Stream] = at.Head
			grown = append(grown, at)
		}
	}
	if err := f.ours(ctx, tell); err != nil {
		return nil, err
	}
	for n := range mostStretches {
		if err := f.others(ctx, n == 0, tell); err != nil {
			return grown, err
		}
		if !f.looking {
			break
		}
	}
	return grown, nil
}

// ours looks at what this Store has appended to.
func (f *follower) ours(ctx context.Context, tell func(store.Standing)) error {
	f.s.mu.Lock()
	defer f.s.mu.Unlock()
	names := make([]string, 0, len(f.own))
	for name := range f.own {
		names = append(names, name)
	}
	slices.Sort(names)
	list, err := f.s.ends(ctx, names)
	if err != nil {
		return err
	}
	clear(f.own)
	for _, at := range list {
		tell(at)
	}
	return nil
}

// others takes the next stretch of a look at all streams, which begins when others have written to the file.
func (f *follower) others(ctx context.Context, begins bool, tell func(store.Standing)) error {
	s := f.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	err := s.patiently(ctx, func() error {
		if begins {
			version, err := s.dataVersion()
			if err != nil {
				return err
			}
			if !f.looking && version != f.version {
				f.looking, f.began, f.next = true, version, 0
			}
			if f.newest > 0 { // games that others have begun are met at once
				if err := f.stretch(&f.newest, tell); err != nil {
					return err
				}
			}
		}
		if !f.looking {
			return nil
		}
		from := f.next
		if err := f.stretch(&f.next, tell); err != nil {
			return err
		}
		f.newest = max(f.newest, f.next)
		if f.next == from {
			f.looking, f.version = false, f.began
		}
		return nil
	})
	return explain(s.path, "looking for what has grown", err)
}

// stretch looks at the next streams behind a number, and moves it on.
func (f *follower) stretch(from *int64, tell func(store.Standing)) error {
	var list []store.Standing
	last := *from
	row := f.s.stmts.ends
	row.BindInt64(1, last)
	defer row.Reset()
	for len(list) < stretch { // no LIMIT: SQLite prepares a statement again whenever a bound one is set
		more, err := row.Step()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		last = row.ColumnInt64(0)
		at := store.Standing{Stream: row.ColumnText(1), Head: store.Revision(row.ColumnInt64(2) & mostRevision)}
		if at.Head == store.NoStream {
			at.Err = missing(f.s.path, at.Stream, 1)
		}
		list = append(list, at)
	}
	*from = last
	for _, at := range list {
		tell(at)
	}
	return nil
}

// dataVersion changes whenever another connection has written to the file.
func (s *Store) dataVersion() (version int64, err error) {
	err = each(s.stmts.version, func(row *sqlite.Stmt) error {
		version = row.ColumnInt64(0)
		return nil
	})
	return version, err
}

var (
	_ store.Poller    = (*Store)(nil)
	_ store.Following = (*Store)(nil)
)
