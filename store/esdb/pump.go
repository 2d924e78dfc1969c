package esdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// A source is an open read or subscription of the client. Its end is io.EOF.
type source struct {
	receive func() (*client.RecordedEvent, error)
	close   func()
}

// An opener begins to read a stream at a revision.
type opener func(ctx context.Context, c *client.Client, name string, from store.Revision) (*source, error)

// openRead reads to the end of the stream.
func (s *Store) openRead(ctx context.Context, c *client.Client, name string, from store.Revision) (*source, error) {
	return s.openReading(ctx, c, name, from, true)
}

// openRaw reads what stands there itself: links, and not where they lead.
func (s *Store) openRaw(ctx context.Context, c *client.Client, name string, from store.Revision) (*source, error) {
	return s.openReading(ctx, c, name, from, false)
}

func (s *Store) openReading(ctx context.Context, c *client.Client, name string, from store.Revision, resolve bool) (*source, error) {
	r, err := c.ReadStream(ctx, name, client.ReadStreamOptions{From: client.Revision(uint64(from) - 1), ResolveLinkTos: resolve}, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	return &source{close: r.Close, receive: func() (*client.RecordedEvent, error) {
		e, err := r.Recv()
		if err != nil {
			return nil, err
		}
		return s.eventOf(e)
	}}, nil
}

// danglingError says that what a link leads to is not there.
type danglingError struct {
	at    store.Revision // of the link
	stage string
}

func (e *danglingError) Error() string { return fmt.Sprintf("%s is a link to a missing event", e.at) }

// eventOf is the event that stands at a place of a stream: the one of a stage that a link there
// leads to, with the link's number and metadata, or the one that stands there itself. A link to
// anything else is somebody else's event, and is shown as that.
func (s *Store) eventOf(e *client.ResolvedEvent) (*client.RecordedEvent, error) {
	switch {
	case e.Link == nil && e.Event == nil:
		return nil, &faultError{"the server sent an empty event"}
	case e.Link == nil:
		return e.Event, nil
	}
	_, stage, ok := linkOf(e.Link)
	switch {
	case !ok || !s.isStage(stage) && successor(stage) != e.Link.StreamID:
		return e.Link, nil
	case e.Event == nil:
		return nil, &danglingError{revisionOf(e.Link), stage}
	case e.Event.EventID != e.Link.EventID:
		return e.Link, nil
	}
	linked := *e.Event
	linked.EventNumber, linked.UserMetadata, linked.Position = e.Link.EventNumber, e.Link.UserMetadata, e.Link.Position
	return &linked, nil
}

// openSubscription goes on at the end of the stream. The client begins behind the revision
// that it is given. It goes to the member that leads when a read is refused by another one, but not
// when a subscription is that the other one has confirmed before.
func (s *Store) openSubscription(ctx context.Context, c *client.Client, name string, from store.Revision) (*source, error) {
	if _, err := s.readOne(ctx, c, name, client.End{}, true); err != nil && !isAnswer(err) {
		return nil, err
	}
	var at client.StreamPosition = client.Start{}
	if from > 1 {
		at = client.Revision(uint64(from) - 2)
	}
	sub, err := c.SubscribeToStream(ctx, name, client.SubscribeToStreamOptions{From: at, ResolveLinkTos: true})
	if err != nil {
		return nil, err
	}
	return &source{close: func() { _ = sub.Close() }, receive: func() (*client.RecordedEvent, error) {
		for {
			switch e := sub.Recv(); {
			case e.EventAppeared != nil:
				return s.eventOf(e.EventAppeared)
			case e.SubscriptionDropped != nil:
				if err := e.SubscriptionDropped.Error; !errors.Is(err, io.EOF) {
					return nil, err
				}
				return nil, errDropped // without a word
			}
		}
	}}, nil
}

// most events that wait between the client and whoever reads.
const ahead = 1024

// A queue holds events on their way from the goroutine that receives them to the reader.
type queue struct {
	mu     sync.Mutex
	list   []*client.RecordedEvent
	err    error // that ended it
	opened bool
	filled chan struct{} // has an element when there is something to take
	taken  chan struct{} // has one when there may be room
}

// pump receives events in a goroutine of its own, until ctx ends.
func pump(ctx context.Context, s *Store, l *link, name string, from store.Revision, open opener) *queue {
	q := &queue{filled: make(chan struct{}, 1), taken: make(chan struct{}, 1)}
	go func() {
		var err error
		defer func() {
			if errors.Is(err, io.EOF) {
				s.leave(ctx, l, nil)
			} else {
				s.leave(ctx, l, err)
			}
			q.end(err)
		}()
		defer caught(&err)
		src, openErr := open(ctx, l.client, name, from)
		if err = openErr; err != nil {
			return
		}
		defer src.close()
		q.open()
		for {
			e, recvErr := src.receive()
			if err = recvErr; err != nil {
				return
			}
			if err = q.put(ctx, e); err != nil {
				return
			}
		}
	}()
	return q
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (q *queue) open() {
	q.mu.Lock()
	q.opened = true
	q.mu.Unlock()
	signal(q.filled)
}

func (q *queue) end(err error) {
	q.mu.Lock()
	q.err = err
	q.mu.Unlock()
	signal(q.filled)
}

func (q *queue) put(ctx context.Context, e *client.RecordedEvent) error {
	for {
		q.mu.Lock()
		full := len(q.list) >= ahead
		if !full {
			q.list = append(q.list, e)
		}
		q.mu.Unlock()
		if !full {
			signal(q.filled)
			return nil
		}
		select {
		case <-q.taken:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// isOpen reports whether the source has begun.
func (q *queue) isOpen() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.opened
}

// rest returns what is there to take.
func (q *queue) rest() ([]*client.RecordedEvent, error) {
	q.mu.Lock()
	list, err := q.list, q.err
	q.list = nil
	q.mu.Unlock()
	signal(q.taken)
	return list, err
}

// take returns the events that have come, when there are any, and the error that ended the
// source, when there is one. Nothing for too long is an error as well; from a live source,
// which has nothing to say while nothing happens, only until it is open.
func (q *queue) take(ctx context.Context, p *patience, live bool) ([]*client.RecordedEvent, error) {
	timer := time.NewTimer(time.Until(p.limit(time.Now())))
	slow := p.mention()
	idle := false
	calm := func() {
		timer.Stop()
		p.mentioned(slow)
		slow = nil
	}
	defer calm()
	for {
		list, err := q.rest()
		if len(list) > 0 || err != nil {
			return list, err
		}
		if live && !idle && q.isOpen() {
			idle = true
			calm()
			p.opened()
		}
		select {
		case <-q.filled:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-p.s.gone:
			return nil, errClosed
		case <-timer.C:
			return nil, errSlow
		}
	}
}

// linked returns a link for a reading.
func (p *patience) linked(ctx context.Context) (*link, error) {
	ctx, cancel := context.WithDeadlineCause(ctx, p.limit(time.Now()), errSlow)
	defer cancel()
	defer p.mentioned(p.mention())
	return p.s.linked(ctx)
}
