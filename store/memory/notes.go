package memory

import (
	"bytes"
	"context"
	"iter"
	"maps"
	"slices"
	"strings"

	"adjudicate/store"
)

var _ store.Keeper = (*Store)(nil)

// about is what a list of notes is about.
type about struct{ stream, kind string }

// later finds the first note later than a revision.
func later(list []store.Note, than store.Revision) int {
	n, _ := slices.BinarySearchFunc(list, than, func(n store.Note, r store.Revision) int {
		if n.At > r {
			return 1
		}
		return -1
	})
	return n
}

// Keep implements store.Keeper.
func (s *Store) Keep(ctx context.Context, notes ...store.Note) error {
	if err := store.CheckNotes(notes); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range notes {
		n.Data = append([]byte{}, n.Data...)
		key := about{n.Stream, n.Kind}
		list := s.notes[key]
		i := later(list, n.At)
		if i > 0 && list[i-1].At == n.At {
			list[i-1] = n
			continue
		}
		s.notes[key] = slices.Insert(list, i, n)
	}
	return nil
}

// Kept implements store.Keeper.
func (s *Store) Kept(ctx context.Context, stream, kind string, upTo store.Revision) (store.Note, bool, error) {
	if err := ctx.Err(); err != nil {
		return store.Note{}, false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.notes[about{stream, kind}]
	i := later(list, upTo)
	if i == 0 {
		return store.Note{}, false, nil
	}
	return given(list[i-1]), true, nil
}

// given is a note whose data the caller may scribble on.
func given(n store.Note) store.Note {
	n.Data = bytes.Clone(n.Data)
	return n
}

// Notes implements store.Keeper.
func (s *Store) Notes(ctx context.Context, stream, kind string) iter.Seq2[store.Note, error] {
	return func(yield func(store.Note, error) bool) {
		for _, n := range s.selected(stream, kind) {
			if err := ctx.Err(); err != nil {
				yield(store.Note{}, err)
				return
			}
			if !yield(given(n), nil) {
				return
			}
		}
	}
}

// selected returns the notes on a stream, or the latest on every stream.
func (s *Store) selected(stream, kind string) []store.Note {
	s.mu.Lock()
	defer s.mu.Unlock()
	if stream != "" {
		return slices.Clone(s.notes[about{stream, kind}])
	}
	var list []store.Note
	for _, key := range slices.SortedFunc(maps.Keys(s.notes), func(a, b about) int {
		return strings.Compare(a.stream, b.stream)
	}) {
		if notes := s.notes[key]; key.kind == kind && len(notes) > 0 {
			list = append(list, notes[len(notes)-1])
		}
	}
	return list
}

// Drop implements store.Keeper.
func (s *Store) Drop(ctx context.Context, stream, kind string, after store.Revision) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, list := range s.notes {
		if key.stream == stream && (key.kind == kind || kind == "") {
			s.notes[key] = slices.Delete(list, later(list, after), len(list))
		}
	}
	return nil
}
