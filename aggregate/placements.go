package aggregate

import (
	"fmt"
	"maps"
	"slices"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// place judges and makes a Placement: an off-board piece comes to a square where `placing` and its type let it.
func (p *play) place(s *step) {
	d, t := p.d, p.d.now
	if !p.promotesPlaced(s) {
		p.noPromotion(s)
	}
	free := p.makeFree(s)
	id, ok := p.held(s)
	to, known := p.square(s, s.item.To)
	if d.law().proc.Placing == nil {
		p.fault(s, FaultNoRule, "", nil, nil, "no rule in force provides for Placements")
		return
	}
	if !ok || !known {
		return
	}
	if p.roomless(s, id, to, d.law().citePlacing()) {
		return
	}
	if other := t.pos.At(to); other != movement.NoPiece {
		p.fault(s, FaultOccupied, d.law().citePlacing(), []string{s.item.To}, []string{t.pieceName(other)},
			"%s is occupied by the %s of %s", s.item.To, p.typeName(other), t.sideName(t.pos.Owner(other)))
		return
	}
	if _, _, _, _, field := t.pos.FieldOn(to); t.pos.ClosedAt(to) && !field {
		why, _, _ := t.pos.Shut(to)
		p.fault(s, FaultOccupied, d.law().citePlacing(), []string{s.item.To}, nil, "%s", why)
		return
	}
	p.placeable(s, id, to)
	if t.pos.Crowds(id) {
		p.crowded(s, t.pos.TypeOf(id), []string{t.pieceName(id)})
	}
	if name, clause, made, placing, ok := t.pos.FieldOn(to); ok && !placing {
		p.fault(s, FaultOccupied, clause, append([]string{s.item.To}, p.squaresOf(made[:])...), t.pieceNames(made[:]),
			"on %s lies the %s between %s", s.item.To, name, listed(p.squaresOf(made[:])))
	}
	p.act(s, rules.ActPlacement, id, to, nil)
	done := len(p.done)
	if p.fails(s, rules.ActPlacement, id, to, nil, notation.Item{Kind: notation.Placement, To: s.item.To}) {
		p.writesHeld(done, id, free)
		if free {
			d.emit(basisOf(nil, d.law().citePlacing()), events.PieceDestroyed{Piece: t.pieceName(id), Why: events.WhyEffect})
		}
		return
	}
	last := p.history(id, PlayPlacement, movement.Way{})
	p.executed(notation.Item{Kind: notation.Placement, To: s.item.To}, id)
	p.writesHeld(done, id, false)
	b := d.law().kinds[t.pos.TypeOf(id)].placing
	d.emit(b, events.PiecePlaced{Piece: t.pieceName(id), At: s.item.To})
	d.emit(b, last)
	if p.promotesPlaced(s) {
		p.promotions(s, id, PlayPlacement, "")
	}
	p.follow(movement.Act{Play: movement.Placement, Piece: id, To: to, Other: movement.NoPiece})
}

// typePlaced is the type that a Placement names, by its name or a piece's.
func (p *play) typePlaced(s *step) (movement.TypeID, bool) {
	if i, ok := p.d.now.found(s.item.ID); ok && s.item.ID != "" {
		return p.d.now.pos.TypeOf(movement.PieceID(i)), true
	}
	list := p.d.law().typesCalled(s.item.Name)
	if len(list) != 1 {
		return movement.NoType, false
	}
	return list[0], true
}

// promotesPlaced reports whether a piece that is placed may be promoted with that.
func (p *play) promotesPlaced(s *step) bool {
	typ, ok := p.typePlaced(s)
	return ok && slices.ContainsFunc(p.d.law().ruleset.Def(typ).Promotion, func(pr rules.Promotion) bool { return pr.On == onPlaced })
}

// writesHeld writes a Placement by the id of its piece, if that is one of several: so the play means the same to whoever reads it later.
func (p *play) writesHeld(i int, id movement.PieceID, free bool) {
	if !free && p.d.now.countHeld(id) > 1 {
		p.done[i].Name, p.done[i].ID = "", p.d.now.pieceName(id)
	}
}

// makeFree creates the piece of a Placement of which its side has as many as it places, and reports whether it has.
func (p *play) makeFree(s *step) bool {
	typ, ok := p.typePlaced(s)
	if !ok || s.item.ID != "" {
		return false
	}
	def := p.d.law().ruleset.Def(typ).Placement
	if def == nil || !def.Free {
		return false
	}
	s.item.ID, s.item.Name = p.d.create(basisOf(nil, p.d.law().citePlacing()), p.name, p.d.law().ruleset.TypeName(typ)), ""
	return true
}

// countHeld counts the off-board pieces that the side of a piece has of its type.
func (t *table) countHeld(id movement.PieceID) int {
	pc := &t.state.pieces[id]
	n := 0
	for i := range t.state.pieces {
		if o := &t.state.pieces[i]; !o.gone && o.at == "" && o.side == pc.side && o.typ == pc.typ {
			n++
		}
	}
	return n
}

// placeable notes everything that speaks against a Placement on an empty square.
func (p *play) placeable(s *step, id movement.PieceID, to movement.Square) {
	d, t := p.d, p.d.now
	l := d.law()
	found := t.pos.Placing(id, to)
	if found.NotAllowed {
		where := ""
		if def := l.ruleset.Def(t.pos.TypeOf(id)).Placement; def != nil {
			where = def.Cite
		}
		p.fault(s, FaultPlacementLimit, l.clauseOf(t.pos.TypeOf(id), where), []string{s.item.To}, []string{t.pieceName(id)},
			"%s may not be placed on %s", article(p.typeName(id)), s.item.To)
	}
	var after *movement.Position // nil: nothing follows of an act
	if l.ruleset.Consequent() {
		after = p.afterPlacing(s, id, to)
		placed := after.Placed(id, p.side, t.pos)
		found.Checks, found.Attacks = placed.Checks, placed.Attacks
	}
	if d.together { // it was asked of the play alone, as ownCheck says
		found.Checks = slices.DeleteFunc(found.Checks, func(s movement.SideID) bool { return s == p.side })
	}
	if slices.Contains(found.Checks, p.side) && t.pos.InCheck(p.side) {
		// It was in check before: the Placement leaves it so, which is a reason of its own.
		by := t.pos.CheckedBy(p.side, nil)
		p.fault(s, FaultOwnCheck, l.citeOwnCheck(), append([]string{s.item.To}, p.squaresOf(by)...), t.pieceNames(by),
			"with %s on %s %s is still in check", article(p.typeName(id)), s.item.To, p.name)
	}
	if len(found.Checks) > 0 && p.mayCheck() {
		// What the placed piece itself checks it attacks, which is asked below.
		found.Checks = slices.DeleteFunc(found.Checks, func(s movement.SideID) bool { return s != p.side })
	}
	if len(found.Checks) > 0 {
		names := make([]string, len(found.Checks))
		for i, side := range found.Checks {
			names[i] = t.sideName(side)
		}
		p.fault(s, FaultPlacementChecks, l.citePlacing(), []string{s.item.To}, []string{t.pieceName(id)},
			"with %s on %s %s would be in check", article(p.typeName(id)), s.item.To, listed(names))
		entries := l.usedOf("placement-check")
		if s.at < p.steps[len(p.steps)-1].at {
			entries = append(entries, l.usedOf("placement-own-check")...)
		}
		p.reading(p.decisive(entries, func(pos *movement.Position) bool {
			return len(pos.Placing(id, to).Checks) == 0
		}))
	}
	p.uncovered(s, id, to, after)
	if len(found.Attacks) > 0 && !p.mayAttack(id, to) {
		names := t.pieceNames(found.Attacks)
		p.fault(s, FaultPlacementAttacks, l.citePlacing(), append([]string{s.item.To}, p.squaresOf(found.Attacks)...), names,
			"from %s the %s would attack %s", s.item.To, p.typeName(id), listed(names))
		p.reading(p.decisive(l.usedOf("section-6-piece", "history-after-play"), func(pos *movement.Position) bool {
			return len(pos.Placing(id, to).Attacks) == 0
		}))
	}
}

// afterPlacing is the board after a Placement and all that follows of it: the position alone knows nothing of effects on what is beside it.
func (p *play) afterPlacing(s *step, id movement.PieceID, to movement.Square) *movement.Position {
	d := p.d
	j := &Judge{engine: d.judge.engine, base: d.now, work: d.now.beside(), labels: d.judge.labels}
	t := j.begin(d.in, nil)
	t.created = maps.Clone(d.created)
	q := &play{d: t, side: p.side, name: p.name, player: p.player, how: p.how}
	last := q.history(id, PlayPlacement, movement.Way{})
	b := d.law().kinds[d.now.pos.TypeOf(id)].placing
	t.emit(b, events.PiecePlaced{Piece: d.now.pieceName(id), At: s.item.To})
	t.emit(b, last)
	q.follow(movement.Act{Play: movement.Placement, Piece: id, To: to, Other: movement.NoPiece})
	return t.now.pos
}

// mayCheck asks whether a Placement may bring another side into check by what it opens.
func (p *play) mayCheck() bool {
	f := p.d.law().mayCheck
	if f == nil && p.d.law().arrayed {
		return true
	}
	return f != nil && p.d.asked(f, p.ownNumbers(), p.side) != 0
}

// ownNumbers are the Weight and the pieces of the side that plays.
func (p *play) ownNumbers() *quantities {
	weights := p.d.now.weights()
	onBoard, _ := p.d.now.state.CountPieces(p.name)
	return &quantities{qWeight: fromHalf(weights.Weight(p.side)), qCounting: float64(weights.Counting(p.side)), qPieces: float64(onBoard)}
}

// uncovered refuses a Placement that opens an attack for another piece of the side, where the rules
// count that as an attack of its own. A check is none where the Placement may give one.
func (p *play) uncovered(s *step, id movement.PieceID, to movement.Square, after *movement.Position) {
	d, l := p.d, p.d.law()
	if l.uncovers == nil || d.asked(l.uncovers, p.ownNumbers(), p.side) == 0 {
		return
	}
	before := d.now.pos
	if after == nil {
		after = l.ruleset.NewPosition()
		after.CopyFrom(before)
		after.Put(id, to)
	}
	pieces, mayCheck := slices.Sorted(slices.Values(before.OnBoard())), p.mayCheck()
	for _, own := range pieces {
		if before.Owner(own) != p.side {
			continue
		}
		for _, x := range pieces {
			if mayCheck && before.Owner(x) != p.side && l.ruleset.Royal(before.TypeOf(x)) {
				continue // which is a check
			}
			if after.Where(own) != movement.Off && after.Where(x) != movement.Off && after.Attacks(own, x) && !before.Attacks(own, x) {
				p.fault(s, FaultPlacementAttacks, l.citePlacing(), []string{s.item.To, d.now.squareOf(own), d.now.squareOf(x)}, d.now.pieceNames([]movement.PieceID{id, own, x}),
					"with the %s on %s the %s on %s would attack the %s on %s", p.typeName(id), s.item.To, p.typeName(own), d.now.squareOf(own), p.typeName(x), d.now.squareOf(x))
				if used := l.readingsIn(l.proc.Placing.Uncovers); len(used) > 0 {
					p.d.ruling.Faults[len(p.d.ruling.Faults)-1].Interpretation = used[0]
				}
				return
			}
		}
	}
}

// mayAttack asks whether the exception holds under which a placed piece may attack, and notes it.
func (p *play) mayAttack(id movement.PieceID, to movement.Square) bool {
	ok, why := p.attackAllowed(id, to)
	if ok {
		p.d.note(FactPlacementException, p.d.law().citePlacing(), "%s", why)
	}
	return ok
}

// attackAllowed asks whether a placed piece may attack: the formula of the section decides, of the side's Weight and pieces and, if it
// asks, of whether the piece has another square.
func (p *play) attackAllowed(id movement.PieceID, to movement.Square) (ok bool, why string) {
	d, t := p.d, p.d.now
	may := d.law().mayAttack
	if may == nil {
		return false, ""
	}
	weights := t.weights()
	onBoard, _ := t.state.CountPieces(p.name)
	q := quantities{
		qWeight: fromHalf(weights.Weight(p.side)), qCounting: float64(weights.Counting(p.side)), qPieces: float64(onBoard),
	}
	if !may.Uses(quantityNames[qOtherSquare]) {
		return d.askedOf(may, &q, p.side, id, to) != 0,
			fmt.Sprintf("with a Weight of %v and %d counting pieces the %s may be placed where it attacks", weights.Weight(p.side), weights.Counting(p.side), p.typeName(id))
	}
	// Without its last clause the formula rarely holds, and the squares take long to find.
	if d.askedOf(may, &q, p.side, id, to) == 0 {
		return false, ""
	}
	q[qOtherSquare] = flag(t.pos.QuietPlacement(id))
	if d.askedOf(may, &q, p.side, id, to) == 0 || !slices.Contains(t.pos.Placements(id, func(bool) bool { return true }), to) {
		return false, ""
	}
	return true, fmt.Sprintf("with a Weight of %v and %d counting pieces, and no other square, the %s may be placed where it attacks", weights.Weight(p.side), weights.Counting(p.side), p.typeName(id))
}

func (l *law) compilePlacing(v *formula.Vocabulary) (err error) {
	if s := l.proc.Placing; s != nil {
		l.mayAttack, err = l.formula(v, "placing", "may_attack", s.MayAttack, formula.Bool)
	}
	return err
}
