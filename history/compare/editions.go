package compare

import (
	"context"
	"iter"

	"adjudicate/aggregate"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
)

// Editions compares two editions of a ledger up to an effective point; 0, and every point
// beyond it, is the end of the one that ended first, for what was recorded later stands in
// the other alone.
func Editions(ctx context.Context, cat *history.Catalogue, first, second *history.Edition, upTo uint64, c *Collector) (*Report, error) {
	if end := min(cat.End(first), cat.End(second)); upTo == 0 || upTo > end {
		upTo = end
	}
	w := walker{ctx: ctx, cat: cat, c: c, a: aggregate.NewState(), b: aggregate.NewState()}
	if err := w.run(first, second, upTo); err != nil {
		return nil, err
	}
	return c.Report(w.a, w.b)
}

type walker struct {
	ctx  context.Context
	cat  *history.Catalogue
	c    *Collector
	a, b *aggregate.State

	alone readjudicate.LawAlone
}

// run takes the entries of both histories in step.
func (w *walker) run(first, second *history.Edition, upTo uint64) error {
	next, stop := iter.Pull2(w.cat.History(w.ctx, first, history.Range{To: upTo}))
	defer stop()
	nextB, stopB := iter.Pull2(w.cat.History(w.ctx, second, history.Range{To: upTo}))
	defer stopB()
	x, err := judged(next)
	if err != nil {
		return err
	}
	y, err := judged(nextB)
	if err != nil {
		return err
	}
	for x != nil || y != nil {
		switch {
		case y == nil || x != nil && x.Place != y.Place && before(x, y):
			if err := w.step(x, nil); err != nil {
				return err
			}
			x, err = judged(next)
		case x == nil || x.Place != y.Place:
			if err := w.step(nil, y); err != nil {
				return err
			}
			y, err = judged(nextB)
		default:
			if err := w.step(x, y); err != nil {
				return err
			}
			if x, err = judged(next); err == nil {
				y, err = judged(nextB)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// before reports whether x comes first: at one input, insertions do.
func before(x, y *history.Entry) bool {
	if x.Place.Input != y.Place.Input {
		return x.Place.Input < y.Place.Input
	}
	return x.Place.Change != ""
}

func judged(next func() (*history.Entry, error, bool)) (*history.Entry, error) {
	for {
		e, err, ok := next()
		if err != nil || !ok {
			return nil, err
		}
		if e.Judged {
			return e, nil
		}
	}
}

func (w *walker) step(x, y *history.Entry) error {
	s := &readjudicate.Step{StateBefore: w.a, StateAfter: w.b, Alone: &w.alone}
	if x != nil {
		s.Entry, s.Before = *x, x.Payloads()
		s.Standing = history.Withdrawn
		s.Change = x.Place.Change
	}
	if y != nil {
		s.Entry, s.After = *y, y.Payloads()
		s.Change = ""
		if x == nil || x.Changed != y.Changed {
			s.Change = y.Changed
		}
		if x != nil && y.Changed == "" {
			s.Withdrew = x.Changed
		}
	}
	if x == nil || y == nil || !readjudicate.Same(s.Before, s.After) {
		if err := w.c.Watch(s); err != nil {
			return err
		}
	}
	for i := range s.Before {
		w.a.Apply(s.Before[i].Payload)
	}
	for i := range s.After {
		w.b.Apply(s.After[i].Payload)
	}
	w.alone.Fold(s.Before, s.After)
	return nil
}
