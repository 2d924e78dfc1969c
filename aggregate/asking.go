package aggregate

import (
	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// What an act of a play means on the board where a judge stands, and what would be asked of it. Whoever explains a ruling asks here, so
// that it is what the judge itself asks: no play comes of it.

// asks returns a play of a side, on the board where j stands, in a turn before which before stood.
func (j *Judge) asks(before *Judge, side movement.SideID) *play {
	d := &decision{judge: j, before: before.base, now: j.base, in: Input{At: j.base.state.Clock()}}
	return &play{d: d, side: side, name: j.base.sideName(side), player: j.base.sidePlayer(int(side)), how: HowSubmitted}
}

// Maker returns the piece on a square with which an act of a side is made: of several that share the square the one that is meant.
func (j *Judge) Maker(side movement.SideID, item *notation.Item, sq movement.Square) movement.PieceID {
	return j.asks(j, side).ownAt(item, sq)
}

// Target returns the piece on a square which a capture by a piece of a side is about: of several that share the square the one that is meant. The
// faults say what the judge has against that, on whatever way it is captured.
func (j *Judge) Target(side movement.SideID, item *notation.Item, captor movement.PieceID, at movement.Square) (movement.PieceID, []events.Fault) {
	p := j.asks(j, side)
	id := p.target(&step{item: *item}, captor, at)
	return id, p.d.ruling.Faults
}

// Taking returns how a piece of a side captures what a play says, on the way the pieces of over. The faults say why it does not, or why that
// is not said.
func (j *Judge) Taking(side movement.SideID, item *notation.Item, id, victim movement.PieceID, at movement.Square, over []movement.PieceID) (movement.Taking, []events.Fault) {
	p, s := j.asks(j, side), &step{item: *item}
	if shared := p.overShared(s, id, victim); shared != nil {
		over = shared
	}
	w, ok := p.way(s, id, victim, at, over)
	if ok {
		if _, ok = p.kindOf(s, id, w); ok {
			p.struck(s, id, &w)
		}
	}
	return w, p.d.ruling.Faults
}

// OwnTaking returns the capture of friends alone that an atomic play means by naming one; also reports whether the piece captures that one together
// with opposing pieces.
func (j *Judge) OwnTaking(side movement.SideID, item *notation.Item, id, victim movement.PieceID) (w movement.Taking, ok, also bool) {
	p := j.asks(j, side)
	w, ok = p.owned(&step{item: *item}, id, victim)
	return w, ok, p.alsoTakes(id, victim)
}

// MayCheck reports whether a Placement of a side may bring another side into check.
func (j *Judge) MayCheck(side movement.SideID) bool { return j.asks(j, side).mayCheck() }

// A Price is what a move of a kind costs, and whose account pays it.
type Price struct {
	Asked          // in numbers of the asset
	Account, Asset string
	Has            events.Half
}

// PriceOf asks what a move of a kind costs a piece, on the board where j stands, in a play before which before stood; ok is false if it
// costs nothing.
func (j *Judge) PriceOf(before *Judge, side movement.SideID, kind string, id movement.PieceID) (price Price, ok bool) {
	p := j.asks(before, side)
	terms := p.d.law().declaredKind(kind)
	if terms == nil || terms.cost == nil {
		return Price{}, false
	}
	q := p.pricing(id)
	price = Price{Asked: asked(terms.cost, &q), Account: p.payer(terms), Asset: terms.asset}
	price.Result = p.d.askedOf(terms.cost, &q, side, id, movement.Off)
	price.Has = j.base.state.Balance(price.Account, price.Asset)
	return price, true
}
