package esdb

import (
	"context"
	"math/rand/v2"
	"time"
)

// Writers that append to one stream at once refuse each other. Each refusal costs the server as
// much as an append and gets nobody anywhere, so who was refused steps back for a moment before
// looking again, the longer the more often in a row, as long as the server takes to answer. Whoever
// has won meanwhile goes on undisturbed: together they are about as quick as one alone.

const (
	first2s   = 4                      // how often the time is doubled at first
	most2s    = 10                     // and at most
	longest   = 250 * time.Millisecond // to step back
	forgotten = 2 * time.Second        // after which earlier refusals say nothing any more
)

// A crowd is what was seen of other writers at a stream.
type crowd struct {
	refused int       // in a row
	latest  time.Time // of these
}

// won notes that an append to a stream went through.
func (s *Store) won(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.crowds, name)
}

// stepBack waits after an append to a stream was refused, the answer to which took as long.
func (s *Store) stepBack(ctx context.Context, name string, took time.Duration) {
	now := time.Now()
	s.mu.Lock()
	c := s.crowds[name]
	if now.Sub(c.latest) > forgotten {
		c.refused = 0
	}
	pause := min(took<<min(c.refused+first2s, most2s), longest)
	c.refused, c.latest = c.refused+1, now
	s.crowds[name] = c
	s.mu.Unlock()
	if pause <= 0 {
		return
	}
	timer := time.NewTimer(rand.N(pause))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	case <-s.gone:
	}
}
