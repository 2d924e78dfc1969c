package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// Plays of several pieces, and what a play of several acts is made of.

// moveTogether judges and makes a Move of several pieces of a pack, each by its own ways.
func (p *play) moveTogether(s *step) {
	d, t := p.d, p.d.now
	l := d.law()
	list := []movement.PackMove{}
	add := func(item notation.Item) bool {
		part := step{item: item, at: s.at}
		id, ok := p.mover(&part)
		to, known := p.square(&part, item.To)
		if ok && known {
			list = append(list, movement.PackMove{Piece: id, To: to})
		}
		return ok && known
	}
	fine := add(s.item)
	for _, w := range s.item.With {
		fine = add(notation.Item{Kind: notation.Move, Name: w.Name, From: w.From, To: w.To, Text: s.item.Text}) && fine
	}
	if !fine {
		return
	}
	for _, m := range list {
		p.once(s, m.Piece)
	}
	clause := firstOf(l.ruleset.PackClause(t.pos.TypeOf(list[0].Piece)), p.cites(list[0].Piece).move)
	faults := t.pos.MovesTogether(list)
	for _, f := range faults {
		where, piece := []string{t.squareOf(f.Piece)}, []string{t.pieceName(f.Piece)}
		switch f.What {
		case movement.NoPack:
			p.fault(s, FaultCannotReach, clause, where, piece, "no rule lets %s move together with others", article(p.typeName(f.Piece)))
		case movement.NotOfPack:
			p.fault(s, FaultCannotReach, clause, where, piece, "the %s on %s does not belong to the pack of that on %s", p.typeName(f.Piece), t.squareOf(f.Piece), t.squareOf(list[0].Piece))
		case movement.SameGoal:
			p.fault(s, FaultOccupied, clause, where, piece, "two pieces of the pack go to the same square, or one piece is named twice")
		default:
			p.fault(s, FaultCannotReach, p.cites(f.Piece).move, where, piece, "the %s on %s cannot go there with the pack", p.typeName(f.Piece), t.squareOf(f.Piece))
		}
	}
	if len(faults) > 0 {
		return
	}
	for _, m := range list {
		p.act(s, rules.ActMove, m.Piece, m.To, nil)
	}
	item := notation.Item{Kind: notation.Move, From: t.squareOf(list[0].Piece), To: s.item.To, With: s.item.With}
	if p.fails(s, rules.ActMove, list[0].Piece, list[0].To, nil, item) {
		return
	}
	last := p.history(list[0].Piece, PlayMove, movement.Way{})
	p.executed(item, list[0].Piece)
	b := basisOf(l.kinds[t.pos.TypeOf(list[0].Piece)].readings, clause, l.citePlay(notation.Move))
	from := make([]movement.Square, len(list))
	for i, m := range list {
		from[i] = t.pos.Where(m.Piece)
	}
	for _, m := range list {
		d.emit(b, events.PieceMoved{Piece: t.pieceName(m.Piece), From: t.squareOf(m.Piece), To: l.ruleset.SquareName(m.To)})
	}
	d.emit(b, last)
	for _, m := range list {
		p.promotions(s, m.Piece, PlayMove, "")
	}
	for i, m := range list {
		p.follow(movement.Act{Play: movement.Move, Piece: m.Piece, From: from[i], To: m.To, Other: movement.NoPiece})
	}
}

// makers returns the pieces that a step is made with; nil if one of them is not known. Ends are the squares where steps before it have
// brought pieces, before are those that they were made with.
func (p *play) makers(s *step, ends map[string]movement.PieceID, before []movement.PieceID) (ids []movement.PieceID) {
	if s.item.ID != "" {
		i, ok := p.d.now.found(s.item.ID)
		if !ok {
			return nil // an act before it creates it
		}
		ids = []movement.PieceID{movement.PieceID(i)}
	} else if s.item.Kind == notation.Placement {
		ids = p.inHand(&s.item, before)
	} else if ids = p.makersFrom(s.item.Name, s.item.From, ends); ids == nil {
		return nil
	}
	if len(ids) == 1 && p.d.law().ruleset.Def(p.d.now.pos.TypeOf(ids[0])).Pack == nil {
		return ids // what goes along makes nothing
	}
	for _, w := range s.item.With {
		more := p.makersFrom(w.Name, w.From, ends)
		if more == nil {
			return nil
		}
		ids = append(ids, more...)
	}
	return ids
}

// makersFrom returns the piece of the side on a square, when the steps before have been made.
func (p *play) makersFrom(name, from string, ends map[string]movement.PieceID) []movement.PieceID {
	if id, ok := ends[from]; ok {
		return []movement.PieceID{id}
	}
	sq, ok := p.d.law().ruleset.Square(from)
	if !ok {
		return nil
	}
	id := p.ownAt(&notation.Item{Name: name}, sq)
	if id == movement.NoPiece || p.d.now.pos.Owner(id) != p.side {
		return nil
	}
	return []movement.PieceID{id}
}

// inHand returns a piece off the board that an item could place, and no step before it has.
func (p *play) inHand(item *notation.Item, before []movement.PieceID) []movement.PieceID {
	pos, types := p.d.now.pos, p.d.law().typesCalled(item.Name)
	for i := range pos.Pieces() {
		id := movement.PieceID(i)
		if !pos.Gone(id) && pos.Owner(id) == p.side && pos.Where(id) == movement.Off && slices.Contains(types, pos.TypeOf(id)) && !slices.Contains(before, id) {
			return []movement.PieceID{id}
		}
	}
	return nil
}

// endOf is the square where a step leaves the piece that makes it, as it is written.
func endOf(item *notation.Item) string {
	switch {
	case item.To != "":
		return item.To
	case item.Way == notation.Shot:
		return item.From
	}
	return item.Victim
}

// madeBy reports whether a line of shapes is about the play: whether its pieces are of the types, and one or different ones.
func (p *play) madeBy(s *shapeLaw) bool {
	if s.on == "different" {
		var on []string
		for i := range p.steps {
			if sq := p.steps[i].item.Victim; sq != "" && slices.Contains(on, sq) {
				return false
			} else {
				on = append(on, sq)
			}
		}
	}
	if len(s.by) == 0 && s.of == "" {
		return true
	}
	var all []movement.PieceID
	ends := map[string]movement.PieceID{}
	for i := range p.steps {
		ids := p.makers(&p.steps[i], ends, all)
		if len(ids) == 0 {
			return false
		}
		for _, w := range p.steps[i].item.With {
			if along := p.makersFrom(w.Name, w.From, ends); along != nil {
				ends[w.To] = along[0]
			}
		}
		if end := endOf(&p.steps[i].item); end != "" {
			ends[end] = ids[0]
		}
		for _, id := range ids {
			switch again := slices.Contains(all, id); {
			case s.of == "one" && len(all) > 0 && !again, s.of == "different" && again:
				return false
			}
			if len(s.by) > 0 && !slices.Contains(s.by, p.typeName(id)) {
				return false
			}
		}
		all = append(all, ids...)
	}
	return true
}

// isAct refuses an atomic play that the rules do not know. A stage with acts of its own has refused others already.
func (p *play) isAct(s *step) bool {
	if st := p.d.state().running(); st != nil {
		if g := p.d.law().stage(st.Stage); g != nil && len(g.Acts) > 0 {
			return true
		}
	}
	if p.d.provides(p.d.law().actOf(&s.item)) {
		return true
	}
	p.fault(s, FaultNoRule, p.d.law().citePlays(), nil, nil, "no rule in force provides for a %s", kindWord(p.d.law().shapeOf(&s.item)))
	return false
}

// provides reports whether the stage that runs, or else the section of plays, is for an act among others.
func (d *decision) provides(act string) bool {
	if st := d.state().running(); st != nil {
		if g := d.law().stage(st.Stage); g != nil && len(g.Acts) > 0 {
			return slices.Contains(g.Acts, act)
		}
	}
	plays := d.law().proc.Plays
	return plays == nil || len(plays.Acts) == 0 || slices.Contains(plays.Acts, act)
}

// goesOn refuses a play that could go on, where the rules say that it must then.
func (p *play) goesOn() {
	d, l := p.d, p.d.law()
	if l.full == nil || p.how != HowSubmitted || d.asked(l.full, new(quantities), p.side) == 0 {
		return
	}
	made := make([]notation.Kind, len(p.steps))
	for i := range p.steps {
		made[i] = d.law().shapeOf(&p.steps[i].item)
	}
	pos := d.now.pos
	for i := range l.shapes {
		for _, kinds := range l.shapes[i].plays {
			if len(kinds) <= len(made) || !slices.Equal(kinds[:len(made)], made) {
				continue
			}
			for _, id := range pos.OnBoard() {
				if pos.Owner(id) != p.side || slices.Contains(p.moved, id) {
					continue
				}
				next := kinds[len(made)]
				if next == notation.Move && len(pos.MovesOf(id, nil)) > 0 || next == notation.Capture && len(pos.TakingsOf(id, nil)) > 0 {
					d.fault(events.Fault{Code: FaultShape, Clause: l.shapes[i].clause, Pieces: []string{d.now.pieceName(id)}, Squares: []string{d.now.squareOf(id)},
						Message: "the play must go on: the " + p.typeName(id) + " on " + d.now.squareOf(id) + " can still " + next.String()})
					return
				}
			}
		}
	}
}

// dub gives a side an attribute by a rule; sides beyond the number that may have it lose it.
func (d *decision) dub(b *events.Basis, side, name string) {
	sd, ok := d.state().Side(side)
	a := d.law().proc.Attribute(name)
	if !ok || sd.Has(name) || a == nil { // no rule declares it any longer
		return
	}
	if a.Most > 0 {
		have := 0
		for _, other := range d.sideNames() {
			if o, _ := d.state().Side(other); o.Has(name) {
				if have++; have >= a.Most {
					d.emit(b, events.SideAttributeSet{Side: other, Attribute: name})
				}
			}
		}
	}
	d.emit(b, events.SideAttributeSet{Side: side, Attribute: name, On: true})
}

// firstAfter puts the side on top of the order that plays first after a stage.
func (d *decision) firstAfter(g *stageLaw, b *events.Basis) {
	if g == nil || g.next == nil {
		return
	}
	order := d.state().Order()
	i := slices.IndexFunc(order, func(side string) bool { return d.asked(g.next, new(quantities), d.sideID(side)) != 0 })
	if i <= 0 {
		return
	}
	order = append(slices.Clone(order[i:]), order[:i]...)
	d.emit(b, events.OrderChanged{Order: order})
	d.note(FactPlaysNext, g.after(), "%s is to play next", order[0])
}

// openFirst begins the stage with which a game begins.
func (d *decision) openFirst() {
	for i := range d.law().stages {
		if g := &d.law().stages[i]; g.Opens {
			d.emit(basisOf(nil, g.itself()), events.StageSet{Stage: g.Name, State: StageRunning, Starts: d.in.At, Free: !g.Turns})
			return
		}
	}
}

// vacant returns the first empty square of a region, as a side has it.
func (d *decision) vacant(region, side string) (string, bool) {
	rs := d.law().ruleset
	r, err := rs.Region(region)
	if region == "" || err != nil || d.now.laid == nil {
		return "", false
	}
	best, name := 0, ""
	for _, sq := range rs.Squares() {
		n := rs.PlaceIn(r, sq, side)
		if n > 0 && (best == 0 || n < best) && d.now.pos.At(sq) == movement.NoPiece && !d.now.pos.ClosedAt(sq) {
			best, name = n, rs.SquareName(sq)
		}
	}
	return name, best > 0
}

// setAll gives a counter of pieces on the board a new value.
func (d *decision) setAll(o *occasion, p *provision, env *occasionEnv) {
	if d.now.laid == nil || p.to == nil {
		return
	}
	type change struct {
		id          movement.PieceID
		value, have int
	}
	var list []change // found, and worked out, before the first is set
	var names []string
	common := slices.ContainsFunc(d.law().proc.Counters, func(c rules.Counter) bool { return c.Name == p.Set })
	for _, id := range slices.Sorted(slices.Values(d.now.pos.OnBoard())) {
		pc := &d.state().pieces[id]
		i := slices.IndexFunc(pc.counters, func(c events.Counter) bool { return c.Name == p.Set })
		if i < 0 && !common {
			continue
		}
		env.it = id
		if p.where != nil && !p.where.Holds(env) {
			continue
		}
		have := 0
		if i >= 0 {
			have = pc.counters[i].Value
		}
		list, names = append(list, change{id, movement.CounterValue(p.to.Eval(env)), have}), append(names, pc.id)
	}
	env.it = movement.NoPiece
	drawn := d.byLot(o, p, names, env)
	for i, c := range list {
		if c.value != c.have && (p.lot == nil || slices.Contains(drawn, names[i])) {
			d.count(o.basis, c.id, p.Set, c.value)
		}
	}
}
