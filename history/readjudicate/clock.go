package readjudicate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// A correction may give an entry another moment, and one that never happened has none. What time had
// made due before it was recorded because of the moment that it had then; whether it was due at all
// hangs on the moments that the entries have in this history. So what the ledger recorded as due, and was not due by the next
// entry that happened, never happened either; what is due by the moments as they are corrected
// comes about as everything does that is due (see due.go).

// moments is what a history makes of the moments of the recorded ledger.
type moments struct {
	undue   map[uint64]bool // recorded as due, and not due here
	changed map[uint64]bool // of those, and of the ones that the base has, where the two differ
	list    []moment
}

// moment is that of one recorded input.
type moment struct {
	sequence uint64
	at       time.Time
	due      bool // nobody submitted it
	judged   bool
}

// gone reports whether a recorded entry was due when it was recorded, and is not here.
func (m *moments) gone(p history.Place) bool {
	return m != nil && p.Change == "" && m.undue[p.Input]
}

// moved reports whether a recorded entry was due in the base and is not here, or the reverse.
func (m *moments) moved(p history.Place) bool {
	return m != nil && p.Change == "" && m.changed[p.Input]
}

// moments holds the moments of the base and of this history against those of the ledger, as far as they may be others from the
// first one that a change is about on. It returns the entries that become due, or are no longer.
func (r *Run) moments(ctx context.Context, first uint64) (points []uint64, err error) {
	if !history.Retimed(r.Base.Changes) && !history.Retimed(r.Changes) {
		return nil, nil
	}
	if format, err := r.cat.Format(ctx); err != nil || format < 2 {
		return nil, err // nothing is recorded as due
	}
	m := &moments{changed: map[uint64]bool{}}
	if m.list, err = r.around(ctx, first); err != nil {
		return nil, err
	}
	before := m.under(r.Base.Changes)
	m.undue = m.under(r.Changes)
	for _, one := range m.list {
		if before[one.sequence] != m.undue[one.sequence] {
			m.changed[one.sequence] = true
			points = append(points, one.sequence)
		}
	}
	r.clock = m
	return points, nil
}

// around lists the recorded inputs from a point to the last one whose moment changes, and beyond both ends as far as the next one that
// happens whatever changes.
func (r *Run) around(ctx context.Context, point uint64) (list []moment, err error) {
	last, void := point, map[uint64]bool{}
	for _, c := range slices.Concat(r.Base.Changes, r.Changes) {
		if c.Address == "" && (c.What == history.Void || c.What == history.Correct && c.At != nil) {
			last = max(last, c.Input)
			void[c.Input] = void[c.Input] || c.What == history.Void
		}
	}
	happens := func(one moment) bool { return one.judged && !one.due && !void[one.sequence] }
	for from, back := point, uint64(groupFew); from > 1 && !slices.ContainsFunc(list, happens); back = farther(back) {
		to := from - 1
		from = to - min(to-1, back)
		var before []moment
		for e, err := range r.read(ctx, from, to) {
			if err != nil {
				return nil, err
			}
			if events.IsInput(e.Type) {
				before = append(before, momentOf(e))
			}
		}
		list = append(before, list...)
	}
	for e, err := range r.read(ctx, point, 0) {
		if err != nil {
			return nil, err
		}
		if !events.IsInput(e.Type) {
			continue
		}
		one := momentOf(e)
		if list = append(list, one); one.sequence > last && happens(one) {
			break
		}
	}
	return list, nil
}

func momentOf(e *events.Envelope) moment {
	return moment{e.Sequence, e.Recorded, history.Unnoticed(e), aggregate.Judges(e.Payload)}
}

// under lists what was recorded as due and is not due in a history with these changes.
func (m *moments) under(changes []events.Change) map[uint64]bool {
	undue := map[uint64]bool{}
	at, void := map[uint64]time.Time{}, map[uint64]bool{}
	for _, c := range changes {
		switch {
		case c.Address != "":
		case c.What == history.Void:
			void[c.Input] = true
		case c.What == history.Correct && c.At != nil:
			at[c.Input] = *c.At
		}
	}
	var next time.Time // of the entry behind
	found, touched := false, false
	for _, one := range slices.Backward(m.list) {
		switch {
		case one.due && touched && (!found || one.at.After(next)):
			undue[one.sequence] = true
		case one.due || !one.judged:
		case void[one.sequence]:
			touched = true
		default:
			next, found = one.at, true
			if corrected, ok := at[one.sequence]; ok {
				next, touched = corrected, true
				break
			}
			touched = false
		}
	}
	return undue
}

// lastMoment is the moment of the entry before the first one concerned.
func (r *Run) lastMoment(ctx context.Context) (time.Time, error) {
	if r.clock == nil {
		last, err := r.lastInput(ctx, r.From-1)
		if err != nil || last == nil {
			return time.Time{}, err
		}
		if c := r.about[history.Place{Input: last.Sequence}]; c != nil && c.What == history.Correct && c.At != nil {
			return *c.At, nil
		}
		return last.Recorded, nil
	}
	var last time.Time
	for _, one := range r.clock.list {
		if one.sequence >= r.From {
			break
		}
		place := history.Place{Input: one.sequence}
		c := r.about[place]
		if !one.judged || r.clock.gone(place) || c != nil && c.What == history.Void {
			continue
		}
		last = one.at
		if c != nil && c.What == history.Correct && c.At != nil {
			last = *c.At
		}
	}
	return last, nil
}

// dated gives an input the moment that the changes so far give it.
func (r *Run) dated(at *events.Envelope) *events.Envelope {
	for i := range r.Changes {
		if c := &r.Changes[i]; c.What == history.Correct && c.At != nil && history.PlaceOf(c) == (history.Place{Input: at.Sequence}) {
			moved := *at
			moved.Recorded = *c.At
			return &moved
		}
	}
	return at
}

// corrected gives an entry that another is to stand before the moment that the changes so far give it. Before is that of the one that it follows.
func (r *Run) corrected(before time.Time, at *events.Envelope) (time.Time, *events.Envelope) {
	at = r.dated(at)
	if at.Recorded.Before(before) { // the entry before it is dated otherwise as well, or does not happen
		before = at.Recorded
	}
	return before, at
}

// backwards says that an entry is dated before the one that it follows.
func (x *execution) backwards(s *Step, before time.Time) error {
	label := "the plan"
	if l, ok := x.plays[s.Change]; ok {
		label = l
	}
	return &ChangeError{Change: label, ID: s.Change, At: s.Place.Input, Text: fmt.Sprintf("the entry is dated %s, before the preceding one, %s: correct the moment of that one too, or void it",
		written(s.Input.Recorded), written(before))}
}
