package subsets

import (
	"context"
	"errors"
	"sync"
)

// Each does something for 0 … n-1, several side by side, and ends with the first error. Progress may be nil; its calls do not overlap.
func Each(ctx context.Context, n, workers int, progress func(done, all int), do func(ctx context.Context, i int) error) error {
	errs := make([]error, n)
	var mu sync.Mutex
	var wg sync.WaitGroup
	next, done := 0, 0
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for range max(1, workers) {
		wg.Go(func() {
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= n || ctx.Err() != nil {
					return
				}
				if errs[i] = do(ctx, i); errs[i] != nil {
					cancel()
					return
				}
				mu.Lock()
				done++
				if progress != nil {
					progress(done, n)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
	}
	return context.Cause(ctx)
}
