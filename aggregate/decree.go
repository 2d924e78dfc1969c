package aggregate

import (
	"adjudicate/events"
	"adjudicate/rules"
)

// What effects say of the force of rules. It waits until everything else has been done, is recorded then, and becomes law where the conditions of rules
// are asked (wake.go): all of an input is judged by one law. No effect writes a rule, so that all that may come into force has been checked.

// What is recorded of a rule.
const (
	DecreedEnforced  = "enforced"
	DecreedSuspended = "suspended"
)

// decrees brings about what effects say of the force of rules.
func (d *decision) decrees() {
	list := d.decreeing
	d.decreeing = nil
	for _, e := range list {
		number := e.OnRules()
		have, ok := d.state().Rule(number)
		switch {
		case !ok:
			d.note(FactNoDecree, e.clause, "there is no rule %s", number)
		case e.verb == "enforce" && have.Decreed != DecreedEnforced:
			d.emit(e.basis, events.RuleDecreed{Number: number, Force: DecreedEnforced})
		case e.verb == "suspend" && have.Decreed != DecreedSuspended && d.spares(number, e.clause):
			d.emit(e.basis, events.RuleDecreed{Number: number, Force: DecreedSuspended})
		case e.verb == "repeal" && d.hasBoard() && d.spares(number, e.clause):
			d.repeal(have, e)
		}
	}
}

// spares reports whether the rules in force can do without one of them; if not, it is noted why.
func (d *decision) spares(number, clause string) bool {
	for _, p := range d.law().book.Without(number).Deprived(d.law().book, d.law().register, number) {
		d.note(FactNoDecree, clause, "rule %s stays in force, since other rules need it: %s", number, p)
		return false
	}
	s := d.state().Clone()
	s.Apply(events.RuleDormant{Number: number, Dormant: true})
	if err := newTable(s).compile(); err != nil && d.now.compile() == nil {
		d.note(FactNoDecree, clause, "rule %s stays in force, since the rules could not be applied without it: %v", number, err)
		return false
	}
	return true
}

// repeal takes a rule out of force that an effect repeals.
func (d *decision) repeal(have RuleInForce, e sideEffect) {
	d.ofRule(rules.OnRepealed, have.Number)
	was := d.running()
	d.emit(e.basis, events.RuleOutOfForce{Number: have.Number})
	d.note(FactLapsed, e.clause, "rule %s is repealed", clauseOf(have))
	d.followFrom(e.basis, func() {
		d.newLaw(false)
		d.end(was)
	})
}
