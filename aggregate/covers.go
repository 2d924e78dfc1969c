package aggregate

import (
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// Pieces that cover several squares. In outcomes a piece stands on its place; which squares it covers its definition says.

// covering reads which types cover several squares by the rules in force, and on which board; nil if none does.
func (s *State) covering() (wide map[string]*rules.Piece, board *rules.Board) {
	return readingOf(s.rules).covering()
}

// coveredBy finds the piece that covers a square which is not its place.
func (s *State) coveredBy(square string) (int, bool) {
	wide, board := s.covering()
	if wide == nil {
		return 0, false
	}
	for i := range s.pieces {
		if pc := &s.pieces[i]; pc.at != "" && wide[pc.typ] != nil && slices.Contains(s.viewPiece(i).Covered(pc.at, wide[pc.typ], board), square) {
			return i, true
		}
	}
	return 0, false
}

// Covers reports whether a piece would cover a square with its place on another, "" if it is off the board.
func (s *State) Covers(p Piece, place, square string) bool {
	if place == "" || place == square {
		return place != ""
	}
	wide, board := s.covering()
	return wide[p.Type] != nil && slices.Contains(p.Covered(place, wide[p.Type], board), square)
}

// Covered returns the squares that a piece covers from a place by the definition of its type.
func (p Piece) Covered(place string, def *rules.Piece, board *rules.Board) []string {
	return def.Covered(place, p.Side, func(name string) int { return valueOf(p.Counters, name) }, board)
}

// crowdedOut says why a piece has no room where it stands under the rules in force, and by which clause: what was on the board earlier
// keeps its squares.
func (d *decision) crowdedOut(i int) (clause, why string) {
	l, pos, id := d.law(), d.now.pos, movement.PieceID(i)
	if i >= pos.Pieces() || pos.Where(id) != movement.Off {
		return "", ""
	}
	place, _ := l.ruleset.Square(d.state().pieces[i].at)
	at, other := pos.Obstacle(id, place)
	clause = l.clauseOf(pos.TypeOf(id), "")
	switch {
	case other != movement.NoPiece:
		if l.ruleset.Wide() && len(l.ruleset.Def(pos.TypeOf(id)).Covers) < 2 { // it has one square, which the other covers
			clause = l.clauseOf(pos.TypeOf(other), "")
		}
		return clause, d.now.pieceName(other) + " stands on " + l.ruleset.SquareName(at)
	case at != movement.Off:
		why, by, _ := pos.Shut(at)
		return firstOf(by, clause), why
	}
	return clause, "it has no room on the board there"
}

// roomless refuses to put a piece that covers several squares on a place where it has no room.
func (p *play) roomless(s *step, id movement.PieceID, to movement.Square, clause string) bool {
	t := p.d.now
	if rs := p.d.law().ruleset; len(rs.Def(t.pos.TypeOf(id)).Covers) < 2 || t.pos.Fits(id, to) {
		return false
	}
	name := p.d.law().ruleset.SquareName
	switch at, other := t.pos.Obstacle(id, to); {
	case other != movement.NoPiece:
		p.fault(s, FaultOccupied, clause, []string{name(to), name(at)}, []string{t.pieceName(id), t.pieceName(other)},
			"%s, which the %s would cover, is occupied by the %s of %s", name(at), p.typeName(id), p.typeName(other), t.sideName(t.pos.Owner(other)))
	case at != movement.Off:
		why, by, made := t.pos.Shut(at)
		p.fault(s, FaultOccupied, firstOf(by, clause), []string{name(to), name(at)}, append([]string{t.pieceName(id)}, t.pieceNames(made)...), "the %s would cover %s: %s", p.typeName(id), name(at), why)
	default:
		p.fault(s, FaultOccupied, clause, []string{name(to)}, []string{t.pieceName(id)}, "the %s has no room on the board with its place on %s", p.typeName(id), name(to))
	}
	return true
}

// onSquare leaves of the captures of one piece those on the square that a play names, if there is one.
func onSquare(ways []movement.Taking, at movement.Square) []movement.Taking {
	if !slices.ContainsFunc(ways, func(w movement.Taking) bool { return w.At == at }) {
		return ways
	}
	return slices.DeleteFunc(slices.Clone(ways), func(w movement.Taking) bool { return w.At != at })
}

// hasRoom reports whether a piece has room on a square.
func (d *decision) hasRoom(id, at string) bool {
	i, ok := d.now.found(id)
	sq, there := d.law().ruleset.Square(at)
	return !d.law().ruleset.Wide() || ok && there && d.now.pos.Fits(movement.PieceID(i), sq)
}
