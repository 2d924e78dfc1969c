package esdb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

// entryType is the type of the events of the index.
const entryType = "ledger-named.v1"

// rebuiltType is the type of an event of the index before which entries may be missing: all
// that were known follow it.
const rebuiltType = "index-rebuilt.v1"

// entry is such an event.
type entry struct {
	Ledger string `json:"ledger"`
}

// entryID is the same for the same name, so that a repeat is one.
func entryID(index, ledger string) uuid.UUID {
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte("esdb:"+index+"/"+ledger))
}

// An index is what is known of the stream that names the ledgers. It only grows, so that
// reading it goes on where it ended before.
type index struct {
	list []string // in the order of the stream
	seen map[string]bool
	head store.Revision // up to which the stream has been read
	lost bool           // entries are missing, and it was not rebuilt since
}

// add takes the entry at a revision, unless it is known; "" says that the index was rebuilt.
func (x *index) add(ledger string, at store.Revision) {
	if at <= x.head {
		return // another call was faster
	}
	x.lost = (x.lost || at > x.head+1) && ledger != ""
	x.head = at
	if ledger != "" && !x.seen[ledger] {
		x.seen[ledger] = true
		x.list = append(x.list, ledger)
	}
}

// forgetIndex lets it be read from its beginning.
func (s *Store) forgetIndex() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.index = index{seen: map[string]bool{}}
}

// names reads the rest of the index and returns all of it, also if entries are missing.
func (s *Store) names(ctx context.Context) ([]string, error) {
	name := s.indexName()
	s.mu.Lock()
	r := &reading{s: s, name: name, next: s.index.head + 1, gaps: true}
	s.mu.Unlock()
	err := r.run(ctx, s.patience(false, "listing the ledgers"), false, s.openRead, func(e *client.RecordedEvent) error {
		var x entry
		if e.EventType != rebuiltType && (e.EventType != entryType || json.Unmarshal(e.Data, &x) != nil || x.Ledger == "") {
			return &store.DamagedError{Place: s.place, Found: fmt.Sprintf("%s of stream %q is not an entry of the index of ledgers", revisionOf(e), name)}
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.index.add(x.Ledger, revisionOf(e))
		return nil
	})
	s.mu.Lock()
	list, lost, head := slices.Clone(s.index.list), s.index.lost, s.index.head
	s.mu.Unlock()
	switch {
	case err != nil:
	case lost:
		err = &store.DamagedError{Place: s.place, Kind: Index, Found: fmt.Sprintf("entries of stream %q, the index of the ledgers, are missing", name)}
	case head == store.NoStream:
		err = s.empty(ctx, name)
	}
	return list, err
}

// entryOf is the event that names a ledger.
func (s *Store) entryOf(ledger string) (client.EventData, error) {
	data, err := json.Marshal(entry{ledger})
	return client.EventData{EventID: entryID(s.indexName(), ledger), EventType: entryType, ContentType: client.ContentTypeJson, Data: data}, err
}

// register makes sure that a ledger stands in the index.
func (s *Store) register(ctx context.Context, ledger string) error {
	e, err := s.entryOf(ledger)
	if err != nil {
		return err
	}
	part := []client.EventData{e}
	for {
		s.mu.Lock()
		known, head := s.index.seen[ledger], s.index.head
		s.mu.Unlock()
		if known {
			return nil
		}
		err := s.write(ctx, s.indexName(), s.indexName(), head, part)
		var conflict *store.ConflictError
		var u *store.UnreachableError
		switch {
		case err == nil:
			s.mu.Lock()
			s.index.add(ledger, head+1)
			s.mu.Unlock()
			return nil
		case errors.As(err, &conflict): // there are more than have been read
			if _, err := s.names(ctx); err != nil {
				return err
			}
			s.mu.Lock()
			grown := s.index.head > head
			s.mu.Unlock()
			if !grown {
				return &store.DamagedError{Place: s.place, Kind: Hidden, Found: fmt.Sprintf("stream %q, the index of the ledgers, hides its events: it was deleted or truncated, or its metadata sets a limit", s.indexName())}
			}
		case errors.As(err, &u):
			u.InDoubt = false // of the events themselves nothing has been sent
			return err
		default:
			return err
		}
	}
}

// Streams implements store.Lister: in the order in which the ledgers began.
func (s *Store) Streams(ctx context.Context) ([]string, error) {
	found, err := s.standings(ctx, nil)
	list := make([]string, len(found))
	for i := range found {
		list[i] = found[i].Stream
	}
	return list, err
}

// standings returns the ledgers of the index, in the order in which they began, each with its
// head or with what is wrong with it. One that was named and never begun is left out. Of a damaged
// index it returns what is left, and the damage. Heads that are known are not asked for.
func (s *Store) standings(ctx context.Context, known map[string]last) ([]store.Standing, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	names, damage := s.names(ctx)
	if damage != nil && !store.Alone(damage) {
		return nil, damage
	}
	heads, err := s.headsOf(ctx, names, known)
	if err != nil && !denied(err) {
		return nil, err
	}
	list := make([]store.Standing, len(names))
	var failed atomic.Pointer[error]
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(spare, len(names)) { // the answers take longer to come than to give
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(names)); i = next.Add(1) - 1 {
				list[i].Stream = names[i]
				if list[i].Head, list[i].ID = heads[i].at, heads[i].id; heads[i].at != store.NoStream {
					continue
				}
				list[i].Head, list[i].Err = s.Head(ctx, names[i])
				if err := list[i].Err; err != nil && !store.Alone(err) {
					failed.Store(&err)
					next.Store(int64(len(names)))
				}
			}
		})
	}
	all.Wait()
	if err := failed.Load(); err != nil {
		return nil, *err
	}
	return slices.DeleteFunc(list, func(at store.Standing) bool { return at.Head == store.NoStream && at.Err == nil }), damage
}

// headsOf returns the last events of ledgers as far as they are known or a plain answer tells.
func (s *Store) headsOf(ctx context.Context, names []string, known map[string]last) ([]last, error) {
	list := make([]last, len(names))
	var places []int
	var plain []string
	for i, name := range names {
		if list[i] = known[name]; list[i].at == store.NoStream {
			home, _ := s.home(name)
			places, plain = append(places, i), append(plain, home)
		}
	}
	heads, err := s.heads(ctx, plain)
	for i, head := range heads {
		list[places[i]] = head
	}
	return list, err
}

// Heads implements store.Surveyor.
func (s *Store) Heads(ctx context.Context) iter.Seq2[store.Standing, error] {
	return func(yield func(store.Standing, error) bool) {
		list, err := s.standings(ctx, nil)
		slices.SortFunc(list, func(a, b store.Standing) int { return strings.Compare(a.Stream, b.Stream) })
		for _, at := range list {
			if !yield(at, nil) {
				return
			}
		}
		if err != nil {
			yield(store.Standing{}, err)
		}
	}
}
