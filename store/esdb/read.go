package esdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// An ending is how far a stream has come.
type ending struct {
	head    store.Revision // as readers see it
	reached store.Revision // as the server has it: further, if an append is unfinished
	whole   *extent        // of the append in parts that the last event belongs to
}

// end looks at the last event of a stream.
func (s *Store) end(ctx context.Context, name string) (ending, error) {
	e, err := s.event(ctx, name, client.End{})
	if err != nil || e == nil {
		return ending{}, err
	}
	at := ending{head: revisionOf(e), reached: revisionOf(e), whole: wholeOf(e)}
	if at.whole != nil && at.reached < at.whole.Last {
		at.head = at.whole.First - 1
	}
	return at, nil
}

// event reads one event, the last one for client.End; it is nil if there is none.
func (s *Store) event(ctx context.Context, name string, from client.StreamPosition) (*client.RecordedEvent, error) {
	p := s.patience(false, fmt.Sprintf("reading stream %q", name))
	e, err := ask(ctx, p, func(ctx context.Context, c *client.Client) (*client.RecordedEvent, error) {
		return readOne(ctx, c, name, from)
	})
	if err != nil && isAnswer(err) {
		return nil, s.absent(name, err)
	}
	return e, err
}

// readOne asks a client for one event; it is nil if there is none.
func readOne(ctx context.Context, c *client.Client, name string, from client.StreamPosition) (*client.RecordedEvent, error) {
	o := client.ReadStreamOptions{From: from}
	if _, end := from.(client.End); end {
		o.Direction = client.Backwards
	}
	r, err := c.ReadStream(ctx, name, o, 1)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	e, err := r.Recv()
	switch {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return eventOf(e)
}

// absent is the error of a stream that is not there: none, unless it was deleted for good.
func (s *Store) absent(name string, err error) error {
	var e *client.Error
	if errors.As(err, &e) && e.Code() == client.ErrorCodeStreamDeleted {
		return s.tombstone(name, err)
	}
	return nil
}

// Head implements store.Store.
func (s *Store) Head(ctx context.Context, stream string) (store.Revision, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	at, err := s.end(ctx, s.nameOf(stream))
	return at.head, err
}

// Read implements store.Store. A read that breaks off is taken up where it was.
func (s *Store) Read(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		if from > math.MaxInt64 {
			return // no stream is that long
		}
		name := s.nameOf(stream)
		r := &reading{s: s, name: name, next: max(from, 1)}
		p := s.patience(false, fmt.Sprintf("reading stream %q", name))
		err := r.run(ctx, p, false, openRead, func(e *client.RecordedEvent) error {
			if whole := r.partial(e); whole != nil {
				finished, err := r.finished(ctx, whole)
				if err != nil {
					return err
				}
				if !finished {
					return errStop // nobody sees it before it is finished
				}
			}
			if !yield(recorded(e), nil) {
				return errBreak
			}
			return nil
		})
		if err != nil && !errors.Is(err, errBreak) {
			yield(store.Recorded{}, err)
		}
	}
}

// Subscribe implements store.Subscriber. A subscription that the server drops, and one to a
// server that goes away, is taken up where it was; it ends when ctx does, when the server
// stays away for longer than Options.Patience, or with a damaged stream.
func (s *Store) Subscribe(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		name := s.nameOf(stream)
		r := &reading{s: s, name: name, next: min(max(from, 1), math.MaxInt64)}
		p := s.patience(false, fmt.Sprintf("following stream %q", name))
		var held []store.Recorded // of an append in parts that is not finished yet
		err := r.run(ctx, p, true, openSubscription, func(e *client.RecordedEvent) error {
			whole := r.partial(e)
			if whole != nil && len(held) == 0 {
				finished, err := r.finished(ctx, whole)
				if err != nil {
					return err
				}
				if finished {
					whole = nil
				}
			}
			held = append(held, recorded(e))
			if whole != nil && revisionOf(e) < whole.Last {
				return nil
			}
			for _, h := range held {
				if !yield(h, nil) {
					return errBreak
				}
			}
			held = held[:0]
			return nil
		})
		if err != nil && !errors.Is(err, errBreak) {
			yield(store.Recorded{}, err)
		}
	}
}

// What a reading's receiver returns to end it: errStop as if the stream ended there,
// errBreak because nobody listens any more.
var (
	errStop  = errors.New("as far as it goes")
	errBreak = errors.New("enough")
)

// A reading is a read or a subscription, over all connections that it takes.
type reading struct {
	s     *Store
	name  string
	next  store.Revision
	whole store.Revision // up to which appends in parts are known to be finished
}

// partial returns the extent of the append in parts that an event belongs to, unless that
// is known to be finished.
func (r *reading) partial(e *client.RecordedEvent) *extent {
	whole := wholeOf(e)
	if whole != nil && whole.Last <= r.whole {
		return nil
	}
	return whole
}

// finished reports whether the last event of an append in parts is there.
func (r *reading) finished(ctx context.Context, whole *extent) (bool, error) {
	at, err := r.s.end(ctx, r.name)
	if err != nil || at.reached < whole.Last {
		return false, err
	}
	r.whole = whole.Last
	return true, nil
}

// run hands every event from r.next on to give, and returns its error, nil at the end of
// the stream.
func (r *reading) run(ctx context.Context, p *patience, live bool, open opener, give func(*client.RecordedEvent) error) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := r.once(ctx, p, live, open, give)
		var mine *givenError
		switch {
		case err == nil, errors.Is(err, errStop):
			return nil
		case errors.As(err, &mine):
			return mine.err
		case isAnswer(err):
			return r.s.absent(r.name, err)
		}
		if err := p.again(ctx, err); err != nil {
			return err
		}
	}
}

// givenError is an error of whoever receives the events, not of the server.
type givenError struct{ err error }

func (e *givenError) Error() string { return e.err.Error() }
func (e *givenError) Unwrap() error { return e.err }

// once reads over one connection.
func (r *reading) once(ctx context.Context, p *patience, live bool, open opener, give func(*client.RecordedEvent) error) error {
	l, err := p.linked(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	q := pump(r.s.addressed(ctx), r.s, l, r.name, r.next, open)
	for {
		list, err := q.take(ctx, p, live)
		if errors.Is(err, errSlow) {
			cancel(errSlow)
		}
		if len(list) > 0 || err == nil || errors.Is(err, io.EOF) {
			p.answered()
		}
		for _, e := range list {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if at := revisionOf(e); at != r.next {
				return &givenError{&store.DamagedError{Place: r.s.place, Found: fmt.Sprintf("%s of stream %q is missing: the next one there is %s", r.next, r.name, at)}}
			}
			if err := give(e); err != nil {
				return &givenError{err}
			}
			r.next++
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}
