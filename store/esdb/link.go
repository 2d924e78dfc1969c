package esdb

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// A link is one client, from its making until it is of no more use. Retiring it lets go of
// all calls on it at once; the client itself is closed when the last of them has come back,
// because closing it under a call makes that call panic.
type link struct {
	client  *client.Client
	retired chan struct{} // closed when it is of no more use

	mu     sync.Mutex
	users  int
	done   bool // retired has been closed
	closed bool // so has the client
}

// lingering is how long a retired client waits for calls that do not come back.
const lingering = 30 * time.Second

func (l *link) enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done {
		return false
	}
	l.users++
	return true
}

func (l *link) leave() {
	l.mu.Lock()
	l.users--
	last := l.done && l.users == 0
	l.mu.Unlock()
	if last {
		l.close()
	}
}

// retire takes the link out of use.
func (l *link) retire() {
	l.mu.Lock()
	if l.done {
		l.mu.Unlock()
		return
	}
	l.done = true
	close(l.retired)
	last := l.users == 0
	l.mu.Unlock()
	if last {
		l.close()
	} else {
		time.AfterFunc(lingering, l.close)
	}
}

func (l *link) close() {
	l.mu.Lock()
	again := l.closed
	l.closed = true
	l.mu.Unlock()
	if !again {
		_ = l.client.Close() // it never has anything to say
	}
}

func (l *link) usable() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.done
}

// guard runs a call of the client in a goroutine of its own and waits for it, for the
// context or for the end of the link, whichever comes first. A panic becomes a *faultError.
func guard[T any](ctx context.Context, l *link, call func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	var none T
	if !l.enter() {
		return none, &unsentError{errRetired}
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer l.leave()
		defer func() {
			done <- a
			l.judge(ctx, a.err)
		}()
		defer caught(&a.err)
		a.value, a.err = call()
	}()
	select {
	case a := <-done:
		return a.value, a.err
	case <-ctx.Done():
		return none, context.Cause(ctx)
	case <-l.retired:
	}
	select {
	case a := <-done: // perhaps it says why
		return a.value, a.err
	default:
		return none, errRetired
	}
}

// judge retires the link if an error shows that it is of no more use. It is called as soon
// as the client returns: of a client that has lost its server, the next call would lose the
// old connection without closing it, and perhaps everybody who calls after that. The error
// of a call that was given up says nothing about the link.
func (l *link) judge(ctx context.Context, err error) {
	if err == nil || isAnswer(err) || ctx.Err() != nil {
		return
	}
	if f := diagnose(err); f.sort == anew || f.sort == oddly {
		l.retire()
	}
}

// caught turns a panic into an error; it is to be deferred.
func caught(err *error) {
	switch p := recover().(type) {
	case nil:
	case *faultError:
		*err = p
	case error:
		*err = &faultError{"its answer confounds the client: " + p.Error()}
		if strings.Contains(p.Error(), "closed channel") {
			*err = errRetired // it was closed under the call
		}
	default:
		*err = &faultError{fmt.Sprintf("its answer confounds the client: %v", p)}
	}
}

// connected returns the link in use, or a new one that has reached a server. Its errors are
// *unsentError or the context's.
func (s *Store) connected(ctx context.Context) (*link, error) {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, &unsentError{context.Cause(ctx)}
	}
	defer func() { <-s.turn }()
	s.mu.Lock()
	l, closed := s.link, s.closed
	s.mu.Unlock()
	if closed {
		return nil, &unsentError{errClosed}
	}
	if l != nil && l.usable() {
		return l, nil
	}
	l, err := s.connect(ctx)
	if err != nil {
		return nil, &unsentError{err}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		l.retire()
		return nil, &unsentError{errClosed}
	}
	s.link = l
	return l, nil
}

// connect makes a client and lets it find its server. The client gets one address and one
// attempt: where to look, and how often, is for this package, which can be interrupted.
func (s *Store) connect(ctx context.Context) (*link, error) {
	conf := s.conf
	if conf.DnsDiscover || len(conf.GossipSeeds) > 0 {
		node, err := s.discover(ctx)
		if err != nil {
			return nil, err
		}
		conf.Address, conf.GossipSeeds, conf.DnsDiscover = node, nil, false
	}
	conf.MaxDiscoverAttempts, conf.DiscoveryInterval = 1, 1
	c, err := client.NewClient(&conf)
	if err != nil {
		return nil, err
	}
	l := &link{client: c, retired: make(chan struct{})}
	// The version does not matter: asking for it makes the client connect while nobody else
	// calls it, which is when it would leave them waiting for ever.
	_, err = guard(ctx, l, c.GetServerVersion)
	if err != nil {
		l.retire()
		if errors.Is(err, errSlow) {
			err = fmt.Errorf("%w from %s", errSlow, conf.Address)
		}
		return nil, err
	}
	return l, nil
}
