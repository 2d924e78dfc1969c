package aggregate

import (
	"strings"

	"adjudicate/events"
	"adjudicate/rules/movement"
)

// standing adds to a rejected play how things stand: whose turn it is, who is in check and
// by what, and what every side weighs. After an accepted play outcomes of their own say so.
func (d *decision) standing() {
	t := d.before
	l := t.law
	for _, to := range t.state.AllToPlay() {
		if !t.state.free() {
			d.note(FactToPlay, l.citeTurn(), "%s is to play", to)
		}
	}
	for _, c := range t.state.Checks() {
		squares := make([]string, len(c.By))
		for i, id := range c.By {
			pc, _ := t.state.Piece(id)
			squares[i] = pc.At
		}
		d.fact(events.Fact{
			Code: FactInCheck, Clause: l.citeOwnCheck(), Message: c.Side + " is in check by " + listed(c.By),
			Squares: squares, Pieces: c.By,
		})
	}
	weights := t.weights()
	var text strings.Builder
	for i := range t.state.sides {
		sd := &t.state.sides[i]
		if sd.gone {
			continue
		}
		if text.Len() > 0 {
			text.WriteString(", ")
		}
		text.WriteString(sd.name + " " + weights.Weight(movement.SideID(i)).String())
	}
	d.note(FactWeights, l.sectionClause("weights"), "Weights: %s", text.String())
}
