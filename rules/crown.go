package rules

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"
)

// Effects that make a piece royal and take that away, and those that fill and empty an office.
//
// Which types are royal is said by definitions. An effect therefore crowns a piece by changing it to a royal type, which may have
// the modes of the type before (`as`), and uncrowns it by changing it to one that is not royal. No other effect changes a piece from or to a royal type.

// becoming says how a type is written that stands where an effect says which piece becomes it.
func (c *checker) becoming(verb, whom string) {
	if (verb == "become" || verb == "crown" || verb == "uncrown") && (slices.Contains(c.types, whom) || typeLike(whom)) {
		c.hint("write %s: actor, type: %s", verb, whom)
	}
}

// typeLike reports whether a word looks like the name of a type.
func typeLike(word string) bool { return word != "" && word[0] >= 'A' && word[0] <= 'Z' }

// typeOfEffect checks the type to which an effect changes pieces.
func (c *checker) typeOfEffect(at, verb, name string, v *formula.Vocabulary) {
	if name == "" {
		c.fault(at+".type", "missing type that it becomes")
		return
	}
	if !c.typeAsked(at+".type", name, v) {
		return
	}
	if c.royal == nil || !slices.Contains(c.types, name) {
		return
	}
	switch royal := slices.Contains(c.royal, name); {
	case verb == "crown" && !royal:
		c.doubt(at+".type", "the type %s is not royal: this has no effect", name)
		c.hint("define a royal type, which may move as another one: as: {type: …}")
	case verb == "uncrown" && royal:
		c.doubt(at+".type", "the type %s is royal: this has no effect", name)
	}
}

// officeEffect checks an effect on an office.
func (c *checker) officeEffect(at, verb string, d *Doing, v *formula.Vocabulary) {
	name := d.Appoint + d.Dismiss
	if list := c.merged.Offices; len(list) > 0 && c.merged.Office(name) == nil {
		var have []string
		for i := range list {
			have = append(have, list[i].Name)
		}
		c.fault(at+"."+verb, "no such office: %q", name)
		c.hint("%s", names.Suggest(name, have, "the offices are "+strings.Join(have, ", ")))
	}
	c.holder(at, d, v)
}

// holder checks the formula of the player who gets an office or a side.
func (c *checker) holder(at string, d *Doing, v *formula.Vocabulary) {
	if d.Holder == "" {
		return
	}
	f := c.yields(at+".holder", d.Holder, v, "side or a player")
	if f == nil {
		switch name := string(d.Holder); {
		case strings.HasPrefix(name, `"`):
			c.hint("write first(players, it == %s)", name)
		case playerName().MatchString(name):
			c.hint(`write first(players, it == "%s")`, name)
		}
	}
	if f != nil && f.Sort() != SortSide && f.Sort() != SortPlayer {
		c.fault(at+".holder", "expected a side or a player")
	}
}

// playerName is a word that looks like the name of a player, and like no formula.
var playerName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`) })
