package movement

import (
	"maps"
	"reflect"
	"slices"

	"adjudicate/rules"
)

// mostRegions is how many regions a Ruleset gathers, over many changes of its rulebook,
// before everything is compiled anew.
const mostRegions = 256

// compiles reports whether a Ruleset is what a rulebook compiles to under readings, since it was compiled from one that differs in prose alone.
func (rs *Ruleset) compiles(rb *rules.Rulebook, readings map[string]string) bool {
	return rs != nil && rs.book != nil && maps.Equal(rs.chosen, readings) && rb.Under(readings).AlikeButForProse(rs.book) &&
		rs.remembers == rb.Asks(pastWords) && rs.rows == rb.Asks(rowWords)
}

// A lineage is of rulesets that were made of each other, each of the one before, with the same ids: of squares, regions and texts, and of
// types as far as both have them. It says nothing; it is the same for all of them.
type lineage struct{ _ byte }

// Extends reports whether every name of a type, square or region that before knows stands for the same in rs: types have been added at the
// end of before, or nothing. What is made of before by names holds for rs, if it has asked for no type that before lacks and rs has.
func (rs *Ruleset) Extends(before *Ruleset) bool {
	if rs == before {
		return true
	}
	if rs.lineage != before.lineage || len(rs.types) < len(before.types) {
		return false
	}
	for i := range before.types {
		if rs.types[i].name != before.types[i].name {
			return false
		}
	}
	return true
}

// keep decides whether kinds of before can be used again: their tables speak of types by
// number and of squares by place, and their conditions of named conditions. Which regions a
// board has may hang on a reading. Types may have been added behind those of before, since sets of types have room for all that
// there can be; but none that before has looked for.
func (c *compiler) keep(before *Ruleset) {
	c.rs.lineage = new(lineage)
	c.rs.conditions, c.rs.quantities, c.rs.places, c.rs.common = c.proc.Conditions, c.proc.Named(), c.boardRegions(), c.proc.Counters
	c.rs.toChoose = c.proc.Chosen()
	c.before = nil
	if before == nil || !reflect.DeepEqual(before.places, c.rs.places) || !before.ground.equal(&c.rs.ground) || len(c.rs.walls) > 0 || before.board != c.rs.board && !reflect.DeepEqual(before.board, c.rs.board) || before.turns != c.rs.turns || len(before.types) > len(c.defs) ||
		len(before.regions) > mostRegions || !slices.Equal(before.conditions, c.rs.conditions) || !slices.Equal(before.quantities, c.rs.quantities) || !slices.Equal(before.toChoose, c.rs.toChoose) || !slices.Equal(before.common, c.rs.common) || !slices.Equal(before.kindNames, c.rs.kindNames) || !c.agree(before, before.asked) {
		return
	}
	for i, d := range c.defs {
		if i < len(before.types) && before.types[i].name != d.Piece.Name || i >= len(before.types) && before.missing[d.Piece.Name] {
			return
		}
	}
	c.before = before
	c.rs.lineage = before.lineage
	maps.Copy(c.rs.missing, before.missing)
	c.rs.regions = slices.Clip(before.regions)
	c.rs.texts = slices.Clip(before.texts)
	c.rs.memos = before.memos
}

// agree reports whether entries of the register are read as they were.
func (c *compiler) agree(before *Ruleset, entries []string) bool {
	for _, e := range entries {
		if before.chosen[e] != c.chosen[e] {
			return false
		}
	}
	return true
}

// kept takes a type over from before, if neither its definition nor one whose moves it
// borrows has changed, and the readings that it asks for are the same.
func (c *compiler) kept(t TypeID) bool {
	if c.before == nil || !c.same(t) || !c.agree(c.before, c.before.types[t].asked) || c.before.types[t].ofAll && len(c.before.types) < len(c.defs) {
		return false
	}
	for _, modes := range allModes(c.defs[t].Piece) {
		for _, m := range modes {
			if m.As == nil || m.As.Type == "" {
				continue
			}
			if other, ok := c.rs.byName[m.As.Type]; ok && !c.same(other) {
				return false
			}
		}
	}
	k := c.before.types[t]
	k.rule = c.defs[t].Rule
	old := k.grants
	k.grants = nil
	for _, g := range old {
		k.grants = append(k.grants, len(c.rs.grants))
		c.rs.grants = append(c.rs.grants, c.before.grants[g])
	}
	for _, d := range c.before.denials {
		if d.from == t {
			c.rs.denials = append(c.rs.denials, d)
		}
	}
	c.rs.immunities = c.rs.immunities || len(k.immune) > 0
	c.rs.asksPassed = c.rs.asksPassed || slices.ContainsFunc(k.follows, func(e consequence) bool { return e.on == "passed" })
	c.rs.copiers = c.rs.copiers || k.asSet != 0
	c.rs.types[t] = k
	return true
}

func (c *compiler) same(t TypeID) bool {
	if int(t) >= len(c.before.types) {
		return false
	}
	k := &c.before.types[t]
	return k.def == c.defs[t].Piece && k.rule.Number == c.defs[t].Rule.Number && k.rule.Revision == c.defs[t].Rule.Revision
}
