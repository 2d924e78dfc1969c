package esdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

// Append implements store.Store.
func (s *Store) Append(ctx context.Context, stream string, expected store.Revision, events []store.Event) (store.Revision, error) {
	if err := store.Check(stream, events); err != nil {
		return 0, err
	}
	name := s.nameOf(stream)
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if len(events) == 0 || expected == store.Any {
		return s.appendThere(ctx, stream, name, expected, events)
	}
	return s.appendAt(ctx, stream, name, expected, events)
}

// appendThere is for an append that has to look first: one without events, which the server
// would let pass at a wrong revision, and one at any revision.
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

// appendAt appends at an exact revision, in as many parts as the server's limit asks for.
func (s *Store) appendAt(ctx context.Context, stream, name string, expected store.Revision, events []store.Event) (store.Revision, error) {
	if expected > math.MaxInt64 {
		return 0, s.conflict(ctx, stream, name, expected)
	}
	parts, err := s.divide(stream, expected, events)
	if err != nil {
		return 0, err
	}
	if expected == store.NoStream {
		if err := s.register(ctx, stream); err != nil {
			return 0, err
		}
	}
	if len(parts) > 1 {
		if err := s.mayBegin(ctx, stream, name, expected, len(events)); err != nil {
			return 0, err
		}
	}
	at := expected
	for i, part := range parts {
		if err := s.write(ctx, stream, name, at, part); err != nil {
			var conflict *store.ConflictError
			if errors.As(err, &conflict) {
				conflict.Wanted = expected
			}
			var u *store.UnreachableError
			if i > 0 && !errors.As(err, &u) && conflict == nil {
				err = &store.UnreachableError{Place: s.place, Found: fmt.Sprintf("%d of %d events were sent", at-expected, len(events)), InDoubt: true, Err: err}
			} else if i > 0 && u != nil {
				u.InDoubt = true
			}
			return 0, err
		}
		at += store.Revision(len(part))
	}
	return at, nil
}

// divide cuts an append into parts that the server takes. The events of an append that
// needs more than one say in their metadata how far the whole goes.
func (s *Store) divide(stream string, expected store.Revision, events []store.Event) ([][]client.EventData, error) {
	list, total := make([]proposal, len(events)), 0
	for i := range events {
		var err error
		if list[i], err = propose(&events[i]); err != nil {
			return nil, err
		}
		total += weight(&list[i].EventData)
	}
	var whole *extent
	if total > s.o.MaxAppend && len(events) > 1 {
		whole = &extent{First: expected + 1, Last: expected + store.Revision(len(events))}
	}
	parts, size := [][]client.EventData{nil}, 0
	for i := range list {
		p := &list[i]
		if whole != nil {
			if err := p.stamp(whole); err != nil {
				return nil, err
			}
		}
		n := weight(&p.EventData)
		if n > s.o.MaxAppend {
			return nil, &TooLargeError{Stream: stream, Event: i + 1, ID: p.EventID, Size: n, Limit: s.o.MaxAppend}
		}
		if size += n; size > s.o.MaxAppend {
			parts, size = append(parts, nil), n
		}
		last := &parts[len(parts)-1]
		*last = append(*last, p.EventData)
	}
	return parts, nil
}

// mayBegin refuses an append in parts whose first parts would pass for a repeat although
// the whole is none.
func (s *Store) mayBegin(ctx context.Context, stream, name string, expected store.Revision, count int) error {
	at, err := s.end(ctx, name)
	if err != nil || at.reached == expected {
		return err
	}
	last := expected + store.Revision(count)
	if w := at.whole; w != nil && w.First == expected+1 && w.Last == last || at.reached >= last {
		return nil // begun before, or written: the ids will tell
	}
	return s.conflict(ctx, stream, name, expected)
}

// write sends one append to the server.
func (s *Store) write(ctx context.Context, stream, name string, at store.Revision, part []client.EventData) error {
	var expected client.ExpectedRevision = client.NoStream{}
	if at != store.NoStream {
		expected = client.Revision(uint64(at) - 1)
	}
	p := s.patience(true, fmt.Sprintf("appending to stream %q", name))
	answer, broken := s.o.Answer, false
	got, err := ask(ctx, p, func(ctx context.Context, c *client.Client) (*client.WriteResult, error) {
		if broken {
			// The client does not say why an append was broken off. It may have gone to a
			// member that does not lead: that shows when reading.
			if _, err := readOne(ctx, c, name, client.End{}); err != nil && !isAnswer(err) {
				return nil, err
			}
		}
		r, err := c.AppendToStream(ctx, name, client.AppendToStreamOptions{ExpectedRevision: expected, Deadline: &answer}, part...)
		broken = errors.Is(err, io.EOF)
		return r, err
	})
	if err != nil {
		return s.unwritten(ctx, stream, name, at, part, err)
	}
	if want := uint64(at) + uint64(len(part)) - 1; got.NextExpectedVersion != want {
		return s.displaced(ctx, name, want, part[len(part)-1].EventID)
	}
	return nil
}

// displaced looks where an append has gone whose answer names another place than it should
// have: a repeat may be answered so, and a stream that was deleted once gives other numbers.
func (s *Store) displaced(ctx context.Context, name string, want uint64, id uuid.UUID) error {
	e, err := s.event(ctx, name, client.Revision(want))
	switch {
	case err != nil:
		return err
	case e == nil || e.EventNumber != want || e.EventID != id:
		return &store.DamagedError{Place: s.place, Found: fmt.Sprintf("the events of stream %q do not stand where they should: it was deleted once; use another name", name)}
	}
	return nil
}

// unwritten says why an append was not written.
func (s *Store) unwritten(ctx context.Context, stream, name string, at store.Revision, part []client.EventData, err error) error {
	var e *client.Error
	if isAnswer(err) && errors.As(err, &e) {
		if e.Code() == client.ErrorCodeStreamDeleted {
			return s.gone(name, err)
		}
		return s.conflict(ctx, stream, name, at)
	}
	var u *store.UnreachableError
	if !errors.As(err, &u) || u.InDoubt {
		return err
	}
	if errors.Is(err, io.EOF) || strings.Contains(err.Error(), "Maximum Append") {
		size := 0
		for i := range part {
			size += weight(&part[i])
		}
		return &TooLargeError{Stream: stream, Size: size, Limit: s.o.MaxAppend, Err: err}
	}
	return err
}

// gone is the error of a stream with a tombstone.
func (s *Store) gone(name string, err error) error {
	return &store.DamagedError{Place: s.place, Found: fmt.Sprintf("stream %q was deleted for good", name), Err: err}
}

// conflict is the error of an append at a revision where the stream does not stand.
func (s *Store) conflict(ctx context.Context, stream, name string, wanted store.Revision) error {
	at, err := s.end(ctx, name)
	switch {
	case err != nil:
		return err
	case at.reached != at.head && wanted <= at.reached:
		return s.unfinished(name, at)
	}
	return &store.ConflictError{Stream: stream, Wanted: wanted, Found: at.head}
}

func (s *Store) unfinished(name string, at ending) error {
	return &store.UnreachableError{Place: s.place, Found: "another append is in the way",
		Err: &UnfinishedError{Stream: name, First: at.whole.First, Last: at.whole.Last, Reached: at.reached}}
}
