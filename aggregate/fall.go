package aggregate

import (
	"adjudicate/events"
	"adjudicate/rules"
)

// A fall is the capture of a royal piece in the play being made.
type fall struct {
	captor, loser string // sides
	piece, by     string
}

// fall brings about what the capture of royal pieces brings. Every loser is dealt with separately.
func (d *decision) fall(falls []fall) {
	for _, f := range falls {
		if !d.law().answers(rules.OnRoyalCaptured) {
			continue
		}
		d.note(FactRoyalFell, d.law().citeMoment(rules.OnRoyalCaptured), "%s captures %s of %s", f.by, f.piece, f.loser)
		d.happens(happening{on: rules.OnRoyalCaptured, side: f.loser, other: f.captor, others: []string{f.captor}, piece: f.piece})
	}
}

// create brings a new piece into a side's holding and returns its id, "" if no rule in force defines the type.
func (d *decision) create(b *events.Basis, side, typ string) string {
	l := d.law()
	t, ok := l.ruleset.Type(typ)
	if !ok {
		return ""
	}
	id := d.pieceLabel(l.kinds[t].glyph)
	d.emit(b, events.PieceCreated{Piece: id, Type: typ, Side: side, Counters: l.kinds[t].counters})
	return id
}
