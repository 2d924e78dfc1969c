package memory

import (
	"context"
	"iter"
	"maps"
	"slices"

	"adjudicate/store"
)

var (
	_ store.Lister     = (*Store)(nil)
	_ store.Surveyor   = (*Store)(nil)
	_ store.Subscriber = (*Store)(nil)
)

// Streams implements store.Lister: by name.
func (s *Store) Streams(ctx context.Context) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.streams)), nil
}

// Heads implements store.Surveyor.
func (s *Store) Heads(ctx context.Context) iter.Seq2[store.Standing, error] {
	return func(yield func(store.Standing, error) bool) {
		names, err := s.Streams(ctx)
		for _, name := range names {
			head, err := s.Head(ctx, name)
			if !yield(store.Standing{Stream: name, Head: head}, err) || err != nil {
				return
			}
		}
		if err != nil {
			yield(store.Standing{}, err)
		}
	}
}

// Subscribe implements store.Subscriber.
func (s *Store) Subscribe(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		next := max(from, 1)
		for {
			s.mu.Lock()
			grown := s.grown
			s.mu.Unlock()
			for r, err := range s.Read(ctx, stream, next) {
				if !yield(r, err) || err != nil {
					return
				}
				next++
			}
			select {
			case <-grown:
			case <-ctx.Done():
				yield(store.Recorded{}, ctx.Err())
				return
			}
		}
	}
}
