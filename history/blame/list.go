package blame

import (
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// list finds for every side of the order what last moved it past another.
func (r *Report) list() (func(*trace, *events.Envelope), func(*trace) error) {
	l := &lister{moved: map[string]Cause{}}
	see := func(t *trace, e *events.Envelope) {
		if t.act != l.act {
			l.settle(nil)
			l.act = t.act
		}
		if p, ok := e.Payload.(events.OrderChanged); ok {
			l.open = append(l.open, shuffle{before: t.st.Order(), after: p.Order, cause: t.cause(e), why: t.reasons(), next: t.playsNext()})
		}
		if p, ok := e.Payload.(events.TurnBegan); ok {
			l.settle(p.Skipped) // who was passed over is told with the turn
		}
	}
	return see, func(t *trace) error {
		l.settle(nil)
		for _, side := range t.st.Order() {
			place := Place{Side: side}
			if c, ok := l.moved[side]; ok {
				place.Cause = &c
			}
			r.Places = append(r.Places, place)
		}
		return nil
	}
}

// lister follows the order. Changes of it stay open until the turn that they lead to.
type lister struct {
	moved map[string]Cause // by side; never iterated
	act   *events.Act
	open  []shuffle
}

// shuffle is a change of the list, and why sides may move in it, as far as is told before it.
type shuffle struct {
	before, after []string
	cause         Cause
	why           func(side string) string
	next          bool // a rule lets the first side play next
}

// settle finds out which sides the open changes have moved.
func (l *lister) settle(skipped []string) {
	for _, s := range l.open {
		why := func(side string) string {
			switch {
			case len(s.before) == 0:
				return "the first list"
			case !slices.Contains(s.before, side):
				return "entered at the bottom"
			}
			if s.next && s.after[0] == side {
				return "is to play next"
			}
			reason := s.why(side)
			if reason == "" && slices.Contains(skipped, side) {
				return "passed over"
			}
			return reason
		}
		for _, side := range movers(s.before, s.after, func(side string) bool { return why(side) != "" }) {
			c := s.cause
			if c.Role = why(side); c.Role == "" {
				c.Role = "moved"
			}
			l.moved[side] = c
		}
	}
	l.open = l.open[:0]
}

// playsNext reports whether a rule has let a side play next, in the act so far.
func (t *trace) playsNext() bool {
	return slices.ContainsFunc(t.act.Outcomes, func(e events.Envelope) bool {
		ruled, ok := e.Payload.(events.Ruled)
		return ok && slices.ContainsFunc(ruled.Facts, func(f events.Fact) bool { return f.Code == aggregate.FactPlaysNext })
	})
}

// reasons says in words why a change of the order may move a side, "" if there is no reason: of
// what the act has told so far.
func (t *trace) reasons() func(side string) string {
	var played []string
	drawn := false
	for i := range t.act.Outcomes {
		p := t.act.Outcomes[i].Payload
		if ended, ok := p.(events.PlayEnded); ok {
			played = append(played, ended.Side)
		}
		drawn = drawn || events.About(p) == events.PartLots
	}
	checks := t.checks
	return func(side string) string {
		_, checked := checks[side]
		had := slices.Contains(played, side)
		switch {
		case drawn:
			return "drawn by lot"
		case checked && had:
			return "had played, and is in check"
		case checked:
			return "in check, above those that are not"
		case had:
			return "had played"
		}
		return ""
	}
}

// movers returns the sides that are not where they were in respect of the others: those outside
// a longest part of the list whose order is kept. Of several such parts it is the one that leaves
// out the fewest sides without a reason to move. New sides are among the movers.
func movers(before, after []string, reason func(side string) bool) []string {
	// kept[i] is the worth of the best kept order that ends with after[i], link[i] the one before it.
	kept, link := make([]int, len(after)), make([]int, len(after))
	was := make([]int, len(after))
	best := -1
	for i, side := range after {
		was[i], link[i] = slices.Index(before, side), -1
		if was[i] < 0 {
			continue
		}
		worth := 1
		if !reason(side) {
			worth += len(after)
		}
		kept[i] = worth
		for k := range i {
			if was[k] >= 0 && was[k] < was[i] && kept[k]+worth > kept[i] {
				kept[i], link[i] = kept[k]+worth, k
			}
		}
		if best < 0 || kept[i] > kept[best] {
			best = i
		}
	}
	stays := make([]bool, len(after))
	for i := best; i >= 0; i = link[i] {
		stays[i] = true
	}
	var list []string
	for i, side := range after {
		if !stays[i] {
			list = append(list, side)
		}
	}
	return list
}
