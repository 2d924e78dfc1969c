package esdb

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

// Append implements store.Store.
func (s *Store) Append(ctx context.Context, stream string, expected store.Revision, events []store.Event) (store.Revision, error) {
	if err := store.Check(stream, events); err != nil {
		return 0, err
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	var last store.Revision
	err := s.at(stream, func(name string) (err error) {
		if len(events) == 0 || expected == store.Any {
			last, err = s.appendThere(ctx, stream, name, expected, events)
			return err
		}
		if _, known := s.home(stream); !known && expected > store.NoStream {
			if _, err := s.end(ctx, name); err != nil && !denied(err) {
				return err // it may go on elsewhere, where the numbers mean other events
			}
			s.settle(stream, name)
		}
		last, err = s.appendAt(ctx, stream, name, expected, events)
		return err
	})
	return last, err
}

// appendThere is for an append that has to look first: one without events, which not every
// server holds against the revision, and one at any revision.
func (s *Store) appendThere(ctx context.Context, stream, name string, expected store.Revision, events []store.Event) (store.Revision, error) {
	for {
		at, err := s.end(ctx, name)
		if err != nil {
			return 0, err
		}
		if expected != store.Any && expected != at.head {
			return 0, &store.ConflictError{Stream: stream, Wanted: expected, Found: at.head}
		}
		if len(events) == 0 {
			return at.head, nil
		}
		last, err := s.appendAt(ctx, stream, name, at.head, events)
		var conflict *store.ConflictError
		if !errors.As(err, &conflict) {
			return last, err
		}
		// Another was faster, and so nothing can come any more of a try at that revision.
	}
}

// appendAt appends at an exact revision: at once, or by way of a stage if it is more than the
// server takes.
func (s *Store) appendAt(ctx context.Context, stream, name string, expected store.Revision, events []store.Event) (store.Revision, error) {
	if expected > math.MaxInt64 {
		return 0, s.conflict(ctx, stream, name, expected, store.NoStream)
	}
	list, size, err := proposals(events)
	if err != nil {
		return 0, err
	}
	if expected == store.NoStream {
		if err := s.begin(ctx, stream, name); err != nil {
			return 0, err
		}
	}
	last := expected + store.Revision(len(events))
	if size <= s.limit() {
		err = s.write(ctx, stream, name, expected, list)
		var limit *limitError
		var begun *UnfinishedError // by an earlier version: it may be this append
		if err == nil || !errors.As(err, &limit) && !errors.As(err, &begun) {
			return last, err
		}
	}
	return last, s.appendStaged(ctx, stream, name, expected, list)
}

// begin prepares the first append to a stream: one that was deleted would go on with its old
// numbers, and every ledger stands in the index before its first event.
func (s *Store) begin(ctx context.Context, stream, name string) error {
	err := s.unlimited(ctx, name)
	if denied(err) {
		err = nil // whoever may not read it learns from the answer to the append what it hides
	}
	if err != nil {
		return err
	}
	return s.register(ctx, stream)
}

// limit is how many bytes are sent in one append: what the server has said that it takes, or
// what any server takes that nobody has set otherwise.
func (s *Store) limit() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.o.MaxAppend
}

// learn takes the server's own word for what it takes.
func (s *Store) learn(limit int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.o.MaxAppend, s.told = limit, true
}

// write sends one append to the server. A *limitError says that the server takes less at once
// than was sent, and has been learnt from.
func (s *Store) write(ctx context.Context, stream, name string, at store.Revision, part []client.EventData) error {
	p := s.patience(true, fmt.Sprintf("appending to stream %q", name))
	began := time.Now()
	got, err := ask(ctx, p, func(ctx context.Context, l *link) (receipt, error) { return l.send(ctx, s, name, at, part) })
	if err != nil {
		var refused *refusedError
		if errors.As(err, &refused) {
			s.stepBack(ctx, name, time.Since(began))
		}
		return s.unwritten(ctx, stream, name, at, err)
	}
	s.won(name)
	_ = s.saw(name, got.last)
	if want := at + store.Revision(len(part)); got.last != want || !got.seen {
		return s.displaced(ctx, name, want, part[len(part)-1].EventID)
	}
	return nil
}

// displaced looks where an append has gone whose answer names another place than it should
// have, or none: a repeat may be answered so, and a stream that was deleted once gives other
// numbers, or keeps what it has hidden.
func (s *Store) displaced(ctx context.Context, name string, want store.Revision, id uuid.UUID) error {
	e, err := s.event(ctx, name, client.Revision(uint64(want)-1))
	switch {
	case err != nil:
		return err
	case e == nil || revisionOf(e) != want || e.EventID != id:
		return &store.DamagedError{Place: s.place, Found: fmt.Sprintf("the server accepted the events of stream %q, but they cannot be read back: "+
			"the stream was deleted or truncated before; use another name", name)}
	}
	return nil
}

// unwritten says why an append was not written.
func (s *Store) unwritten(ctx context.Context, stream, name string, at store.Revision, err error) error {
	var refused *refusedError
	var ended *endedError
	var limit *limitError
	switch {
	case errors.As(err, &refused):
		return s.conflict(ctx, stream, name, at, refused.current)
	case errors.As(err, &ended):
		return s.tombstone(name, err)
	case errors.As(err, &limit) && !limit.message:
		s.learn(limit.limit)
	}
	return err
}

// tombstone is the error of a stream with a tombstone.
func (s *Store) tombstone(name string, err error) error {
	return &store.DamagedError{Place: s.place, Found: fmt.Sprintf("stream %q was permanently deleted", name), Err: err}
}

// conflict is the error of an append at a revision where the stream does not stand. The server
// refuses against what it has accepted and may not show yet: readers are waited for, so that
// whoever reads after the refusal finds what was in the way. What somebody left half done there
// is finished first.
func (s *Store) conflict(ctx context.Context, stream, name string, wanted, told store.Revision) error {
	p := s.patience(false, fmt.Sprintf("reading stream %q", name))
	began, looked := time.Now(), false
	for pause := 2 * time.Millisecond; ; pause = min(2*pause, 250*time.Millisecond) {
		at, err := s.end(ctx, name)
		switch {
		case err != nil:
			return err
		case at.open != nil && at.open.linked && wanted <= at.reached:
			if err := s.finish(ctx, stream, name, at); err != nil {
				return err
			}
			continue
		case at.open != nil && wanted <= at.reached:
			return s.unfinished(name, at)
		}
		if at.head >= told || told <= wanted {
			return &store.ConflictError{Stream: stream, Wanted: wanted, Found: at.head}
		}
		if waited := time.Since(began); waited >= s.o.Patience {
			return p.fail(fmt.Sprintf("the server accepted %d events of stream %q but has shown %d for %s", told, name, at.head, roughly(waited)), &refusedError{told})
		}
		if !looked && pause > 50*time.Millisecond {
			looked = true // it may never show them
			if err := s.unlimited(ctx, name); err != nil && !denied(err) {
				return err
			}
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return p.over(ctx)
		}
	}
}

func (s *Store) unfinished(name string, at ending) error {
	return &store.UnreachableError{Place: s.place, Found: "another append is unfinished", Alone: true,
		Err: &UnfinishedError{Stream: name, First: at.open.First, Last: at.open.Last, Reached: at.reached, Staged: at.open.linked}}
}
