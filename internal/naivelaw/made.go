package naivelaw

import "slices"

// Plays and Passes that rules make for sides whose turn it is.

// A due is an effect that ends the turn of a side once all else has been done.
type due struct {
	section
	side string
}

// rulesPlay ends the turns that effects say are to be ended: of each side once, if it is its turn by then.
func (g *game) rulesPlay(done map[string]bool) {
	for len(g.due) > 0 {
		e := g.due[0]
		g.due = g.due[1:]
		if g.over || g.round != nil || done[e.side] || g.toPlayWith(e.side) != e.side {
			continue
		}
		a := act{side: e.side, kind: "pass"}
		if e.section["play"] != nil {
			best := g.best(e)
			if len(best) == 0 {
				continue
			}
			a = g.picks(best, e.section["lot"] != nil)
		}
		done[e.side] = true
		g.makes([][]act{{a}})
	}
}

// best lists the legal plays of a side that will do, of which an effect prefers none.
func (g *game) best(e due) (list []act) {
	least := 0.0
	for _, a := range g.acts(e.side) {
		if a.kind == "pass" || !a.env(g).holds(e.section, "where") || len(g.refusedTurn([]act{a})) > 0 {
			continue
		}
		n := 0.0
		if e.section["first"] != nil {
			n = a.env(g).number(parse(word(e.section, "first")))
		}
		if len(list) == 0 || n < least {
			list, least = nil, n
		}
		if n == least {
			list = append(list, a)
		}
	}
	if e.section["lot"] == nil && len(list) > 0 { // the oldest piece comes first
		list = slices.DeleteFunc(list, func(a act) bool { return a.p != list[0].p })
	}
	return list
}
