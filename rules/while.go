package rules

import (
	"slices"
	"strings"

	"adjudicate/rules/formula"
)

// This file is about the condition under which a rule has force.
//
// It is asked at the end of an input, of the game as it then stands, and its answer is kept until the end of the next one. What is
// recorded (where pieces stand, whose they are, what they have been through, attributes, assets, whose turn it is) has one answer
// then, whatever the answer makes of the rule. What is derived from the rules in force has not: if a rule had force while no
// King is attacked, and lent pieces the very modes by which they attack, it would be suspended at one input and return at the
// next for ever. So a rule may not ask for what it provides itself. The parts that are derived:
//
//	attacks     .attacked, .attacks(), .defended, .defends(), .in_check, .moves ← definitions; sections board, conditions,
//	            modes, capturing, sharing, checks, defining, compounds; duties that disarm
//	Weights     .weight, .counting ← all of these, and the section weights
//	values      .value ← definitions and the board
//	royal       .royal ← definitions
//	the board   squares, .in(), .nth(), .next(), distance() and their like ← the section board
//
// A quantity is what its formula says. A condition that asks for pieces of a type which its own rule defines is let pass with a doubt: once the rule is
// suspended they leave the board.

// Functions of a WhileVocabulary, by their place. Those of the board follow.
const (
	WhilePlays = iota
	WhileCount
	WhileFuncs // how many there are
)

// Variables of a WhileVocabulary, by their place.
const (
	WhileYear = iota
	WhileMonth
	WhileDay
	WhileTurns
	WhileHand
	WhileWeekday
	WhileHour
	WhileMinute
	WhileAuthor
	WhileEnforced
)

// WhileVocabulary is the words of the condition under which a rule has force: those of things on the board and beside it, year, month, day, weekday, hour, minute, and
//
//	turns                   so many turns have ended in the game, by whatever play
//	hand                    the hand that is played, from 1
//	enforced                the last effect on the force of the rule enforces it
//	author                  the player who is the author of the rule
//	plays("Ann")            the player of that name holds a side in the game and is not on vacation
//	assets("Ann", "money")  what that account has: a name is always that of an account
//	count(type)             on-board pieces of the type
//	reading(entry)
func WhileVocabulary(r Resolver) *formula.Vocabulary {
	v := &formula.Vocabulary{Vars: []formula.Var{
		WhileYear: inGame("year"), WhileMonth: inGame("month"), WhileDay: inGame("day"), WhileTurns: inGame("turns"), WhileHand: inGame("hand"),
		WhileWeekday: inGame("weekday"), WhileHour: inGame("hour"), WhileMinute: inGame("minute"), WhileAuthor: {Name: "author", Kind: formula.Thing, Sort: SortPlayer},
		WhileEnforced: {Name: "enforced", Kind: formula.Bool},
	}}
	v.Funcs = []formula.Func{
		WhilePlays: {Name: "plays", Args: oneText, Result: formula.Bool, Resolve: text(r.Side)},
		WhileCount: r.Count(),
	}
	v = r.Board(v)
	v.Attrs = append(v.Attrs, r.worldAttrs()...)
	v.Elsewhere = map[string]string{}
	for _, word := range []string{"mover", "side", "self"} {
		v.Elsewhere[word] = "while concerns no side and no piece: write any(sides, …), author, or a name in quotes"
	}
	for _, word := range []string{"repetitions", "recurrence", "unchanged", "quiet"} {
		v.Elsewhere[word] = "say it in the when of each section"
	}
	return r.reading(v)
}

// lasting checks how long a rule has force.
func (c *checker) lasting(r *Rule) {
	if r.While == "" {
		return
	}
	var f *formula.Formula
	readings := c.asking(func() {
		f = c.formula("while", r.While, WhileVocabulary(c.resolver("while", new(Piece))), formula.Bool)
	})
	if f == nil {
		return
	}
	if r.Author == "" && f.Uses("author") {
		c.fault("while", "author: the rule names none")
		c.hint("add the field author")
	}
	if len(readings) > 0 {
		return
	}
	if holds, known := f.Const(); known {
		c.doubt("while", "condition is always %t", holds != 0)
	}
}

// derived are the parts of a game that depend on the rules in force, with the words that ask for them.
var derived = []struct {
	name  string
	words []string
}{
	{"attacks", []string{".attacked", ".attacks", ".defended", ".defends", ".in_check", ".moves"}},
	{"Weights", []string{".weight", ".counting"}},
	{"values", []string{".value"}},
	{"which types are royal", []string{".royal"}},
	{"the board", []string{"squares", ".in", ".nth", ".next", ".around", ".neighbours", ".connected", ".linked", ".linked_own", ".empty",
		"distance", "aligned", "between", "clear", "shift"}},
}

const (
	derivedAttacks = iota
	derivedWeights
	derivedValues
	derivedRoyal
	derivedBoard
)

// provides returns the part of a rule on which a derived part of the game depends, "" if it does not depend on the rule.
func (r *Rule) provides(part int) string {
	if r.Piece != nil && part != derivedBoard {
		return "the definition of " + r.Piece.Name
	}
	p := r.Procedure
	if p == nil {
		return ""
	}
	if p.Board != nil {
		return "its board" // on which everything else takes place
	}
	if part == derivedWeights && p.Weights != nil {
		return "its weights"
	}
	if part != derivedAttacks && part != derivedWeights {
		return ""
	}
	for _, s := range []struct {
		name string
		has  bool
	}{
		{"conditions", len(p.Conditions) > 0}, {"modes", len(p.Modes) > 0}, {"capturing", p.Capturing != nil}, {"sharing", p.Sharing != nil},
		{"checks", p.Checks != nil}, {"defining", p.Defining != nil}, {"compounds", p.Compounds != nil},
	} {
		if s.has {
			return "its " + s.name
		}
	}
	if slices.ContainsFunc(p.Duties, func(d Duty) bool { return d.Disarms }) {
		return "its duties that disarm"
	}
	return ""
}

// forcedBy refuses a condition of a rule that depends, through what the rule provides, on its own answer. No circle leads through a second rule: the
// board provides everything, definitions all but the board, of the other sections some attacks and Weights, weights nothing but Weights, so that
// each may ask for what those before it provide alone.
func (c *checker) forcedBy(r *Rule) {
	if r.While == "" {
		return
	}
	f, err := formula.Compile(string(r.While), WhileVocabulary(Resolver{Quantities: c.merged.Named()}), formula.Bool)
	if err != nil {
		return // it has been refused
	}
	for part, d := range derived {
		by := r.provides(part)
		for _, word := range d.words {
			if by == "" || !f.Uses(word) && !(word == ".connected" && strings.Contains(string(r.While), word)) {
				continue
			}
			c.fault("while", "circular condition: whether rule %s is in force ← %s (%s) ← %s, if the rule is in force", r.Number, strings.TrimPrefix(word, "."), d.name, by)
			c.hint("ask for what is recorded, such as where pieces stand, or ask in the when of each section")
			return
		}
	}
	c.ownType(r, f)
}

// ownType doubts a condition that asks for pieces of a type which the rule itself defines.
func (c *checker) ownType(r *Rule, f *formula.Formula) {
	if r.Piece == nil || !f.Things() {
		return
	}
	named := func(quote string) bool { return strings.Contains(string(r.While), quote+r.Piece.Name+quote) }
	if named(`"`) || named("'") {
		c.doubt("while", "whether rule %s is in force ← pieces of the type %s on the board ← its definition: once the rule is suspended they leave the board", r.Number, r.Piece.Name)
	}
}
