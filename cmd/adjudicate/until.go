package main

import (
	"context"
	"net"

	"adjudicate/report/console"
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
func (s *session) until() (context.Context, context.CancelFunc) { return console.Until(s.ctx) }

// polling is until for a command that looks again at an interval, and stops by itself as long after begin as --for says.
func (s *session) polling() (ctx context.Context, begin func(), stop context.CancelFunc, err error) {
	if s.c.Duration("every") <= 0 || s.c.Duration("for") < 0 {
		return nil, nil, nil, usagef("", "invalid --every or --for: expected a duration above 0, such as 500ms or 1m")
	}
	ctx, begin, stop = console.Polling(s.ctx, s.c.Duration("for"))
	return ctx, begin, stop, nil
}
