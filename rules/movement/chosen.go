package movement

import (
	"slices"

	"adjudicate/rules/formula"
)

// What a side has chosen besides its act, by the names that choices have (see rules.Choice): formulas of duties and of what follows know it while the
// act is made, and nobody before or after.

// Named are the choices of the rules that have names, as formulas ask for them.
func (rs *Ruleset) Named() []formula.Quantity { return rs.toChoose }

// Chosen is the place of a choice among those that have names; -1 for a name that none has.
func (rs *Ruleset) Chosen(name string) int {
	return slices.IndexFunc(rs.toChoose, func(q formula.Quantity) bool { return q.Name == name })
}

// Choose has formulas know what is chosen by the choice at a place among those with names: a thing by its number, or a number; formula.Absent for nothing.
func (p *Position) Choose(place int, value float64) {
	for len(p.chosen) <= place {
		p.chosen = append(p.chosen, formula.Absent)
	}
	p.chosen[place] = value
	p.changed()
}

// Unchoose has formulas know of no choice.
func (p *Position) Unchoose() {
	if len(p.chosen) > 0 {
		p.chosen = p.chosen[:0]
		p.changed()
	}
}
