package readjudicate

import (
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// A Course is what a run has made of the inputs that differ. A later run from the same base, with some of the changes left out,
// is done beside it: as long as its board is that of the course, it need not rule again on what no other law touches.
// So a run in which nothing is as in the base costs little where all is as in the course. It holds what the first Most inputs that differ have come to, some kilobytes each: behind
// those a run goes on by itself.
type Course struct {
	Most int // how many inputs are kept

	from    uint64 // the first input that differs
	changes []events.Change
	other   map[history.Place][]events.Outcome // where they are not those of the base
	until   uint64                             // the first input that is not kept; 0: all are
	alone   bool                               // it cannot be followed
}

// mostKept is how many inputs that differ a course keeps, if nobody says otherwise: with outcomes of two kilobytes each they take 32 MB.
const mostKept = 1 << 14

// NewCourse returns a course of a run under changes, that is to be shown what differs.
func NewCourse(changes []events.Change) *Course {
	return &Course{Most: mostKept, changes: changes, other: map[history.Place][]events.Outcome{}}
}

// Watch takes an input that differs.
func (c *Course) Watch(s *Step) {
	if c == nil || c.alone {
		return
	}
	planned := slices.ContainsFunc(c.changes, func(o events.Change) bool { return o.ID == s.Place.Change && !o.Due })
	if s.Standing == history.Withdrawn || s.Place.Change != "" && !planned {
		*c = Course{alone: true} // what time makes due comes about otherwise in every history
		return
	}
	if c.from == 0 {
		c.from = s.Place.Input
	}
	if c.until == 0 && len(c.other) >= c.Most {
		c.until = s.Place.Input
	}
	if c.until == 0 {
		c.other[s.Place] = s.After
	}
}

// beside is a course as a run follows it.
type beside struct {
	course *Course
	left   map[history.Place]bool // entries that a change concerns in the course, and none does here
	absent []int                  // places among the changes of the course of insertions that do not stand here
	state  *aggregate.State       // the course's, just before the next entry
	delta  delta                  // between the law there and here
	characters
}

// follows reports whether a run can be done beside a course: what time makes due, turns that are open again
// and changes of the base that are withdrawn are no longer the same entries where something was left out.
func (r *Run) follows(c *Course) bool {
	if c == nil || c.alone || c.from == 0 || r.thorough || reopens(r.Policy) || r.Base.Ended != 0 || len(r.reopened) > 0 || len(r.due) > 0 {
		return false
	}
	return !slices.ContainsFunc(c.changes, func(o events.Change) bool { return reopening(&o) }) &&
		!slices.ContainsFunc(r.Changes, func(h events.Change) bool { return !c.has(h.ID) })
}

func (c *Course) has(id string) bool {
	return slices.ContainsFunc(c.changes, func(o events.Change) bool { return o.ID == id })
}

// along lets a run follow a course.
func (x *execution) along(c *Course) {
	b := &beside{course: c, left: map[history.Place]bool{}, state: x.base.Clone(), delta: delta{stale: true}}
	for i, o := range c.changes {
		switch {
		case slices.ContainsFunc(x.Changes, func(h events.Change) bool { return h.ID == o.ID }):
		case o.What == history.Insert:
			b.absent = append(b.absent, i)
		default:
			b.left[history.PlaceOf(&o)] = true
		}
	}
	x.beside = b
}

// missing takes the course over those insertions before an entry that do not stand here.
func (x *execution) missing(before history.Place) {
	for b := x.beside; b != nil && len(b.absent) > 0; b = x.beside {
		c := &b.course.changes[b.absent[0]]
		own := slices.IndexFunc(b.course.changes, func(o events.Change) bool { return o.ID == before.Change && o.What == history.Insert })
		if c.Input > before.Input || own >= 0 && own < b.absent[0] {
			return
		}
		b.absent = b.absent[1:]
		x.apart(history.Place{Input: c.Input, Change: c.ID}, nil, nil)
	}
}

// leaves leaves the course where what it has made of an input is not kept.
func (x *execution) leaves(input uint64) {
	if b := x.beside; b != nil && b.course.until != 0 && input >= b.course.until {
		x.beside = nil
	}
}

// asThere returns what the course has made of an input, if here that is the same.
func (x *execution) asThere(s *Step) (d aggregate.Decision, ok bool) {
	b := x.beside
	if b == nil || b.left[s.Place] || s.Place.Change == "" && history.Unnoticed(&s.Input) {
		return d, false // whether it was due at all hangs on all the moments of a history
	}
	if _, law := events.Law(s.Input.Payload); law {
		return d, false
	}
	if b.delta.stale {
		var err error
		if b.delta, err = measure(b.state, x.judge.State(), &b.characters); err != nil {
			return d, false
		}
	}
	there := *s
	there.Before = b.outcomes(s.Place, s.Before)
	if len(there.Before) == 0 || b.delta.touches(b.state, &there) {
		return d, false
	}
	return aggregate.Decision{Ruling: ruled(there.Before), Outcomes: there.Before}, true
}

func (b *beside) outcomes(place history.Place, base []events.Outcome) []events.Outcome {
	if list, ok := b.course.other[place]; ok {
		return list
	}
	return base
}

// apart takes the course over an entry that has come to outcomes here, and leaves it where the two boards part.
func (x *execution) apart(place history.Place, base, here []events.Outcome) {
	b := x.beside
	if b == nil {
		return
	}
	there := b.outcomes(place, base)
	if len(there) != len(here) || len(here) > 0 && &there[0] != &here[0] && !Same(there, here) {
		b.delta.stale = true
		if Compare(there, here) != Citations && !(lawOnly(there) && lawOnly(here)) {
			x.beside = nil
			return
		}
	}
	for i := range there {
		b.state.Apply(there[i].Payload)
	}
}
