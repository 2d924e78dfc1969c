package term

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// wipe goes back to the beginning of the line and clears it.
const wipe = "\r\x1b[K"

// between is how long a Progress stands before it is written again.
const between = 100 * time.Millisecond

// Progress is one line of a terminal that says how far long work has come.
type Progress struct {
	out   io.Writer
	what  string
	total int64 // below 1: nobody knows
	now   func() time.Time

	mu      sync.Mutex
	written time.Time
	shown   bool
}

// NewProgress returns the line of some work of which total parts are to be done, below 1 if nobody
// knows. Nothing is written before the first part is done.
func NewProgress(out io.Writer, what string, total int64, now func() time.Time) *Progress {
	return &Progress{out: out, what: what, total: total, now: now}
}

// At says that n parts have been done. Several goroutines may call it.
func (p *Progress) At(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.now()
	if p.shown && at.Sub(p.written) < between {
		return
	}
	p.written, p.shown = at, true
	if p.total < 1 {
		fmt.Fprintf(p.out, "%s%s %d", wipe, p.what, n)
		return
	}
	fmt.Fprintf(p.out, "%s%s %3d%% (%d/%d)", wipe, p.what, 100*min(n, p.total)/p.total, n, p.total)
}

// Done takes the line away.
func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.out, wipe)
		p.shown = false
	}
}
