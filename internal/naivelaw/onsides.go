package naivelaw

import (
	"maps"
	"slices"
	"strings"
)

// onSide makes an effect on a side, the same at every moment; other is the side that the moment knows beside it.
func (g *game) onSide(d section, e *env, side, other string) bool {
	if d["other"] != nil {
		other = g.sideOf(e.eval(parse(word(d, "other"))))
	}
	switch {
	case d["clear"] != nil:
		for _, account := range g.money {
			delete(account, word(d, "clear"))
		}
	case d["attribute"] != nil:
		g.gets(side, word(d, "attribute"))
	case d["strip"] != nil:
		delete(g.has, side+" "+word(d, "strip"))
	case d["entrust"] != nil:
		if who := g.playerFor(e.eval(parse(word(d, "holder")))); who != "" && string(who) != g.player(side) {
			g.players[side] = string(who)
			g.forgets()
		}
	case d["bind"] != nil || d["release"] != nil || d["exchange"] != nil:
		switch {
		case other == "" || other == side:
		case d["exchange"] != nil:
			if g.player(side) != g.player(other) {
				g.forgets()
			}
			g.players[side], g.players[other] = g.player(other), g.player(side)
		case d["bind"] != nil:
			g.bonds[bond(word(d, "bind"), side, other)] = true
		default:
			delete(g.bonds, bond(word(d, "release"), side, other))
		}
	case d["next"] != nil:
		g.calls(side)
	case d["unseal"] != nil:
		maps.DeleteFunc(g.seals, func(of, _ string) bool { return strings.HasPrefix(of, word(d, "unseal")+" ") })
	case d["appoint"] != nil:
		g.office(d, e, playerName(g.player(side)))
	case d["dismiss"] != nil:
		delete(g.offices, word(d, "dismiss"))
	default:
		return false
	}
	return true
}

// gets gives a side an attribute, which another one loses that alone may have it.
func (g *game) gets(side, name string) {
	for _, a := range g.attributes {
		if word(a, "name") == name && number(a, "most") == 1 {
			for _, other := range g.sides {
				delete(g.has, other+" "+name)
			}
		}
	}
	g.has[side+" "+name] = true
}

// typeFor is the type that an effect names: itself, that of a piece, or what a formula yields. "" is none.
func (e *env) typeFor(d section, key string) string {
	if name := word(d, key); e.g.types[name] != nil {
		return name
	} else if slices.ContainsFunc(e.g.rules, func(r section) bool { return word(sub(r, "piece"), "name") == name }) {
		return "" // that no rule in force defines
	}
	switch v := e.eval(parse(word(d, key))).(type) {
	case *piece:
		if v != nil {
			return v.typ
		}
	case typeName:
		return string(v)
	}
	return ""
}

// shuts closes a square, or all those for which a condition holds, or opens them.
func (g *game) shuts(d section, e *env) {
	verb, can := "close", g.empty
	if d["open"] != nil {
		verb, can = "open", func(sq square) bool { return g.shut[sq] }
	}
	if word(d, verb) != "squares" {
		if sq := e.place(d, verb); can(sq) {
			g.close(sq, verb == "close")
		}
		return
	}
	var names []string
	for _, sq := range g.squares() {
		if can(sq) && e.with("place", sq).holds(d, "where") {
			names = append(names, sq.String())
		}
	}
	for _, name := range g.lots(d, e, names) {
		g.close(squareOf(name), verb == "close")
	}
}

func (g *game) close(sq square, shut bool) {
	if g.shut[sq] = true; !shut {
		delete(g.shut, sq)
	}
}

// setAll gives pieces the values of a counter that are worked out before the first of them has one.
func (g *game) setAll(d section, e *env) {
	values := map[string]int{}
	var ids []string
	for _, p := range g.onBoard() {
		has := slices.ContainsFunc(g.countersOf(p.typ), func(c section) bool { return word(c, "name") == word(d, "set") })
		if it := e.with("it", p); has && it.holds(d, "where") {
			values[p.id] = int(it.number(parse(word(d, "to"))))
			ids = append(ids, p.id)
		}
	}
	for _, id := range g.lots(d, e, ids) {
		g.setCounter(g.find(id), word(d, "set"), values[id])
	}
}

// trades has a piece change places with another, and says which squares they then stand on.
func (g *game) trades(p, q *piece) (at, other square, done bool) {
	if q == nil || p == q || p.at == q.at || p.at == (square{}) || q.at == (square{}) || g.wide(p.typ) || g.wide(q.typ) || !g.joins(p.typ, q.at, q, p) || !g.joins(q.typ, p.at, p, q) {
		return at, other, false
	}
	other, at = p.at, q.at
	p.at, q.at = at, other
	g.arrived(p, other)
	g.arrived(q, at)
	return at, other, true
}
