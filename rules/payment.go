package rules

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"adjudicate/rules/formula"
)

// Whom and what effects name by formulas: things of a sort, and who pays and receives.

// Reckoned reports whether a word of payer or payee is a formula that yields who it is, and no name: it calls something, asks for an attribute, or stands in
// brackets.
func Reckoned(word string) bool { return reckoned().MatchString(word) }

var reckoned = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[a-z_]\(|^[a-z_]+\.[a-z_]| \? |^\([a-z][a-z_.]*\)$`) })

// payable checks a formula that yields who pays or receives.
func (c *checker) payable(at, word string, v *formula.Vocabulary, sorts ...formula.Sort) {
	if !Reckoned(word) {
		return
	}
	what := "side"
	if slices.Contains(sorts, SortPlayer) {
		what = "side or a player"
	}
	if f := c.yields(at, Expr(word), v, what); f != nil && !slices.Contains(sorts, f.Sort()) {
		c.fault(at, "expected a %s", what)
		if !slices.Contains(sorts, SortPlayer) {
			if side, ok := strings.CutSuffix(word, ".player"); ok {
				c.hint("write %s: its player pays or receives", side)
			}
		}
	}
}

// thing checks a formula that yields a thing of a sort; a piece is as good as its square.
func (c *checker) thing(at string, src Expr, v *formula.Vocabulary, sort formula.Sort) {
	what := map[formula.Sort]string{SortSquare: "square: from, to, at, or a formula such as first(squares, …)", SortSide: "side: mover, owner, or a formula such as victim.side"}[sort]
	if src == "" {
		c.fault(at, "missing %s", what)
		return
	}
	if f := c.yields(at, Called(src, sort), v, what); f != nil && f.Sort() != sort && (sort != SortSquare || f.Sort() != SortPiece) {
		c.fault(at, "expected a %s", what)
	}
}

// Called is a formula that yields a thing of a sort; one that is no more than a name in quotes yields the side or square of that name.
func Called(src Expr, sort formula.Sort) Expr {
	among := map[formula.Sort]string{SortSide: "sides", SortSquare: "squares"}[sort]
	if text := strings.TrimSpace(string(src)); among != "" && quotedName().MatchString(text) {
		return Expr("first(" + among + ", it == " + text + ")")
	}
	return src
}

var plainName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z_-]*$`) })

var quotedName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^("[^"\\]*"|'[^'\\]*')$`) })

// owing checks the amount that is owed of a payment, and what whoever pays less gets.
func (c *checker) owing(at string, d *Doing, v *formula.Vocabulary) {
	if d.Owed != "" {
		if f := c.formula(at+".owed", d.Owed, v, formula.Number); f != nil {
			c.amount(at+".owed", "owed", f)
		}
	}
	if (d.Owed == "") != (d.Short == "") {
		c.fault(at+".short", "owed and short require each other: whoever pays less than owed gets one of the asset")
	}
}

// payment checks what is paid at a moment of a piece.
func (c *checker) payment(at string, d *Doing, v *formula.Vocabulary) {
	if f := c.formula(at+".pay", d.Pay, v, formula.Number); f != nil {
		c.amount(at+".pay", "pay", f)
	}
	c.owing(at, d, v)
	if d.Payer == "" && d.Payee == "" {
		c.fault(at+".payer", "missing payer or payee: mover, owner, or an account such as Treasury")
	}
	for _, w := range []struct{ field, word string }{{"payer", d.Payer}, {"payee", d.Payee}} {
		c.payable(at+"."+w.field, w.word, v, SortSide, SortPlayer)
		if w.word == "side" || w.word == "other" {
			c.fault(at+"."+w.field, "at a moment of a piece it is mover (the side that acts) or owner (the side that the piece belongs to, or did)")
		}
		if word := strings.ToLower(w.word); slices.Contains([]string{"player", "actor", "captor", "victim", "self"}, word) || word != w.word && slices.Contains([]string{"mover", "owner", "side", "other"}, word) {
			c.doubt(at+"."+w.field, "this pays an account of the name %q: at a moment of a piece it is mover (the side that acts) or owner (the side that the piece belongs to, or did)", w.word)
		}
	}
	if d.Where != "" || d.On != "" || d.To != "" || d.Type != "" {
		c.fault(at, "with pay use asset, payer, payee, owed, short, again, debt and why")
	}
}
