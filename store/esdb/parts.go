package esdb

import (
	"context"
	"errors"
	"fmt"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// appendWhole appends in parts. What stands of the whole already, by the events' ids, is not
// sent again: the parts need not be cut as they were when it was begun.
func (s *Store) appendWhole(ctx context.Context, stream, name string, list []proposal, whole *extent) error {
	expected := whole.First - 1
	at, err := s.end(ctx, name)
	if err != nil {
		return err
	}
	next := expected
	if at.reached != expected {
		mine := at.whole != nil && *at.whole == *whole || at.reached >= whole.Last
		if mine {
			next = min(at.reached, whole.Last)
			if mine, err = s.stand(ctx, name, whole.First, list[:next-expected]); err != nil {
				return err
			}
		}
		if !mine {
			return s.conflict(ctx, stream, name, expected)
		}
	}
	parts, err := s.divide(stream, list[next-expected:], whole)
	if err != nil {
		return err
	}
	for _, part := range parts {
		if err := s.write(ctx, stream, name, next, part); err != nil {
			return incomplete(err, s.place, expected, next, whole)
		}
		next += store.Revision(len(part))
	}
	return nil
}

// incomplete is the error of an append in parts that has come as far as next.
func incomplete(err error, place string, expected, next store.Revision, whole *extent) error {
	var conflict *store.ConflictError
	if errors.As(err, &conflict) {
		conflict.Wanted = expected
		return err
	}
	var u *store.UnreachableError
	switch {
	case next == expected:
	case errors.As(err, &u):
		u.InDoubt = true
	default:
		return &store.UnreachableError{Place: place, InDoubt: true, Err: err,
			Found: fmt.Sprintf("%d of %d events have been written", next-expected, whole.Last-expected)}
	}
	return err
}

// stand reports whether these events stand in the stream, by their ids, from a revision on.
func (s *Store) stand(ctx context.Context, name string, from store.Revision, list []proposal) (bool, error) {
	same := true
	r := &reading{s: s, name: name, next: from}
	err := r.run(ctx, s.patience(false, fmt.Sprintf("reading stream %q", name)), false, openRead, func(e *client.RecordedEvent) error {
		n := int(revisionOf(e) - from)
		if n < len(list) {
			same = same && e.EventID == list[n].EventID
		}
		if n+1 >= len(list) || !same {
			return errStop
		}
		return nil
	})
	return same, err
}

// proposals makes proposals of events and adds up what they count against the limit.
func proposals(events []store.Event) (list []proposal, size int, err error) {
	list = make([]proposal, len(events))
	for i := range events {
		if list[i], err = propose(&events[i]); err != nil {
			return nil, 0, err
		}
		size += weight(&list[i].EventData)
	}
	return list, size, nil
}

func data(list []proposal) []client.EventData {
	part := make([]client.EventData, len(list))
	for i := range list {
		part[i] = list[i].EventData
	}
	return part
}

// divide cuts an append into parts that the server takes. If they are more than one, or
// others came before them, their events say in their metadata how far the whole goes.
func (s *Store) divide(stream string, list []proposal, whole *extent) ([][]client.EventData, error) {
	var parts [][]client.EventData
	size := 0
	for i := range list {
		p := &list[i]
		if whole.First != whole.Last {
			if err := p.stamp(whole); err != nil {
				return nil, err
			}
		}
		n := weight(&p.EventData)
		if n > s.o.MaxAppend {
			event := int(whole.Last-whole.First) + 2 - len(list) + i
			return nil, &TooLargeError{Stream: stream, Event: event, ID: p.EventID, Size: n, Limit: s.o.MaxAppend}
		}
		if size += n; size > s.o.MaxAppend || i == 0 {
			parts, size = append(parts, nil), n
		}
		last := &parts[len(parts)-1]
		*last = append(*last, p.EventData)
	}
	return parts, nil
}
