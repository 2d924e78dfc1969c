package movement

import (
	"fmt"
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// effects compiles what a type does besides moving: loans, protection, promotion, limits.
func (c *compiler) effects(t TypeID, k *kind, v *formula.Vocabulary) error {
	def := k.def
	for i, g := range def.Grants {
		field := numbered("grants", i)
		if g.To != "friend" {
			return c.fail(field+".to", fmt.Errorf("%q: only friend is known", g.To))
		}
		if len(c.rs.grants) == MostGrants {
			return c.fail(field, fmt.Errorf("more than %d grants in the rulebook", MostGrants))
		}
		gr := grant{from: t, within: g.Within, reach: make([]uint16, c.rs.offsets)}
		var err error
		if gr.modes, err = c.modes(field+".modes", g.Modes, v, forMove|forTake); err != nil {
			return err
		}
		for j := range gr.modes {
			m := &gr.modes[j]
			if m.op == opAs {
				return c.fail(field, fmt.Errorf("expected legs: a grant cannot lend the moves of another type"))
			}
			if m.use&(forTake|forShot) != 0 {
				gr.takes |= 1 << j
			}
			c.span(m, gr.reach, 1<<j)
		}
		k.grants = append(k.grants, len(c.rs.grants))
		c.rs.grants = append(c.rs.grants, gr)
	}
	for i, im := range def.Immune {
		field := numbered("immune", i)
		out := immunity{self: im.Who == "self", acting: im.Acting, cite: im.Cite}
		when, keep, err := c.condition(field, "when", im.When, v)
		if err != nil {
			return err
		}
		if !keep {
			continue
		}
		out.when = when
		if len(im.From) > 0 {
			out.from = c.typeSet(im.From)
		}
		if !out.self {
			for dir := range compass {
				diagonal := dir%2 == 1
				if im.Beside == "all" || im.Beside == "" || (im.Beside == "diagonal") == diagonal {
					out.beside |= 1 << dir
				}
			}
			k.shields = true
		}
		if slices.Contains(im.Against, rules.AgainstFields) {
			k.fieldproof = true
		}
		if slices.Contains(im.Against, rules.AgainstEffects) {
			if k.proof == nil {
				k.proof = make([]bool, MostTypes)
			}
			for t := range k.proof {
				k.proof[t] = k.proof[t] || out.from == nil || out.from[t]
			}
		}
		if len(im.Against) > 0 && !slices.Contains(im.Against, rules.AgainstCapture) {
			continue
		}
		k.immune = append(k.immune, out)
		c.rs.immunities = true
	}
	if def.Placement != nil && len(def.Placement.In) > 0 {
		set, err := c.placeIn(def.Placement.In)
		if err != nil {
			return c.fail("placement.in", err)
		}
		k.placeIn = set
	}
	if pl := def.Placement; pl != nil {
		k.placeFree = pl.Free
		if pl.When != "" {
			var err error
			if k.placeWhen, err = formula.Compile(string(pl.When), v, formula.Bool); err != nil {
				return c.fail("placement.when", err)
			}
		}
	}
	for i := range def.Promotion {
		pr := &def.Promotion[i]
		field := numbered("promotion", i)
		when, keep, err := c.condition(field, "when", pr.When, v)
		if err != nil {
			return err
		}
		if !keep {
			continue
		}
		out := promotion{when: when, def: pr, index: i}
		if len(pr.In) > 0 {
			if out.in, err = c.placeIn(pr.In); err != nil {
				return c.fail(field+".in", err)
			}
		}
		c.becoming(k, pr, &out)
		k.promote = append(k.promote, out)
	}
	for i := range def.OnCapture {
		switch e := &def.OnCapture[i]; e.Destroy {
		case "self":
			k.diesCapturing = true
		case "around":
			k.blasts = append(k.blasts, c.blast(e))
		}
	}
	for i := range def.OnCaptured {
		switch e := &def.OnCaptured[i]; e.Destroy {
		case "captor":
			k.takesCaptor = true
		case "around":
			k.lastBlasts = append(k.lastBlasts, c.blast(e))
		}
	}
	if err := c.follows(k, def.Counters, "consequences", def.Consequences, &k.follows); err != nil {
		return err
	}
	for i := range def.Denies {
		if err := c.denial(t, numbered("denies", i), &def.Denies[i], v); err != nil {
			return err
		}
	}
	for i := range def.Actions {
		if err := c.action(k, numbered("actions", i), &def.Actions[i], v); err != nil {
			return err
		}
	}
	if err := c.sharing(k, v); err != nil {
		return err
	}
	if err := c.covering(k); err != nil {
		return err
	}
	if def.Mobility != nil {
		k.least = def.Mobility.Least
		f, err := formula.Compile(string(def.Mobility.Greatest), v, formula.Number)
		if err != nil {
			return c.fail("mobility.greatest", err)
		}
		k.greatest = f
	}
	return nil
}

func (c *compiler) blast(e *rules.Effect) blast {
	b := blast{within: max(1, e.Within), spares: c.typeSet(e.Spares)}
	b.enemy, b.friend = sides(e.Who)
	return b
}

// sides reads "enemy", "friend" or "all".
func sides(who string) (enemy, friend bool) {
	return who != "friend", who != "enemy"
}

func (c *compiler) denial(t TypeID, field string, src *rules.Denial, v *formula.Vocabulary) error {
	out := denial{from: t, within: max(1, src.Within), cite: src.Cite}
	out.enemy, out.friend = sides(src.To)
	if len(src.Types) > 0 {
		out.types = c.typeSet(src.Types)
	}
	for _, word := range src.Deny {
		switch word {
		case "move":
			out.deny |= forMove | forSwap | forExit
		case "capture":
			out.deny |= forTake | forShot | forOwn
		default:
			out.deny |= c.rs.useOf(word)
		}
	}
	when, keep, err := c.condition(field, "when", src.When, v)
	if err != nil || !keep {
		return err
	}
	out.when = when
	c.rs.denials = append(c.rs.denials, out)
	return nil
}

func (c *compiler) action(k *kind, field string, src *rules.Action, v *formula.Vocabulary) error {
	m, keep, err := c.mode(field, &rules.Mode{For: []string{"capture"}, When: src.When, Legs: src.Legs, Cite: src.Cite}, v, forTake)
	if err != nil || !keep {
		return err
	}
	out := action{def: src, mode: m, spares: c.typeSet(src.Spares)}
	out.enemy, out.friend = sides(src.Who)
	out.breaks, out.neutral = c.typeSet(src.Breaks), c.settled(src.Neutral)
	k.actions = append(k.actions, out)
	return nil
}
