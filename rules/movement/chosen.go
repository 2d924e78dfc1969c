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

// A portion is the number that was chosen for one square by a choice of a number for each.
type portion struct {
	place  int
	square Square
	number float64
}

// Choose has formulas know what is chosen by the choice at a place among those with names: a thing by its number, or a number; formula.Absent for nothing.
func (p *Position) Choose(place int, value float64) {
	for len(p.chosen) <= place {
		p.chosen = append(p.chosen, formula.Absent)
	}
	p.chosen[place] = value
	p.along = slices.DeleteFunc(p.along, func(x portion) bool { return x.place == place })
	p.changed()
}

// ChooseEach is Choose of a number for each of some squares. Formulas know their sum, and at the moment at which the act passes one of the squares the
// number for that.
func (p *Position) ChooseEach(place int, squares []Square, numbers []float64) {
	sum := 0.0
	for _, n := range numbers {
		sum += n
	}
	p.Choose(place, sum)
	for i, n := range numbers {
		p.along = append(p.along, portion{place, squares[i], n})
	}
}

// number is what formulas know of a number that was chosen.
func (p *Position) number(place int) float64 {
	if p.passes == Off || !slices.ContainsFunc(p.along, func(x portion) bool { return x.place == place }) {
		return p.chosen[place]
	}
	for _, x := range p.along {
		if x.place == place && x.square == p.passes {
			return x.number
		}
	}
	return 0
}

// Passed returns the squares that an act passes, as consequences know them: those between where its piece starts and where it ends, on a straight line, on
// which it will not stand.
func (p *Position) Passed(act *Ply) (list []Square) {
	if act.Piece == NoPiece || act.From == Off || act.To == Off || act.Play == Placement {
		return nil
	}
	list = p.rs.over(act.From, act.To)
	if p.isWide(act.Piece) {
		body := p.covers(&p.pieces[act.Piece], act.To)
		list = slices.DeleteFunc(list, func(sq Square) bool { return slices.Contains(body, sq) })
	}
	return list
}

// passingBy has formulas know that the act passes a square, until it is called again with Off.
func (p *Position) passingBy(sq Square) {
	if len(p.along) > 0 {
		p.passes = sq
		p.changed()
	}
}

// Choices are what has been chosen with an act, as formulas know it.
type Choices struct {
	values []float64
	along  []portion
	passes Square
}

// Choices returns what formulas know of choices, for Know.
func (p *Position) Choices() Choices {
	return Choices{slices.Clone(p.chosen), slices.Clone(p.along), p.passes}
}

// Keep has formulas know of no choice, and returns those that they knew of, for Know.
func (p *Position) Keep() Choices {
	kept := p.Choices()
	p.Unchoose()
	return kept
}

// Know has formulas know of choices that were kept.
func (p *Position) Know(kept Choices) {
	p.chosen, p.along, p.passes = append(p.chosen[:0], kept.values...), append(p.along[:0], kept.along...), kept.passes
	p.changed()
}

// Unchoose has formulas know of no choice.
func (p *Position) Unchoose() {
	if len(p.chosen) > 0 {
		p.chosen, p.along = p.chosen[:0], p.along[:0]
		p.changed()
	}
}

// Unknown has formulas know of no choice until what it returns is called.
func (p *Position) Unknown() func() {
	chosen, along := p.chosen, p.along
	p.chosen, p.along = nil, nil
	p.changed()
	return func() {
		p.chosen, p.along = chosen, along
		p.changed()
	}
}
