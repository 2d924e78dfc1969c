package naivelaw

import "slices"

// Sides that effects bring into the game, and take out of it.

// comesIn brings a side into the game, with a player and attributes. It takes the bottom place in the order.
func (g *game) comesIn(d section, e *env, side string) {
	name, who := word(d, "enter"), playerName("")
	switch {
	case d["holder"] != nil:
		who = g.playerFor(e.eval(parse(word(d, "holder"))))
	case side != "":
		who = playerName(g.player(side))
	}
	if who == "" || slices.Contains(g.sides, name) {
		return
	}
	g.sides, g.order = append(slices.Clip(g.sides), name), append(slices.Clip(g.order), name)
	g.players[name] = string(who)
	g.forgets()
	for _, a := range words(d, "having") {
		g.gets(name, a)
	}
	g.atSide("enters", name)
}

// leaves takes a side out of the game with its pieces. What it had of states of squares is nobody's.
func (g *game) leaves(side string) {
	g.atSide("leaves", side)
	for _, p := range slices.Clone(g.pieces) {
		if p.side == side {
			g.destroy(p)
		}
	}
	for _, marks := range g.marks {
		for name, m := range marks {
			if m.side == side {
				marks[name] = mark{number: m.number}
			}
		}
	}
	for has := range g.has {
		if len(has) > len(side) && has[:len(side)+1] == side+" " {
			delete(g.has, has)
		}
	}
	for _, other := range g.sides {
		for name := range g.bonds {
			if slices.ContainsFunc([]string{"truce", "pact"}, func(b string) bool { return name == bond(b, side, other) }) {
				delete(g.bonds, name)
			}
		}
	}
	gone := []string{side}
	g.forgets()
	delete(g.players, side)
	g.sides, g.order, g.answers, g.called = without(g.sides, gone), without(g.order, gone), without(g.answers, gone), without(g.called, gone)
}

// finishes does what waits until everything else has been done: sides leave, and then turns end that rules end.
func (g *game) finishes() {
	played := map[string]bool{}
	for len(g.due)+len(g.leaving) > 0 {
		g.farewells(nil)
		g.rulesPlay(played)
	}
	g.left = nil
}

// farewells has the sides leave that effects have said leave, each once, before the next turn begins: of the table where a turn has ended, and of those
// where who was to play has left.
func (g *game) farewells(ended []string) {
	tables := [][]string{ended}
	for len(g.leaving) > 0 {
		side := g.leaving[0]
		g.leaving = g.leaving[1:]
		if g.over || slices.Contains(g.left, side) || !slices.Contains(g.sides, side) {
			continue
		}
		g.left = append(slices.Clip(g.left), side)
		if t := g.table(side); g.toPlayWith(side) == side && !slices.ContainsFunc(tables, func(other []string) bool { return slices.Contains(other, side) }) {
			tables = append(tables, t)
		}
		g.leaves(side)
	}
	g.excess()
	for _, t := range tables {
		if i := slices.IndexFunc(t, func(side string) bool { return slices.Contains(g.sides, side) }); i >= 0 {
			g.turnBegins(t[i])
		}
	}
}
