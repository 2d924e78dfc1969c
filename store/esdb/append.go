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

// appendAt appends at an exact revision, in as many parts as the server's limit asks for.
func (s *Store) appendAt(ctx context.Context, stream, name string, expected store.Revision, events []store.Event) (store.Revision, error) {
	if expected > math.MaxInt64 {
		return 0, s.conflict(ctx, stream, name, expected)
	}
	list, size, err := proposals(events)
	if err != nil {
		return 0, err
	}
	last := expected + store.Revision(len(events))
	whole := &extent{First: expected + 1, Last: last}
	if size > s.o.MaxAppend {
		// Before anything is written, because one event may be too large.
		if _, err := s.divide(stream, list, whole); err != nil {
			return 0, err
		}
	}
	if expected == store.NoStream {
		if err := s.begin(ctx, stream, name); err != nil {
			return 0, err
		}
	}
	if size <= s.o.MaxAppend {
		err := s.write(ctx, stream, name, expected, data(list))
		if err == nil {
			return last, nil
		}
		// It may have been begun in parts, by somebody who believed in a smaller limit.
		var unfinished *UnfinishedError
		if !errors.As(err, &unfinished) || unfinished.First != whole.First || unfinished.Last != whole.Last {
			return 0, err
		}
	}
	if err := s.appendWhole(ctx, stream, name, list, whole); err != nil {
		return 0, err
	}
	return last, nil
}

// begin prepares the first append to a stream: one that was deleted would go on with its old
// numbers, and every ledger stands in the index before its first event.
func (s *Store) begin(ctx context.Context, stream, name string) error {
	err := s.unlimited(ctx, name)
	var e *client.Error
	if errors.As(err, &e) && e.Code() == client.ErrorCodeAccessDenied {
		err = nil // that is for Check to complain about
	}
	if err != nil {
		return err
	}
	return s.register(ctx, stream)
}

// write sends one append to the server.
func (s *Store) write(ctx context.Context, stream, name string, at store.Revision, part []client.EventData) error {
	var expected client.ExpectedRevision = client.NoStream{}
	if at != store.NoStream {
		expected = client.Revision(uint64(at) - 1)
	}
	p := s.patience(true, fmt.Sprintf("appending to stream %q", name))
	answer := s.o.Answer
	got, err := ask(ctx, p, func(ctx context.Context, c *client.Client) (*client.WriteResult, error) {
		r, err := c.AppendToStream(ctx, name, client.AppendToStreamOptions{ExpectedRevision: expected, Deadline: &answer}, part...)
		if errors.Is(err, io.EOF) {
			// The server refused while events were still being sent, and the client does not
			// pass on why. Unless it is the size of the append, a read is refused as well.
			if _, why := readOne(ctx, c, name, client.End{}); why != nil && !isAnswer(why) {
				return nil, &unsentError{why}
			}
		}
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
			return s.tombstone(name, err)
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

// tombstone is the error of a stream with a tombstone.
func (s *Store) tombstone(name string, err error) error {
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
