package naivelaw

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Choices with names: what a side chooses in the same play, before the act is made, and what formulas know of it while it is.

// A choice is what a side has chosen by a name: a square, *piece, sideName, typeName or number.
type choice struct {
	name  string
	value any
	text  string // as plays write it
}

// chooses lists an act with each of what can be chosen with it, in the order of the rules.
func (g *game) chooses(a act) []act {
	all := []act{a}
	for _, c := range g.choices {
		var with []act
		for _, a := range all {
			with = append(with, g.choosesOne(a, c)...)
		}
		all = with
	}
	return all
}

func (g *game) choosesOne(a act, c section) (all []act) {
	e := a.env(g)
	if after := words(c, "after"); after != nil && !slices.ContainsFunc(after, a.followedAs) || !e.holds(c, "when") {
		return []act{a}
	}
	possible := slices.DeleteFunc(g.choosable(c, e), func(o choice) bool { return !e.with("it", o.value).holds(c, "where") })
	if len(possible) == 0 {
		return []act{a}
	}
	if c["optional"] == true {
		all = append(all, a)
	}
	for _, o := range possible {
		b := a
		b.chosen = append(slices.Clip(a.chosen), o)
		all = append(all, b)
	}
	return all
}

// followedAs says whether choices that follow acts so called follow an act.
func (a act) followedAs(what string) bool {
	return what == a.kind || a.in != "" && what == a.in || what == "move" && !slices.Contains([]string{"capture", "placement", "pass", "surrender"}, a.kind)
}

// choosable lists what there is of the sort of a choice.
func (g *game) choosable(c section, e *env) (all []choice) {
	add := func(value any, text string) { all = append(all, choice{word(c, "name"), value, text}) }
	switch of := word(c, "of"); of {
	case "square":
		for _, sq := range g.squares() {
			add(sq, sq.String())
		}
	case "piece":
		for _, p := range g.onBoard() {
			if text := p.at.String(); len(g.all(p.at)) > 1 {
				add(p, "#"+p.id)
			} else {
				add(p, text)
			}
		}
	case "side":
		for _, side := range g.sides {
			add(sideName(side), side)
		}
	case "type":
		for typ := range g.types {
			add(typeName(typ), typ)
		}
		slices.SortFunc(all, func(a, b choice) int { return strings.Compare(a.text, b.text) })
	case "number":
		least := 0.0
		if c["least"] != nil {
			least = max(0, math.Ceil(e.number(parse(word(c, "least")))))
		}
		for n := least; n <= e.number(parse(word(c, "most"))) && n < least+100; n++ {
			add(n, fmt.Sprint(n))
		}
	default:
		panic("a choice of a " + of)
	}
	return all
}

// choice writes what was chosen with an act.
func (a act) choice() (text string) {
	for _, o := range a.chosen {
		text += "; " + o.name + ": " + o.text
	}
	return text
}

// choose has the words of an act mean what was chosen with it.
func (a act) choose(g *game, e *env) *env {
	for _, o := range a.chosen {
		value := o.value
		if p, ok := value.(*piece); ok && g.find(p.id) != nil {
			value = g.find(p.id)
		}
		e = e.with(o.name, value)
	}
	return e
}

// unchosen is what the name of a choice is where nothing was chosen.
func (g *game) unchosen(name string) (value any, known bool) {
	for _, c := range g.choices {
		if word(c, "name") == name {
			return map[string]any{"square": square{}, "piece": (*piece)(nil), "side": sideName(""), "type": typeName(""), "number": 0.0}[word(c, "of")], true
		}
	}
	return nil, false
}
