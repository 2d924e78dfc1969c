package naivelaw

import (
	"cmp"
	"slices"
	"strings"
)

// reorder settles who plays next after a side has played: it goes to the bottom, a formula sorts anew, and whoever comes before
// others does.
func (g *game) reorder(played string) {
	g.order = append(slices.DeleteFunc(slices.Clone(g.order), func(s string) bool { return s == played }), played)
	about := func(side string) *env { return g.env().with("mover", sideName(side)) }
	if rank := g.turnOrder["rank"]; rank != nil {
		slices.SortStableFunc(g.order, func(a, b string) int {
			return cmp.Compare(about(a).number(parse(word(g.turnOrder, "rank"))), about(b).number(parse(word(g.turnOrder, "rank"))))
		})
	}
	if g.turnOrder["up"] != nil {
		up := func(side string) bool { return about(side).truth(parse(word(g.turnOrder, "up"))) }
		slices.SortStableFunc(g.order, func(a, b string) int {
			switch {
			case up(a) == up(b):
				return 0
			case up(a):
				return -1
			}
			return 1
		})
	}
}

// shaped asks whether a play of several acts is one of the shapes.
func (g *game) shaped(acts []act) bool {
	if len(acts) == 1 {
		return true
	}
	var kinds []string
	for _, a := range acts {
		kinds = append(kinds, strings.ToUpper(a.kind[:1])+a.kind[1:])
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
		if by := words(line, "by"); by != nil && slices.ContainsFunc(acts, func(a act) bool { return a.p == nil || !slices.Contains(by, a.p.typ) }) {
			continue
		}
		if of := word(line, "of"); of == "one" && len(pieces) != 1 || of == "different" && len(pieces) != len(acts) {
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
