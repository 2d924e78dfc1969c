package movement

import (
	"slices"

	"adjudicate/rules"
)

// States of squares: a square has any number of them, by the names that rules give. A state has a number, and may belong to a side. What
// formulas ask of a square is whether it has one, its number and its side; what effects do is to give, to change and to take it.

// A marked square has a state.
type marked struct {
	at     Square
	name   int   // one of Ruleset.texts
	number int32 // from 1 up
	side   SideID
}

// SetMark gives a square a state with a number and a side, which may be NoSide, or takes it away: then the number is 0. A state that no formula names
// changes nothing.
func (p *Position) SetMark(sq Square, name string, number int, side SideID) {
	if i := slices.Index(p.rs.texts, name); i >= 0 {
		p.setMark(marked{sq, i, int32(number), side})
	}
}

func (p *Position) setMark(m marked) {
	i := p.marking(m.at, m.name)
	switch {
	case m.number > 0 && i < 0:
		p.marks = append(p.marks, m)
	case m.number > 0 && p.marks[i] != m:
		p.marks[i] = m
	case m.number <= 0 && i >= 0:
		p.marks = slices.Delete(p.marks, i, i+1)
	default:
		return
	}
	p.changed()
}

// marking is where the state of a square stands among the marks, -1 if it has no such state.
func (p *Position) marking(sq Square, name int) int {
	for i := range p.marks {
		if p.marks[i].at == sq && p.marks[i].name == name {
			return i
		}
	}
	return -1
}

// mark is a state of a square; its number is 0 if the square does not have it.
func (p *Position) mark(sq Square, name int) marked {
	if i := p.marking(sq, name); i >= 0 {
		return p.marks[i]
	}
	return marked{sq, name, 0, NoSide}
}

// MarkOn returns the number of a state of a square, 0 if it does not have it, and whose it is.
func (p *Position) MarkOn(sq Square, name string) (number int, side SideID) {
	if i := slices.Index(p.rs.texts, name); i >= 0 {
		m := p.mark(sq, i)
		return int(m.number), m.side
	}
	return 0, NoSide
}

// StatesOf returns the states of a square that rules ask for, sorted.
func (p *Position) StatesOf(sq Square) (names []string) {
	for _, m := range p.marks {
		if m.at == sq {
			names = append(names, p.rs.texts[m.name])
		}
	}
	slices.Sort(names)
	return names
}

// slippery reports whether a leg slides on a square.
func (p *Position) slippery(l *leg, sq Square) bool {
	return slices.ContainsFunc(l.slides, func(state int) bool { return p.marking(sq, state) >= 0 })
}

// mark gives squares a state by an effect, changes it, or takes it away. Which squares, and what it becomes, is found before the first of them changes.
func (x *follower) mark(d *doing, ch Change, env *followEnv) {
	p := x.p
	squares := p.rs.Squares()
	if d.on != nil {
		squares = []Square{x.square(d, env)}
	}
	var list []marked
	for _, sq := range squares {
		if env.place = sq; sq == Off || d.where != nil && !d.where.Holds(env) {
			continue
		}
		was := p.mark(sq, d.set)
		now := was
		switch {
		case d.kind == Unmarked:
			now.number = 0
		case d.to != nil:
			now.number = int32(Numbered(d.to.Eval(env)))
		case was.number == 0:
			now.number = 1
		}
		if now.number == 0 {
			now.side = NoSide
		} else if d.side != nil {
			now.side = ch.Side
		}
		if now != was {
			list = append(list, now)
		}
	}
	env.place = Off
	for _, m := range byLot(x, d, ch.Clause, env, list, func(m marked) string { return p.rs.SquareName(m.at) }) {
		p.setMark(m)
		ch.Piece, ch.To, ch.Mark, ch.Value, ch.Side = NoPiece, m.at, p.rs.texts[d.set], int(m.number), m.side
		x.out = append(x.out, ch)
	}
}

// CounterValue is the value of a counter that a formula yields, within what a counter holds.
func CounterValue(v float64) int { return int(min(max(v, -rules.MostCount), rules.MostCount)) }

// Numbered is the number of a state that a formula yields: 0, which takes it away, or one up to the greatest.
func Numbered(v float64) int { return int(min(max(v, 0), rules.MostMark)) }
