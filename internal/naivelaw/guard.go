package naivelaw

import "slices"

// denied asks whether a piece near another may not move, or may not capture.
func (g *game) denied(p *piece, what string) bool {
	for _, q := range g.onBoard() {
		if q == p {
			continue
		}
		for _, d := range list(g.types[q.typ]["denies"]) {
			switch word(d, "to") {
			case "enemy":
				if q.side == p.side {
					continue
				}
			case "friend":
				if q.side != p.side {
					continue
				}
			}
			within := 1
			if d["within"] != nil {
				within = number(d, "within")
			}
			if types := words(d, "types"); types != nil && !slices.Contains(types, p.typ) {
				continue
			}
			if slices.Contains(words(d, "deny"), what) && g.distance(q.at, p.at) <= within && g.about(q).holds(d, "when") {
				return true
			}
		}
	}
	return false
}

// disarmed asks whether a duty forbids a capture that is then no attack.
func (g *game) disarmed(p *piece, to square, victims []*piece) bool {
	if g.bare {
		return false
	}
	a := act{kind: "capture", side: p.side, p: p, from: p.at, to: to, victims: victims}
	return slices.ContainsFunc(g.binding(a), func(d law) bool {
		f := word(d.section, "forbid")
		return d.section["disarms"] == true && (f == "capture" || f == "any") && a.env(g.laidBare()).holds(d.section, "when")
	})
}

// laidBare is the same game, but that no duty disarms anything.
func (g *game) laidBare() *game {
	b := *g
	b.bare = true
	return &b
}

// immune asks whether a piece is protected from another's captures.
func (g *game) immune(x, captor *piece) bool {
	if g.beneath(x) {
		return true
	}
	for _, q := range g.onBoard() {
		for _, m := range list(g.types[q.typ]["immune"]) {
			switch word(m, "who") {
			case "self":
				if q != x {
					continue
				}
			case "friend":
				if q == x || q.side != x.side || !g.beside(q.at, x.at, word(m, "beside")) {
					continue
				}
			}
			if from := words(m, "from"); from != nil && !slices.Contains(from, captor.typ) {
				continue
			}
			if g.about(q).holds(m, "when") {
				return true
			}
		}
	}
	return false
}

// beside asks whether two squares are neighbours, in directions of a kind.
func (g *game) beside(a, b square, kind string) bool {
	for i, v := range compass {
		if (kind == "orthogonal" && i%2 == 1) || (kind == "diagonal" && i%2 == 0) {
			continue
		}
		if g.next(a, v) == b {
			return true
		}
	}
	return false
}

// about is what the words of a condition about a piece stand for.
func (g *game) about(p *piece) *env {
	return g.env().with("self", p).with("mover", sideName(p.side)).with("from", p.at)
}
