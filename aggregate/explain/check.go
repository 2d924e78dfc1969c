package explain

import (
	"fmt"
	"slices"

	"adjudicate/aggregate"
	"adjudicate/rules/movement"
)

// Check tells by what a side is in check, with the path of every attack, or why it is not.
// The error is an *UnknownSideError, or says that the rules in force cannot be applied.
func Check(j *aggregate.Judge, side string) (*Node, error) {
	if err := j.Law().Err(); err != nil {
		return nil, err
	}
	id, ok := j.SideID(side)
	if !ok {
		return nil, &UnknownSideError{side}
	}
	b := boardOf(j)
	if n := b.check(id); n != nil {
		return n, nil
	}
	n := fact(side + " is not in check").by(b.law.Section("checks"))
	royal := b.pos.RoyalOf(id)
	if royal == movement.NoPiece {
		n.Text += ": it has no royal piece on-board"
		return n, nil
	}
	b.on(n, royal)
	for i := range b.pos.Pieces() {
		x := movement.PieceID(i)
		if b.pos.Where(x) != movement.Off && b.pos.Owner(x) != id {
			n.add(b.barred(x, royal))
		}
	}
	if len(n.Children) == 0 {
		n.add(fact("no piece of another side goes to " + b.at(royal)))
	}
	return n, nil
}

// nearly are the reasons for which a piece fails to attack another one that a change of the
// board could take away.
var nearly = []string{movement.Blocked, movement.Condition, movement.Immunity, movement.RoyalRule, movement.Denied, movement.Disarmed, movement.Pinned}

// barred tells what keeps a piece from attacking another one that some way of it would lead
// to; nil if none would.
func (b *board) barred(id, x movement.PieceID) *Node {
	n := fact(fmt.Sprintf("the %s of %s would attack it", b.piece(id), b.side(id)))
	for _, t := range b.pos.TriesAgainst(id, x) {
		if slices.Contains(nearly, t.Code) {
			n.add(b.way(&t))
		}
	}
	if len(n.Children) == 0 {
		return nil
	}
	return b.on(n, id)
}
