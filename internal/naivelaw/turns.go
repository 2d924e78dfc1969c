package naivelaw

import (
	"cmp"
	"slices"
	"strings"
)

// toPlay is whose turn it is; nobody's while several sides play at once.
func (g *game) toPlay() string {
	if g.round != nil {
		return ""
	}
	if g.answers != "" {
		return g.answers
	}
	return g.order[0]
}

// reorder settles who plays next after a side has played: it goes to the bottom, a formula sorts anew, and whoever comes before others
// does. While turns revert, those who come before others answer and lose no place.
func (g *game) reorder(played ...string) {
	about := func(side string) *env { return g.env().with("mover", sideName(side)) }
	up := func(side string) bool {
		return g.turnOrder["up"] != nil && about(side).truth(parse(word(g.turnOrder, "up")))
	}
	reverts := func(side string) bool {
		return word(g.turnOrder, "after_answer") == "revert" || g.turnOrder["reverts"] != nil && about(side).truth(parse(word(g.turnOrder, "reverts")))
	}
	var down []string
	for _, side := range played {
		if g.order[0] == side || !reverts(side) {
			down = append(down, side)
		}
	}
	g.order = append(slices.DeleteFunc(slices.Clone(g.order), func(s string) bool { return slices.Contains(down, s) }), down...)
	g.answers = ""
	if rank := g.turnOrder["rank"]; rank != nil {
		slices.SortStableFunc(g.order, func(a, b string) int {
			return cmp.Compare(about(a).number(parse(word(g.turnOrder, "rank"))), about(b).number(parse(word(g.turnOrder, "rank"))))
		})
	}
	slices.SortStableFunc(g.order, func(a, b string) int {
		a1, b1 := up(a) && !reverts(a), up(b) && !reverts(b)
		switch {
		case a1 == b1:
			return 0
		case a1:
			return -1
		}
		return 1
	})
	if side := g.called; side != "" { // whom an effect has called plays next
		g.order = append([]string{side}, slices.DeleteFunc(slices.Clone(g.order), func(s string) bool { return s == side })...)
	}
	g.called, g.relaid = "", false
	if up(g.order[0]) {
		return
	}
	for _, side := range g.order {
		if up(side) && reverts(side) && g.answers == "" {
			g.answers = side
		}
	}
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
