package esdb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// Check implements store.Checker. It looks at the index and at every ledger that it names, and
// goes on behind what it finds: a *store.DamagedError, or an *store.UnreachableError over an
// *UnfinishedError, for each.
func (s *Store) Check(ctx context.Context) error {
	found := []error{s.unlimited(ctx, s.indexName())}
	names, err := s.names(ctx)
	found = append(found, err)
	for _, ledger := range names {
		err := s.CheckStream(ctx, ledger)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		found = append(found, err)
	}
	return errors.Join(found...)
}

// CheckStream implements store.Checker. It reads a ledger from its first event to its last,
// whether the server has them all under the numbers that they should have, and looks for what
// would make it forget some: limits in the metadata of its stream. It finds an append that was
// begun and never finished.
func (s *Store) CheckStream(ctx context.Context, ledger string) error {
	if err := s.checkOne(ctx, ledger); err != nil {
		return &store.StreamError{Stream: ledger, Err: err}
	}
	return nil
}

func (s *Store) checkOne(ctx context.Context, ledger string) error {
	return s.at(ledger, func(name string) error { return s.checkStream(ctx, ledger, name) })
}

func (s *Store) checkStream(ctx context.Context, ledger, name string) error {
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
		return &store.DamagedError{Place: s.place, Found: fmt.Sprintf("stream %q ends at %s, but was read up to %s before", name, at.head, head)}
	}
	return nil
}

// unlimited refuses a stream whose metadata makes the server drop events, as that of a deleted
// one does. Metadata that the server cannot read it does not heed.
func (s *Store) unlimited(ctx context.Context, name string) error {
	e, err := s.rawEvent(ctx, "$$"+name, client.End{})
	if err != nil || e == nil {
		return err // a tombstone, or no metadata
	}
	var m map[string]json.RawMessage
	if json.Unmarshal(e.Data, &m) != nil {
		return nil
	}
	if n, ok := whole(m["$tb"]); ok && n >= 0 {
		return &store.DamagedError{Place: s.place, Kind: Hidden, Found: fmt.Sprintf("stream %q was deleted or truncated: its metadata sets $tb", name)}
	}
	for _, limit := range []string{"$maxCount", "$maxAge"} {
		if n, ok := whole(m[limit]); ok && n > 0 {
			return &store.DamagedError{Place: s.place, Kind: Hidden, Found: fmt.Sprintf("the metadata of stream %q makes the server drop events: it sets %s", name, limit)}
		}
	}
	return nil
}

// whole reads a whole number.
func whole(text json.RawMessage) (int64, bool) {
	n, err := strconv.ParseInt(string(text), 10, 64)
	return n, err == nil
}
