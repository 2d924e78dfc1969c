package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/rules/movement"
)

// This file gives squares their states, and closes them.

// Marks returns the states of squares, in the order in which they were given.
func (s *State) Marks() []events.SquareMarked { return slices.Clone(s.marks) }

func (s *State) setMark(p events.SquareMarked) {
	s.marks = slices.DeleteFunc(slices.Clone(s.marks), func(x events.SquareMarked) bool { return x.Mark == p.Mark && x.Square == p.Square })
	if p.On {
		s.marks = append(s.marks, p)
	}
}

// freeMarks leaves the states of squares that a side has to nobody.
func (s *State) freeMarks(side string) {
	if !slices.ContainsFunc(s.marks, func(m events.SquareMarked) bool { return m.Side == side }) {
		return
	}
	s.marks = slices.Clone(s.marks)
	for i := range s.marks {
		if s.marks[i].Side == side {
			s.marks[i].Side = ""
		}
	}
}

// MarkOn returns the number of a state of a square, 0 if it does not have it, and whose it is, "" if nobody's.
func (s *State) MarkOn(square, name string) (number int, side string) {
	for i := range s.marks {
		if m := &s.marks[i]; m.Square == square && m.Mark == name {
			return max(m.Number, 1), m.Side
		}
	}
	return 0, ""
}

// markedAs is the outcome that gives a square a state, or with 0 takes it away.
func markedAs(square, name string, number int, side string) events.SquareMarked {
	m := events.SquareMarked{Square: square, Mark: name, On: number > 0}
	if number > 1 {
		m.Number = number
	}
	if number > 0 {
		m.Side = side
	}
	return m
}

// mark gives squares a state, changes it, or takes it away. Which squares, and what it becomes, is found before the first of them changes.
func (d *decision) mark(o *occasion, p *provision, whose string, env *occasionEnv) {
	name := firstOf(p.Mark, p.Unmark)
	rs := d.law().ruleset
	become := map[string]events.SquareMarked{}
	var list []string
	add := func(sq movement.Square) {
		if env.place = sq; sq == movement.Off || p.where != nil && !p.where.Holds(env) {
			return
		}
		at := rs.SquareName(sq)
		was, owner := d.state().MarkOn(at, name)
		now, side := was, owner
		switch {
		case p.Unmark != "":
			now = 0
		case p.to != nil:
			now = movement.Numbered(p.to.Eval(env))
		case was == 0:
			now = 1
		}
		if p.side != nil {
			side = whose
		}
		if m := markedAs(at, name, now, side); m != markedAs(at, name, was, owner) {
			list, become[at] = append(list, at), m
		}
	}
	switch {
	case p.on != nil:
		add(d.squareOf(p, env))
	case p.On == "to":
		add(env.to)
	default:
		for _, sq := range rs.Squares() {
			add(sq)
		}
	}
	env.place = movement.Off
	for _, sq := range d.byLot(o, p, list, env) {
		d.emit(o.basis, become[sq])
	}
}

// createAll creates a piece of a side on each empty square for which the condition of an effect holds, or on as many of them as a lot draws. The squares, and of
// which type each piece is, are determined before the first is created.
func (d *decision) createAll(o *occasion, p *provision, whose string, env *occasionEnv) {
	if d.now.laid == nil {
		return
	}
	rs := d.law().ruleset
	var list []string
	types := map[string]string{}
	for _, sq := range rs.Squares() {
		if d.now.pos.ClosedAt(sq) || d.now.pos.At(sq) != movement.NoPiece {
			continue
		}
		if env.place = sq; p.where.Holds(env) {
			list = append(list, rs.SquareName(sq))
			types[rs.SquareName(sq)] = d.typeOf(p, p.Create, env)
		}
	}
	env.place = movement.Off
	for _, sq := range d.byLot(o, p, list, env) {
		if id := d.create(o.basis, whose, types[sq]); id != "" && d.hasRoom(id, sq) {
			d.emit(o.basis, events.PiecePlaced{Piece: id, At: sq})
		}
	}
}

// closeAll closes the square that an effect names, or those for which its condition holds, each if it is empty. What is closed
// is determined before the first of them is. An effect that opens does the reverse.
func (d *decision) closeAll(o *occasion, p *provision, env *occasionEnv) {
	if d.now.laid == nil {
		return
	}
	rs := d.law().ruleset
	var list []string
	add := func(sq movement.Square) {
		if closed := d.now.pos.ClosedAt(sq); p.Open != "" && closed || p.Open == "" && !closed && d.now.pos.At(sq) == movement.NoPiece {
			list = append(list, rs.SquareName(sq))
		}
	}
	if p.on != nil {
		if sq := d.squareOf(p, env); sq != movement.Off {
			add(sq)
		}
	} else {
		for _, sq := range rs.Squares() {
			if env.place = sq; p.where.Holds(env) {
				add(sq)
			}
		}
		env.place = movement.Off
	}
	for _, sq := range d.byLot(o, p, list, env) {
		d.emit(o.basis, events.SquareClosed{Square: sq, Open: p.Open != ""})
	}
}
