package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"adjudicate/rules/names"
)

// This file doubts names of sides that no side has.

// sidesNamed are the sides that the rules name where they say who plays, and whether there are no others.
func (c *checker) sidesNamed() (sides []string, all bool) {
	if o := c.merged.Order; o != nil {
		sides = append(sides, o.Sides...)
	}
	if b := c.merged.Board; b != nil {
		sides = append(sides, sorted(b.Heading)...)
		all = len(b.Heading) > 1 && b.Heading[OtherSides] == ""
	}
	sides = append(slices.DeleteFunc(sides, func(s string) bool { return s == OtherSides }), c.entrants()...)
	slices.Sort(sides)
	return slices.Compact(sides), all
}

// entrants are the sides that effects of procedures let enter.
func (c *checker) entrants() (sides []string) {
	enter := func(list []Doing) {
		for i := range list {
			if list[i].Enter != "" {
				sides = append(sides, list[i].Enter)
			}
		}
	}
	if c.book == nil {
		return nil
	}
	for _, r := range c.book.rules {
		today := r.Procedure.Today()
		if today == nil {
			continue
		}
		for i := range today.Consequences {
			enter(today.Consequences[i].Do)
		}
		for i := range today.Powers {
			enter(today.Powers[i].Do)
		}
	}
	return sides
}

// calledSide is the function that a name of a side is an argument of: see Resolver.Board.
const calledSide = "the side called"

// sidesCalled doubts the names of sides in formulas, and in what the board says of sides, that are no side's. Where the sides are not
// known it doubts a name that stands once, and nearly as another one.
func (c *checker) sidesCalled(r *Rule, after *Rulebook) {
	sides, all := c.sidesNamed()
	if len(c.game.Sides) > 0 {
		sides, all = append(slices.Clone(c.game.Sides), c.entrants()...), true
	}
	named := map[string]int{}
	for _, k := range c.formulas {
		for _, call := range k.f.Calls() {
			if call.Name == calledSide && len(call.Texts) == 1 {
				named[call.Texts[0]] += strings.Count(string(k.src), call.Texts[0])
			}
		}
	}
	if len(named) == 0 {
		return
	}
	others := slices.Clone(sides)
	for i, o := range after.rules {
		if o.Number == r.Number {
			continue
		}
		for _, m := range comparedNames().FindAllStringSubmatch(string(after.text(i)), -1) {
			if _, _, square := ParseSquare(m[1]); !square && !slices.Contains(c.types, m[1]) {
				others = append(others, m[1])
			}
		}
	}
	for _, k := range c.formulas {
		for _, call := range k.f.Calls() {
			if call.Name != calledSide || len(call.Texts) != 1 || slices.Contains(others, call.Texts[0]) {
				continue
			}
			name := call.Texts[0]
			if all {
				c.doubt(k.field, "no side is called %q: it equals none", name)
				c.hint("%s", names.Suggest(name, sides, "the sides are "+strings.Join(sides, ", ")))
			} else if near := names.Near(name, append(commoner(named, name), others...)); named[name] == 1 && near != "" {
				c.doubt(k.field, "side %q is named nowhere else", name)
				c.hint("%s", names.Meant(near, ""))
			} else {
				continue
			}
			c.problems[len(c.problems)-1].formulaStart = columnOf(string(k.src), name)
		}
	}
}

// commoner are the names that stand more than once.
func commoner(named map[string]int, but string) (list []string) {
	for _, name := range sorted(named) {
		if name != but && named[name] > 1 {
			list = append(list, name)
		}
	}
	return list
}

// columnOf is where a name stands in quotes in a formula, from 1; 0 if it does not.
func columnOf(src, name string) int {
	for _, quote := range []string{`"`, "'"} {
		if i := strings.Index(src, quote+name+quote); i >= 0 {
			return utf8.RuneCountInString(src[:i]) + 1
		}
	}
	return 0
}

// comparedNames finds the names that formulas in canonical rules compare with something.
var comparedNames = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[=!]=\s*\\?["']([^"'\\]+)\\?["']`) })

// glyphOf says which type has a glyph that stands where a type's name is needed: "" if none.
func (c *checker) glyphOf(name string) string {
	folded := foldGlyph(name)
	for _, g := range c.glyphs {
		if g[0] == name || foldGlyph(g[0]) == folded {
			return fmt.Sprintf("%s is the glyph of %s: types have their names here, %q", g[0], g[1], g[1])
		}
	}
	return ""
}
