package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// What a whole turn brings about: the outcomes of an act that nothing objects to.

// make makes the turn: what it does to the board as outcomes, each with what it rests on.
func (t *wholeTurn) make() {
	p, d, n := t.p, t.p.d, t.p.d.now
	l := d.law()
	rs := l.ruleset
	items := n.chosenItems(t.given)
	if !t.alone {
		items = n.itemsOf(&t.act, t.given, t.g.Acts(p.side))
	}
	p.done = append(p.done, items...)
	if t.act.Play == movement.Pass {
		d.pass(p.name, p.how)
		p.emitChosen(firstBasis(basisOf(nil, t.g.CiteChoices()...), l.pass), t.given)
		return
	}
	if t.fails() {
		return
	}
	var told movement.Told
	ply := t.act
	u := n.pos.Tell(&ply, &told)
	squares := t.passed()
	u.Back()
	d.now.changed()

	id, kept := t.act.Piece, t.act.Piece
	if id == movement.NoPiece {
		d.create(basisOf(nil, l.citePlacing()), p.name, rs.TypeName(t.act.Make))
		id = movement.PieceID(len(n.state.pieces) - 1)
		kept = id
	}
	typ := n.pos.TypeOf(id)
	kind := &l.kinds[typ]
	var way movement.Way
	b := kind.placing
	switch t.act.Play {
	case movement.Move, movement.Capture:
		play := notation.Move
		if t.act.Play == movement.Capture {
			play = notation.Capture
		}
		way = n.pos.WayOf(&t.act, p.wayBuf[:0])
		b = p.rests(id, play, way)
	case movement.Become:
		b = basisOf(kind.readings, kind.cites.promotion)
	}
	recorded := t.act.Play.Act()
	if t.act.Play == movement.Become {
		recorded = rules.RecordedStay()
	}
	last := p.history(id, recorded, way)
	last.Passed = squares
	if t.act.Other != movement.NoPiece {
		last.With = n.pieceName(t.act.Other)
	}
	victims := t.changes(b, &told)
	if t.act.Play == movement.Placement {
		d.emit(b, events.PiecePlaced{Piece: n.pieceName(id), At: rs.SquareName(t.act.To)})
	}
	for _, v := range victims {
		p.counters(kept, kind, v)
		p.react(v)
	}
	if last.As == "" {
		last.Counters = n.state.pieces[id].counters
	}
	d.emit(b, last)
	for _, v := range victims {
		t.fate(id, v)
	}
	t.after(id, typ, victims, &told)
	told.Act.Piece = id
	p.follow(told.Act)
	if told.Later != movement.NoType && n.pos.Where(id) != movement.Off && n.pos.FitsAs(id, told.Later) {
		t.becomes(id, typ, told.Later)
	}
	p.emitChosen(firstBasis(basisOf(nil, t.g.CiteChoices()...), b), t.given)
}

// fails is [play.fails] of a whole turn, which has been judged as if it succeeded.
func (t *wholeTurn) fails() bool {
	p := t.p
	if p.d.fated == nil && !p.d.casts() {
		return false
	}
	rs, take := p.d.law().ruleset, (*movement.Taking)(nil)
	if t.act.Play == movement.Capture {
		take = &t.act.Take
	}
	items := p.done
	p.cast, p.done, p.terms = true, nil, p.d.law().declaredKind(rs.InKind(&t.act))
	foiled := p.fails(t.step, rs.ActOf(&t.act), t.act.Piece, t.act.To, take, notation.Item{})
	p.done, p.terms = items, nil
	if f := p.d.fated; f != nil && f.last != nil {
		f.whole = written(items)
	}
	return foiled
}

func firstBasis(a, b *events.Basis) *events.Basis {
	if len(a.Clauses) > 0 {
		return a
	}
	return b
}

// passed returns the squares that the act on the board has passed, on which its piece can be captured.
func (t *wholeTurn) passed() (squares []string) {
	if !t.act.Exposed {
		return nil
	}
	_, list := t.p.d.now.pos.Passing()
	for _, sq := range list {
		squares = append(squares, t.p.d.law().ruleset.SquareName(sq))
	}
	return squares
}

// changes emits what an act captures and moves.
func (t *wholeTurn) changes(b *events.Basis, told *movement.Told) (victims []*capturedPiece) {
	p, d, n := t.p, t.p.d, t.p.d.now
	rs := d.law().ruleset
	for i := range told.Changes {
		c := &told.Changes[i]
		name := n.pieceName(c.Piece)
		if c.Kind == movement.Moved {
			d.emit(b, events.PieceMoved{Piece: name, From: rs.SquareName(c.From), To: rs.SquareName(c.To)})
			continue
		}
		v := &capturedPiece{id: c.Piece, typ: n.pos.TypeOf(c.Piece), side: n.pos.Owner(c.Piece), at: c.From, counters: n.state.pieces[c.Piece].counters}
		d.emit(b, events.PieceCaptured{Piece: name, At: rs.SquareName(c.From), By: n.pieceName(t.act.Piece), Side: n.sideName(c.Side)})
		if c.Type != v.typ {
			d.emit(basisOf(nil, d.law().citeCapturing()), events.PiecePromoted{Piece: name, Type: rs.TypeName(c.Type), Counters: d.law().kinds[c.Type].counters})
		}
		p.captured = v
		victims = append(victims, v)
	}
	return victims
}

// fate says what becomes of a captured piece: it leaves the game where the rules say so. Where they say what the fall of a royal piece
// brings, that follows.
func (t *wholeTurn) fate(id movement.PieceID, v *capturedPiece) {
	p, l, n := t.p, t.p.d.law(), t.p.d.now
	if l.ruleset.Royal(v.typ) && l.answers(rules.OnRoyalCaptured) {
		p.keep(id, v)
		return
	}
	if gone, _, _ := l.ruleset.Fate(); gone {
		p.d.emit(basisOf(nil, l.citeCapturing()), events.PieceDestroyed{Piece: n.pieceName(v.id), Why: events.WhyEffect})
		return
	}
	p.limited = append(p.limited, holding{p.name, l.ruleset.TypeName(v.typ)})
}

// after emits what follows of an act at once: a promotion, what bursts.
func (t *wholeTurn) after(id movement.PieceID, typ movement.TypeID, victims []*capturedPiece, told *movement.Told) {
	for i := range told.After {
		if c := &told.After[i]; c.Kind == movement.Became {
			t.becomes(id, typ, c.Type)
		} else {
			t.p.d.emit(t.bursts(typ, victims), events.PieceDestroyed{Piece: t.p.d.now.pieceName(c.Piece), Why: events.WhyEffect})
		}
	}
}

// becomes emits the promotion of the piece that has acted.
func (t *wholeTurn) becomes(id movement.PieceID, was, to movement.TypeID) {
	p, d, n := t.p, t.p.d, t.p.d.now
	l := d.law()
	pc := &n.state.pieces[id]
	name, base := l.ruleset.TypeName(to), firstOf(pc.base, pc.typ)
	if name == base {
		base = "" // it is again what it was at first
	}
	d.emit(t.promotes(was, to), events.PiecePromoted{Piece: n.pieceName(id), Type: name, Counters: l.kinds[to].counters, Base: base})
	p.limited = append(p.limited, holding{p.name, name})
}

// promotes is what the promotion of a type rests on.
func (t *wholeTurn) promotes(was, to movement.TypeID) *events.Basis {
	l := t.p.d.law()
	name := l.ruleset.TypeName(to)
	list := l.ruleset.Def(was).Promotion
	for i := range list {
		if len(list[i].Types) == 0 || slices.Contains(list[i].Types, name) {
			return l.kinds[was].promotions[i]
		}
	}
	return l.kinds[was].moving
}

// bursts is what rests on an effect of the captor's definition, or of a victim's.
func (t *wholeTurn) bursts(typ movement.TypeID, victims []*capturedPiece) *events.Basis {
	l := t.p.d.law()
	for i := range l.kinds[typ].effects {
		if e := &l.kinds[typ].effects[i]; e.destroy != "" {
			return e.basis
		}
	}
	for _, v := range victims {
		for i := range l.kinds[v.typ].avenges {
			return l.kinds[v.typ].avenges[i].basis
		}
	}
	return nil
}
