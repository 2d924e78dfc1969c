package rules

import (
	"fmt"
	"slices"

	"adjudicate/rules/formula"
)

// effects checks what a definition does to other pieces.
func (c *checker) effects(p *Piece) {
	if b := p.Borrows; b != nil && b.Capture == "" {
		c.fault("piece.borrows.capture", "missing value")
	} else if b != nil {
		f := c.formula("piece.borrows.capture", b.Capture, ConditionVocabulary(p.Counters, c.merged.Conditions, c.resolver("piece.borrows.capture", p)), formula.Bool)
		if f != nil {
			if _, settled := f.Const(); !settled {
				c.fault("piece.borrows.capture", "expected a condition on readings only")
			}
		}
	}
	c.most("piece.grants", len(p.Grants), MostGrants, "grants")
	for i := range p.Grants {
		g, field := &p.Grants[i], fmt.Sprintf("piece.grants[%d]", i)
		c.word(field+".to", g.To, "friend")
		if g.Within < 1 || g.Within > MostSteps {
			c.fault(field+".within", "expected a distance from 1 to %d", MostSteps)
		}
		if len(g.Modes) == 0 {
			c.fault(field+".modes", "expected at least one mode to lend")
		}
		for j := range g.Modes {
			if g.Modes[j].As != nil {
				c.fault(fmt.Sprintf("%s.modes[%d].as", field, j), "expected legs: a grant cannot lend the moves of another type")
			}
		}
		// A loan is asked of the borrower, whose counters are its own.
		c.modes(field+".modes", g.Modes, &Piece{Name: p.Name, Regions: p.Regions})
	}
	c.most("piece.immune", len(p.Immune), MostClauses, "protections")
	for i := range p.Immune {
		m, field := &p.Immune[i], fmt.Sprintf("piece.immune[%d]", i)
		c.word(field+".who", m.Who, "self", "friend")
		if m.Beside != "" {
			c.word(field+".beside", m.Beside, "orthogonal", "diagonal", "all")
			if m.Who == "self" {
				c.fault(field+".beside", "allowed only with who: friend")
			}
		}
		c.typeNames(field+".from", m.From)
		for j, word := range m.Against {
			c.word(fmt.Sprintf("%s.against[%d]", field, j), word, AgainstCapture, AgainstEffects, AgainstFields)
		}
		c.condition(field+".when", m.When, p, false)
	}
}

// changes checks how pieces of the type come, change and go.
func (c *checker) changes(p *Piece) {
	if p.Placement != nil {
		c.placeIn("piece.placement.in", p.Placement.In, p)
		c.condition("piece.placement.when", p.Placement.When, p, true)
	}
	c.most("piece.promotion", len(p.Promotion), MostClauses, "promotions")
	for i := range p.Promotion {
		m, field := &p.Promotion[i], fmt.Sprintf("piece.promotion[%d]", i)
		c.word(field+".on", m.On, "reach", "leave", "own-play", "capture", "placed", "stay")
		c.word(field+".to", m.To, "any", "victim", "base", "mirror")
		if slices.Contains(c.types, m.To) {
			c.hint("write to: any, types: [%s]", m.To)
		}
		c.word(field+".timing", m.Timing, "at-once", "end-of-turn", OnTheWay)
		if m.Timing == OnTheWay && (m.On != "reach" || !m.Forced || m.To != "any" || len(m.Types) != 1) {
			c.fault(field+".timing", "on-the-way requires on: reach, forced: true, and one type in types")
		}
		if m.Timing == OnTheWay && len(p.Covers) > 1 {
			c.fault(field+".timing", "cannot be used by a piece that covers several squares: in the midst of a path there may be no room for another type")
		}
		if zone := m.On == "reach" || m.On == "leave"; m.On != "stay" && zone != (len(m.In) > 0) {
			c.fault(field+".in", "squares are allowed only with on: reach, leave or stay, and required with the first two")
		}
		c.typeNames(field+".types", m.Types)
		if len(m.Types) > 0 && m.To != "any" {
			c.fault(field+".types", "allowed only with to: any")
		}
		for _, name := range sorted(m.Most) {
			c.typeName(field+".most."+name, name)
			c.notNegative(field+".most."+name, m.Most[name])
		}
		if m.To == "victim" && m.On != "capture" {
			c.fault(field+".to", "allowed only for captures: only they have a victim")
		}
		c.placeIn(field+".in", m.In, p)
		c.condition(field+".when", m.When, p, false)
		c.typeNames(field+".except", m.Except)
	}
	if b := p.Purchase; b != nil {
		c.terms("piece.purchase.fee", "buying.fee", b.Fee, formula.Number)
		c.terms("piece.purchase.when", "buying.when", b.When, formula.Bool)
	}
	c.most("piece.on_capture", len(p.OnCapture), MostClauses, "effects")
	for i := range p.OnCapture {
		c.effect(fmt.Sprintf("piece.on_capture[%d]", i), &p.OnCapture[i], p, "self", "around")
	}
	c.most("piece.on_captured", len(p.OnCaptured), MostClauses, "effects")
	for i := range p.OnCaptured {
		c.effect(fmt.Sprintf("piece.on_captured[%d]", i), &p.OnCaptured[i], p, "captor", "around")
		if p.OnCaptured[i].Set != "" {
			c.fault(fmt.Sprintf("piece.on_captured[%d].set", i), "a captured piece is gone: only on_capture sets counters")
		}
	}
	c.consequences("piece.consequences", p.Consequences, p)
	c.duties("piece.duties", p.Duties, p)
	c.most("piece.reacts", len(p.Reacts), MostClauses, "reactions")
	for i := range p.Reacts {
		m, field := &p.Reacts[i], fmt.Sprintf("piece.reacts[%d]", i)
		c.word(field+".of", m.Of, whoWords...)
		c.within(field, m.Within)
		c.set(field, m.Set, m.To, p)
	}
}

// whoWords say whose pieces are meant, as seen from the piece that the definition is about.
var whoWords = []string{"enemy", "friend", "all"}

func (c *checker) within(field string, n int) {
	if n < 0 || n > MostSteps {
		c.fault(field+".within", "expected a distance from 0 to %d", MostSteps)
	}
}

func (c *checker) effect(field string, e *Effect, p *Piece, destroys ...string) {
	if (e.Destroy != "") == (e.Set != "") {
		c.fault(field, "expected destroy or set")
		return
	}
	if e.Destroy != "around" && (e.Destroy == "" || e.Destroy == "self" || e.Destroy == "captor") && (e.Within != 0 || e.Who != "" || len(e.Spares) > 0) {
		c.fault(field, "within, who and spares are allowed only with destroy: around")
	}
	if e.Destroy == "" {
		c.set(field, e.Set, e.To, p)
		return
	}
	c.word(field+".destroy", e.Destroy, destroys...)
	if e.To != "" {
		c.fault(field+".to", "allowed only with set")
	}
	c.within(field, e.Within)
	if e.Who != "" {
		c.word(field+".who", e.Who, whoWords...)
	}
	c.typeNames(field+".spares", e.Spares)
}

// others checks what a definition forbids and does to other pieces.
func (c *checker) others(p *Piece) {
	c.most("piece.denies", len(p.Denies), MostClauses, "denials")
	for i := range p.Denies {
		m, field := &p.Denies[i], fmt.Sprintf("piece.denies[%d]", i)
		c.word(field+".to", m.To, whoWords...)
		c.within(field, m.Within)
		c.typeNames(field+".types", m.Types)
		if len(m.Deny) == 0 {
			c.fault(field+".deny", "missing: what the denial denies")
		}
		for j, word := range m.Deny {
			c.act(fmt.Sprintf("%s.deny[%d]", field, j), word, []string{ActMove, ActCapture})
		}
		c.condition(field+".when", m.When, p, false)
	}
	c.most("piece.actions", len(p.Actions), MostClauses, "actions")
	for i := range p.Actions {
		m, field := &p.Actions[i], fmt.Sprintf("piece.actions[%d]", i)
		c.action(field, m, p)
		for j := range i {
			if p.Actions[j].Name == m.Name {
				c.fault(field+".name", "name %q is already in use", m.Name)
			}
		}
	}
}

func (c *checker) action(field string, m *Action, p *Piece) {
	c.identifier(field+".name", m.Name, nil)
	c.word(field+".who", m.Who, whoWords...)
	c.word(field+".effect", m.Effect, "destroy", "capture", "lift")
	c.notNegative(field+".most", m.Most)
	c.typeNames(field+".spares", m.Spares)
	c.typeNames(field+".breaks", m.Breaks)
	c.typeNames(field+".leaves", m.Leaves)
	if m.Neutral != "" {
		c.formula(field+".neutral", m.Neutral, c.resolver(field, p).reading(new(formula.Vocabulary)), formula.Bool)
	}
	c.condition(field+".when", m.When, p, false)
	if len(m.Legs) == 0 {
		c.fault(field+".legs", "missing legs: what the action reaches")
	}
	c.path(field+".legs", m.Legs, p)
	c.splits(field+".legs", m.Legs, nil, p)
}

// set checks the new value of a counter of the type.
func (c *checker) set(field, counter string, to Expr, p *Piece) {
	c.counter(field, counter, p)
	if to == "" {
		c.fault(field+".to", "missing new value of the counter")
		return
	}
	f := c.formula(field+".to", to, EffectVocabulary(p.Counters, c.resolver(field+".to", p)), formula.Number)
	if f == nil {
		return
	}
	r := f.Range(c.afterCapture(p))
	if !r.MultipleOf(1) {
		c.fault(field+".to", "expected a whole number for the counter: this may be a fraction")
		c.hint("round it with floor(…) or ceil(…)")
	}
}
