// Package ahead reads a sequence ahead of whoever takes what it yields: on another goroutine, in chunks, three of which are in memory. What
// is yielded, and in which order, is as without; so is the panic of a sequence, which comes to whoever takes.
package ahead

import (
	"context"
	"iter"
)

// A chunk is what is handed over at a time. The last one has the error or the panic with which the sequence ended, if it did.
type chunk[T any] struct {
	items []T
	err   error
	fault any
}

// Of yields what list yields; so many are handed over at a time, at least 1. After an error the sequence ends. List is given a context that ends
// when nobody takes any more, and has ended itself when Of's sequence has.
func Of[T any](ctx context.Context, each int, list func(context.Context) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return Within(ctx, each, 0, func(*T) int { return 0 }, list)
}

// Within is Of for items of any size: fewer are handed over at a time where they come to more than so many bytes together.
func Within[T any](ctx context.Context, each, bytes int, size func(*T) int, list func(context.Context) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		full, empty := make(chan chunk[T], 1), make(chan []T, 3)
		for range cap(empty) {
			empty <- make([]T, 0, each)
		}
		left := make(chan struct{})
		go func() {
			defer close(full)
			read(ctx, bytes, size, list, full, empty, left)
		}()
		defer func() {
			close(left)
			stop()
			for range full {
			}
		}()
		var none T
		for c := range full {
			for i := range c.items {
				if !yield(c.items[i], nil) {
					return
				}
			}
			if c.fault != nil {
				panic(c.fault)
			}
			if c.err != nil {
				yield(none, c.err)
				return
			}
			clear(c.items)
			empty <- c.items[:0]
		}
	}
}

// read hands over chunks of a sequence until it ends, or left is closed.
func read[T any](ctx context.Context, bytes int, size func(*T) int, list func(context.Context) iter.Seq2[T, error], full chan<- chunk[T], empty <-chan []T, left <-chan struct{}) {
	c := chunk[T]{items: <-empty}
	hand := func() bool {
		select {
		case full <- c:
		case <-left:
			return false
		}
		return true
	}
	defer func() {
		if c.fault = recover(); c.fault != nil || c.err != nil || len(c.items) > 0 {
			hand()
		}
	}()
	held := 0
	for item, err := range list(ctx) {
		if c.err = err; err != nil {
			return
		}
		held += size(&item)
		if c.items = append(c.items, item); len(c.items) < cap(c.items) && held <= bytes {
			continue
		}
		held = 0
		taken := hand()
		c.items = nil
		if !taken {
			return
		}
		select {
		case c.items = <-empty:
		case <-left:
			return
		}
	}
}
