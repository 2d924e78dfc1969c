package rules

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"adjudicate/rules/formula"
)

// This file knows what effects there are, and what is checked of them at moments of pieces and of sides alike: when one is made,
// which sides it concerns, which type it names.

// effectWords are the effects. Capture and push belong to moments of pieces, allot, pass, play, lay, enter, leave and those on rules to those of sides, takeback to powers.
var effectWords = []string{"destroy", "capture", "lift", "convert", "become", "move", "push", "swap", "set", "create", "next", "close", "mark", "unmark", "attribute", "crown", "uncrown", "place", "appoint", "dismiss",
	"pay", "draw", "clear", "surrender", "allot", "bind", "release", "exchange", "entrust", "strip", "unseal", "lapse", "pass", "play", "lay", "open", "takeback", "enter", "leave", "enforce", "suspend", "repeal"}

// words are what the effects are done to, in the order of effectWords.
func (d *Doing) words() []string {
	drawn := ""
	if d.Draw != nil {
		drawn = "names"
	}
	return []string{d.Destroy, d.Capture, d.Lift, d.Convert, d.Become, d.Move, d.Push, d.Swap, d.Set, d.Create, d.Next, d.Close, d.Mark, d.Unmark, d.Attribute, d.Crown, d.Uncrown, d.Place, d.Appoint, d.Dismiss,
		string(d.Pay), drawn, d.Clear, d.Surrender, string(d.Allot), d.Bind, d.Release, d.Exchange, d.Entrust, d.Strip, d.Unseal, d.Lapse, d.Pass, d.Play, d.Lay, d.Open, string(d.Takeback), d.Enter, d.Leave, d.Enforce, d.Suspend, d.Repeal}
}

// Effect returns the effect of a doing, and what it is done to: a word, a counter, a type, a formula.
func (d *Doing) Effect() (verb, whom string) {
	for i, s := range d.words() {
		if s != "" {
			return effectWords[i], s
		}
	}
	return "", ""
}

// effects returns what a doing says it does: one effect, if nothing is wrong with it.
func (d *Doing) effects() (verbs []string) {
	for i, s := range d.words() {
		if s != "" {
			verbs = append(verbs, effectWords[i])
		}
	}
	return verbs
}

// MakesPlays reports whether an effect of the rules makes plays for sides.
func (b *Rulebook) MakesPlays() bool {
	for _, r := range b.rules {
		found := false
		if eachDoing(r, func(_ string, d *Doing) { found = found || d.Play != "" }); found {
			return true
		}
	}
	return false
}

// single requires one effect; without are those that the moment does not know.
func (c *checker) single(at string, d *Doing, without ...string) bool {
	switch verbs := d.effects(); len(verbs) {
	case 1:
		return true
	case 0:
		known := slices.DeleteFunc(slices.Sorted(slices.Values(effectWords)), func(verb string) bool { return slices.Contains(without, verb) })
		c.fault(at, "missing effect, one of %s", strings.Join(known, ", "))
		c.hint("all fields of one effect stand within one { }")
	default:
		c.fault(at, "expected one effect, found %s", strings.Join(verbs, " and "))
		c.hint("write one after the other: do: [{%s: …}, {%s: …}]", verbs[0], verbs[1])
	}
	return false
}

// ofSides are the effects that concern a side: that of the moment (at moments of pieces that of self, or the one that acts), or
// the one that their field side yields.
var ofSides = []string{"convert", "create", "place", "attribute", "strip", "surrender", "next", "entrust", "mark", "bind", "release", "exchange", "lapse", "allot", "pass", "play", "leave"}

// sifted are the effects on pieces or squares among which where and lot choose, at whatever moment.
var sifted = []string{"destroy", "lift", "convert", "become", "crown", "uncrown", "place", "move", "swap", "close", "open", "set", "mark", "unmark"}

// Shuts returns the squares that an effect closes or opens, if it does either: EverySquare, or the formula of one.
func (d *Doing) Shuts() string { return d.Close + d.Open }

// OnRules returns the number of the rule whose force an effect changes, "" if it changes none.
func (d *Doing) OnRules() string { return d.Enforce + d.Suspend + d.Repeal }

// Concerns reports whether an effect at a moment of a side or of the game is one that nothing comes of unless there is a side that it concerns.
func (d *Doing) Concerns() bool {
	verb, _ := d.Effect()
	return d.Side == "" && verb != "mark" && slices.Contains(ofSides, verb) || d.Payer == "side" || d.Payee == "side" || (verb == "appoint" || verb == "enter") && d.Holder == ""
}

// OnSidesAlone reports whether an effect changes sides, players and what waits of them, and neither a piece nor a square.
func (d *Doing) OnSidesAlone() bool {
	verb, _ := d.Effect()
	return slices.Contains([]string{"attribute", "strip", "appoint", "dismiss", "bind", "release", "exchange", "entrust", "clear", "surrender", "unseal", "lapse", "next", "pass", "play", "enter", "leave", "enforce", "suspend", "repeal"}, verb)
}

// only checks the condition of a single effect.
func (c *checker) only(at string, d *Doing, v *formula.Vocabulary) {
	if d.When == "" {
		return
	}
	if f := c.formula(at+".when", d.When, v, formula.Bool); f != nil {
		if holds, known := f.Const(); known && holds == 0 {
			c.doubt(at+".when", "condition is never true: the effect is never made")
		}
	}
}

// other checks the other side that an effect concerns.
func (c *checker) other(at, verb string, d *Doing, v *formula.Vocabulary) {
	if d.Other == "" {
		return
	}
	if verb != "bind" && verb != "release" && verb != "exchange" {
		c.fault(at+".other", "not allowed with %s", verb)
	}
	c.thing(at+".other", d.Other, v, SortSide)
}

// sideWord requires the word side of an effect that is written so: the field side says which.
func (c *checker) sideWord(at, verb, whom string) {
	if c.word(at+"."+verb, whom, "side"); whom == "true" {
		c.hint("write %s: side", verb)
	} else if whom != "side" {
		if r, _ := utf8.DecodeRuneInString(whom); unicode.IsUpper(r) { // a name
			whom = strconv.Quote(whom)
		}
		c.hint("write %s: side, side: '%s'", verb, whom)
	}
}

// given checks who gets a side.
func (c *checker) given(at string, d *Doing, v *formula.Vocabulary) {
	if d.Holder == "" {
		c.fault(at+".holder", "missing: the player who gets the side")
	}
	c.holder(at, d, v)
}

// TypeAsked is the formula of the type that an effect names, if its word is no name of a type: one that yields a type, or a piece,
// whose type is meant. It is nil for anything else, also where it looks like a formula: a type may have such a name, and may have been repealed.
func TypeAsked(word string, known func(name string) bool, v *formula.Vocabulary) *formula.Formula {
	src := word
	switch {
	case known(word):
		return nil
	case slices.Contains([]string{"victim", "actor", "captor", "self", "it"}, word):
		src += ".type"
	case word != "type" && !Reckoned(word):
		return nil
	}
	if f, err := formula.Compile(src, v, formula.Thing); err == nil && f.Sort() == SortType {
		return f
	}
	return nil
}

// typeAsked checks the name of a type, or a formula that yields one. It reports whether it is a name.
func (c *checker) typeAsked(field, word string, v *formula.Vocabulary) bool {
	f := TypeAsked(word, func(name string) bool { return slices.Contains(c.types, name) }, v)
	if f != nil {
		if c.priced != nil {
			c.priced(field, f)
		}
		return false
	}
	before := len(c.problems)
	if c.typeName(field, word); len(c.problems) > before && Reckoned(word) {
		c.hint("or write a formula that yields a type, such as actor.type")
	}
	return true
}
