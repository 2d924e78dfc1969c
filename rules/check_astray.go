package rules

import (
	"slices"
	"strings"

	"adjudicate/rules/formula"
)

// This file doubts words of consequences that stand for nothing where they are used: the piece or the square that is asked where
// nothing is asked, and the piece of a moment that is about none. Such a word is none, so that a condition on it holds of nothing, or, with not,
// always.

// asksFor reports whether a formula, of whatever kind, speaks of a variable.
func asksFor(src Expr, v *formula.Vocabulary, word string) bool {
	for _, kind := range []formula.Kind{formula.Bool, formula.Number, formula.Thing} {
		if f, err := formula.Compile(string(src), v, kind); err == nil {
			return f.Uses(word)
		}
	}
	return false
}

// astray doubts the words it and place in the condition of an entry, and self where a moment has none.
func (c *checker) astray(field string, src Expr, v *formula.Vocabulary, words ...string) {
	if src == "" {
		return
	}
	for _, word := range words {
		if strings.Contains(string(src), word) && asksFor(src, v, word) {
			c.doubt(field, "%s is none here", word)
			c.hint("%s", map[string]string{
				"it":    "it is the piece that where, to, and the square of a move ask of one after the other; here write actor, or any(pieces, …)",
				"place": "place is the square that where asks of one after the other; here write to, or any(squares, …)",
				"self":  "this moment is about no piece",
			}[word])
			return
		}
	}
}

// astrayIn doubts those words in the fields of an effect.
func (c *checker) astrayIn(at string, d *Doing, v *formula.Vocabulary) {
	verb, _ := d.Effect()
	squares := verb == "mark" || verb == "unmark" || d.Shuts() != "" || verb == "create" && d.On == EverySquare
	either := func(field string, src Expr, it, place bool) {
		var words []string
		if !it {
			words = append(words, "it")
		}
		if !place {
			words = append(words, "place")
		}
		c.astray(at+"."+field, src, v, words...)
	}
	either("when", d.When, false, false)
	if verb != "play" { // of plays they have no such words
		either("where", d.Where, !squares, squares)
		either("first", d.First, true, false)
	}
	either("to", d.To, verb == "set", squares)
	either("on", d.On, slices.Contains([]string{"move", "swap", "place"}, verb), false)
	either("other", d.Other, false, false)
	either("holder", d.Holder, false, false)
	either("pay", d.Pay, false, false)
	either("owed", d.Owed, false, false)
	either("lot", d.Lot, false, false)
	if !squares {
		either("side", d.Side, false, false)
	}
}

// left doubts effects on a piece that has left the board by the time.
func (c *checker) left(at string, e *Consequence, d *Doing) {
	if e.On != "captured" && e.On != "removed" {
		return
	}
	verb, whom := d.Effect()
	gone := whom == "actor" || whom == "self" && (e.Of == "" || e.Of == "self")
	if gone && slices.Contains([]string{"destroy", "capture", "lift", "convert", "become", "crown", "uncrown", "move", "push", "swap"}, verb) {
		c.doubt(at+"."+verb, "no effect: at %s the piece has left the board", e.On)
	}
}
