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
	reached store.Revision // as the server has it: further, if an append is open
	open    *openAppend
}

// openAppend is an append in parts of which the last is still to come.
type openAppend struct {
	extent
	linked bool // its events are staged, and anybody can finish it
}

// end looks at the last event of a stream.
func (s *Store) end(ctx context.Context, name string) (ending, error) {
	e, err := s.latest(ctx, name)
	if err != nil || e == nil {
		return ending{}, err
	}
	if err := s.dropped(ctx, name, e); err != nil {
		return ending{}, err
	}
	at := ending{head: revisionOf(e), reached: revisionOf(e)}
	if whole := wholeOf(e); whole != nil && at.reached < whole.Last {
		at.open = &openAppend{*whole, s.isLinked(e, name)}
		at.head = whole.First - 1
		if err := s.agree(ctx, name, at); err != nil {
			return ending{}, err
		}
	}
	return at, nil
}

// isLinked reports whether an event of a stream is one of a stage that a link there leads to.
func (s *Store) isLinked(e *client.RecordedEvent, name string) bool { return e.StreamID != name }

// agree checks that the events of an open append all say where it begins and ends: what one
// event says alone is somebody else's.
func (s *Store) agree(ctx context.Context, name string, at ending) error {
	r := &reading{s: s, name: name, next: at.open.First, fresh: true}
	p := s.patience(false, fmt.Sprintf("reading stream %q", name))
	return r.run(ctx, p, false, s.openRead, func(e *client.RecordedEvent) error {
		if whole := wholeOf(e); whole == nil || *whole != at.open.extent || s.isLinked(e, name) != at.open.linked {
			return s.foreign(name, at.reached, at.open.extent, revisionOf(e))
		}
		if revisionOf(e) >= at.reached {
			return errStop
		}
		return nil
	})
}

// foreign is the error of an event that says of itself what others do not bear out.
func (s *Store) foreign(name string, at store.Revision, said extent, against store.Revision) error {
	return &store.DamagedError{Place: s.place, Found: fmt.Sprintf("%s of stream %q claims to belong to an append from %d to %d, but %s does not: "+
		"another program has written to the stream", at, name, said.First, said.Last, against)}
}

// event reads one event, the last one for client.End; it is nil if there is none.
func (s *Store) event(ctx context.Context, name string, from client.StreamPosition) (*client.RecordedEvent, error) {
	p := s.patience(false, fmt.Sprintf("reading stream %q", name))
	e, err := ask(ctx, p, func(ctx context.Context, l *link) (*client.RecordedEvent, error) {
		return s.readOne(ctx, l.client, name, from, true)
	})
	if err != nil && isAnswer(err) {
		return nil, s.absent(name, err)
	}
	return e, err
}

// rawEvent reads one event as it stands there: a link, and not where it leads.
func (s *Store) rawEvent(ctx context.Context, name string, from client.StreamPosition) (*client.RecordedEvent, error) {
	p := s.patience(false, fmt.Sprintf("reading stream %q", name))
	e, err := ask(ctx, p, func(ctx context.Context, l *link) (*client.RecordedEvent, error) {
		return s.readOne(ctx, l.client, name, from, false)
	})
	if err != nil && isAnswer(err) {
		return nil, s.absent(name, err)
	}
	return e, err
}

// readOne asks a client for one event; it is nil if there is none.
func (s *Store) readOne(ctx context.Context, c *client.Client, name string, from client.StreamPosition, resolve bool) (*client.RecordedEvent, error) {
	o := client.ReadStreamOptions{From: from, ResolveLinkTos: resolve}
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
	return s.eventOf(e)
}

// absent is the error of a stream that is not there: none, unless it was permanently deleted, or
// an event that it leads to is not there.
func (s *Store) absent(name string, err error) error {
	var dangling *danglingError
	if errors.As(err, &dangling) {
		return &store.DamagedError{Place: s.place, Found: fmt.Sprintf("%s of stream %q should be in stream %q, which lacks it", dangling.at, name, dangling.stage)}
	}
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
	var at ending
	err := s.at(stream, func(name string) (err error) {
		at, err = s.end(ctx, name)
		switch {
		case err != nil:
		case at.head == store.NoStream && at.open != nil:
			err = s.unfinished(name, at)
		case at.head == store.NoStream:
			err = s.empty(ctx, name)
		}
		if err == nil {
			s.settle(stream, name)
		}
		return err
	})
	return at.head, err
}

// Event implements store.Picker.
func (s *Store) Event(ctx context.Context, stream string, at store.Revision) (store.Recorded, bool, error) {
	if err := ctx.Err(); err != nil || at > math.MaxInt64 {
		return store.Recorded{}, false, err
	}
	at = max(at, 1)
	var found *client.RecordedEvent
	err := s.at(stream, func(name string) error {
		e, err := s.event(ctx, name, client.Revision(uint64(at)-1))
		switch {
		case err != nil:
			return err
		case e == nil || revisionOf(e) != at:
			return s.empty(ctx, name)
		}
		r := &reading{s: s, name: name, next: at, fresh: true}
		open, err := r.belongs(ctx, e)
		switch {
		case err != nil:
			return err
		case open != nil && open.open.linked:
			return nil
		case open != nil:
			return s.unfinished(name, *open)
		}
		found = e
		return nil
	})
	if err != nil || found == nil {
		return store.Recorded{}, false, err
	}
	return recorded(found), true, nil
}

// empty says of a stream that shows no events whether it hides some: it was deleted, or its
// metadata makes the server drop them.
func (s *Store) empty(ctx context.Context, name string) error {
	if err := s.unlimited(ctx, name); err != nil && !denied(err) {
		return err
	}
	return nil
}

// Read implements store.Store. An interrupted read is resumed where it stopped.
func (s *Store) Read(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		if from > math.MaxInt64 {
			return // no stream is that long
		}
		next := max(from, 1)
		err := s.at(stream, func(name string) error {
			err := s.readLedger(ctx, name, &next, yield)
			if err == nil {
				s.settle(stream, name)
			}
			return err
		})
		if err != nil && !errors.Is(err, errBreak) {
			yield(store.Recorded{}, err)
		}
	}
}

// readLedger yields the events of a stream from next on, and counts it on.
func (s *Store) readLedger(ctx context.Context, name string, next *store.Revision, yield func(store.Recorded, error) bool) error {
	r := &reading{s: s, name: name, next: *next, fresh: true}
	p := s.patience(false, fmt.Sprintf("reading stream %q", name))
	err := r.run(ctx, p, false, s.openRead, func(e *client.RecordedEvent) error {
		open, err := r.belongs(ctx, e)
		switch {
		case err != nil:
			return err
		case open != nil && open.open.linked:
			return errStop // all or nothing: whoever writes next finishes it
		case open != nil:
			return s.unfinished(name, *open)
		}
		if *next = revisionOf(e) + 1; !yield(recorded(e), nil) {
			return errBreak
		}
		return nil
	})
	if err != nil || !r.fresh {
		return err
	}
	// Nothing was read: it may hide its events, or go on elsewhere.
	at, err := s.end(ctx, name)
	if err == nil && at.head == store.NoStream {
		err = s.empty(ctx, name)
	}
	return err
}

// Subscribe implements store.Subscriber. A subscription that the server drops, or whose server
// becomes unreachable, is resumed where it stopped. It ends when ctx does, when the server is
// unreachable for longer than Options.Patience, or when the stream is damaged.
func (s *Store) Subscribe(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		next := min(max(from, 1), math.MaxInt64)
		err := s.at(stream, func(name string) error { return s.follow(ctx, name, &next, yield) })
		if err != nil && !errors.Is(err, errBreak) {
			yield(store.Recorded{}, err)
		}
	}
}

// follow yields the events of a stream from next on as they come, and counts it on.
func (s *Store) follow(ctx context.Context, name string, next *store.Revision, yield func(store.Recorded, error) bool) error {
	r := &reading{s: s, name: name, next: *next, fresh: true}
	p := s.patience(false, fmt.Sprintf("following stream %q", name))
	var held []store.Recorded // of an append in parts that is not finished yet
	return r.run(ctx, p, true, s.openSubscription, func(e *client.RecordedEvent) error {
		open, err := r.belongs(ctx, e)
		if err != nil {
			return err
		}
		held = append(held, recorded(e))
		if open != nil && revisionOf(e) < open.open.Last {
			return nil
		}
		for _, h := range held {
			if *next = h.Revision + 1; !yield(h, nil) {
				return errBreak
			}
		}
		held = held[:0]
		return nil
	})
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
	fresh bool           // nothing has been read yet
	gaps  bool           // events may be missing
	whole *extent        // of the append in parts that the latest event belongs to
	done  store.Revision // up to which appends in parts are known to be finished
	open  *ending        // how the stream ended when the latest event's append was open
}

// belongs checks what an event says of the append in parts that it belongs to against the events
// before it, and returns how the stream ends if that append is still open.
func (r *reading) belongs(ctx context.Context, e *client.RecordedEvent) (*ending, error) {
	if err := r.s.dropped(ctx, r.name, e); err != nil {
		return nil, err
	}
	at, whole := revisionOf(e), wholeOf(e)
	fresh := r.fresh
	r.fresh = false
	within := r.whole != nil && at <= r.whole.Last
	switch {
	case within && (whole == nil || *whole != *r.whole):
		return nil, r.s.foreign(r.name, at-1, *r.whole, at)
	case whole != nil && !within && !fresh && at != whole.First:
		return nil, r.s.foreign(r.name, at, *whole, at-1)
	}
	if r.whole = whole; whole == nil || whole.Last <= r.done {
		return nil, nil
	}
	if within && r.open != nil {
		return r.open, nil
	}
	end, err := r.s.end(ctx, r.name)
	switch {
	case err != nil:
		return nil, err
	case end.reached >= whole.Last:
		r.done, r.open = whole.Last, nil
		return nil, nil
	case end.open == nil || end.open.extent != *whole:
		return nil, r.s.foreign(r.name, at, *whole, end.reached)
	}
	r.open = &end
	return r.open, nil
}

// run hands every event from r.next on to give, and returns its error, nil at the end of
// the stream.
func (r *reading) run(ctx context.Context, p *patience, live bool, open opener, give func(*client.RecordedEvent) error) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := r.once(ctx, p, live, open, give)
		if err == nil && !live && !r.gaps && r.s.isHasty() {
			e, failed := r.s.latest(ctx, r.name)
			if failed == nil && e != nil && revisionOf(e) >= r.next {
				continue
			}
		}
		if err == nil && !live && !r.fresh {
			err = r.s.saw(r.name, r.next-1)
		}
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
			if at := revisionOf(e); r.gaps && at > r.next {
				r.next = at
			} else if at != r.next {
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
