package sqlite

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
)

// What an append costs is above all the sync that makes it durable, and the locks. Appends to several streams that wait for their turn share one
// transaction, and so one sync:
//
//	Append a ──┐
//	Append b ──┼──► the next group ──► begins: nobody joins any more ──► each checked and inserted, one commit ──► answers all
//	Append a ──┘        └── the second to one stream is of another group
//
// Each is answered as if it had been alone: whether it conflicts with what stands is its own matter. What cannot be inserted beside others, such as an event
// whose id is in use, has the transaction taken back; then the group is appended one by one.

// A longer append than a group takes is alone.
const (
	mostGrouped  = 64  // appends that share a transaction
	mostTogether = 512 // events of these in all
)

// A request is an append that waits for its turn.
type request struct {
	ctx      context.Context
	stream   string
	expected store.Revision
	events   []store.Event

	number int64 // of the stream, if events were inserted
	last   store.Revision
	err    error
}

// A group is appends that share a transaction.
type group struct {
	requests []*request
	events   int
	begun    bool
	done     chan struct{}
}

// A queue holds the group that comes last, which others may still join.
type queue struct {
	mu   sync.Mutex
	last *group
}

// join adds an append to the group that comes last. First says that whoever asks is to have the group appended.
func (q *queue) join(r *request) (g *group, first bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	g = q.last
	if g == nil || g.begun || len(g.requests) == mostGrouped || g.events+len(r.events) > mostTogether ||
		slices.ContainsFunc(g.requests, func(x *request) bool { return x.stream == r.stream }) {
		g, first = &group{done: make(chan struct{})}, true
		q.last = g
	}
	g.requests, g.events = append(g.requests, r), g.events+len(r.events)
	return g, first
}

// begin lets nobody else join a group.
func (q *queue) begin(g *group) {
	q.mu.Lock()
	defer q.mu.Unlock()
	g.begun = true
}

// Append implements store.Store.
func (s *Store) Append(ctx context.Context, stream string, expected store.Revision, events []store.Event) (store.Revision, error) {
	if err := store.Check(stream, events); err != nil {
		return 0, err
	}
	r := &request{ctx: ctx, stream: stream, expected: expected, events: events}
	g, first := s.queue.join(r)
	if first {
		runtime.Gosched() // whoever is about to append as well joins
		s.appendGroup(g)
	}
	<-g.done // also for whoever does not want to wait any more: what became of it must be known
	if r.err != nil {
		return 0, explain(s.path, "appending to it", r.err)
	}
	return r.last, nil
}

// appendGroup appends a group, and answers each request of it.
func (s *Store) appendGroup(g *group) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue.begin(g)
	defer close(g.done)
	wanted := make([]*request, 0, len(g.requests))
	for _, r := range g.requests {
		if r.err = s.usable(r.ctx); r.err == nil {
			wanted = append(wanted, r)
		}
	}
	if len(wanted) > 1 {
		err := s.patiently(context.WithoutCancel(wanted[0].ctx), func() error { return s.together(wanted) })
		if err != errApart {
			for _, r := range wanted {
				if err != nil {
					r.last, r.err = 0, err
				}
			}
			return
		}
	}
	for _, r := range wanted {
		r.err = s.patiently(r.ctx, func() (err error) {
			r.last, err = s.append(r.ctx, r.stream, r.expected, r.events)
			return err
		})
	}
}

// errApart says that a group is to be appended one by one: nothing of it was written.
var errApart = &store.InvalidError{Found: "the appends cannot be made together"}

// together makes one attempt to append a group in one transaction. An error is that of all of it; what became of each else stands in the requests.
func (s *Store) together(all []*request) error {
	if err := run(s.stmts.begin); err != nil {
		return err
	}
	defer s.rollback()
	if err := s.inPlace(); err != nil {
		return err
	}
	wrote := all[:0:0]
	for _, r := range all {
		switch err := s.appendOne(r); {
		case sqlite.ErrCode(err).ToPrimary() == sqlite.ResultBusy:
			return err
		case err != nil:
			return errApart
		case r.number != 0:
			wrote = append(wrote, r)
		}
	}
	if len(wrote) == 0 {
		return nil
	}
	err := s.commit(wrote...)
	if err == nil || sqlite.ErrCode(err).ToPrimary() == sqlite.ResultBusy {
		return err
	}
	for _, r := range wrote { // the others have their answers
		r.last, r.err = 0, err
	}
	return nil
}

// appendOne inserts the events of a request in the transaction that is open. One that is not to be written is answered.
func (s *Store) appendOne(r *request) error {
	r.number, r.last, r.err = 0, 0, nil
	number, head, err := s.find(r.stream)
	if err != nil {
		return err
	}
	if r.expected != store.Any && r.expected != head || len(r.events) == 0 {
		r.last, r.err = s.repeatOrConflict(r.stream, number, r.expected, head, r.events)
		return nil
	}
	if number, err = s.numbered(r.stream, number); err != nil {
		return err
	}
	r.last = head + store.Revision(len(r.events))
	if err := room(number, r.last); err != nil {
		return err
	}
	if err := s.insert(r.ctx, number<<revisionBits+int64(head), r.events); err != nil {
		return err
	}
	r.number = number
	return nil
}
