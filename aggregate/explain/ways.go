package explain

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/rules/movement"
)

// reachFaults are the faults that no way of a piece leading to a square can be.
var reachFaults = []string{
	aggregate.FaultCannotReach, aggregate.FaultBlocked, aggregate.FaultCondition, aggregate.FaultLanding,
	aggregate.FaultNothingToCopy, aggregate.FaultDenied, aggregate.FaultImmune, aggregate.FaultCannotCapture,
	aggregate.FaultNoOwnRoyal, aggregate.FaultFriendly,
}

// ways asks every way of a piece to a square: to move to it, or to capture what stands there.
func (b *board) ways(id movement.PieceID, to movement.Square) *Node {
	verb := "leads to"
	if x := b.pos.At(to); x != movement.NoPiece && x != id && b.pos.Owner(x) != b.pos.Owner(id) {
		verb, to = "captures on", b.lands(id, x, to)
	}
	n := either(fmt.Sprintf("some way of the %s on %s %s %s", b.typ(id), b.at(id), verb, b.rs.SquareName(to)))
	n.stands(reachFaults...)
	b.on(n, id).at(b.rs.SquareName(to))
	tries := b.pos.TriesOn(id, to)
	for i := range tries {
		n.add(b.way(&tries[i]))
	}
	if len(tries) == 0 {
		n.add(test(false, "its definition has no way to move or capture").by(b.law.Type(b.pos.TypeOf(id)).Clause))
	}
	n.read(b.law.Type(b.pos.TypeOf(id)).Readings...)
	if b.rs.Copies(b.pos.TypeOf(id)) {
		n.add(b.last(id))
	}
	return n
}

// lands returns where a piece ends that captures one which a play names by a square of its own: another of those that the victim covers,
// if the piece gets to no more than that.
func (b *board) lands(id, victim movement.PieceID, at movement.Square) movement.Square {
	if len(b.pos.SquaresOf(victim)) < 2 {
		return at
	}
	to := at
	for _, w := range b.pos.TakingsOf(id, nil) {
		switch {
		case w.Victim != victim:
		case w.To == at:
			return at
		default:
			to = w.To
		}
	}
	return to
}

// last tells the most recent atomic play of a piece's side, which a copying piece looks at.
func (b *board) last(id movement.PieceID) *Node {
	s, _ := b.j.State().Side(b.side(id))
	if !s.Played {
		return fact(s.Name + " has made no atomic play yet")
	}
	text := fmt.Sprintf("the most recent atomic play of %s: %s", s.Name, s.Last.Play)
	if s.Last.Type != "" {
		text += fmt.Sprintf(" with %s %s", article(s.Last.Type), s.Last.Piece)
	}
	if s.Last.As != "" {
		text += " as " + article(s.Last.As)
	}
	return fact(text).of(s.Last.Piece)
}

// way tells one way.
func (b *board) way(t *movement.Try) *Node {
	text := t.Words
	if t.As != movement.NoType {
		text = "as " + article(b.rs.TypeName(t.As)) + ": " + text
	}
	if t.Lender != movement.NoPiece {
		text = "lent by the " + b.piece(t.Lender) + ": " + text
	}
	leads := t.OK
	switch {
	case t.OK:
		text += ": " + b.path(t.Path)
	case t.Code == movement.Disarmed: // the way is there: what the duty says is told with the duties
		leads = true
		text += ": it leads there, but " + t.Text
	default:
		text += ": " + t.Text
	}
	n := test(leads, text).by(t.Via...).by(t.Clause, t.Cite)
	for _, sq := range t.Path {
		n.Path = append(n.Path, b.rs.SquareName(sq))
	}
	if t.Square != movement.Off {
		n.at(b.rs.SquareName(t.Square))
	}
	if t.Piece != movement.NoPiece {
		n.of(b.id(t.Piece))
	}
	if t.Lender != movement.NoPiece {
		b.on(n, t.Lender)
	}
	for _, c := range t.Asked {
		word := "which is false"
		if c.Holds {
			word = "which is true"
		}
		said := fact(fmt.Sprintf("%s asks %s, %s", c.Name, c.When, word))
		if c.Cite != "" {
			said.by(b.law.Place("conditions", c.Cite))
		}
		n.add(said)
	}
	return n
}

// destinations says where a piece may go, as what would be needed for a move of it.
func (b *board) destinations(id movement.PieceID) string {
	var to []string
	for _, sq := range b.pos.MovesOf(id, nil) {
		if b.pos.LegalMove(id, sq) {
			to = append(to, b.rs.SquareName(sq))
		}
	}
	var on []string
	for _, w := range b.pos.OwnTakingsOf(id, b.pos.TakingsOf(id, nil)) {
		if at := b.rs.SquareName(w.At); b.pos.LegalTaking(id, w) && !slices.Contains(on, at) {
			on = append(on, at)
		}
	}
	text := fmt.Sprintf("the %s on %s may move to %s", b.typ(id), b.at(id), strings.Join(to, " "))
	if len(to) == 0 {
		text = fmt.Sprintf("the %s on %s can move nowhere", b.typ(id), b.at(id))
	}
	if len(on) > 0 {
		text += "; it may capture on " + strings.Join(on, " ")
	}
	return text
}

// attack tells how a piece attacks another one, with the path.
func (b *board) attack(id, x movement.PieceID) *Node {
	n := fact(fmt.Sprintf("the %s of %s attacks the %s of %s", b.piece(id), b.side(id), b.piece(x), b.side(x)))
	b.on(n, id, x)
	if way, ok := b.pos.AttackPath(id, x); ok {
		w := b.way(&way)
		n.Text += ": " + b.path(way.Path)
		n.Path = w.Path
		n.by(w.Clauses...)
		n.add(fact(w.Text).by(w.Clauses...).of(w.Pieces...).detail())
	}
	return n
}

// check tells by what a side is in check, with the path of each attack; nil if it is not.
func (b *board) check(side movement.SideID) *Node {
	by := b.pos.CheckedBy(side, nil)
	if len(by) == 0 {
		return nil
	}
	n := fact(fmt.Sprintf("%s is in check by %s", b.j.SideName(side), enumerated(b.ids(by)))).by(b.law.Section("checks"))
	for _, id := range by {
		for _, royal := range b.pos.RoyalsOf(side) {
			if b.pos.Attacks(id, royal) {
				a := b.attack(id, royal)
				a.Check = true
				n.add(a)
				break // one is enough for a check
			}
		}
	}
	return n
}
