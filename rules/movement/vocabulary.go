package movement

import (
	"fmt"
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// This file turns the names in formulas of definitions into numbers: types, squares, regions, readings, and texts that are looked up when they are asked.

// vocabulary is the words of conditions, for a type with these counters. Its variables are
// in the order of the var constants: the counters are filled up with names that no formula
// can spell. Its functions are in the order of the fn constants.
func (c *compiler) vocabulary(counters []rules.Counter) *formula.Vocabulary {
	if c.words == nil {
		c.words = rules.ConditionVocabulary(pad(nil), c.proc.Conditions, c.resolver())
	}
	if len(counters) == 0 {
		return c.words
	}
	v := *c.words // they differ in the names of counters alone
	v.Vars = slices.Clone(v.Vars)
	for i, n := range pad(counters) {
		v.Vars[varCounters+i].Name = n.Name
	}
	return &v
}

// unnamed are counters that no formula can spell.
var unnamed = func() (list [MostCounters]rules.Counter) {
	for i := range list {
		list[i].Name = fmt.Sprint(" ", i)
	}
	return list
}()

// pad returns as many counters as a type has at most.
func pad(counters []rules.Counter) []rules.Counter {
	padded := unnamed
	n := copy(padded[:], counters)
	return append(padded[:], counters[n:]...)
}

// resolver gives the names in formulas the ids of the ruleset.
func (c *compiler) resolver() rules.Resolver {
	return rules.Resolver{
		Quantities: c.proc.Named(),
		Chosen:     c.proc.Chosen(),
		Type:       func(name string) (int, error) { return c.resolveType(0, name) },
		Region:     func(name string) (int, error) { return c.resolveRegion(0, name) },
		Square: func(name string) (int, error) {
			sq, ok := c.rs.Square(name)
			if !ok {
				return absent, nil // it is not on this board
			}
			return int(sq), nil
		},
		Side:    c.text,
		Counter: c.text,
		Mark:    c.text,
		Asset:   c.text,
		Reading: func(entry string) (string, bool) {
			if !slices.Contains(c.asked, entry) {
				c.asked = append(c.asked, entry)
			}
			reading, ok := c.chosen[entry]
			if !ok {
				return rules.Unlisted(entry)
			}
			return reading, ok
		},
	}
}

// text numbers a name that is looked up when a formula is evaluated.
func (c *compiler) text(name string) (int, error) {
	i := slices.Index(c.rs.texts, name)
	if i < 0 {
		i = len(c.rs.texts)
		c.rs.texts = append(c.rs.texts, name)
	}
	return i, nil
}

func (c *compiler) resolveType(_ int, name string) (int, error) {
	// A definition may name a type that no rule defines, or no longer: there are none of
	// it. rules.Check has a word about such names when a rule is enacted.
	if t, ok := c.typeNamed(name); ok {
		return int(t), nil
	}
	return int(NoType), nil
}

// typeNamed returns the type of a name. That there is none is noted: what was compiled then holds until there is one.
func (c *compiler) typeNamed(name string) (TypeID, bool) {
	t, ok := c.rs.byName[name]
	if !ok {
		c.rs.missing[name] = true
		return NoType, false
	}
	return t, true
}

func (c *compiler) resolveRegion(_ int, name string) (int, error) {
	if i, ok := c.regions[name]; ok {
		return i, nil
	}
	return 0, fmt.Errorf("no such region: %q", name)
}
