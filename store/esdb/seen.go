package esdb

import (
	"context"
	"fmt"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// A member of a cluster that stood still while another was elected believes for a moment that it
// leads, and answers with what it knew. What this store has seen of a stream it never unsees: a
// stream that ends before that is asked for again, elsewhere.

// staleError says that a stream ends before what has been seen of it.
type staleError struct {
	name        string
	shows, seen store.Revision
}

func (e *staleError) Error() string {
	return fmt.Sprintf("the server shows %d events of stream %q, but has shown %d before", e.shows, e.name, e.seen)
}

// saw notes how far a stream has come, and reports by a *staleError that it has been seen to come
// further. One that shows nothing hides something, which is for others to find out.
func (s *Store) saw(name string, reached store.Revision) error {
	if reached == store.NoStream {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if seen := s.seen[name]; reached < seen {
		return &staleError{name, reached, seen}
	}
	s.seen[name] = reached
	return nil
}

// latest is the last event of a stream, nil if there is none.
func (s *Store) latest(ctx context.Context, name string) (*client.RecordedEvent, error) {
	p := s.patience(false, fmt.Sprintf("reading stream %q", name))
	e, err := ask(ctx, p, func(ctx context.Context, l *link) (*client.RecordedEvent, error) {
		e, err := s.readOne(ctx, l.client, name, client.End{}, true)
		if err == nil && e != nil {
			err = s.saw(name, revisionOf(e))
		}
		return e, err
	})
	if err != nil && isAnswer(err) {
		return nil, s.absent(name, err)
	}
	return e, err
}
