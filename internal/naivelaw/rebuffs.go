package naivelaw

import "slices"

// What follows where something else than a play is refused: the use of a power, a purchase, or a proposal.

// rebuffs answers that something has been refused, with the reasons given. Where what was named is there and the rules allow it, but others have not
// agreed, only entries of all answer.
func (g *game) rebuffs(to string, about doing, reasons []string) {
	if g.over {
		return
	}
	for _, e := range g.consequences {
		if word(e.section, "on") != "refused" || !slices.Contains(words(e.section, "to"), to) || word(e.section, "of") != "all" && slices.ContainsFunc(reasons, func(r string) bool { return r == notAgreed || r == notThere }) {
			continue
		}
		one := about
		one.g, one.reasons = g, reasons
		if x := &one; x.env().holds(e.section, "when") {
			x.do(list(e.section["do"]))
		}
	}
}

// completes does what follows of any input once it has been made.
func (g *game) completes() {
	g.excess()
	g.begins()
	g.finishes()
	g.ruled()
}

// notAgreed and byDuty are reasons of refusals as rulings call them.
const (
	notAgreed = "not-agreed"
	byDuty    = "duty"
	notThere  = "rule-not-in-force"
)

// forbids says whether a duty forbids something else than a play.
func (g *game) forbids(what string, e *env) bool {
	return slices.ContainsFunc(g.duties, func(d law) bool { return word(d.section, "forbid") == what && e.holds(d.section, "when") })
}
