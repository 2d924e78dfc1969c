package esdb

import (
	"context"
	"errors"
	"fmt"
	"io"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// Check implements store.Checker. It reads every ledger that the index names from its first
// event to its last, whether the server has them all under the numbers that they should
// have, and looks for what would make it forget some: limits in the metadata of a stream.
// It finds an append that was begun and never finished. What it finds is a
// *store.DamagedError, or an *store.UnreachableError over an *UnfinishedError.
func (s *Store) Check(ctx context.Context) error {
	names, err := s.names(ctx)
	if err != nil {
		return err
	}
	for _, ledger := range names {
		if err := s.checkOne(ctx, ledger); err != nil {
			return fmt.Errorf("check stream %q: %w", ledger, err)
		}
	}
	return nil
}

func (s *Store) checkOne(ctx context.Context, ledger string) error {
	name := s.nameOf(ledger)
	if err := s.unlimited(ctx, name); err != nil {
		return err
	}
	head := store.NoStream
	for r, err := range s.Read(ctx, ledger, 1) {
		if err != nil {
			return err
		}
		head = r.Revision
	}
	at, err := s.end(ctx, name)
	switch {
	case err != nil:
		return err
	case at.open != nil:
		return s.unfinished(name, at)
	case head > at.head:
		return &store.DamagedError{Place: s.place, Found: fmt.Sprintf("stream %q ends at %s, and has been read up to %s", name, at.head, head)}
	}
	return nil
}

// unlimited refuses a stream whose metadata makes the server drop events, as that of a
// deleted one does.
func (s *Store) unlimited(ctx context.Context, name string) error {
	p := s.patience(false, fmt.Sprintf("reading the metadata of stream %q", name))
	m, err := ask(ctx, p, func(ctx context.Context, l *link) (*client.StreamMetadata, error) {
		m, err := l.client.GetStreamMetadata(ctx, name, client.ReadStreamOptions{Direction: client.Backwards, From: client.End{}})
		if errors.Is(err, io.EOF) {
			return &client.StreamMetadata{}, nil
		}
		return m, err
	})
	limit := ""
	switch {
	case err != nil && isAnswer(err):
		return s.absent(name, err) // it has none
	case err != nil:
		return err
	case m.MaxCount() != nil:
		limit = "$maxCount"
	case m.MaxAge() != nil:
		limit = "$maxAge"
	case m.TruncateBefore() != nil:
		return &store.DamagedError{Place: s.place, Found: fmt.Sprintf("stream %q was deleted or cut off once: its metadata sets $tb", name)}
	default:
		return nil
	}
	return &store.DamagedError{Place: s.place, Found: fmt.Sprintf("the metadata of stream %q makes the server drop events: it sets %s", name, limit)}
}
