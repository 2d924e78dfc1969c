package aggregate

import (
	"adjudicate/events"
	"adjudicate/rules"
)

// Rules that hold for a time. One with a date lapses at its beginning, as anything else that
// time makes due; what it amended is then in force again, as a revision of its own.

// lapsing returns the place among the rules in force of the one that lapses first, -1 if none does.
func (s *State) lapsing() int {
	first := -1
	for i := range s.rules {
		if until := s.rules[i].Until; !until.IsZero() && (first < 0 || until.Before(s.rules[first].Until)) {
			first = i
		}
	}
	return first
}

// lapseRule takes a rule out of force whose time is over.
func (d *decision) lapseRule(r RuleInForce) {
	clause := clauseOf(r)
	b := basisOf(nil, clause)
	d.ofRule(rules.OnRepealed, r.Number)
	was := d.running()
	before, err := rules.FromCanonical([]byte(r.Before))
	if err != nil {
		d.emit(b, events.RuleOutOfForce{Number: r.Number})
		d.note(FactLapsed, clause, "rule %s lapses", clause)
	} else {
		before.Revision = r.Revision + 1
		d.emit(b, events.RulePutInForce{Number: r.Number, Revision: before.Revision, Rule: before.Canonical()})
		d.note(FactLapsed, clause, "rule %s lapses, and what it amended is in force again as %s", clause, before.Clause(""))
	}
	d.followFrom(b, func() {
		d.newLaw(false)
		d.end(was)
	})
}
