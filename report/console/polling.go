package console

import (
	"context"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// Until is the context of a program that goes on until it is interrupted.
func Until(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
}

// Polling is Until for a program that looks again at an interval, and stops by itself so long after begin was first called; it does not if
// most is 0.
func Polling(ctx context.Context, most time.Duration) (polling context.Context, begin func(), stop context.CancelFunc) {
	ctx, interrupted := Until(ctx)
	ctx, cancel := context.WithCancel(ctx)
	begin = sync.OnceFunc(func() {
		if most > 0 {
			time.AfterFunc(most, cancel)
		}
	})
	return ctx, begin, func() { cancel(); interrupted() }
}

// Pause waits for an interval, or until ctx is done.
func Pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
