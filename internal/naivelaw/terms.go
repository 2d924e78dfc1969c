package naivelaw

import "slices"

// awaken asks of each rule with a condition, in the order of enactment, whether it holds, and lets the rule rest while it does not. Each is asked once, and
// sees what the ones before have left.
func (g *game) awaken() {
	for _, rule := range g.rules {
		if rule["while"] == nil {
			continue
		}
		number := word(rule, "number")
		e := g.env().with("author", playerName(word(rule, "author")))
		holds := e.truth(parse(word(rule, "while")))
		if holds != slices.Contains(g.resting, number) {
			continue
		}
		g.resting = slices.DeleteFunc(slices.Clone(g.resting), func(n string) bool { return n == number })
		if !holds {
			g.resting = append(g.resting, number)
		}
		g.rulebook = readRules(slices.DeleteFunc(slices.Clone(g.rules), func(r section) bool { return slices.Contains(g.resting, word(r, "number")) }), g.rules)
		for _, p := range g.onBoard() {
			if g.types[p.typ] == nil {
				g.lift(p)
			}
		}
		g.excess()
	}
}
