package esdb

import (
	"context"
	"errors"
	"fmt"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc"
)

// A link is one client and its connection. One call uses it at a time, from the moment that
// it is taken until it is given back or dropped: of a client that loses its server while
// others call it, those wait for ever, its old connection is never closed, and closing it
// makes them panic. Links that nobody uses are kept for the next call.
type link struct {
	client *client.Client
	node   string           // where appends go: the node that the client was given, or the one that it named
	conn   *grpc.ClientConn // for appends, opened by the first
}

// spare is how many links are kept that nobody uses.
const spare = 16

// close ends a link. Nobody may be using it. Closing never has anything to say.
func (l *link) close() {
	_ = l.client.Close()
	if l.conn != nil {
		_ = l.conn.Close()
	}
}

// linked returns a link that nobody else uses: a spare one, or a new one that has reached a
// server.
func (s *Store) linked(ctx context.Context) (*link, error) {
	s.mu.Lock()
	if n := len(s.idle); n > 0 && !s.closed {
		l := s.idle[n-1]
		s.idle = s.idle[:n-1]
		s.mu.Unlock()
		return l, nil
	}
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return nil, &unsentError{errClosed}
	}
	l, err := s.connect(ctx)
	if err != nil {
		return nil, &unsentError{err}
	}
	return l, nil
}

// leave ends the use of a link, after a call that ended with err. A link that has lost its
// server is dropped, and with it the spare ones, which will have lost it as well.
func (s *Store) leave(ctx context.Context, l *link, err error) {
	lost := false
	switch {
	case err == nil || isAnswer(err):
	case ctx.Err() != nil: // given up: that says nothing, unless no answer has come in time
		lost = errors.Is(context.Cause(ctx), errSlow)
	default:
		f := diagnose(err)
		lost = f.sort != again
	}
	drop := []*link{l}
	s.mu.Lock()
	switch {
	case lost:
		drop = append(drop, s.idle...)
		s.idle = nil
	case !s.closed && len(s.idle) < spare:
		s.idle = append(s.idle, l)
		drop = nil
	}
	s.mu.Unlock()
	for _, l := range drop {
		l.close()
	}
}

// guard runs a call of the client in a goroutine of its own and waits for it, for the
// context or for the end of the store, whichever comes first. What becomes of the link is
// for that goroutine, when the client has come back. A panic becomes a *faultError.
func guard[T any](ctx context.Context, s *Store, l *link, call func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			s.leave(ctx, l, a.err)
			done <- a
		}()
		defer caught(&a.err)
		a.value, a.err = call()
	}()
	var none T
	select {
	case a := <-done:
		return a.value, a.err
	case <-ctx.Done():
		return none, context.Cause(ctx)
	case <-s.gone:
		return none, errClosed
	}
}

// caught turns a panic into an error; it is to be deferred.
func caught(err *error) {
	switch p := recover().(type) {
	case nil:
	case *faultError:
		*err = p
	default:
		*err = &faultError{fmt.Sprintf("the client cannot handle the server's answer: %v", p)}
	}
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
	conf.GossipTimeout = 1 + int(s.o.Answer/time.Second) // what bounds the wait is ctx
	c, err := client.NewClient(&conf)
	if err != nil {
		return nil, err
	}
	// Asking for the version makes the client connect.
	var version *client.ServerVersion
	done := make(chan error, 1)
	go func() {
		err := error(nil)
		defer func() { done <- err }()
		defer caught(&err)
		version, err = c.GetServerVersion()
	}()
	select {
	case err := <-done:
		if err != nil {
			_ = c.Close()
			if err = s.unmasked(ctx, conf.Address, err); conf.Address != s.conf.Address {
				err = &nodeError{conf.Address, err}
			}
			return nil, err
		}
		s.meet(version)
		return &link{client: c, node: conf.Address}, nil
	case <-ctx.Done():
		go func() {
			<-done
			_ = c.Close()
		}()
		return nil, context.Cause(ctx)
	}
}

// roomy is what is sent at once to servers that take 256 MiB unless they are told otherwise.
const roomy = 16 << 20

// meet takes from a server's version what it takes in one append, unless the server or the
// address has said it already.
func (s *Store) meet(v *client.ServerVersion) {
	if v == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hasty = v.Major == 24 && v.Minor == 10 && v.Patch < 3
	if v.Major < 25 || v.Major == 25 && v.Minor < 1 {
		return
	}
	if !s.told {
		s.o.MaxAppend = roomy
	}
	s.loads = true
}

// isHasty reports whether the end of a read is to be doubted: servers of some versions end reads early.
func (s *Store) isHasty() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hasty
}

// settling is how long a server is asked again that refuses everything after a start, while it loads
// its policies.
const settling = time.Second

// mayBeLoading reports whether a refusal may be that of a server that has just started: of a version that
// loads policies, and before anything was granted.
func (s *Store) mayBeLoading() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.loads && !s.granted
}

// grant notes that the server decides by its policies.
func (s *Store) grant() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.granted = true
}
