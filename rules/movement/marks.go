package movement

import "slices"

// States of squares: a square has any number of them, by the names that rules give. What formulas ask of a
// square is whether it has one; what effects do is to give and to take it.

// marked says that a square has a state; its name is one of Ruleset.texts.
type marked struct {
	at   Square
	name int
}

// SetMark gives a square a state, or takes it away. A state that no formula names changes nothing.
func (p *Position) SetMark(sq Square, name string, on bool) {
	if i := slices.Index(p.rs.texts, name); i >= 0 {
		p.setMark(marked{sq, i}, on)
	}
}

func (p *Position) setMark(m marked, on bool) {
	i := slices.Index(p.marks, m)
	switch {
	case on && i < 0:
		p.marks = append(p.marks, m)
	case !on && i >= 0:
		p.marks = slices.Delete(p.marks, i, i+1)
	default:
		return
	}
	p.changed()
}

// Marked reports whether a square has a state.
func (p *Position) Marked(sq Square, name string) bool {
	i := slices.Index(p.rs.texts, name)
	return i >= 0 && slices.Contains(p.marks, marked{sq, i})
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
	return slices.ContainsFunc(l.slides, func(state int) bool { return slices.Contains(p.marks, marked{sq, state}) })
}

// mark gives squares a state by an effect, or takes it away.
func (x *follower) mark(d *doing, ch Change, env *followEnv) {
	p := x.p
	squares := p.rs.Squares()
	if d.on != nil {
		squares = []Square{x.square(d, env)}
	}
	on := d.kind == Marked
	var list []Square // found before the first of them changes
	for _, sq := range squares {
		env.place = sq
		if sq != Off && slices.Contains(p.marks, marked{sq, d.set}) != on && (d.where == nil || d.where.Holds(env)) {
			list = append(list, sq)
		}
	}
	env.place = Off
	for _, sq := range list {
		p.setMark(marked{sq, d.set}, on)
		ch.Piece, ch.To, ch.Mark = NoPiece, sq, p.rs.texts[d.set]
		x.out = append(x.out, ch)
	}
}
