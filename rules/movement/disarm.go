package movement

import (
	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// This file asks which captures are no attacks because a duty disarms them (rules.Duty.Disarms).
//
// The condition of such a duty can itself ask who attacks whom: a Rook that a Rook attacks is disarmed. It is therefore asked as if no duty
// disarmed anything: an attack rests on conditions of duties, those rest on what the ways of pieces attack, and that rests on no duty. So a
// duty that disarms can add no circle to those that rules.Check looks for among ways. What questions under way have noted of themselves
// (how deep they are inside each other, what is busy) is of no concern to those of a condition, and is put aside for it.

// disarming is a duty that disarms, compiled.
type disarming struct {
	typ    TypeID           // whose definition states it, or NoType
	when   *formula.Formula // nil: always
	clause string
}

// disarms compiles the duties of definitions, and then of procedures, that disarm.
func (c *compiler) disarms() error {
	c.number, c.regions = "procedure", c.sharedRegions()
	add := func(d *rules.Duty, t TypeID, clause string) error {
		if !d.Disarms {
			return nil
		}
		when, keep, err := c.condition("duties", "when", d.When, c.vocabulary(nil))
		if keep {
			c.rs.disarmings = append(c.rs.disarmings, disarming{t, when, clause})
		}
		return err
	}
	for i := range c.rs.types {
		list := c.rs.types[i].def.Duties
		for j := range list {
			if err := add(&list[j], TypeID(i), c.rs.types[i].rule.Clause(list[j].Cite)); err != nil {
				return err
			}
		}
	}
	for _, d := range c.rb.Duties() {
		if err := add(d.Duty, NoType, d.Clause); err != nil {
			return err
		}
	}
	return nil
}

// armed reports whether no duty disarms the capture of a victim by which a's piece would come to a square.
func (p *Position) armed(a *actor, to Square, victim PieceID) bool {
	return len(p.rs.disarmings) == 0 || p.disarmedBy(a, to, victim) == nil
}

// disarmedBy returns the first duty that disarms a capture, nil if none does.
func (p *Position) disarmedBy(a *actor, to Square, victim PieceID) *disarming {
	if p.bare != 0 {
		return nil
	}
	for i := range p.rs.disarmings {
		d := &p.rs.disarmings[i]
		if d.typ != NoType && d.typ != a.own {
			continue
		}
		if d.when == nil {
			return d
		}
		back := p.Bare()
		holds := p.landingFor(d.when, a, to, victim)
		if back(); holds {
			return d
		}
	}
	return nil
}

// disarmed says which duty disarms a capture, and why; ok is false if none does.
func (p *Position) disarmed(a *actor, to Square, victim PieceID) (clause, text string, ok bool) {
	d := p.disarmedBy(a, to, victim)
	if d == nil {
		return "", "", false
	}
	text = "a capture is forbidden"
	if d.when != nil {
		defer p.Bare()()
		text += ": " + p.because(d.when, a, to, victim)
	}
	return d.clause, text, true
}

// armedFor reports whether no duty disarms the capture of x by a mode that lands on it, or shoots, as it is wanted.
func (p *Position) armedFor(m *mode, a *actor, x PieceID, want use) bool {
	if len(p.rs.disarmings) == 0 {
		return true
	}
	uses := m.use & want
	return uses&^forShot != 0 && p.armed(a, p.target(x), x) || uses&forShot != 0 && p.armed(a, a.from, x)
}

// Bare lets questions about attacks and defences be asked as if no duty disarmed anything, until what it returns is called: so whoever asks
// the condition of a duty that disarms asks it.
func (p *Position) Bare() (back func()) {
	bare, depth, inAttack, inDefence, landingOnly, aimed := p.bare, p.depth, p.inAttack, p.inDefence, p.landingOnly, p.aimed
	p.bare, p.depth, p.inAttack, p.inDefence, p.landingOnly, p.aimed = 1, 0, 0, 0, false, NoPiece
	return func() {
		p.bare, p.depth, p.inAttack, p.inDefence, p.landingOnly, p.aimed = bare, depth, inAttack, inDefence, landingOnly, aimed
	}
}
