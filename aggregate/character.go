package aggregate

import (
	"fmt"
)

// What a law is as a whole. A rule that defines a type says something of boards with pieces of that type, and mostly of no others; but some of
// what definitions say decides how every play is judged and recorded: whether plays are whole turns, what positions are told apart by, what is
// remembered of pieces. Two laws that differ in nothing but types of which there is no piece rule alike if they have the same character.

// A Character finds out what laws are as a whole, and remembers the one it was asked about last. The zero value is ready for use.
type Character struct {
	of     *law
	kept   bool
	saying string
}

// Of tells laws apart by what holds for all pieces under them: of two states whose laws have one character, equal texts are returned. Laws
// that cannot be applied have a character each.
func (c *Character) Of(s *State) string {
	if c.of != nil && c.of.of(s) && c.kept == s.laid.kept {
		return c.saying
	}
	t := newTable(s)
	l := t.rulebook()
	c.of, c.kept = l, s.laid.kept
	if err := l.compile(); err != nil {
		c.saying = fmt.Sprint(err, l.hash)
		return c.saying
	}
	c.saying = fmt.Sprint(l.ruleset.Traits(), s.laid.kept, l.whole, l.streaks, l.repeats, l.marks, l.states, l.counterNames, l.reactions, l.ownPlayForced, l.staked, l.restrains)
	return c.saying
}
