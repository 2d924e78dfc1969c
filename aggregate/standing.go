package aggregate

import (
	"adjudicate/events"
	"adjudicate/rules/movement"
)

// standing adds to a rejected play how things stand: whose turn it is, who is in check and
// by what, and what every side weighs. After an accepted play outcomes of their own say so.
func (d *decision) standing() {
	t := d.before
	l := t.law
	var buf [1]string
	for _, to := range t.state.appendToPlay(buf[:0]) {
		if !t.state.free() {
			d.fact(events.Fact{Code: FactToPlay, Clause: l.citeTurn(), Message: to + " is to play"})
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
	const says = "Weights: "
	var written [256]byte
	text := append(written[:0], says...)
	for i := range t.state.sides {
		sd := &t.state.sides[i]
		if sd.gone {
			continue
		}
		if len(text) > len(says) {
			text = append(text, ", "...)
		}
		text = append(append(text, sd.name...), ' ')
		text = weights.Weight(movement.SideID(i)).Append(text)
	}
	d.fact(events.Fact{Code: FactWeights, Clause: l.sectionClause("weights"), Message: string(text)})
}
