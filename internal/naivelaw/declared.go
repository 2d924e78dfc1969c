package naivelaw

import (
	"fmt"
	"maps"
	"slices"
)

// Kinds of moves that rules declare: where pieces go by them, what they cost, and what they may not threaten.

// kindCalled is the declared kind of a name, nil if none is called so.
func (g *game) kindCalled(name string) section {
	for _, k := range g.kinds {
		if word(k, "name") == name {
			return k
		}
	}
	return nil
}

// declared lists the moves of a piece of all declared kinds, whether or not they can be paid for.
func (g *game) declared(p *piece) (all []way) {
	for _, moves := range list(g.types[p.typ]["kinds"]) {
		if name := word(moves, "kind"); g.kindCalled(name) != nil {
			for _, mode := range list(moves["modes"]) {
				all = append(all, g.byKind(p, name, g.written(mode))...)
			}
		}
	}
	return all
}

// kindTakes lists the captures of a piece in all declared kinds by their modes alone, whatever is asked of the board after them.
func (g *game) kindTakes(p *piece) (all []way) {
	for _, moves := range list(g.types[p.typ]["kinds"]) {
		if name := word(moves, "kind"); g.kindCalled(name) != nil {
			for _, mode := range list(moves["modes"]) {
				bare, use := maps.Clone(g.written(mode)), []any{}
				for _, u := range words(bare, "for") {
					if u == "capture" || u == "shot" {
						use = append(use, u)
					}
				}
				if len(use) > 0 {
					bare["for"] = use
					delete(bare, "after")
					all = append(all, g.byKind(p, name, bare)...)
				}
			}
		}
	}
	return all
}

// parted is a mode of a kind as the modes that it is: one for moves, which without captures takes nothing on its way, and one for captures.
func parted(mode section, kind string) (parts []section) {
	uses := words(mode, "for")
	taking := slices.DeleteFunc(slices.Clone(uses), func(u string) bool { return u == "move" })
	if uses == nil || slices.Contains(uses, "move") {
		m := maps.Clone(mode)
		if len(taking) == 0 {
			m = harmless(mode)
		}
		m["for"], m["called"] = []any{"move"}, kind
		parts = append(parts, m)
	}
	if len(taking) > 0 {
		m := maps.Clone(mode)
		var use []any
		for _, u := range taking {
			use = append(use, u)
		}
		m["for"], m["called"] = use, kind
		parts = append(parts, m)
	}
	return parts
}

// byKind lists the moves of a kind by one of its modes, to empty squares and, where it is for that, captures; of a copied type by its modes for moves.
func (g *game) byKind(p *piece, kind string, mode section) (all []way) {
	e := g.about(p)
	modes := []section{mode}
	if as := sub(mode, "as"); as != nil {
		if !e.holds(mode, "when") {
			return nil
		}
		modes = nil
		for _, m := range g.modes(word(as, "type")) {
			if f := words(m, "for"); m["as"] == nil && m["carries"] == nil && (f == nil || slices.Contains(f, "move")) {
				modes = append(modes, m)
			}
		}
	}
	var parts []section
	for _, m := range modes {
		if sub(mode, "as") != nil {
			m = maps.Clone(m)
			if delete(m, "for"); mode["for"] != nil {
				m["for"] = mode["for"]
			}
		}
		parts = append(parts, parted(m, kind)...)
	}
	for _, m := range parts {
		for _, w := range g.plainly(p, m) {
			in := ""
			if w.kind != "move" {
				in = kind
			}
			there := func(e *env) *env { return e.with("from", p.at).with("to", w.to) }
			if sub(mode, "as") != nil && !there(e).with("landing", true).holds(mode, "land") {
				continue
			}
			if mode["after"] != nil {
				a := act{side: p.side, p: p, kind: kind, from: p.at, to: w.to, victims: w.victims}
				if in != "" {
					a.kind, a.in = "capture", kind
				}
				after := g.tries(a)
				asked := there(a.envAfter(g, after))
				if q := after.find(p.id); q != nil { // what follows may have given it to another side
					asked = asked.with("mover", sideName(q.side))
				}
				if !asked.holds(mode, "after") {
					continue
				}
			}
			if in == "" {
				all = append(all, way{to: w.to, kind: kind})
			} else {
				all = append(all, way{to: w.to, kind: w.kind, in: kind, victims: w.victims})
			}
		}
	}
	return all
}

// harmless is a mode without what it says of captures.
func harmless(mode section) section {
	m := maps.Clone(mode)
	var legs []any
	for _, leg := range list(mode["legs"]) {
		leg = maps.Clone(leg)
		delete(leg, "takes")
		legs = append(legs, leg)
	}
	m["legs"] = legs
	for _, key := range []string{"victim", "spares", "takes", "victims", "full", "onward", "clears"} {
		delete(m, key)
	}
	return m
}

// tries is the board after a move of a declared kind and what follows of it, before its piece becomes another. The past is that before the move, also
// for what follows.
func (g *game) tries(a act) *game {
	after := g.clone()
	a.becomes, a.chosen, after.before = "", nil, g
	after.do(a.on(after))
	after.recalls(g)
	after.before, after.money = nil, g.clone().money // during a play everybody has what they had before it
	return after
}

// recalls makes the past of pieces what it was on another board.
func (g *game) recalls(before *game) {
	for _, p := range g.pieces {
		if was := before.find(p.id); was != nil {
			p.born, p.came, p.moved, p.placed, p.stood, p.captures = was.born, was.came, was.moved, was.placed, was.stood, was.captures
		}
	}
	g.last = before.last
}

// cost is what a move of a kind costs a piece, and of which asset.
func (g *game) cost(k section, p *piece) (asset string, n float64) {
	if k["cost"] == nil {
		return "", 0
	}
	return word(k, "asset"), max(0, g.env().with("self", p).with("mover", sideName(p.side)).number(parse(word(k, "cost"))))
}

// pays takes from the player of a side what its act costs.
func (g *game) pays(a act) {
	if k := g.kindCalled(a.called()); k != nil {
		if asset, n := g.cost(k, a.p); n > 0 {
			account := g.player(a.side)
			if g.money[account] == nil {
				g.money[account] = map[string]float64{}
			}
			g.money[account][asset] -= n
		}
	}
}

// tooDear is why who has not what a move costs cannot make it.
const tooDear = "too dear"

// notSo says why an act is no move of its kind: it cannot be paid for, or threatens what such a move may not threaten. That is asked before the
// piece becomes another.
func (g *game) notSo(a act) (clauses []string) {
	k := g.kindCalled(a.called())
	if k == nil {
		return nil
	}
	if asset, n := g.cost(k, a.p); g.money[g.player(a.side)][asset] < n {
		clauses = append(clauses, tooDear)
	}
	if k["may_attack"] == nil && k["may_check"] == nil {
		return clauses
	}
	after := g.tries(a)
	if self := after.find(a.p.id); !after.env().holds(k, "may_attack") && self != nil &&
		slices.ContainsFunc(after.onBoard(), func(x *piece) bool { return g.royal(x.typ) && x.side != a.side && after.attacks(self, x) }) {
		clauses = append(clauses, "attacks a royal piece")
	}
	if !after.env().holds(k, "may_check") && slices.ContainsFunc(g.sides, func(side string) bool { return side != a.side && after.inCheck(side) && !g.inCheck(side) }) {
		clauses = append(clauses, "gives check")
	}
	return clauses
}

// written is a mode as it is written in full: one that is used by its name with the conditions that its user adds.
func (g *game) written(mode section) section {
	if mode["mode"] == nil {
		return mode
	}
	for _, m := range g.common {
		if word(m, "name") != word(mode, "mode") {
			continue
		}
		full := maps.Clone(sub(m, "mode"))
		for _, key := range []string{"when", "land"} {
			switch {
			case mode[key] == nil:
			case full[key] == nil:
				full[key] = mode[key]
			default:
				full[key] = fmt.Sprintf("(%v) and (%v)", full[key], mode[key])
			}
		}
		return full
	}
	panic("mode " + word(mode, "mode"))
}

// becomes is the type that a piece must become where it arrives, "" if none.
func (g *game) becomes(p *piece, to square) string {
	for _, pr := range list(g.types[p.typ]["promotion"]) {
		if slices.ContainsFunc(words(pr, "in"), func(region string) bool { return g.in(to, region, p.side) }) {
			return words(pr, "types")[0]
		}
	}
	return ""
}

// promoted is the type that an act makes of its piece, before anything follows of it.
func (g *game) promoted(a act) string {
	if a.to == a.from {
		return ""
	}
	return g.becomes(a.p, a.to)
}

// staged says whether a stage that the game began with is still open, and leaves out an act.
func (g *game) staged(a act) bool {
	return slices.ContainsFunc(g.stages, func(s section) bool {
		return !g.past[word(s, "name")] && !slices.Contains(words(s, "acts"), a.called())
	})
}

// stagesEnd ends the stages whose end has come after a play.
func (g *game) stagesEnd(mover string) {
	for _, s := range g.stages {
		if g.env().with("mover", sideName(mover)).holds(s, "until") {
			if !g.past[word(s, "name")] {
				g.forgets()
			}
			g.past[word(s, "name")] = true
		}
	}
}
