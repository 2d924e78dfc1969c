package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// special judges and makes a special move (1230.2 §6.D).
func (p *play) special(s *step) {
	d, t := p.d, p.d.now
	l := d.law()
	id, ok := p.mover(s)
	if !ok {
		return
	}
	p.once(s, id)
	to, ok := p.square(s, firstOf(s.item.To, s.item.Victim))
	if !ok {
		return
	}
	terms := l.proc.Specials
	if terms == nil || len(l.ruleset.Def(t.pos.TypeOf(id)).Special) == 0 {
		p.fault(s, FaultNoSpecial, firstOf(l.citeSpecials(), p.cites(id).move), nil, []string{t.pieceName(id)}, "%s has no special move", article(p.typeName(id)))
		return
	}
	if s.item.Victim != "" {
		p.fault(s, FaultSpecialForbidden, p.cites(id).special, []string{s.item.Victim}, []string{t.pieceName(id)},
			"the special move of %s does not capture", article(p.typeName(id)))
		return
	}
	cost := p.specialCost(s, id)
	from := t.squareOf(id)
	if !slices.Contains(t.pos.SpecialsOf(id, nil), to) {
		p.noSpecial(s, id, to)
		if !p.d.order.stands() || t.pos.At(to) != movement.NoPiece || d.law().ruleset.Wide() && !t.pos.Fits(id, to) {
			return
		}
		cost = max(0, min(cost, d.state().Balance(p.player, terms.Asset)))
	}
	p.act(s, rules.ActSpecial, id, to, nil)
	last := p.history(id, PlaySpecial, movement.Way{})
	p.executed(notation.Item{Kind: notation.Special, From: from, To: s.item.To}, id)
	if cost != 0 {
		d.pay(l.bases.specialCost, p.player, terms.Asset, -cost, events.WhySpecial)
	}
	b := l.kinds[t.pos.TypeOf(id)].special
	d.emit(b, events.PieceMoved{Piece: t.pieceName(id), From: from, To: s.item.To})
	d.emit(b, last)
	p.follow(movement.Act{Play: movement.Special, Piece: id, From: p.squareCalled(from), To: t.pos.Where(id), Other: movement.NoPiece})
	p.promotions(s, id, PlaySpecial, "")
}

// noSpecial says why a special move does not go to a square: because it does not, or because
// it would from there attack a royal piece or give check.
func (p *play) noSpecial(s *step, id movement.PieceID, to movement.Square) {
	t := p.d.now
	rs := p.d.law().ruleset
	from := t.squareOf(id)
	if other := t.pos.At(to); other != movement.NoPiece && other != id {
		p.fault(s, FaultOccupied, p.cites(id).special, []string{s.item.To}, []string{t.pieceName(other)},
			"%s is occupied by the %s of %s", s.item.To, p.typeName(other), t.sideName(t.pos.Owner(other)))
		return
	}
	if denier, clause := p.denier(id, "special"); denier != movement.NoPiece {
		p.fault(s, FaultDenied, clause, []string{from, s.item.To, t.squareOf(denier)}, []string{t.pieceName(id), t.pieceName(denier)},
			"the %s on %s may not use its special move: the %s on %s denies it", p.typeName(id), from, p.typeName(denier), t.squareOf(denier))
		return
	}
	// Would it go there if the others' royal pieces were of its own kind?
	plain := rs.NewPosition()
	plain.CopyFrom(t.pos)
	for i := range plain.Sides() {
		if king := plain.RoyalOf(movement.SideID(i)); king != movement.NoPiece && movement.SideID(i) != p.side {
			plain.SetType(king, plain.TypeOf(id))
		}
	}
	if slices.Contains(plain.SpecialsOf(id, nil), to) {
		p.fault(s, FaultSpecialRoyal, p.d.law().citeSpecials(), []string{from, s.item.To}, []string{t.pieceName(id)},
			"a special move may not be used to attack a royal piece, as from %s to %s", from, s.item.To)
		p.reading("special-check")
		return
	}
	p.fault(s, FaultSpecialForbidden, p.cites(id).special, []string{from, s.item.To}, []string{t.pieceName(id)},
		"the special move of the %s on %s does not go to %s", p.typeName(id), from, s.item.To)
	p.reading(p.decisive(p.d.law().kinds[t.pos.TypeOf(id)].specials, func(pos *movement.Position) bool {
		return slices.Contains(pos.SpecialsOf(id, nil), to)
	}))
}

// specialCost returns what a special move costs; it notes a fault if the player cannot pay.
func (p *play) specialCost(s *step, id movement.PieceID) events.Half {
	d := p.d
	l := d.law()
	if l.sections.specialCost == nil {
		return 0
	}
	weights := d.before.weights()
	onBoard, _ := d.before.state.CountPieces(p.name)
	q := quantities{
		qValue: fromHalf(d.now.pos.Value(id)), qWeight: fromHalf(weights.Weight(p.side)),
		qCounting: float64(weights.Counting(p.side)), qPieces: float64(onBoard),
	}
	cost := Payable(d.askedOf(l.sections.specialCost, &q, p.side, id, movement.Off))
	asset := l.proc.Specials.Asset
	if has := d.state().Balance(p.player, asset); has < cost {
		p.fault(s, FaultSpecialCost, l.citeSpecials(), nil, []string{d.now.pieceName(id)},
			"a special move costs %v %s and %s has %v", cost, asset, p.player, has)
	}
	return cost
}

// pay changes what an account has of an asset.
func (d *decision) pay(b *events.Basis, account, asset string, change events.Half, why string) {
	d.emit(b, events.AssetChanged{Account: account, Asset: asset, Change: change, Why: why})
}
