package naivelaw

import "slices"

// awaken asks of each rule with a condition, in the order of enactment, whether it holds, and lets the rule rest while it does not. Each is asked once, and
// sees what the ones before have left.
func (g *game) awaken() {
	for _, rule := range g.rules {
		number := word(rule, "number")
		if rule["while"] == nil && g.said[number] == "" {
			continue
		}
		e := g.env().with("author", playerName(word(rule, "author"))).with("enforced", g.said[number] == "enforce")
		holds := g.said[number] != "suspend" && e.holds(rule, "while")
		if holds != slices.Contains(g.resting, number) {
			continue
		}
		g.resting = slices.DeleteFunc(slices.Clone(g.resting), func(n string) bool { return n == number })
		if !holds {
			g.resting = append(g.resting, number)
		}
		g.reread()
	}
}
