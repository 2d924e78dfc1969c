package aggregate

import (
	"strings"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// Moves of the kinds that rules declare (see rules.Kind): what they cost, and where they may go.

// declaredLaw is a declared kind of move.
type declaredLaw struct {
	name, asset string
	id          movement.KindID
	captures    bool             // some type captures in it
	clause      string           // where it is declared
	readings    []string         // "entry=reading" of the entries that its terms ask for
	cost        *formula.Formula // nil: it costs nothing
	paying      *events.Basis
	helps       bool // no move, but an order: see orders.go
}

// ofKindLaw is what a definition says of its moves of a kind.
type ofKindLaw struct {
	kind     string
	cite     string        // where
	readings []string      // "entry=reading" of the entries that their modes ask for
	basis    *events.Basis // what such a move rests on
}

// compileDeclared prepares what the judge needs of the declared kinds.
func (l *law) compileDeclared(v *formula.Vocabulary) (err error) {
	l.sections.declared = nil
	for i := range l.proc.Kinds {
		k := &l.proc.Kinds[i]
		id, _ := l.ruleset.Kind(k.Name)
		of := declaredLaw{name: k.Name, asset: k.Asset, id: id, clause: l.citeKind(k.Name), helps: k.Helps}
		of.readings = l.readingsIn(k.Terms())
		of.paying = basisOf(nil, of.clause)
		for t := range l.ruleset.Types() {
			of.captures = of.captures || l.ruleset.Def(movement.TypeID(t)).CapturesInKind(k.Name)
		}
		if k.Cost != "" {
			if of.cost, err = l.formula(v, "kinds", "cost", k.Cost, formula.Number); err != nil {
				return err
			}
		}
		l.sections.declared = append(l.sections.declared, of)
	}
	return nil
}

// declaredKind is the declared kind of a name, nil if there is none.
func (l *law) declaredKind(name string) *declaredLaw {
	for i := range l.sections.declared {
		if l.sections.declared[i].name == name {
			return &l.sections.declared[i]
		}
	}
	return nil
}

// inKind is the declared kind that an item names, of a move or of a capture; "" if it names none.
func (l *law) inKind(item *notation.Item) string {
	if item.Kind.Declared() {
		return string(item.Kind)
	}
	if item.Kind != notation.Capture || item.Manner == "" {
		return ""
	}
	if k := l.declaredKind(item.Manner); k != nil && k.captures {
		return k.name
	}
	return ""
}

// actOf is the act that rules call an item, of one in a declared kind that.
func (l *law) actOf(item *notation.Item) string {
	return firstOf(l.inKind(item), actOf(item.Kind))
}

// shapeOf is the kind that a shape counts an item as.
func (l *law) shapeOf(item *notation.Item) notation.Kind {
	if kind := l.inKind(item); kind != "" {
		return notation.Kind(kind)
	}
	return shapeKind(item.Kind)
}

// citeKind names the clause that declares a kind of move, "" if none does.
func (l *law) citeKind(name string) string {
	k := l.proc.Kind(name)
	if k == nil {
		return ""
	}
	if k.In == nil {
		return l.cite("kinds", k.Cite)
	}
	return k.In.Clause(k.Cite)
}

// citeKinds names the clauses of all declared kinds, to tell whether they are what they were.
func (l *law) citeKinds() string {
	var list []string
	for _, name := range l.proc.KindNames() {
		list = append(list, name+" "+l.citeKind(name))
	}
	return strings.Join(list, "; ")
}

// compileOfKinds prepares what the judge needs of a definition's moves of declared kinds.
func (l *law) compileOfKinds(k *kindLaw, rule *rules.Rule, def *rules.Piece) {
	for _, of := range def.ByKind() {
		one := ofKindLaw{kind: of.Kind, cite: rule.Clause(""), readings: l.readingsIn(of.Modes)}
		if len(of.Modes) > 0 {
			one.cite = of.Modes[0].Clause(rule)
		}
		one.basis = basisOf(one.readings, k.clause, l.citeKind(of.Kind))
		k.ofKinds = append(k.ofKinds, one)
	}
}

// of is what a definition says of its moves of a kind.
func (k *kindLaw) of(kind string) ofKindLaw {
	for _, one := range k.ofKinds {
		if one.kind == kind {
			return one
		}
	}
	return ofKindLaw{kind: kind, cite: k.cites.whole}
}

// declared judges and makes a move of a kind that `kinds` declares.
func (p *play) declared(s *step) {
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
	name := string(s.item.Kind)
	terms := l.declaredKind(name)
	if terms == nil || !l.ruleset.HasKind(t.pos.TypeOf(id), terms.id) {
		p.fault(s, FaultNoKind, firstOf(l.citeKind(name), p.cites(id).move), nil, []string{t.pieceName(id)}, "%s has no %s move", article(p.typeName(id)), name)
		return
	}
	of := l.kinds[t.pos.TypeOf(id)].of(name)
	if terms.helps {
		p.fault(s, FaultKindForbidden, terms.clause, nil, []string{t.pieceName(id)}, "%s is an order among plays that are made together and weighed: now the sides play in turn", name)
		return
	}
	if s.item.Helps != "" {
		p.fault(s, FaultKindForbidden, terms.clause, []string{s.item.Helps}, []string{t.pieceName(id)}, "%s move helps no other piece", article(name))
		return
	}
	if s.item.Victim != "" {
		p.fault(s, FaultKindForbidden, of.cite, []string{s.item.Victim}, []string{t.pieceName(id)},
			"the %s move of %s does not capture", name, article(p.typeName(id)))
		return
	}
	cost := p.costOf(s, terms, id)
	from := t.squareOf(id)
	if !t.pos.GoesByKind(id, terms.id, to) {
		p.notOfKind(s, terms, of, id, to)
		if !p.d.order.stands() || t.pos.At(to) != movement.NoPiece || d.law().ruleset.Wide() && !t.pos.Fits(id, to) {
			return
		}
		cost = max(0, min(cost, d.state().Balance(p.payer(terms), terms.asset)))
	}
	p.act(s, name, id, to, nil)
	if p.fails(s, name, id, to, nil, notation.Item{Kind: s.item.Kind, From: from, To: s.item.To}) {
		return
	}
	b := restsOn(of.basis, t.pos.WayByKind(id, terms.id, to, p.wayBuf[:0]))
	last := p.history(id, name, movement.Way{})
	p.executed(notation.Item{Kind: s.item.Kind, From: from, To: s.item.To}, id)
	if cost != 0 {
		d.pay(terms.paying, p.payer(terms), terms.asset, -cost, name)
	}
	d.emit(b, events.PieceMoved{Piece: t.pieceName(id), From: from, To: s.item.To})
	d.emit(b, last)
	p.promotions(s, id, name, "")
	p.follow(movement.Act{Play: movement.Declared, Piece: id, From: p.squareCalled(from), To: t.pos.Where(id), Other: movement.NoPiece})
}

// notInKind says why a piece does not make a capture in a declared kind.
func (p *play) notInKind(s *step, terms *declaredLaw, id movement.PieceID, w movement.Taking) {
	l, t := p.d.law(), p.d.now
	of, name, where := l.kinds[t.pos.TypeOf(id)].of(terms.name), t.pieceName(id), []string{t.squareOf(id), s.item.Victim}
	royals, checks := l.ruleset.Spares(terms.id)
	switch denier, clause := p.denier(id, terms.name); {
	case !l.ruleset.HasKind(t.pos.TypeOf(id), terms.id):
		p.fault(s, FaultNoKind, terms.clause, nil, []string{name}, "%s has no %s move", article(p.typeName(id)), terms.name)
	case denier != movement.NoPiece:
		p.fault(s, FaultDenied, clause, append(where, t.squareOf(denier)), []string{name, t.pieceName(denier)},
			"the %s on %s may not use its %s move: the %s on %s denies it", p.typeName(id), where[0], terms.name, p.typeName(denier), t.squareOf(denier))
	case !t.pos.LeadsInKind(id, w, terms.id):
		p.fault(s, FaultKindForbidden, of.cite, where, []string{name}, "the %s move of the %s on %s does not capture on %s", terms.name, p.typeName(id), where[0], s.item.Victim)
	case royals || checks:
		p.fault(s, FaultKindRoyal, terms.clause, where, []string{name}, "after this %s a royal piece would be attacked that may not be, or what its definition asks of the board would not hold", terms.name)
	default:
		p.fault(s, FaultKindForbidden, of.cite, where, []string{name}, "what its definition asks of the board after this %s would not hold", terms.name)
	}
}

// onlyInKinds refuses a capture that its piece makes in declared kinds alone, and that names none.
func (p *play) onlyInKinds(s *step, id movement.PieceID, w movement.Taking) {
	pos, rs := p.d.now.pos, p.d.law().ruleset
	how := "only in a kind of move that it cannot make now"
	for i, kind := range pos.InKinds(id, w) {
		name := rs.Kinds()[kind]
		if how += " or (" + name + ")"; i == 0 {
			how = "only in a kind of move that the play names: write (" + name + ")"
		}
	}
	p.fault(s, FaultCannotCapture, p.cites(id).capture, []string{s.item.Victim}, []string{p.d.now.pieceName(id)}, "the %s captures on %s %s", p.typeName(id), s.item.Victim, how)
}

// notOfKind says why a move of a kind does not go to a square: because it does not, or because
// it would from there attack a royal piece or give check, which its kind forbids.
func (p *play) notOfKind(s *step, terms *declaredLaw, of ofKindLaw, id movement.PieceID, to movement.Square) {
	t := p.d.now
	rs := p.d.law().ruleset
	from := t.squareOf(id)
	if other := t.pos.At(to); other != movement.NoPiece && other != id {
		p.fault(s, FaultOccupied, of.cite, []string{s.item.To}, []string{t.pieceName(other)},
			"%s is occupied by the %s of %s", s.item.To, p.typeName(other), t.sideName(t.pos.Owner(other)))
		return
	}
	if denier, clause := p.denier(id, terms.name); denier != movement.NoPiece {
		p.fault(s, FaultDenied, clause, []string{from, s.item.To, t.squareOf(denier)}, []string{t.pieceName(id), t.pieceName(denier)},
			"the %s on %s may not use its %s move: the %s on %s denies it", p.typeName(id), from, terms.name, p.typeName(denier), t.squareOf(denier))
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
	if royals, checks := rs.Spares(terms.id); (royals || checks) && plain.GoesByKind(id, terms.id, to) {
		barred := "to attack a royal piece"
		if !royals {
			barred = "to give check"
		}
		p.fault(s, FaultKindRoyal, terms.clause, []string{from, s.item.To}, []string{t.pieceName(id)},
			"%s move may not be used %s, as from %s to %s", article(terms.name), barred, from, s.item.To)
		if len(terms.readings) > 0 {
			d := p.d.ruling.Faults
			d[len(d)-1].Interpretation = terms.readings[0]
		}
		return
	}
	p.fault(s, FaultKindForbidden, of.cite, []string{from, s.item.To}, []string{t.pieceName(id)},
		"the %s move of the %s on %s does not go to %s", terms.name, p.typeName(id), from, s.item.To)
	p.reading(p.decisive(of.readings, func(pos *movement.Position) bool {
		return pos.GoesByKind(id, terms.id, to)
	}))
}

// payer is whose account pays for moves of a kind: the side's, if sides have the asset, else its player's.
func (p *play) payer(terms *declaredLaw) string {
	return p.d.law().holder(&p.d.state().sides[p.side], terms.asset)
}

// affords reports whether a side can pay for a move of a kind.
func (p *play) affords(terms *declaredLaw, id movement.PieceID) bool {
	return p.priceOf(terms, id) <= p.d.state().Balance(p.payer(terms), terms.asset)
}

// costOf returns what a move of a kind costs; it notes a fault if that cannot be paid.
func (p *play) costOf(s *step, terms *declaredLaw, id movement.PieceID) events.Half {
	cost := p.priceOf(terms, id)
	if has := p.d.state().Balance(p.payer(terms), terms.asset); has < cost {
		p.fault(s, FaultKindCost, terms.clause, nil, []string{p.d.now.pieceName(id)},
			"%s move costs %v %s and %s has %v", article(terms.name), cost, terms.asset, p.payer(terms), has)
	}
	return cost
}

// costInKind is costOf for a capture that is being made, 0 if that is of no declared kind.
func (p *play) costInKind(s *step, id movement.PieceID) events.Half {
	if p.terms == nil {
		return 0
	}
	cost := p.costOf(s, p.terms, id)
	if p.d.order.stands() {
		cost = max(0, min(cost, p.d.state().Balance(p.payer(p.terms), p.terms.asset)))
	}
	return cost
}

// owesInKind has a capture in a declared kind paid for: at once, or when no lot has it come to nothing.
func (p *play) owesInKind(cost events.Half) {
	if p.due = cost; !p.cast {
		p.paysInKind()
	}
}

// paysInKind pays what a capture in a declared kind costs.
func (p *play) paysInKind() {
	if p.due != 0 {
		p.d.pay(p.terms.paying, p.payer(p.terms), p.terms.asset, -p.due, p.terms.name)
		p.due = 0
	}
}

// priceOf is what a move of a kind costs a piece.
func (p *play) priceOf(terms *declaredLaw, id movement.PieceID) events.Half {
	if terms.cost == nil {
		return 0
	}
	q := p.pricing(id)
	return Payable(p.d.askedOf(terms.cost, &q, p.side, id, movement.Off))
}

// pricing are the quantities that prices of moves of a piece are asked with.
func (p *play) pricing(id movement.PieceID) quantities {
	d := p.d
	weights := d.before.weights()
	onBoard, _ := d.before.state.CountPieces(p.name)
	return quantities{
		qValue: fromHalf(d.now.pos.Value(id)), qWeight: fromHalf(weights.Weight(p.side)),
		qCounting: float64(weights.Counting(p.side)), qPieces: float64(onBoard),
	}
}

// pay changes what an account has of an asset.
func (d *decision) pay(b *events.Basis, account, asset string, change events.Half, why string) {
	d.emit(b, events.AssetChanged{Account: account, Asset: asset, Change: change, Why: why})
}
