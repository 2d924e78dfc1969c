package naivelaw

import (
	"slices"
	"strings"
)

// Effects that say which rules are in force.

// A decree waits until everything else that its input brings about has been done.
type decree struct{ verb, number string }

// decreed is what an effect says of a rule, if it says something.
func decreed(d section) (decree, bool) {
	for _, verb := range []string{"enforce", "suspend", "repeal"} {
		if d[verb] != nil {
			return decree{verb, word(d, verb)}, true
		}
	}
	return decree{}, false
}

// rule is that of a number, in force or not.
func (g *game) rule(number string) section {
	for _, r := range g.rules {
		if word(r, "number") == number {
			return r
		}
	}
	return nil
}

// ruled asks which rules are in force at the end of an accepted input.
func (g *game) ruled() {
	g.decrees()
	g.awaken()
}

// decrees changes the law as effects have said, once everything else that an input brings about has been done; the conditions of rules are asked after all of them.
func (g *game) decrees() {
	waiting := g.decreeing
	g.decreeing = nil
	for _, d := range waiting {
		if g.rule(d.number) == nil {
			continue
		}
		if d.verb != "repeal" {
			g.said[d.number] = d.verb
			continue
		}
		g.repealed(d.number)
		delete(g.said, d.number)
		g.resting = slices.DeleteFunc(slices.Clone(g.resting), func(n string) bool { return n == d.number })
		b := *g.rulebook
		b.rules = slices.DeleteFunc(slices.Clone(g.rules), func(r section) bool { return word(r, "number") == d.number })
		g.rulebook = &b
		g.reread()
	}
}

// repealed lets a rule that is about to be repealed answer that, if it is in force.
func (g *game) repealed(number string) { g.ofItself("repealed", number) }

// ofItself lets a rule say what follows where it comes and goes itself.
func (g *game) ofItself(on, number string) {
	for _, e := range g.consequences {
		if word(e.section, "on") != on || strings.Fields(e.place)[0] != number {
			continue
		}
		sides := []string{""}
		if word(e.section, "of") == "side" {
			sides = g.sides
		}
		for _, side := range sides {
			if x := (&doing{g: g, side: side}); x.env().holds(e.section, "when") {
				x.do(list(e.section["do"]))
			}
		}
	}
}

// reread reads the rules that are in force by now; pieces that none of them defines leave the board.
func (g *game) reread() {
	asks := g.asksMarks
	g.rulebook = readRules(slices.DeleteFunc(byNumber(g.rules), func(r section) bool { return slices.Contains(g.resting, word(r, "number")) }), g.rules)
	g.asksMarks = asks
	for _, p := range g.onBoard() {
		if g.types[p.typ] == nil {
			g.lift(p)
		}
	}
	g.excess()
}

// known is a piece as formulas know it: none if no rule in force defines it.
func (g *game) known(p *piece) *piece {
	if p == nil || g.types[p.typ] == nil {
		return nil
	}
	return p
}
