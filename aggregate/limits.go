package aggregate

import (
	"adjudicate/events"
	"adjudicate/rules/movement"
)

// holding is the pieces of one type that a side has.
type holding struct{ side, typ string }

// excess destroys what a side has of a type beyond its instance limit, off-board pieces
// first; a choice among equals is drawn by lot (1230.1 §3.G).
func (d *decision) excess(side, typ string) {
	l := d.law()
	t, ok := l.ruleset.Type(typ)
	if !ok || l.ruleset.Def(t).Limit == 0 {
		return
	}
	var on, off []string
	for pc := range d.state().PiecesOf(side) {
		switch {
		case pc.Type != typ:
		case pc.At == "":
			off = append(off, pc.ID)
		default:
			on = append(on, pc.ID)
		}
	}
	over := len(on) + len(off) - l.ruleset.Def(t).Limit
	b := basisOf(nil, l.kinds[t].clause, l.citeExcess())
	for _, among := range [][]string{off, on} {
		if over <= 0 || len(among) == 0 {
			continue
		}
		lost := among
		if over < len(among) {
			lost = d.draw(b, "excess:"+side+":"+typ, among, over)
		}
		for _, id := range lost {
			d.emit(b, events.PieceDestroyed{Piece: id, Why: WhyExcess})
		}
		over -= len(lost)
	}
}

// typesLimited returns the types that have an instance limit.
func (l *law) typesLimited() []movement.TypeID {
	var list []movement.TypeID
	for i := range l.kinds {
		if t := movement.TypeID(i); l.ruleset.Def(t).Limit > 0 {
			list = append(list, t)
		}
	}
	return list
}
