package web

import (
	"context"
	"errors"
	"sync"
)

// flights are the answers that are being worked out. All who watch a game ask for the same page when a play has been made: one of them has it
// worked out, and the others wait for that.
type flights struct {
	mu    sync.Mutex
	under map[string]*flight
}

type flight struct {
	done   chan struct{}
	answer *answer
	err    error
}

// share returns what do returns, or what it returned to somebody who asked under the same key while it was running. If they went away before the
// end, the next one starts anew.
func (f *flights) share(ctx context.Context, key string, do func() (*answer, error)) (*answer, error) {
	for {
		f.mu.Lock()
		x := f.under[key]
		if x == nil {
			x = &flight{done: make(chan struct{}), err: context.Canceled} // of a panic as well
			if f.under == nil {
				f.under = map[string]*flight{}
			}
			f.under[key] = x
			f.mu.Unlock()
			defer f.land(key, x)
			x.answer, x.err = do()
			return x.answer, x.err
		}
		f.mu.Unlock()
		select {
		case <-x.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if !errors.Is(x.err, context.Canceled) && !errors.Is(x.err, context.DeadlineExceeded) {
			return x.answer, x.err
		}
	}
}

func (f *flights) land(key string, x *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.under, key)
	close(x.done)
}
