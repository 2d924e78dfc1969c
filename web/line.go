package web

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"adjudicate/history"
	"adjudicate/report"
)

// A line is every entry of an edition that is wanted to step along it. What is kept of an edition only grows while no other one is adopted, so each
// look reads what has been entered since the last one, however long the game is.
type line struct {
	entries []report.Entry // with what steps and comparisons show of them
}

// A tape is a line that grows.
type tape struct {
	mu      sync.Mutex
	entries []report.Entry
	upTo    uint64 // of the history that they were read from

	run *report.Running // nil: nothing has been read
	ran uint64          // up to where
}

// weight is how much of the bound on lines a tape takes: entries and postings of Weights, and at least one.
func (t *tape) weight() uint32 {
	n := len(t.entries) + 1
	if t.run != nil {
		n += t.run.Len()
	}
	return uint32(n)
}

// tape is that of the edition looked at.
func (l *look) tape() (key string, t *tape) {
	key = fmt.Sprintf("%s %d %d", l.name, len(l.view.Catalogue.Editions()), l.view.Edition.Number)
	t, _ = l.s.tapes.ComputeIfAbsent(key, func() (*tape, bool) { return &tape{}, false })
	return key, t
}

// running asks for something of all that has happened up to the point looked at. What is kept serves the end of an edition; of another point
// everything is read.
func (l *look) running(ctx context.Context, ask func(*report.Running)) error {
	key, t := l.tape()
	t.mu.Lock()
	if l.view.Place() != l.view.In(l.view.Edition).Place() || l.view.UpTo < t.ran {
		t.mu.Unlock()
		r := report.NewRunning()
		if err := r.Read(l.view.Events(ctx, 1)); err != nil {
			return err
		}
		ask(r)
		return nil
	}
	defer t.mu.Unlock()
	if t.run == nil {
		t.run = report.NewRunning()
	}
	if t.ran < l.view.UpTo {
		if err := t.run.Read(l.view.Events(ctx, t.ran+1)); err != nil {
			t.run, t.ran = nil, 0
			return err
		}
		t.ran = l.view.UpTo
		l.s.tapes.Set(key, t) // weighed anew
	}
	ask(t.run)
	return nil
}

// line is that of the edition looked at, to its end.
func (l *look) line(ctx context.Context) (*line, error) {
	whole := &look{s: l.s, name: l.name, view: l.view.In(l.view.Edition), state: l.state}
	key, t := l.tape()
	t.mu.Lock()
	defer t.mu.Unlock()
	end := whole.view.UpTo
	if t.upTo < end {
		query := report.LogQuery{Last: -1}
		if t.upTo > 0 {
			query = report.LogQuery{Since: history.Place{Input: t.upTo + 1}.Address(), Last: int(end - t.upTo)}
		}
		log, err := whole.log(ctx, query)
		if err != nil {
			return nil, err
		}
		for i := range log.Entries {
			e := &log.Entries[i]
			t.entries = append(t.entries, report.Entry{Sequence: e.Sequence, Address: e.Address, Side: e.Side, Text: e.Text, Algebraic: e.Algebraic, Verdict: e.Verdict})
		}
		t.upTo = end
		l.s.tapes.Set(key, t) // weighed anew
	}
	n, _ := slices.BinarySearchFunc(t.entries, end, func(e report.Entry, end uint64) int {
		if e.Sequence > end {
			return 1
		}
		return -1
	})
	return &line{t.entries[:n:n]}, nil
}

// at is the place in a line of the last entry up to a point, -1 before the first.
func (n *line) at(p history.Place) int {
	for i := range slices.Backward(n.entries) {
		e := &n.entries[i]
		if e.Sequence < p.Input || e.Sequence == p.Input && (p.Change == "" || p.Change == e.Address) {
			return i
		}
	}
	return -1
}
