package aggregate

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// Orders: where the section together has a strength, a play of a round consists of orders, one of each piece at most. Each is judged by itself when it
// arrives, as if nothing stood where it leads; when all have come they are weighed against each other (weighing.go), and those that are carried out are
// carried out at once. What is dislodged is captured.

// ordering reports whether a play is one of orders that are weighed.
func (p *play) ordering() bool {
	if p.d.law().round.strength == nil || !slices.Contains(p.d.state().round.sides, p.name) {
		return false
	}
	kind := p.steps[0].item.Kind
	return len(p.steps) > 1 || kind != notation.Pass && kind != notation.Surrender
}

// orders judges the orders of a side.
func (p *play) orders() {
	d := p.d
	p.cast = d.fated != nil
	p.shaped()
	for i := range p.steps {
		s := &p.steps[i]
		square := func(name string) (sq movement.Square, id movement.PieceID) {
			sq, ok := d.law().ruleset.Square(strings.ToLower(name))
			if !ok {
				return movement.Off, movement.NoPiece
			}
			return sq, d.now.pos.At(sq)
		}
		_, id := square(s.item.From)
		to, _ := square(s.item.To)
		_, helped := square(s.item.Helps)
		if s.item.From == s.item.To {
			to = movement.Off
		}
		d.now.cleared(id, to, func() {
			p.atomic(s)
			p.ordered()
			p.order(s, helped)
		})
	}
	if d.faulty() {
		p.failed = true
	}
}

// cleared does something on a board without what stands where a piece goes; where that is known of no piece, without what stands on the square.
func (t *table) cleared(id movement.PieceID, to movement.Square, do func()) {
	type stood struct {
		id movement.PieceID
		at movement.Square
	}
	var lifted []stood
	for _, there := range standing(t.pos, id, to) {
		lifted = append(lifted, stood{there, t.pos.Where(there)})
		t.pos.Lift(there)
	}
	if len(lifted) > 0 {
		t.changed()
		defer t.changed()
	}
	do()
	for _, x := range slices.Backward(lifted) {
		t.pos.Put(x.id, x.at)
	}
}

// order judges one order on the board without what stands where it leads; helped is what stood on the square that it names as that of a piece that it helps.
func (p *play) order(s *step, helped movement.PieceID) {
	d, t := p.d, p.d.now
	l := d.law()
	terms := l.declaredKind(string(s.item.Kind))
	plain := len(s.item.With)+len(s.names) == 0 && s.item.Becomes == "" && s.item.Victim == ""
	if !plain || s.item.Kind != notation.Move && (terms == nil || !terms.helps) {
		p.fault(s, FaultNoRule, l.citeTogether(), nil, nil, `orders are moves, written with "-" whatever stands where they lead, and help for other pieces: %q is none`, s.item.Text)
		return
	}
	if len(s.chosen) > 0 {
		p.fault(s, FaultChoice, l.citeTogether(), nil, nil, "nothing is chosen with an order: leave %q out", s.chosen[0].item.Text)
		return
	}
	if !p.isAct(s) {
		return
	}
	id, ok := p.mover(s)
	to, known := p.square(s, s.item.To)
	if !ok || !known {
		return
	}
	name, from := t.pieceName(id), t.squareOf(id)
	if slices.Contains(p.moved, id) {
		p.fault(s, FaultMovedTwice, l.citeTogether(), []string{from}, []string{name}, "%s has another order in this play", name)
		return
	}
	p.moved = append(p.moved, id)
	o := order{piece: id, kind: rules.OrderMove, target: to, helps: movement.NoPiece, item: notation.Item{Kind: s.item.Kind, From: from, To: s.item.To, Helps: s.item.Helps}}
	if s.item.Kind != notation.Move && !p.aids(s, terms, id, helped, &o) {
		return
	}
	switch {
	case s.item.Kind == notation.Move && (t.pos.Where(id) == to || !t.pos.MovesTo(id, to) && !slices.Contains(t.pos.MovesOf(id, p.moveBuf[:0]), to)):
		p.unreachable(s, id, to, false)
		return
	case s.item.Kind == notation.Move:
		p.act(s, rules.ActMove, id, to, nil)
	case !t.pos.GoesByKind(id, terms.id, to):
		p.notOfKind(s, terms, l.kinds[t.pos.TypeOf(id)].of(terms.name), id, to)
		return
	default:
		p.act(s, terms.name, id, to, nil)
	}
	p.doing = nil // of orders nothing is known of the board after them
	o.item.Name = l.kinds[t.pos.TypeOf(id)].glyph
	if p.fails(s, o.kind, id, to, nil, o.item) { // an order to stay, as without any
		p.foiled = false
		return
	}
	p.executed(o.item, id)
	d.orders = append(d.orders, o)
}

// aids finds which piece an order helps.
func (p *play) aids(s *step, terms *declaredLaw, id, helped movement.PieceID, o *order) bool {
	t, l := p.d.now, p.d.law()
	o.kind = terms.name
	if !l.ruleset.HasKind(t.pos.TypeOf(id), terms.id) {
		p.fault(s, FaultNoKind, terms.clause, nil, []string{t.pieceName(id)}, "%s gives no %s", article(p.typeName(id)), terms.name)
		return false
	}
	if s.item.Helps == "" {
		p.fault(s, FaultKindForbidden, terms.clause, nil, []string{t.pieceName(id)}, "the order does not say which piece it helps: write %s-%s (%s SQUARE)", o.item.From, o.item.To, terms.name)
		return false
	}
	if _, ok := p.square(s, s.item.Helps); !ok {
		return false
	}
	if o.helps = helped; helped == movement.NoPiece || helped == id {
		p.fault(s, FaultNoPiece, terms.clause, []string{s.item.Helps}, []string{t.pieceName(id)}, "no other piece stands on %s", s.item.Helps)
		return false
	}
	return true
}

// weigh makes the plays of a round by weighing their orders.
func (d *decision) weigh(list []roundPlay) {
	var orders []order
	for i := range list {
		if list[i].idle == "" {
			orders = append(orders, list[i].made.orders...)
		}
	}
	w := d.weighing(orders)
	w.solve()
	d.explainsOrders(w)
	made, dislodged := w.outcome()
	d.carryOutAll(list, made, dislodged)
}

// explainsOrders notes what becomes of each order to move.
func (d *decision) explainsOrders(w *weighing) {
	l := d.law()
	for i := range w.orders {
		o := &w.orders[i]
		text := d.now.sideName(d.now.pos.Owner(o.piece)) + " " + o.item.String()
		switch {
		case !o.moves():
			if w.cut(o.piece) {
				d.note(FactConflict, l.citeClash(), "%s does not help: it is cut", text)
			}
			continue
		case w.carried(i):
			d.note(FactTogether, l.citeTogether(), "%s is carried out", text)
			continue
		}
		remain, mine, _ := w.against(i)
		by := ""
		for _, there := range remain {
			if n, _ := w.stands(i, there); by == "" && w.strength(o.piece, o.target, there) <= n {
				by = fmt.Sprintf("%v for the %s on %s", n, l.ruleset.TypeName(d.now.pos.TypeOf(there)), d.now.squareOf(there))
			}
		}
		for _, r := range w.rivals[i] {
			if n := w.strength(w.orders[r].piece, w.orders[r].target, movement.NoPiece); by == "" && w.keepsOut(r) && mine <= n {
				by = fmt.Sprintf("%v for %s", n, w.orders[r].item.String())
			}
		}
		if by == "" {
			by = "orders that depend on it"
		}
		d.note(FactConflict, l.citeClash(), "%s is not carried out: a strength of %v against %s", text, mine, by)
	}
}

// carryOutAll carries out orders at once: what is dislodged leaves the board, then all arrive, then comes what follows of each.
func (d *decision) carryOutAll(list []roundPlay, made []*order, dislodged map[movement.PieceID]*order) {
	d.making, d.together = true, true
	t := d.now
	plays := map[movement.SideID]*play{}
	for i := range list {
		side := d.sideID(list[i].kept.Side)
		plays[side] = &play{d: d, side: side, name: list[i].kept.Side, player: t.state.sides[side].player, how: HowSubmitted}
	}
	type act struct {
		order   *order
		p       *play
		from    movement.Square
		victims []*capturedPiece
		basis   *events.Basis
		last    events.AtomicPlayed
	}
	var acts []*act
	for _, o := range made {
		a := &act{order: o, p: plays[t.pos.Owner(o.piece)], from: t.pos.Where(o.piece)}
		var way movement.Way
		t.cleared(o.piece, o.target, func() { way = t.pos.WayOfMove(o.piece, o.target, nil) })
		a.basis = a.p.rests(o.piece, notation.Move, way)
		a.last = a.p.history(o.piece, PlayMove, way)
		acts = append(acts, a)
	}
	for _, a := range acts {
		for _, there := range standing(t.pos, a.order.piece, a.order.target) {
			if dislodged[there] == a.order {
				a.last.Play = PlayCapture
				a.victims = append(a.victims, a.p.remove(a.basis, a.order.piece, there))
			}
		}
	}
	for _, a := range acts {
		t.pos.Lift(a.order.piece) // nobody comes before another one has left
	}
	for _, a := range acts {
		d.emit(a.basis, events.PieceMoved{Piece: t.pieceName(a.order.piece), From: d.law().ruleset.SquareName(a.from), To: d.law().ruleset.SquareName(a.order.target)})
	}
	for _, a := range acts {
		d.emit(a.basis, a.last)
	}
	for _, a := range acts {
		p, o, s := a.p, a.order, &step{item: a.order.item}
		m := movement.Act{Play: movement.Move, Piece: o.piece, From: a.from, To: o.target, Other: movement.NoPiece}
		victim := ""
		kind := &d.law().kinds[t.pos.TypeOf(o.piece)]
		for k, v := range a.victims {
			p.counters(o.piece, kind, v)
			p.react(v)
			p.keep(o.piece, v)
			if k == len(a.victims)-1 {
				p.explode(o.piece, kind)
			}
			p.avenge(o.piece, v)
			m.Play, m.Victims = movement.Capture, append(m.Victims, movement.Fallen{Piece: v.id, At: v.at, Side: v.side})
			victim = firstOf(victim, d.law().ruleset.TypeName(v.typ))
		}
		p.promotions(s, o.piece, a.last.Play, victim)
		p.follow(m)
	}
	for i := range list {
		p := plays[d.sideID(list[i].kept.Side)]
		for k := range p.atEnd {
			p.promote(&p.atEnd[k])
		}
		for _, h := range p.limited {
			d.excess(h.side, h.typ)
		}
		if len(p.falls) > 0 {
			d.fall(p.falls)
		}
	}
	d.beyond()
	hows := map[string]string{}
	for i := range list {
		hows[list[i].kept.Side] = list[i].how
		switch list[i].idle {
		case notation.Pass:
			d.pass(list[i].kept.Side, list[i].how)
		case notation.Surrender:
			d.yieldsTogether(list[i].kept.Side, list[i].how)
		}
	}
	for i := range list {
		plays[d.sideID(list[i].kept.Side)].fates()
	}
	d.making, d.together = false, false
	d.endRound(d.state().Round(), RoundMade, hows)
}
