package aggregate

import (
	"slices"
	"strings"

	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// settle settles where names end and squares begin in an item, on a board whose files have two letters beyond z.
func (p *play) settle(item *notation.Item) {
	rs := p.d.law().ruleset
	if rs.Files() <= 26 {
		return
	}
	known := func(name string) bool { return len(p.d.law().typesCalled(name)) > 0 }
	item.Name, item.From = rules.Settle(item.Name, item.From, rs.Files(), known, p.stands)
	item.Named, item.Victim = rules.Settle(item.Named, item.Victim, rs.Files(), known, p.stands)
	item.ID, item.From = rules.Settle(item.ID, item.From, rs.Files(), func(id string) bool { _, ok := p.d.state().findPiece(id); return ok },
		func(id, at string) bool { pc, ok := p.d.state().PieceAt(at); return ok && strings.EqualFold(pc.ID, id) })
	item.With = slices.Clone(item.With)
	for i := range item.With {
		w := &item.With[i]
		w.Name, w.From = rules.Settle(w.Name, w.From, rs.Files(), known, p.stands)
	}
}

// stands reports whether a piece that a name may mean, "" any, stands on a square.
func (p *play) stands(name, square string) bool {
	sq, ok := p.d.law().ruleset.Square(square)
	if !ok {
		return false
	}
	id := p.d.now.pos.At(sq)
	return id != movement.NoPiece && (name == "" || slices.Contains(p.d.law().typesCalled(name), p.d.now.pos.TypeOf(id)))
}
