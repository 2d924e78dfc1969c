package movement

import (
	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// This file holds the ways in which a piece takes another one along that its player chooses, of either side (rules.Carry.Any). One of the
// two steps into the place that the other leaves:
//
//	ahead   the other piece goes first, and the piece lands on the square that it left
//	behind  the piece goes first, and the other one lands on the square that it left
//
// Nothing is captured so, and nothing attacked.

// pushing compiles such a mode.
func (c *compiler) pushing(field string, src *rules.Mode, v *formula.Vocabulary) (out *carrying, keep bool, err error) {
	out = &carrying{ahead: len(src.Carries.Ahead) > 0}
	if out.any, keep, err = c.condition(field, "carries.any", src.Carries.Any, v); err != nil || !keep {
		return nil, false, err
	}
	path := func(field string, legs []rules.Leg) (*mode, error) {
		m, _, err := c.mode(field, &rules.Mode{For: []string{"move"}, Legs: legs}, v, forMove)
		return &m, err
	}
	if out.path, err = path(field, src.Legs); err != nil {
		return nil, false, err
	}
	legs, at := src.Carries.Ahead, field+".carries.ahead"
	if !out.ahead {
		legs, at = src.Carries.Behind, field+".carries.behind"
	}
	out.along, err = path(at, legs)
	return out, true, err
}

// chosen reports whether the player chooses the piece that goes along.
func (c *carrying) chosen() bool { return c.along != nil || c.row != nil }

// words says what a piece does to the one that it takes along.
func (c *carrying) words() string {
	switch {
	case c.row != nil && c.ahead:
		return "with the row ahead of it"
	case c.row != nil:
		return "with a row beside it"
	case c.ahead:
		return "pushing another piece"
	}
	return "drawing another piece"
}

// which is the condition of what can go along, in words.
func (c *carrying) which(p *Position, a *actor, to Square, x PieceID) string {
	if c.any == nil {
		return "true"
	}
	return p.because(c.any, a, to, x)
}

// pushes is carries for a piece that the player chooses.
func (p *Position) pushes(m *mode, a *actor, yield func(carriage) bool) {
	if m.carry.row != nil {
		p.marches(m, a, yield)
		return
	}
	base := len(p.stack)
	p.stack = p.reach(m.carry.path, a, p.stack)
	end := len(p.stack)
	goOn := true
	for i := base; i < end && goOn; i++ {
		goOn = p.pushesTo(m, a, p.stack[i], yield)
	}
	p.stack = p.stack[:base]
}

// pushesTo is pushes for one square that the piece can reach. It reports whether to go on.
func (p *Position) pushesTo(m *mode, a *actor, to Square, yield func(carriage) bool) bool {
	stands := p.cells[to]
	if m.carry.ahead {
		if !p.goesAlong(m, a, to, stands) {
			return true
		}
		for _, onto := range p.pathOf(m.carry.along, stands) {
			if p.cells[onto] == NoPiece && !yield(carriage{other: stands, to: to, onto: onto}) {
				return false
			}
		}
		return true
	}
	if stands != NoPiece {
		return true
	}
	for i := 0; i < len(p.onBoard); i++ {
		if x := p.onBoard[i]; p.drawn(m, a, to, x) && p.goesAlong(m, a, to, x) && !yield(carriage{other: x, to: to, onto: a.from}) {
			return false
		}
	}
	return true
}

// goesAlong reports whether a piece may be taken along by a's that goes to a square.
func (p *Position) goesAlong(m *mode, a *actor, to Square, x PieceID) bool {
	return x >= 0 && x != a.id && !p.isWide(x) && p.alone(p.pieces[x].at) && p.alone(a.from) &&
		(m.land == nil || p.landingFor(m.land, a, to, x)) && (m.carry.any == nil || p.landingFor(m.carry.any, a, to, x))
}

// alone reports whether no two pieces stand on a square.
func (p *Position) alone(sq Square) bool {
	n := 0
	for i := 0; p.above > 0 && i < len(p.onBoard); i++ {
		if p.pieces[p.onBoard[i]].at == sq {
			n++
		}
	}
	return n < 2
}

// drawn reports whether a piece can go to the square of a's piece once that has gone to another.
func (p *Position) drawn(m *mode, a *actor, to Square, x PieceID) bool {
	if x == a.id {
		return false
	}
	p.cells[a.from], p.cells[to] = NoPiece, a.id
	found := false
	for _, sq := range p.pathOf(m.carry.along, x) {
		found = found || sq == a.from
	}
	p.cells[a.from], p.cells[to] = a.id, NoPiece
	return found
}

// pathOf returns where a path leads from a piece, until the stack of squares is used again.
func (p *Position) pathOf(m *mode, x PieceID) []Square {
	who := p.actor(x)
	base := len(p.stack)
	p.stack = p.reach(m, &who, p.stack)
	list := p.stack[base:]
	p.stack = p.stack[:base]
	return list
}

// unpushed adds why a piece takes none along to each square to which its legs lead.
func (p *Position) unpushed(m *mode, a *actor, list []Hindrance) []Hindrance {
	if m.carry.row != nil {
		return p.unmarched(m, a, list)
	}
	base := len(p.stack)
	p.stack = p.reach(m.carry.path, a, p.stack)
	for _, to := range append([]Square(nil), p.stack[base:]...) {
		h, x := Hindrance{To: to, Cite: m.clause, Goes: m.carry.ahead}, p.cells[to]
		possible := false
		p.pushesTo(m, a, to, func(carriage) bool { possible = true; return false })
		switch {
		case m.when != nil && !p.holds(m.when, a):
			h.Text = m.when.String() + " does not hold"
		case possible, m.carry.ahead && x < 0, !m.carry.ahead && x != NoPiece:
			continue
		case m.carry.ahead && !p.goesAlong(m, a, to, x):
			h.Text, h.By = "it cannot push what stands there: "+m.carry.which(p, a, to, x), []PieceID{x}
		case m.carry.ahead:
			h.Text, h.By = "what stands there has nowhere to go", []PieceID{x}
		default:
			h.Text = "there is no piece that it can draw to where it stands: " + m.carry.which(p, a, to, NoPiece)
		}
		list = append(list, h)
	}
	p.stack = p.stack[:base]
	return list
}
