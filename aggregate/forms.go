package aggregate

import (
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// Moves that do more than take their piece somewhere, in plays that are put together of acts: with another piece, as in castling;
// over squares on which it can be captured next; with a promotion that belongs to the way. What they do to a board says
// rules/movement, as in games of whole turns.

// goesAlong reports whether a Move that is written with a second piece is one that takes it along by the piece's own definition, not
// that of a pack: of a piece that has both the squares tell.
func (p *play) goesAlong(s *step) bool {
	rs := p.d.law().ruleset
	sq, ok := rs.Square(s.item.From)
	if !ok || len(s.item.With) != 1 {
		return false
	}
	id := p.ownAt(&s.item, sq)
	if id == movement.NoPiece || !p.d.law().kinds[p.d.now.pos.TypeOf(id)].forms {
		return false
	}
	with := s.item.With[0]
	return rs.PackClause(p.d.now.pos.TypeOf(id)) == "" || slices.ContainsFunc(p.d.now.pos.Along(id), func(ply movement.Ply) bool {
		return ply.Onto != movement.Off && rs.SquareName(ply.To) == s.item.To && rs.SquareName(ply.OtherFrom) == with.From && rs.SquareName(ply.Onto) == with.To
	})
}

// form returns the act that a Move of a piece means, if that does more than move it. It notes faults where a play means such an
// act and says too little or too much.
func (p *play) form(s *step, id movement.PieceID, to movement.Square) (movement.Ply, bool) {
	t, rs := p.d.now, p.d.law().ruleset
	var list []movement.Ply
	for _, ply := range t.pos.ActsOf(id, nil) {
		if ply.Play != movement.Move || ply.To != to || ply.Other != movement.NoPiece && ply.OtherFrom == movement.Off { // two that change places
			continue
		}
		if len(s.item.With) > 0 {
			w := s.item.With[0]
			if ply.Other == movement.NoPiece || rs.SquareName(ply.OtherFrom) != w.From || rs.SquareName(ply.Onto) != w.To {
				continue
			}
		}
		list = append(list, ply)
	}
	if len(list) == 0 {
		if o, ok := p.hindered(id, to); ok || len(s.item.With) > 0 {
			p.cannotCarry(s, id, &o)
		}
		return movement.Ply{}, false
	}
	if i := slices.IndexFunc(list, func(ply movement.Ply) bool { return ply.Other == movement.NoPiece }); i >= 0 && len(s.item.With) == 0 {
		list = slices.DeleteFunc(list, func(ply movement.Ply) bool { return ply.Other != movement.NoPiece })
	}
	if ways := p.waysAlong(list); len(ways) > 1 {
		p.fault(s, FaultAmbiguous, p.cites(id).move, []string{t.squareOf(id), s.item.To}, []string{t.pieceName(id)}, "the text is ambiguous: %s", strings.Join(ways, ", or "))
		return movement.Ply{}, false
	}
	first := list[0]
	if !first.ByMode() {
		// Its promotions are announced, and chosen, as those of any move.
		first.Becomes = movement.NoType
		return first, first.Other != movement.NoPiece || first.Exposed
	}
	return p.namedByMode(s, id, list)
}

// waysAlong writes the acts of a list by which another piece goes along, each once, as plays that leave nothing open.
func (p *play) waysAlong(list []movement.Ply) (texts []string) {
	t, rs := p.d.now, p.d.law().ruleset
	glyph := func(id movement.PieceID) string { return p.d.law().kinds[t.pos.TypeOf(id)].glyph }
	for _, ply := range list {
		if ply.Other == movement.NoPiece {
			continue
		}
		text := notation.Item{Kind: notation.Move, Name: glyph(ply.Piece), From: rs.SquareName(ply.From), To: rs.SquareName(ply.To),
			With: []notation.With{{Name: glyph(ply.Other), From: rs.SquareName(ply.OtherFrom), To: rs.SquareName(ply.Onto)}}}.String()
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

// namedByMode returns the act of several, which promote by their way, that makes the piece what the play says.
func (p *play) namedByMode(s *step, id movement.PieceID, list []movement.Ply) (movement.Ply, bool) {
	t, rs := p.d.now, p.d.law().ruleset
	var names []string
	for _, ply := range list {
		if ply.ByMode() {
			names = append(names, rs.TypeName(ply.Becomes))
		}
	}
	cite := p.cites(id).move
	if way := t.pos.WayOf(&list[0], p.wayBuf[:0]); len(way.Clauses) > 0 {
		cite = way.Clauses[0]
	}
	where, piece := []string{rs.SquareName(list[0].To)}, []string{t.pieceName(id)}
	if s.item.Becomes == "" {
		p.fault(s, FaultPromotionMissing, cite, where, piece, "on %s the piece is promoted: write = and %s", where[0], either(names))
		return movement.Ply{}, false
	}
	typ, ok := p.typeCalled(s, s.item.Becomes)
	i := slices.IndexFunc(list, func(ply movement.Ply) bool { return ply.ByMode() && ply.Becomes == typ })
	if ok && i < 0 {
		p.fault(s, FaultPromotionType, cite, where, piece, "on %s the piece becomes %s, not %s", where[0], either(names), rs.TypeName(typ))
	}
	if i < 0 {
		return movement.Ply{}, false
	}
	return list[i], true
}

// formOfCapture returns the act that a capture is, if that does more than capture; nil if it does not. It notes a fault if the play
// does not say what that needs.
func (p *play) formOfCapture(s *step, id movement.PieceID, w movement.Taking) (*movement.Ply, bool) {
	if !p.d.law().kinds[p.d.now.pos.TypeOf(id)].forms {
		return nil, true
	}
	var list []movement.Ply
	for _, ply := range p.d.now.pos.ActsOf(id, nil) {
		if ply.Play == movement.Capture && ply.Take == w && (ply.In > 0) == (p.terms != nil) {
			if !ply.ByMode() {
				return nil, true
			}
			list = append(list, ply)
		}
	}
	if len(list) == 0 {
		return nil, true
	}
	ply, ok := p.namedByMode(s, id, list)
	return &ply, ok
}

// hindered returns why a piece does not go to a square with another one, if it could otherwise.
func (p *play) hindered(id movement.PieceID, to movement.Square) (movement.Hindrance, bool) {
	pos := p.d.now.pos
	if slices.Contains(pos.MovesOf(id, nil), to) {
		return movement.Hindrance{}, false
	}
	for _, o := range pos.Carrying(id) {
		if o.To == to {
			return o, true
		}
	}
	return movement.Hindrance{}, false
}

// cannotCarry says that a piece does not go somewhere with another one.
func (p *play) cannotCarry(s *step, id movement.PieceID, o *movement.Hindrance) {
	n := p.d.now
	var pieces []string
	for _, x := range append([]movement.PieceID{id}, o.By...) {
		pieces = append(pieces, n.pieceName(x))
	}
	p.fault(s, FaultCondition, firstOf(o.Cite, p.cites(id).move), []string{n.squareOf(id), s.item.To}, pieces,
		"the %s on %s cannot go to %s with another piece: %s", p.typeName(id), n.squareOf(id), s.item.To, firstOf(o.Text, "no rule lets these move along"))
}

// moveAs makes such a Move.
func (p *play) moveAs(s *step, ply *movement.Ply) {
	d, t, id := p.d, p.d.now, ply.Piece
	rs := d.law().ruleset
	p.act(s, ply.Play.Act(), id, ply.To, nil)
	way := t.pos.WayOf(ply, p.wayBuf[:0])
	item := notation.Item{Kind: notation.Move, From: rs.SquareName(ply.From), To: rs.SquareName(ply.To)}
	if ply.Other != movement.NoPiece {
		item.With = s.item.With
	}
	if p.fails(s, ply.Play.Act(), id, ply.To, nil, item) {
		return
	}
	last := p.history(id, PlayMove, way)
	if ply.Exposed {
		for _, sq := range t.pos.Passes(ply.From, ply.To) {
			last.Passed = append(last.Passed, rs.SquareName(sq))
		}
	}
	p.executed(item, id)
	b := p.rests(id, notation.Move, way)
	act := movement.Act{Play: movement.Move, Piece: id, From: ply.From, To: ply.To, Other: ply.Other, Left: ply.OtherFrom}
	row := t.pos.Row(ply)
	var victim *capturedPiece
	switch {
	case row != nil:
		last.With = t.pieceName(ply.Other)
		if victim = p.march(b, id, row); victim != nil {
			if act.Victims = []movement.Fallen{{Piece: victim.id, At: victim.at, Side: victim.side}}; victim.id == ply.Other {
				act.Other = movement.NoPiece
			}
		}
	case ply.Other != movement.NoPiece:
		last.With = t.pieceName(ply.Other)
		if ply.OtherFrom != ply.Onto {
			d.emit(b, events.PieceMoved{Piece: last.With, From: rs.SquareName(ply.OtherFrom), To: rs.SquareName(ply.Onto)})
		}
	}
	if ply.From != ply.To && row == nil {
		d.emit(b, events.PieceMoved{Piece: t.pieceName(id), From: rs.SquareName(ply.From), To: rs.SquareName(ply.To)})
	}
	d.emit(b, last)
	if victim != nil {
		p.keep(id, victim)
	}
	p.becomes(s, b, ply)
	p.promotions(s, id, PlayMove, "")
	p.follow(act)
}

// march moves a row of pieces as one; what leaves the board is captured by the piece played, and returned.
func (p *play) march(b *events.Basis, id movement.PieceID, row []movement.Shift) (victim *capturedPiece) {
	d, rs := p.d, p.d.law().ruleset
	for _, s := range row {
		if s.To == movement.Off {
			victim = p.remove(b, id, s.Piece)
			p.captured = victim
			p.counters(id, &d.law().kinds[d.now.pos.TypeOf(id)], victim)
			p.react(victim)
			continue
		}
		d.emit(b, events.PieceMoved{Piece: d.now.pieceName(s.Piece), From: rs.SquareName(s.From), To: rs.SquareName(s.To)})
	}
	return victim
}

// becomes makes the promotion that belongs to a way, which the play has named.
func (p *play) becomes(s *step, b *events.Basis, ply *movement.Ply) {
	if !ply.ByMode() {
		return
	}
	d, l, t := p.d, p.d.law(), p.d.now
	p.done[len(p.done)-1].Becomes = l.kinds[ply.Becomes].glyph
	s.item.Becomes = ""
	pc := &t.state.pieces[ply.Piece]
	d.emit(b, events.PiecePromoted{Piece: pc.id, Type: l.ruleset.TypeName(ply.Becomes), Counters: l.kinds[ply.Becomes].counters, Base: t.base(ply.Piece)})
	p.limited = append(p.limited, holding{p.name, l.ruleset.TypeName(ply.Becomes)})
}

// base is the type that a piece was before it was promoted, where the game remembers that; it is asked before a promotion.
func (t *table) base(id movement.PieceID) string {
	if !t.state.laid.kept {
		return ""
	}
	return firstOf(t.state.pieces[id].base, t.state.pieces[id].typ)
}
