package naivelaw

import (
	"cmp"
	"slices"
	"strings"
)

// reorder settles who plays next after a side has played: it goes to the bottom, a formula sorts anew, and whoever comes before others
// does. While turns revert, those who come before others answer and lose no place. All this is of the table of who has played.
func (g *game) reorder(played ...string) {
	about := func(side string) *env { return g.env().with("mover", sideName(side)) }
	up := func(side string) bool {
		return g.turnOrder["up"] != nil && about(side).truth(parse(word(g.turnOrder, "up")))
	}
	reverts := func(side string) bool {
		return word(g.turnOrder, "after_answer") == "revert" || g.turnOrder["reverts"] != nil && about(side).truth(parse(word(g.turnOrder, "reverts")))
	}
	order := g.order
	if len(played) > 0 {
		order = g.table(played[0])
	}
	var down []string
	for _, side := range played {
		if order[0] == side || !reverts(side) {
			down = append(down, side)
		}
	}
	order = append(without(order, down), down...)
	if rank := g.turnOrder["rank"]; rank != nil {
		slices.SortStableFunc(order, func(a, b string) int {
			return cmp.Compare(about(a).number(parse(word(g.turnOrder, "rank"))), about(b).number(parse(word(g.turnOrder, "rank"))))
		})
	}
	slices.SortStableFunc(order, func(a, b string) int {
		a1, b1 := up(a) && !reverts(a), up(b) && !reverts(b)
		switch {
		case a1 == b1:
			return 0
		case a1:
			return -1
		}
		return 1
	})
	if called := slices.DeleteFunc(slices.Clone(g.called), func(s string) bool { return !slices.Contains(order, s) }); len(called) > 0 { // whom an effect has called plays next
		last := called[len(called)-1:]
		order = append(slices.Clone(last), without(order, last)...)
	}
	answers := without(g.answers, order)
	g.called, g.relaid = without(g.called, order), false
	if !up(order[0]) {
		if i := slices.IndexFunc(order, func(side string) bool { return up(side) && reverts(side) }); i >= 0 {
			answers = append(answers, order[i])
		}
	}
	g.answers = answers
	g.sits(order)
}

// shaped asks whether a play of several acts is one of the shapes.
func (g *game) shaped(acts []act) bool {
	if len(acts) == 1 {
		return true
	}
	var kinds []string
	for _, a := range acts {
		kinds = append(kinds, strings.ToUpper(a.called()[:1])+a.called()[1:])
	}
	pieces, ends := map[string]bool{}, map[square]bool{}
	for _, a := range acts {
		if a.p != nil {
			pieces[a.p.id] = true
		}
		for _, v := range a.victims {
			ends[v.at] = true
		}
	}
	e := g.env().with("mover", sideName(acts[0].side))
	for _, line := range list(g.plays["shapes"]) {
		by, of := words(line, "by"), word(line, "of")
		if (by != nil || of != "") && slices.ContainsFunc(acts, func(a act) bool {
			if a.p == nil {
				return true
			}
			p := g.find(a.p.id) // as it is before the play
			return p == nil || by != nil && !slices.Contains(by, p.typ)
		}) {
			continue
		}
		if of == "one" && len(pieces) != 1 || of == "different" && len(pieces) != len(acts) {
			continue
		}
		if word(line, "on") == "different" && len(ends) != len(acts) {
			continue
		}
		if e.holds(line, "when") {
			return slices.Contains(words(line, "plays"), strings.Join(kinds, ", "))
		}
	}
	return false
}
