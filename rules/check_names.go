package rules

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"
)

// This file doubts names that a rule asks for and no rule gives: states of squares, bonds, attributes, offices, powers, assets, what
// is drawn by lot; and accounts that are spelt nearly as another one.

// eachDoing visits the effects of a rule.
func eachDoing(r *Rule, f func(at string, d *Doing)) {
	visit := func(field string, list []Consequence) {
		for i := range list {
			for j := range list[i].Do {
				f(fmt.Sprintf("%s[%d].do[%d]", field, i, j), &list[i].Do[j])
			}
		}
	}
	if r.Piece != nil {
		visit("piece.consequences", r.Piece.Consequences)
	}
	if p := r.Procedure; p != nil {
		visit("procedure.consequences", p.Consequences)
		for i := range p.Powers {
			for j := range p.Powers[i].Do {
				f(fmt.Sprintf("procedure.powers[%d].do[%d]", i, j), &p.Powers[i].Do[j])
			}
		}
	}
}

// A namesake is a kind of names that formulas ask for.
type namesake struct {
	asks    func() *regexp.Regexp     // finds the name that a formula asks for
	second  func(src string) []string // finds those that stand behind another argument; nil: none do
	effects func(d *Doing) string     // the name that an effect asks for, beside formulas; nil: none does
	given   []string
	missing string // what is said of a name that is not given
}

// assetsAsked finds the names in assets(ACCOUNT, "NAME"), whatever the account is.
func assetsAsked(src string) (list []string) {
	for _, at := range asksAssets().FindAllStringIndex(src, -1) {
		rest := src[at[1]:]
		depth, quote := 0, rune(0)
	scan:
		for i, r := range rest {
			switch {
			case quote != 0:
				if r == quote {
					quote = 0
				}
			case r == '"', r == '\'':
				quote = r
			case r == '(':
				depth++
			case r == ')':
				if depth--; depth < 0 {
					break scan
				}
			case r == ',' && depth == 0:
				if m := literal().FindStringSubmatch(rest[i+1:]); m != nil {
					list = append(list, m[1])
				}
				break scan
			}
		}
	}
	return list
}

// literal is a text at the beginning of what is left of a formula.
var literal = asking("^")

// asking compiles the expression of a name that a formula asks for.
func asking(before string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(before + `\s*["']([^"']+)["']`) })
}

var (
	asksState     = asking(`\.mark(?:ed|_side)?\(`)
	asksBond      = asking(`\bbound\(`)
	asksAttribute = asking(`\.is\(`)
	asksOffice    = asking(`\.holds\(`)
	asksSeal      = asking(`\.sealed\(`)
	asksRule      = asking(`\brule\(`)
	asksAsset     = asking(`(?:\.has\(|\basset\()`)
	asksAssets    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bassets\(`) })
	asksDrawn     = asking(`\bdrawn\(`)
)

// ungiven doubts the names that a rule asks for and no rule gives.
func (c *checker) ungiven(r *Rule, after *Rulebook) {
	var states, bonds, offices, accounts []string
	assets := []string{Money}
	for _, o := range after.Rules() {
		eachDoing(&o, func(_ string, d *Doing) {
			states, bonds, offices = append(states, d.Mark), append(bonds, d.Bind), append(offices, d.Appoint)
			assets = append(assets, d.Asset, d.Again, d.Short)
			accounts = append(accounts, d.Payer, d.Payee)
		})
	}
	for _, a := range c.merged.Assets {
		assets = append(assets, a.Name)
	}
	for i := range c.merged.Offices {
		offices = append(offices, c.merged.Offices[i].Name)
	}
	var attributes []string
	for _, a := range c.merged.Attributes {
		attributes = append(attributes, a.Name)
	}
	for _, n := range []namesake{
		{asksState, nil, func(d *Doing) string { return d.Unmark }, states, "nothing gives a square the state %q"},
		{asksBond, nil, func(d *Doing) string { return d.Release }, bonds, "nothing binds sides to each other by %q"},
		{asksAttribute, nil, nil, attributes, "no rule declares the attribute %q of sides"},
		{asksOffice, nil, func(d *Doing) string { return d.Dismiss }, offices, "no rule declares the office %q"},
		{asksRule, nil, nil, after.Numbers(), "no rule has the number %q"},
		{asksSeal, nil, nil, c.merged.powerNames(), "no rule has the power %q"},
		{asksAsset, assetsAsked, func(d *Doing) string { return d.Clear }, assets, "no rule declares or gives the asset %q"},
	} {
		c.unlike(r, n)
	}
	accounts = slices.DeleteFunc(accounts, func(name string) bool { return !accountNamed(name) })
	c.misspelt(r, assets[1:], accounts)
	c.heldOtherwise(r, offices)
}

// accountNamed reports whether a word of payer or payee is the name of an account, and says not by a formula or in the words of its moment
// who pays or receives.
func accountNamed(word string) bool {
	return word != "" && !Reckoned(word) && !strings.HasPrefix(word, "holder of ") && !slices.Contains([]string{"side", "other", "player", "mover", "owner"}, word)
}

// heldOtherwise doubts accounts that are called as a side or an office: of most assets the player has an account, and not the side or who
// holds the office. An asset of sides is held by nobody else.
func (c *checker) heldOtherwise(r *Rule, offices []string) {
	sides, all := c.game.Sides, len(c.game.Sides) > 0
	if !all {
		sides, all = c.sidesNamed()
	}
	doubt := func(at, name, asset string) {
		i := slices.IndexFunc(c.merged.Assets, func(a Asset) bool { return a.Name == asset })
		means := slices.ContainsFunc(c.merged.Quantities, func(q Quantity) bool { return q.Name == name }) || slices.ContainsFunc(c.merged.Choices, func(ch Choice) bool { return ch.Name == name })
		switch ofSides := i >= 0 && c.merged.Assets[i].Of == "side"; {
		case !accountNamed(name), ofSides && slices.Contains(sides, name):
		case means:
			c.doubt(at, "this pays an account of the name %q, and not who is found by this name", name)
			c.hint("(%s)", name)
		case slices.Contains(sides, name):
			c.doubt(at, "this pays an account of the name %q, and not the player of that side", name)
			c.hint("first(sides, it == %q)", name)
		case slices.Contains(offices, name):
			c.doubt(at, "this pays an account of the name %q, and not who holds the office", name)
			c.hint("first(players, it.holds(%q))", name)
		case ofSides && all:
			c.doubt(at, "sides have the asset %q, and no side is called %q", asset, name)
			c.hint("%s", names.Suggest(name, sides, "the sides are "+strings.Join(sides, ", ")))
		case all:
			if near := names.Near(name, sides); near != "" {
				c.doubt(at, "this pays an account of the name %q", name)
				c.hint("of the side: first(sides, it == %q)", near)
			}
		}
	}
	eachDoing(r, func(at string, d *Doing) {
		doubt(at+".payer", d.Payer, d.Asset)
		doubt(at+".payee", d.Payee, d.Asset)
	})
}

// unlike doubts the names of one kind.
func (c *checker) unlike(r *Rule, n namesake) {
	doubt := func(path, name string) {
		if name == "" || slices.Contains(n.given, name) {
			return
		}
		c.doubt(path, n.missing, name)
		c.hint("%s", names.Suggest(name, n.given, ""))
	}
	before := len(c.problems)
	walkExprs("", reflect.ValueOf(r), func(path string, src Expr) {
		for _, m := range n.asks().FindAllStringSubmatch(string(src), -1) {
			doubt(path, m[1])
		}
		if n.second != nil {
			for _, name := range n.second(string(src)) {
				doubt(path, name)
			}
		}
		c.placed(before, src)
		before = len(c.problems)
	})
	if n.effects != nil {
		eachDoing(r, func(at string, d *Doing) { doubt(at, n.effects(d)) })
	}
}

// misspelt doubts assets and accounts that one effect alone names, and that are spelt nearly as another one.
func (c *checker) misspelt(r *Rule, assets, accounts []string) {
	doubt := func(path, what, name string, all []string) {
		if name == "" || Reckoned(name) || name != strings.TrimSpace(name) {
			return
		}
		once := slices.DeleteFunc(slices.Clone(all), func(o string) bool { return o == "" || Reckoned(o) })
		i := slices.Index(once, name)
		if i < 0 {
			return
		}
		if once = slices.Delete(once, i, i+1); slices.Contains(once, name) {
			return
		}
		if near := names.Near(name, once); near != "" {
			c.doubt(path, "%s %q is named nowhere else", what, name)
			c.hint("%s", names.Meant(near, ""))
		}
	}
	eachDoing(r, func(at string, d *Doing) {
		doubt(at+".asset", "asset", d.Asset, assets)
		doubt(at+".payer", "account", d.Payer, accounts)
		doubt(at+".payee", "account", d.Payee, accounts)
	})
}

// undrawn doubts names that effects of an entry ask for, and none before draws.
func (c *checker) undrawn(at string, list []Doing) {
	var drawn []string
	for i := range list {
		walkExprs("", reflect.ValueOf(&list[i]), func(path string, src Expr) {
			c.asksUndrawn(fmt.Sprintf("%s.do[%d].%s", at, i, path), src, drawn)
		})
		drawn = append(drawn, list[i].Draw...)
	}
}

// asksUndrawn doubts names that a formula asks for and that are not among those that are drawn before.
func (c *checker) asksUndrawn(at string, src Expr, drawn []string) {
	for _, m := range asksDrawn().FindAllStringSubmatch(string(src), -1) {
		if !slices.Contains(drawn, m[1]) {
			c.doubt(at, "no effect before draws %q", m[1])
			c.hint("%s", cmp.Or(names.Suggest(m[1], drawn, ""), "effects ask for it that stand behind draw: ["+m[1]+", …]"))
		}
	}
}

// ofAssets says how a formula asks for an asset that it has named as if it were a variable or an attribute.
func (c *checker) ofAssets(err error, v *formula.Vocabulary) {
	bad, ok := err.(*formula.Error)
	if !ok || bad.Hint != "" && !strings.HasPrefix(bad.Hint, "it has ") && !strings.HasPrefix(bad.Hint, "did you mean ") {
		return
	}
	m := unknownName().FindStringSubmatch(bad.Message)
	if m != nil && m[1] == "fault" {
		c.hint("only consequences on: refused ask for the reasons of a refusal; an end can ask for an asset that one of them pays")
		return
	}
	if m != nil && (slices.Contains(c.counterNames, m[1]) || c.rule.Piece != nil && slices.ContainsFunc(c.rule.Piece.Counters, func(n Counter) bool { return n.Name == m[1] })) {
		c.hint("a piece is asked for its counter: self.counter(%q)", m[1])
		return
	}
	if m != nil && slices.ContainsFunc(c.merged.Attributes, func(a Attribute) bool { return a.Name == m[1] }) {
		c.hint("a side is asked for its attribute: side.is(%q)", m[1])
		return
	}
	if m != nil && slices.ContainsFunc(c.merged.Offices, func(o Office) bool { return o.Name == m[1] }) {
		c.hint("a player is asked for an office: who.holds(%q), player.holds(%q)", m[1], m[1])
		return
	}
	if m != nil {
		if i := slices.IndexFunc(c.merged.Quantities, func(q Quantity) bool { return q.Name == m[1] && q.Of != "" }); i >= 0 {
			c.hint("a quantity of each %s is asked of one: it.%s, self.%s", c.merged.Quantities[i].Of, m[1], m[1])
			return
		}
	}
	if m != nil && slices.ContainsFunc(c.merged.Choices, func(ch Choice) bool { return ch.Name == m[1] }) {
		c.hint("%s is chosen with an act: when and after of duties that forbid know it, and consequences of the act", m[1])
		return
	}
	if m == nil || m[1] != Money && !slices.ContainsFunc(c.merged.Assets, func(a Asset) bool { return a.Name == m[1] }) {
		return
	}
	if slices.ContainsFunc(v.Funcs, func(f formula.Func) bool { return f.Name == "assets" }) {
		c.hint("assets(side, %q) says how much of it a side or a player has", m[1])
	} else {
		c.hint("player.has(%q) says how much of it a player has", m[1])
	}
}

var unknownName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^no such variable or function: |has no attribute )"([^"]+)"`)
})
