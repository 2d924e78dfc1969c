package main

import (
	"context"
	"net"
	"os/signal"
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

// polling is until for a command that looks again at an interval, and stops by itself if --for says when.
func (s *session) polling() (context.Context, context.CancelFunc, error) {
	every, most := s.c.Duration("every"), s.c.Duration("for")
	if every <= 0 || most < 0 {
		return nil, nil, usagef("", "invalid --every or --for: expected a duration above 0, such as 500ms or 1m")
	}
	ctx, stop := s.until()
	if most == 0 {
		return ctx, stop, nil
	}
	ctx, cancel := context.WithTimeout(ctx, most)
	return ctx, func() { cancel(); stop() }, nil
}

// pause waits for an interval, or until ctx is done.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
