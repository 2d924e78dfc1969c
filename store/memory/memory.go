// Package memory keeps events in memory, for tests and experiments. It honours the whole
// contract of package store except durability.
package memory

import (
	"bytes"
	"context"
	"iter"
	"sync"

	"adjudicate/store"

	"github.com/google/uuid"
)

// Store is a store in memory. New makes one.
type Store struct {
	mu      sync.Mutex
	streams map[string][]store.Event
	places  map[uuid.UUID]place
	notes   map[about][]store.Note // in the order of At
	grown   chan struct{}          // closed, and replaced, when events are appended
}

// place is where an event stands.
type place struct {
	stream   string
	revision store.Revision
}

var _ store.Store = (*Store)(nil)

// New returns an empty store.
func New() *Store {
	return &Store{
		streams: map[string][]store.Event{},
		places:  map[uuid.UUID]place{},
		notes:   map[about][]store.Note{},
		grown:   make(chan struct{}),
	}
}

// Append implements store.Store.
func (s *Store) Append(ctx context.Context, stream string, expected store.Revision, events []store.Event) (store.Revision, error) {
	if err := store.Check(stream, events); err != nil {
		return 0, err
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	head := store.Revision(len(s.streams[stream]))
	if last, ok := s.repeated(stream, expected, events); ok {
		return last, nil
	}
	if expected != store.Any && expected != head {
		return 0, &store.ConflictError{Stream: stream, Wanted: expected, Found: head}
	}
	for i := range events {
		if p, used := s.places[events[i].ID]; used {
			return 0, &store.DuplicateError{ID: events[i].ID, Stream: p.stream, Revision: p.revision}
		}
	}
	for _, e := range events {
		head++
		e.Data = append([]byte{}, e.Data...)
		s.streams[stream] = append(s.streams[stream], e)
		s.places[e.ID] = place{stream, head}
	}
	close(s.grown)
	s.grown = make(chan struct{})
	return head, nil
}

// repeated reports whether events stand where this append would have put them, and the
// revision of the last one.
func (s *Store) repeated(stream string, expected store.Revision, events []store.Event) (store.Revision, bool) {
	if len(events) == 0 {
		return 0, false
	}
	first, ok := s.places[events[0].ID]
	if !ok || first.stream != stream || expected != store.Any && first.revision != expected+1 {
		return 0, false
	}
	have := s.streams[stream][first.revision-1:]
	if len(have) < len(events) {
		return 0, false
	}
	for i := range events {
		if have[i].ID != events[i].ID {
			return 0, false
		}
	}
	return first.revision + store.Revision(len(events)) - 1, true
}

// Read implements store.Store.
func (s *Store) Read(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		for at := max(from, 1); ; at++ {
			if err := ctx.Err(); err != nil {
				yield(store.Recorded{}, err)
				return
			}
			s.mu.Lock()
			events := s.streams[stream]
			s.mu.Unlock()
			if at > store.Revision(len(events)) {
				return
			}
			e := events[at-1]
			e.Data = bytes.Clone(e.Data)
			if !yield(store.Recorded{Event: e, Revision: at}, nil) {
				return
			}
		}
	}
}

// Head implements store.Store.
func (s *Store) Head(ctx context.Context, stream string) (store.Revision, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return store.Revision(len(s.streams[stream])), nil
}

// Close implements store.Store. The events are gone with the Store.
func (s *Store) Close() error { return nil }
