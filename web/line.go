package web

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"adjudicate/history"
	"adjudicate/history/amendment"
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

	rules *amendment.Log // what has become of the rules; nil: nothing has been read
	ruled uint64         // up to where
}

// bookWeight is what a tape that has read the rules takes more of the bound: it holds the rulebook and every text.
const bookWeight = 5000

// weight is how much of the bound on lines a tape takes: entries and postings of Weights, and at least one.
func (t *tape) weight() uint32 {
	n := len(t.entries) + 1
	if t.run != nil {
		n += t.run.Len()
	}
	if t.rules != nil {
		n += bookWeight
	}
	return uint32(n)
}

// tape is that of the edition looked at.
func (l *look) tape() (key string, t *tape) {
	key = fmt.Sprintf("%s %d %d", l.name, len(l.view.Catalogue.Editions()), l.view.Edition.Number)
	t, _ = l.s.tapes.ComputeIfAbsent(key, func() (*tape, bool) { return &tape{}, false })
	return key, t
}

// whole is the end of the edition looked at.
func (l *look) whole() *look {
	return &look{s: l.s, name: l.name, lang: l.lang, view: l.view.In(l.view.Edition), state: l.state}
}

// past asks for something of all that has happened up to the end of the edition looked at, of which a part up to a point can be told, and
// reports whether it can: whether the point is a past one of a history whose sequences only grow, as they do while there is one edition.
func (l *look) past(ctx context.Context, ask func(*report.Running)) (bool, error) {
	whole := l.whole()
	if len(l.view.Catalogue.Editions()) > 1 || l.view.UpTo >= whole.view.UpTo {
		return false, nil
	}
	return true, whole.running(ctx, ask)
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

// changes is what has become of the rules up to the point looked at. What is kept serves the end of an edition, and past points while there is one; of
// others everything is read.
func (l *look) changes(ctx context.Context) (*amendment.Log, error) {
	end := l.view.In(l.view.Edition)
	atEnd := l.view.Place() == end.Place()
	if !atEnd && len(l.view.Catalogue.Editions()) > 1 {
		log := amendment.NewLog()
		return log, log.Read(l.events(ctx))
	}
	key, t := l.tape()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rules == nil {
		t.rules = amendment.NewLog()
	}
	if t.ruled < end.UpTo {
		if err := t.rules.Read(end.Events(ctx, t.ruled+1)); err != nil {
			t.rules, t.ruled = nil, 0
			return nil, err
		}
		t.ruled = end.UpTo
		l.s.tapes.Set(key, t) // weighed anew
	}
	if len(l.view.Catalogue.Editions()) > 1 {
		return &amendment.Log{Entries: slices.Clip(t.rules.Entries), Texts: slices.Clip(t.rules.Texts)}, nil
	}
	return t.rules.UpTo(l.view.UpTo), nil
}

// line is that of the edition looked at, to its end.
func (l *look) line(ctx context.Context) (*line, error) {
	whole := l.whole()
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
