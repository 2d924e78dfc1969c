package naivelaw

import "slices"

// attacks asks whether a piece could capture another.
func (g *game) attacks(p, x *piece) bool {
	if p.at == (square{}) || x.at == (square{}) || p.side == x.side {
		return false
	}
	asked := *g
	asked.taking = true
	g = &asked
	for _, mode := range g.modes(p.typ) {
		if mode["carries"] != nil || !takes(mode) {
			continue
		}
		if slices.ContainsFunc(g.byMode(p, mode), func(w way) bool { return w.kind == "capture" && slices.Contains(w.victims, x) }) {
			return true
		}
	}
	return slices.ContainsFunc(g.kindTakes(p), func(w way) bool { return w.kind == "capture" && slices.Contains(w.victims, x) })
}

// takes asks whether a mode is for captures.
func takes(mode section) bool {
	f := words(mode, "for")
	return f == nil || slices.Contains(f, "capture") || slices.Contains(f, "shot")
}

func (g *game) attacked(x *piece) bool {
	return slices.ContainsFunc(g.onBoard(), func(p *piece) bool { return g.attacks(p, x) })
}

// defends asks whether a piece would attack a friend, were that alone of a side of its own, whatever is already.
func (g *game) defends(p, x *piece) bool {
	if p == x || p.side != x.side || p.at == (square{}) || x.at == (square{}) {
		return false
	}
	other := g.clone()
	apart := "~" + x.side
	for slices.ContainsFunc(g.pieces, func(q *piece) bool { return q.side == apart }) { // a friend asked about by the question that asks this
		apart = "~" + apart
	}
	other.find(x.id).side = apart
	return other.attacks(other.find(p.id), other.find(x.id))
}

func (g *game) value(p *piece) float64 {
	if g.types[p.typ] == nil { // no rule in force defines it
		return 0
	}
	itself := *g
	itself.copied, itself.copier = nil, ""
	return itself.env().with("self", p).number(parse(word(g.types[p.typ], "value")))
}

// modes are those of a type, each written in full.
func (g *game) modes(typ string) (all []section) {
	for _, m := range list(g.types[typ]["modes"]) {
		all = append(all, g.written(m))
	}
	return all
}
