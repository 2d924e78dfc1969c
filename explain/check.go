package explain

import (
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
	return n.add(fact("no piece of another side attacks the " + b.piece(royal))), nil
}
