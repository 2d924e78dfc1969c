package main

import (
	"cmp"
	"context"
	"math"
	"net"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// listen listens where --listen says.
func (s *session) listen() (net.Listener, error) {
	l, err := net.Listen("tcp", s.c.String("listen"))
	if err != nil {
		return nil, usagef("use --listen to choose another address", "cannot listen on %s: %v", s.c.String("listen"), err)
	}
	return l, nil
}

// until is the context of a command that goes on until it is interrupted.
func (s *session) until() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(s.ctx, syscall.SIGINT, syscall.SIGTERM)
}

// polling is until for a command that looks again at an interval, and stops by itself as long after begin as --for says.
func (s *session) polling() (ctx context.Context, begin func(), stop context.CancelFunc, err error) {
	most := s.c.Duration("for")
	if s.c.Duration("every") <= 0 || most < 0 {
		return nil, nil, nil, usagef("", "invalid --every or --for: expected a duration above 0, such as 500ms or 1m")
	}
	ctx, interrupted := s.until()
	ctx, cancel := context.WithCancel(ctx)
	begin = sync.OnceFunc(func() { time.AfterFunc(cmp.Or(most, math.MaxInt64), cancel) })
	return ctx, begin, func() { cancel(); interrupted() }, nil
}

// pause waits for an interval, or until ctx is done.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
