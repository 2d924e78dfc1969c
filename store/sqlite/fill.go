package sqlite

import (
	"context"
	"errors"
	"iter"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
)

// fillRows is how many events are inserted together: a multiple of manyRows.
const fillRows = 32 * manyRows

// Fill implements store.Filler, in one transaction. While it lasts nobody else can write to the file.
func (s *Store) Fill(ctx context.Context, stream string, events iter.Seq2[store.Event, error]) (store.Revision, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return 0, err
	}
	if err := s.patiently(ctx, func() error { return run(s.stmts.begin) }); err != nil {
		return 0, explain(s.path, "appending to it", err)
	}
	defer s.rollback()
	var given error // by the sequence
	head, err := s.fill(ctx, stream, func(yield func(store.Event) bool) {
		for e, err := range events {
			if given = err; err != nil || !yield(e) {
				return
			}
		}
	}, func() error { return given })
	if given != nil {
		return 0, given
	}
	return head, explain(s.path, "appending to it", err)
}

// fill writes events to a stream that does not exist, unless the sequence turns out to have ended too early.
func (s *Store) fill(ctx context.Context, stream string, events iter.Seq[store.Event], early func() error) (head store.Revision, err error) {
	if err := s.inPlace(); err != nil {
		return 0, err
	}
	number, head, err := s.find(stream)
	if err == nil && head != store.NoStream {
		err = &store.ConflictError{Stream: stream, Wanted: store.NoStream, Found: head}
	}
	if err != nil {
		return 0, err
	}
	if number, err = s.numbered(stream, number); err != nil {
		return 0, err
	}
	group := make([]store.Event, 0, fillRows)
	for e := range events {
		if group = append(group, e); len(group) < cap(group) {
			continue
		}
		if err := s.fillIn(ctx, stream, number, head, group); err != nil {
			return 0, err
		}
		head += fillRows
		group = group[:0]
	}
	if err := early(); err != nil {
		return 0, err
	}
	if err := s.fillIn(ctx, stream, number, head, group); err != nil {
		return 0, err
	}
	if head += store.Revision(len(group)); head == store.NoStream {
		return 0, store.ErrNothing
	}
	return head, s.commit(&request{stream: stream, number: number})
}

// fillIn inserts a group of events behind a head.
func (s *Store) fillIn(ctx context.Context, stream string, number int64, head store.Revision, group []store.Event) error {
	if err := errors.Join(ctx.Err(), store.Check(stream, group), room(number, head+store.Revision(len(group)))); err != nil {
		return err
	}
	err := s.insert(ctx, number<<revisionBits+int64(head), group)
	if sqlite.ErrCode(err) != sqlite.ResultConstraintUnique {
		return err
	}
	for i := range group {
		// A part of the group may have been inserted: what stands behind the head is not what was in the way.
		_, in, at, lost := s.place(group[i].ID)
		if lost != nil {
			return lost
		}
		if at != 0 && (in != stream || at <= head) {
			return &store.DuplicateError{ID: group[i].ID, Stream: in, Revision: at}
		}
	}
	return err
}
