package readjudicate

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// What time makes due in another history happens there, at its own moment, as it does in a
// ledger: before the entry by whose moment it has become due stands an entry of its own, an
// insertion that nobody asked for (Change.Due). Each run finds them anew. One that an earlier
// edition has at the same place and moment is the same entry and keeps its address.

// came is an entry that time has made due in a history.
type came struct {
	events.Change
	before string // the inserted entry that it precedes; "": the recorded one
}

// takeDue takes out of changes what time has made due in an earlier history, and returns the
// others: those taken keep their addresses if they come about again.
func (r *Run) takeDue(changes []events.Change) []events.Change {
	var others []events.Change
	for i, c := range changes {
		if !c.Due {
			others = append(others, c)
			continue
		}
		before := ""
		for _, o := range changes[i+1:] {
			if o.What == history.Insert && o.Input == c.Input && !o.Due {
				before = o.ID
				break
			}
		}
		if !slices.ContainsFunc(r.due, func(o came) bool { return o.ID == c.ID }) {
			r.due = append(r.due, came{c, before})
		}
	}
	return others
}

// keepDue puts what was due before the first point concerned back among the changes.
func (r *Run) keepDue() {
	r.Changes = withDue(r.Changes, slices.DeleteFunc(slices.Clone(r.due), func(c came) bool { return r.From != 0 && c.Input >= r.From }))
}

// withDue puts what came due among changes, in the order of the entries.
func withDue(changes []events.Change, due []came) []events.Change {
	if len(due) == 0 {
		return changes
	}
	var list []events.Change
	for _, c := range changes {
		for _, d := range due {
			if c.What == history.Insert && d.before == c.ID {
				list = append(list, d.Change)
			}
		}
		list = append(list, c)
	}
	for _, d := range due {
		if !slices.ContainsFunc(list, func(c events.Change) bool { return c.ID == d.ID }) {
			list = append(list, d.Change)
		}
	}
	slices.SortStableFunc(list, func(a, b events.Change) int { return cmp.Compare(a.Input, b.Input) })
	return list
}

// overdue judges what time has made due by an entry, each as an entry before it: as much as may fall due at once, besides what the base has there.
func (x *execution) overdue(place history.Place, next *events.Envelope, last time.Time) error {
	most := len(x.came) + len(x.pending) + aggregate.MostDue
	for {
		moment, ok := x.judge.Due(aggregate.Input{Payload: next.Payload, At: next.Recorded, Actor: next.Actor})
		if !ok {
			gone := len(x.pending)
			if place.Change != "" { // what is of a later moment may come about before the entry behind it
				for gone > 0 && x.pending[gone-1].Input.Recorded.After(next.Recorded) {
					gone--
				}
			}
			return x.withdrawDue(gone)
		}
		if len(x.came) >= most {
			return &aggregate.DueError{Reached: last}
		}
		own := aggregate.Unnoticed(moment, last)
		c, err := x.dueChange(place, own)
		if err != nil {
			return err
		}
		input, err := history.InsertedInput(x.cat.Name(), &c, last)
		if err != nil {
			return err
		}
		step := inserted(&c, input)
		if i := slices.IndexFunc(x.pending, func(e *history.Entry) bool { return e.Place == step.Place }); i >= 0 {
			if err := x.withdrawDue(i); err != nil {
				return err
			}
			step.Outcomes, step.Before = x.pending[0].Outcomes, x.pending[0].Payloads()
			x.pending = x.pending[1:]
		}
		if err := x.judgeStep(step, nil); err != nil {
			return err
		}
		x.came = append(x.came, came{c, place.Change})
		last = input.Recorded
	}
}

// withdrawDue withdraws the first n entries that time had made due in the base and that do not
// come about here.
func (x *execution) withdrawDue(n int) error {
	for _, e := range x.pending[:n] {
		if err := x.withdraw(e); err != nil {
			return err
		}
	}
	x.pending = x.pending[n:]
	return nil
}

// dueChange is the change that puts in what is due at a place.
func (x *execution) dueChange(place history.Place, in aggregate.Input) (events.Change, error) {
	for _, c := range x.due {
		if c.Input == place.Input && c.At.Equal(in.At) {
			return c.Change, nil
		}
	}
	wire, data, err := events.EncodePayload(in.Payload)
	if err != nil {
		return events.Change{}, err
	}
	x.next++
	return events.Change{ID: fmt.Sprintf("%d.%d", x.Number, x.next), What: history.Insert, Input: place.Input, Type: wire, Payload: data,
		At: &in.At, Due: true}, nil
}
