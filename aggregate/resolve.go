package aggregate

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/notation"
	"adjudicate/rules/movement"
	"adjudicate/rules/picture"
)

// What the names and squares of a play mean on the board as it stands.

// typesCalled returns the types that a word may stand for: a type's exact name first, then
// its glyph, both also without regard to case.
func (l *law) typesCalled(word string) []movement.TypeID {
	if t, ok := l.ruleset.Type(word); ok {
		return l.kinds[t].itself
	}
	var list []movement.TypeID
	for i := range l.kinds {
		if l.kinds[i].glyph == word {
			return l.kinds[i].itself
		}
	}
	for i := range l.kinds {
		if t := movement.TypeID(i); strings.EqualFold(l.kinds[i].glyph, word) || strings.EqualFold(l.ruleset.TypeName(t), word) {
			list = append(list, t)
		}
	}
	if list == nil {
		list = l.typesDrawn(word)
	}
	return list
}

// typesDrawn returns the types that a word stands for which names none: one that is drawn so, in this game's pictures or by Unicode, and one whose glyph
// or name the word is in letters of double width or with marks of check behind it, as in "e7-e8=Q+".
func (l *law) typesDrawn(word string) (list []movement.TypeID) {
	if word == "" {
		return nil
	}
	figures := picture.Of(l.worded).Figures
	name, letter := picture.Figurine(word)
	for i := range l.kinds {
		t := movement.TypeID(i)
		if typ := l.ruleset.TypeName(t); slices.Contains(figures[typ].List(), word) || name != "" && (typ == name || l.kinds[i].glyph == letter) {
			list = append(list, t)
		}
	}
	if plain := strings.TrimRight(notation.Plain(word), "+#!†‡."); list == nil && plain != "" && plain != word {
		return l.typesCalled(plain)
	}
	return list
}

// typeCalled returns the type that a word stands for; it notes a fault if there is none.
func (p *play) typeCalled(s *step, word string) (movement.TypeID, bool) {
	l := p.d.law()
	list := l.typesCalled(word)
	switch len(list) {
	case 1:
		return list[0], true
	case 0:
		p.fault(s, FaultUnknownType, l.citeUnknown(), nil, nil, "%s", l.undefined(word))
	default:
		names := make([]string, len(list))
		for i, t := range list {
			names[i] = l.ruleset.TypeName(t)
		}
		p.fault(s, FaultAmbiguous, "", nil, nil, "%q may be %s", word, strings.Join(names, " or "))
	}
	return 0, false
}

// citeUnknown is the clause by which there are no pieces of a type that nothing defines: where rules say what a definition needs
// besides, what a definition is.
func (l *law) citeUnknown() string {
	if d := l.proc.Defining; d != nil && d.Description != "" {
		return l.cite("defining", d.Cite)
	}
	return l.citePieces()
}

// undefined says that nothing defines a type, and why the rule that tries to does not.
func (l *law) undefined(word string) string {
	for _, bad := range l.book.Invalid() {
		if strings.EqualFold(bad.Rule.Piece.Name, word) || strings.EqualFold(bad.Rule.Piece.Glyph, word) {
			return fmt.Sprintf("rule %s does not define a piece %q: %s", bad.Rule.Clause(""), word, bad.Why)
		}
	}
	return fmt.Sprintf("no rule in force defines a piece %q%s", word, meant(word, l.typeNames()))
}

func (l *law) typeNames() []string {
	names := make([]string, l.ruleset.Types())
	for i := range names {
		names[i] = l.ruleset.TypeName(movement.TypeID(i))
	}
	return names
}

// square resolves a square; it notes a fault if the board has none of that name.
func (p *play) square(s *step, name string) (movement.Square, bool) {
	rs := p.d.law().ruleset
	sq, ok := rs.Square(strings.ToLower(name))
	if !ok {
		board, last := p.d.law().cite("board", ""), rs.Squares()[len(rs.Squares())-1]
		if slices.Contains(rs.Closed(), strings.ToLower(name)) {
			p.fault(s, FaultUnknownSquare, board, []string{name}, nil, "the square %s is closed: it is not part of the board", name)
			return sq, false
		}
		p.fault(s, FaultUnknownSquare, board, []string{name}, nil, "the board has no square %q: it runs from a1 to %s", name, rs.SquareName(last))
	}
	return sq, ok
}

// mover resolves the on-board piece that an atomic play is made with.
func (p *play) mover(s *step) (movement.PieceID, bool) {
	t := p.d.now
	item := &s.item
	id := movement.NoPiece
	if item.From != "" {
		sq, ok := p.square(s, item.From)
		if !ok {
			return id, false
		}
		if id = p.ownAt(item, sq); id == movement.NoPiece {
			p.fault(s, FaultNoPiece, p.d.law().citePlay(s.item.Kind), []string{item.From}, nil, "there is no piece on %s%s", item.From, p.elsewhere(item))
			return id, false
		}
	}
	if item.ID != "" {
		named, ok := p.pieceCalled(s, item.ID)
		if !ok {
			return id, false
		}
		if id == movement.NoPiece || t.pos.Where(named) == t.pos.Where(id) { // of several on a square it is the one that is named
			id = named
		}
		if id != named {
			p.fault(s, FaultWrongPiece, p.d.law().citePlay(s.item.Kind), []string{item.From}, []string{item.ID}, "the piece on %s is %s, not %s", item.From, t.pieceName(id), item.ID)
			return id, false
		}
		if t.squareOf(id) == "" {
			p.fault(s, FaultNoPiece, p.d.law().citePlay(s.item.Kind), nil, []string{item.ID}, "%s is off-board", item.ID)
			return id, false
		}
	}
	if id == movement.NoPiece {
		p.fault(s, FaultNoPiece, p.d.law().citePlay(s.item.Kind), nil, nil, "%q does not say which piece", item.Text)
		return id, false
	}
	if !p.named(s, id) {
		return id, false
	}
	if owner := t.pos.Owner(id); owner != p.side {
		p.fault(s, FaultNotYours, p.d.law().citePlay(s.item.Kind), []string{t.squareOf(id)}, []string{t.pieceName(id)},
			"the %s on %s belongs to %s", p.typeName(id), t.squareOf(id), t.sideName(owner))
		return id, false
	}
	return id, true
}

// named asks whether a piece is what the play calls it.
func (p *play) named(s *step, id movement.PieceID) bool {
	if s.item.Name == "" {
		return true
	}
	typ, ok := p.typeCalled(s, s.item.Name)
	if !ok {
		return false
	}
	if typ == p.d.now.pos.TypeOf(id) {
		return true
	}
	p.fault(s, FaultWrongType, p.d.law().citePlay(s.item.Kind), []string{p.d.now.squareOf(id)}, []string{p.d.now.pieceName(id)},
		"the piece on %s is %s, not %s%s", p.d.now.squareOf(id), article(p.typeName(id)), article(p.d.law().ruleset.TypeName(typ)), p.elsewhere(&s.item))
	return false
}

// pieceCalled resolves a piece's id.
func (p *play) pieceCalled(s *step, id string) (movement.PieceID, bool) {
	if i, ok := p.d.now.found(id); ok {
		return movement.PieceID(i), true
	}
	if pc, ok := p.d.state().Piece(id); ok {
		p.fault(s, FaultUnknownType, p.d.law().citePieces(), nil, []string{id}, "%s is %s: %s", id, article(pc.Type), p.d.law().undefined(pc.Type))
		return movement.NoPiece, false
	}
	var ids []string
	for pc := range p.d.state().PiecesOf(p.name) {
		ids = append(ids, pc.ID)
	}
	p.fault(s, FaultUnknownPiece, p.d.law().citePlay(s.item.Kind), nil, []string{id}, "no such piece: %q%s", id, meant(id, ids))
	return movement.NoPiece, false
}

// elsewhere says where the side's pieces of the named type stand, as the end of a sentence.
func (p *play) elsewhere(item *notation.Item) string {
	list := p.d.law().typesCalled(item.Name)
	if len(list) != 1 {
		return ""
	}
	name := p.d.law().ruleset.TypeName(list[0])
	var at []string
	for pc := range p.d.state().PiecesOf(p.name) {
		if pc.Type == name && pc.At != "" && len(at) < 3 {
			at = append(at, pc.At)
		}
	}
	if len(at) == 0 {
		return ""
	}
	return "; " + p.name + " has " + article(name) + " on " + listed(at)
}

// holding lists the off-board pieces of the side that are of a type, until it is asked for those of another.
func (p *play) holding(typ movement.TypeID) []movement.PieceID {
	t, ids := p.d.now, p.holdBuf[:0]
	for i := range t.state.pieces {
		id := movement.PieceID(i)
		if pc := &t.state.pieces[i]; !pc.gone && pc.at == "" && pc.side == int32(p.side) && t.stands(i) && t.pos.TypeOf(id) == typ {
			ids = append(ids, id)
		}
	}
	return ids
}

// held resolves the off-board piece that a Placement is made with. Pieces of one type need
// an id only if they differ.
func (p *play) held(s *step) (movement.PieceID, bool) {
	t := p.d.now
	item := &s.item
	if item.ID != "" {
		id, ok := p.pieceCalled(s, item.ID)
		switch {
		case !ok:
			return id, false
		case t.pos.Owner(id) != p.side:
			p.fault(s, FaultNotYours, p.d.law().citePlacing(), nil, []string{item.ID}, "%s belongs to %s", item.ID, t.sideName(t.pos.Owner(id)))
			return id, false
		case t.squareOf(id) != "":
			p.fault(s, FaultNotInHolding, p.d.law().citePlacing(), []string{t.squareOf(id)}, []string{item.ID}, "%s is on-board, on %s", item.ID, t.squareOf(id))
			return id, false
		}
		return id, true
	}
	if item.Name == "" {
		p.fault(s, FaultNotInHolding, p.d.law().citePlacing(), nil, nil, "%q does not say which piece", item.Text)
		return movement.NoPiece, false
	}
	typ, ok := p.typeCalled(s, item.Name)
	if !ok {
		return movement.NoPiece, false
	}
	ids := p.holding(typ)
	differ := slices.ContainsFunc(ids, func(id movement.PieceID) bool { return t.pos.CountersOf(id) != t.pos.CountersOf(ids[0]) })
	switch {
	case len(ids) == 0:
		p.fault(s, FaultNotInHolding, p.d.law().citePlacing(), nil, nil, "%s has no %s off-board%s", p.name, p.d.law().ruleset.TypeName(typ), p.elsewhere(item))
		return movement.NoPiece, false
	case differ:
		names := t.pieceNames(ids)
		p.fault(s, FaultAmbiguous, p.d.law().citePlacing(), nil, names, "the %s pieces off-board differ: write one of %s before the @", p.d.law().ruleset.TypeName(typ), listed(names))
		return movement.NoPiece, false
	}
	id := ids[0]
	if t.state.format >= labelFormat {
		for _, other := range ids[1:] {
			// One that an edition has put in later is not what the author meant.
			if older(t.pieceName(other), t.pieceName(id)) {
				id = other
			}
		}
	}
	return id, true
}

func (p *play) typeName(id movement.PieceID) string {
	return p.d.law().ruleset.TypeName(p.d.now.pos.TypeOf(id))
}

// executed notes an atomic play as it was made, with the piece's glyph.
func (p *play) executed(item notation.Item, id movement.PieceID) {
	item.Name, item.ID = p.d.law().kinds[p.d.now.pos.TypeOf(id)].glyph, ""
	item.Becomes, item.Column, item.Length, item.Text = "", 0, 0, ""
	p.done = append(p.done, item)
}

// once notes that a piece moves, which it may do once in a play.
func (p *play) once(s *step, id movement.PieceID) {
	if plays := p.d.law().proc.Plays; plays != nil && plays.MoveOnce && slices.Contains(p.moved, id) {
		p.fault(s, FaultMovedTwice, p.d.law().citePlays(), []string{p.d.now.squareOf(id)}, []string{p.d.now.pieceName(id)},
			"%s moves a second time in this play", p.d.now.pieceName(id))
	}
	p.moved = append(p.moved, id)
	p.from = p.d.now.pos.Where(id)
}
