package esdb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

// An append in parts that a program of an earlier version left unfinished stands in the ledger's
// stream for good. It is dropped by an event behind it that says so: no part can follow that
// any more. The ledger then goes on in another stream, its successor, which begins with links
// to the events before the append.

// dropType is the type of that event.
const dropType = "append-dropped.v1"

// successor is the name of the stream in which a ledger goes on. No ledger's own stream has such
// a name.
func successor(name string) string { return name + "%next" }

// movedError says that a ledger goes on in another stream.
type movedError struct{ to string }

func (e *movedError) Error() string { return "it continues in stream " + strconv.Quote(e.to) }

// at calls do with the stream in which a ledger stands, again if it turns out to have moved.
func (s *Store) at(ledger string, do func(name string) error) error {
	for {
		name, _ := s.home(ledger)
		err := do(name)
		var moved *movedError
		if !errors.As(err, &moved) {
			return err
		}
		s.settle(ledger, moved.to)
	}
}

// home is the stream in which a ledger stands, and whether anybody has looked.
func (s *Store) home(ledger string) (name string, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if name, known = s.homes[ledger]; known {
		return name, true
	}
	return s.nameOf(ledger), false
}

// settle remembers where a ledger stands.
func (s *Store) settle(ledger, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.homes[ledger] = name
}

// dropped reports by a *movedError whether an event says that the append before it was dropped,
// and that append is there. Such words of somebody else are an event like any other.
func (s *Store) dropped(ctx context.Context, name string, e *client.RecordedEvent) error {
	if e.EventType != dropType {
		return nil
	}
	var whole extent
	at := revisionOf(e)
	if json.Unmarshal(e.Data, &whole) != nil || whole.First < 1 || whole.First >= at || whole.Last < at {
		return nil
	}
	err := s.agree(ctx, name, ending{reached: at - 1, open: &openAppend{extent: whole}})
	var damaged *store.DamagedError
	switch {
	case err == nil:
		return &movedError{successor(name)}
	case errors.As(err, &damaged):
		return nil
	}
	return err
}

// drop drops an unfinished append of an earlier version: its stream gets a successor with the
// events before it, and then the event that says so.
func (s *Store) drop(ctx context.Context, name string) error {
	at, err := s.end(ctx, name)
	var moved *movedError
	switch {
	case errors.As(err, &moved):
		return nil
	case err != nil:
		return err
	case at.open == nil || at.open.linked:
		return nil // it has been finished
	}
	if err := s.succeed(ctx, name, at.head); err != nil {
		return err
	}
	data, err := json.Marshal(at.open.extent)
	if err != nil {
		return err
	}
	id := uuid.NewSHA1(uuid.NameSpaceURL, fmt.Appendf(nil, "esdb:%s@%d/dropped", name, at.reached))
	err = s.write(ctx, name, name, at.reached, []client.EventData{{EventID: id, EventType: dropType, ContentType: client.ContentTypeJson, Data: data}})
	if errors.As(err, &moved) {
		return nil // somebody else has dropped it
	}
	return err
}

// succeed fills the successor of a stream with links to its events up to a revision. Nobody reads
// it yet, so it may take several appends.
func (s *Store) succeed(ctx context.Context, name string, upTo store.Revision) error {
	if upTo == store.NoStream {
		return nil
	}
	var links []client.EventData
	r := &reading{s: s, name: name, next: 1, fresh: true}
	err := r.run(ctx, s.patience(false, fmt.Sprintf("reading stream %q", name)), false, s.openRaw, func(e *client.RecordedEvent) error {
		target := fmt.Appendf(nil, "%d@%s", e.EventNumber, name)
		if e.EventType == linkType {
			target = e.Data
		}
		links = append(links, client.EventData{EventID: e.EventID, EventType: linkType, ContentType: client.ContentTypeBinary, Data: target})
		if revisionOf(e) == upTo {
			return errStop
		}
		return nil
	})
	if err != nil {
		return err
	}
	ok, err := s.fill(ctx, name, successor(name), links)
	if err == nil && !ok {
		err = &store.DamagedError{Place: s.place, Found: fmt.Sprintf("stream %q, where the ledger continues, was written to by another program", successor(name))}
	}
	return err
}
