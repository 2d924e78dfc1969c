package naivelaw

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Rules that players enact, amend and repeal, and what follows of it, or of its refusal.

// A proposal is what somebody wants the law to be.
type proposal struct {
	verb   string // "enact", "amend" or "repeal"
	number string
	rule   section // nil if it is repealed
	player string
}

// doing is what entries know of a proposal: it is of no side.
func (p proposal) doing(g *game) doing { return doing{g: g, player: p.player, rule: p.number} }

// rejects says why the rules forbid a proposal: a duty, others whom no answer could make agree, or that a rule is there or not.
func (g *game) rejects(p proposal, m *matter) (reasons []string) {
	switch there := g.rule(p.number) != nil; {
	case g.forbids(p.verb, new(p.doing(g)).env()):
		return []string{byDuty}
	case m != nil && m.stands(g) == "refused":
		return []string{"no consent"}
	case there == (p.verb == "enact"):
		return []string{notThere}
	}
	return nil
}

// legislates changes the law as a proposal says. What a rule says of its own repeal comes before it has gone, and of its enactment once it is in force; what
// others say of it comes after that, by the rules that are then in force.
func (g *game) legislates(p proposal) {
	b := *g.rulebook
	b.rules = slices.Clone(g.rules)
	i := slices.IndexFunc(b.rules, func(r section) bool { return word(r, "number") == p.number })
	switch p.verb {
	case "enact":
		b.rules = append(b.rules, p.rule)
	case "amend":
		b.rules[i] = p.rule
	case "repeal":
		g.repealed(p.number)
		b.rules = slices.Delete(b.rules, i, i+1)
		delete(g.said, p.number)
	}
	g.resting, g.rulebook = without(g.resting, []string{p.number}), &b
	if p.verb != "repeal" && g.waitsForEffect(p.rule) {
		g.resting = append(g.resting, p.number)
	}
	g.reread()
	if p.verb != "repeal" {
		g.ofItself("enacted", p.number)
	}
	for _, e := range g.consequences {
		if word(e.section, "on") != p.verb+"s" || strings.Fields(e.place)[0] == p.number {
			continue
		}
		sides := []string{""}
		if word(e.section, "of") == "side" {
			sides = g.sides
		}
		for _, side := range sides {
			about := p.doing(g)
			about.side = side
			if x := &about; x.env().holds(e.section, "when") {
				x.do(list(e.section["do"]))
			}
		}
	}
	g.completes()
}

// waitsForEffect says whether a rule that has just been written is without force until an effect enforces it.
func (g *game) waitsForEffect(rule section) bool {
	number := word(rule, "number")
	asks := strings.Contains(word(rule, "while"), "enforced")
	return g.said[number] == "suspend" || asks && !g.env().with("enforced", g.said[number] == "enforce").holds(rule, "while")
}

// byNumber puts rules into the order of their numbers.
func byNumber(list []section) []section {
	return slices.SortedStableFunc(slices.Values(list), func(a, b section) int {
		x, _ := strconv.Atoi(word(a, "number"))
		y, _ := strconv.Atoi(word(b, "number"))
		return cmp.Compare(x, y)
	})
}
