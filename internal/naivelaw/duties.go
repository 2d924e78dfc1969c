package naivelaw

import (
	"fmt"
	"maps"
	"slices"
)

// env is what the words of duties stand for.
func (a act) env(g *game) *env {
	e := g.env().with("mover", sideName(a.side)).with("from", a.from).with("to", a.to)
	var self, victim *piece
	if a.p != nil {
		self = g.find(a.p.id)
	}
	var victims []*piece
	for _, v := range a.victims {
		if x := g.find(v.id); x != nil {
			victims = append(victims, x)
			if victim == nil || !a.crowd { // of a crowd the one that is named
				victim = x
			}
		}
	}
	return a.choose(g, e.with("self", self).with("victim", victim).with("victims", victims))
}

// refusedTurn says what the acts of a turn offend, each on the board that those before it left; and whether they may be put together so.
func (g *game) refusedTurn(turn []act) (clauses []string) {
	clauses, after := g.refusedBut(turn)
	return append(clauses, after.exposed(turn[0].side)...)
}

// refusedBut is refusedTurn but for check, with the board that the turn leaves.
func (g *game) refusedBut(turn []act) (clauses []string, after *game) {
	if turn[0].kind == "surrender" && g.plays == nil && !g.endsAt("surrender", turn[0].side) {
		clauses = append(clauses, "no surrender")
	}
	if !g.shaped(turn) {
		clauses = append(clauses, "shape")
	}
	board := g
	for _, a := range turn {
		after := board.clone()
		after.do(a.on(after))
		a = a.on(board)
		clauses = append(clauses, board.banned(a, after, true)...)
		clauses = append(clauses, board.obliged(a, board.obligations(), true)...)
		board = after
	}
	if turn[0].kind == "pass" && g.round == nil { // whether it leaves its side in check is asked after what follows of it
		board = board.clone()
		board.dice = func(among []string, n int) []string { return among[:n] }
		board.atSide("passes", turn[0].side)
	}
	return append(clauses, g.exceeds(turn[0].side, board)...), board
}

// forbidden says which duties that forbid and which limits an act offends. Without replies, those are left out that ask for an answer.
func (g *game) forbidden(a act, replies bool) (clauses []string) {
	after := g.clone()
	after.do(a.on(after))
	return slices.Concat(g.banned(a, after, replies), g.exceeds(a.side, after), after.exposed(a.side))
}

// exposed says whether a side that has left a board so has left itself in check, once what limits say is too many has gone.
func (g *game) exposed(side string) []string {
	if !g.checks {
		return nil
	}
	g = g.clone()
	g.excess()
	if slices.ContainsFunc(g.onBoard(), func(p *piece) bool { return p.side == side && g.royal(p.typ) && g.attacked(p) }) {
		return []string{"check"}
	}
	return nil
}

// banned says which duties that forbid an act offends.
func (g *game) banned(a act, after *game, replies bool) (clauses []string) {
	clauses = g.notSo(a)
	if g.staged(a) {
		clauses = append(clauses, "stage")
	}
	for _, d := range g.binding(a) {
		board := g
		if d.section["disarms"] == true {
			board = g.laidBare()
		}
		if f := word(d.section, "forbid"); (f == "" || f != a.kind && f != a.in && f != "any") || !a.env(board).holds(d.section, "when") {
			continue
		}
		if d.section["after"] != nil && !a.envAfter(g, after).holds(d.section, "after") {
			continue
		}
		if d.section["unless"] != nil && (!replies || after.answered(a.side, d.section, "unless", false)) {
			continue
		}
		if d.section["answered"] != nil && (!replies || !after.answered(a.side, d.section, "answered", false)) {
			continue
		}
		clauses = append(clauses, d.clause())
	}
	return clauses
}

// exceeds says which limits that let nothing go are exceeded on a board that a side has left.
func (g *game) exceeds(who string, after *game) (clauses []string) {
	for i, l := range g.limits {
		if word(l, "beyond") != "" {
			continue
		}
		for _, side := range g.of(l) {
			mover := side
			if side == "" {
				mover = who
			}
			now, then := g.counted(l, side), after.counted(l, side)
			most := after.env().with("mover", sideName(mover)).number(parse(word(l, "most")))
			if then > most && then > now {
				clauses = append(clauses, fmt.Sprintf("limit %d", i))
				break
			}
		}
	}
	return clauses
}

// answered asks whether the side that plays next has a legal play after which a condition holds. Of an answer to what a duty forbids it is not
// asked whether it could be answered itself.
func (g *game) answered(played string, d section, field string, replies bool) bool {
	next := g.clone()
	next.excess()
	next.stagesEnd(played)
	next.reorder(played)
	side := next.toPlayWith(played)
	for _, a := range next.acts(side) {
		if len(next.forbidden(a, replies)) > 0 || len(next.obliged(a, next.obligations(), replies)) > 0 {
			continue
		}
		after := next.clone()
		after.do(a.on(after))
		after.excess()
		if after.env().with("mover", sideName(side)).holds(d, field) {
			return true
		}
	}
	return false
}

// obligations lists what definitions oblige to, in the order of their rules, and then procedures.
func (g *game) obligations() (list []law) {
	for _, typ := range slices.SortedFunc(maps.Keys(g.types), func(a, b string) int {
		return number(section{"n": g.numbers[a]}, "n") - number(section{"n": g.numbers[b]}, "n")
	}) {
		list = append(list, laws(g.types[typ]["duties"], typ, g.numbers[typ])...)
	}
	list = append(list, g.duties...)
	return slices.DeleteFunc(list, func(d law) bool { return d.section["oblige"] == nil })
}

// obliged says which obligations an act offends: each asks for acts that are legal but for it and for those after it.
func (g *game) obliged(a act, obligations []law, replies bool) (clauses []string) {
	for i, d := range obligations {
		if d.typ != "" && (a.p == nil || a.p.typ != d.typ) || !a.env(g).holds(d.section, "when") {
			continue
		}
		asked := func(b act) bool {
			must := word(d.section, "oblige")
			return must == b.kind || must == b.in || must == "any" && b.kind != "pass"
		}
		could := func(b act) bool {
			return asked(b) && len(g.forbidden(b, replies)) == 0 && len(g.obliged(b, obligations[:i], replies)) == 0
		}
		acts := g.acts(a.side)
		if !asked(a) {
			if slices.ContainsFunc(acts, func(b act) bool { return (d.typ == "" || b.p == a.p) && could(b) }) {
				clauses = append(clauses, d.clause())
			}
			continue
		}
		if d.section["most"] == nil {
			continue
		}
		counts := func(b act) float64 { return b.env(g).number(parse(word(d.section, "most"))) }
		if slices.ContainsFunc(acts, func(b act) bool {
			return (d.typ == "" || b.p != nil && b.p.typ == d.typ) && asked(b) && counts(b) > counts(a) && could(b)
		}) {
			clauses = append(clauses, d.clause())
		}
	}
	return clauses
}

// binding lists the duties that bind an act.
func (g *game) binding(a act) []law {
	if a.p == nil {
		return g.duties
	}
	return append(laws(g.types[a.p.typ]["duties"], a.p.typ, g.numbers[a.p.typ]), g.duties...)
}

func (l law) clause() string { return word(l.section, "cite") }

// envAfter asks of the board as the act leaves it; a victim is what it was.
func (a act) envAfter(before, g *game) *env {
	e := a.env(g)
	if len(a.victims) > 0 {
		e = e.with("victim", g.find(a.victims[len(a.victims)-1].id))
	}
	if a.p != nil && g.find(a.p.id) == nil { // it is no other, and stands nowhere
		gone := *a.p
		gone.at = square{}
		e = e.with("self", &gone)
	}
	return e
}

// of lists whom a limit counts apart: each side, or ("") all together.
func (g *game) of(l section) []string {
	if word(l, "of") == "all" {
		return []string{""}
	}
	return g.sides
}

// counted is how much there is of what a limit counts.
func (g *game) counted(l section, side string) (n float64) {
	for _, p := range g.among(l, side) {
		if l["counts"] == nil {
			n++
		} else {
			n += g.limitEnv(p).number(parse(word(l, "counts")))
		}
	}
	return n
}

func (g *game) limitEnv(p *piece) *env {
	return g.env().with("it", p).with("mover", sideName(p.side))
}

func (g *game) among(l section, side string) (list []*piece) {
	for _, p := range g.pieces {
		on := p.at != square{}
		switch word(l, "among") {
		case "holding":
			on = !on
		case "both":
			on = true
		}
		if on && (side == "" || p.side == side) && g.limitEnv(p).holds(l, "where") {
			list = append(list, p)
		}
	}
	return list
}

// excess lets go what limits say is too many.
func (g *game) excess() {
	for _, l := range g.limits {
		if word(l, "beyond") == "" {
			continue
		}
		for _, side := range g.of(l) {
			for {
				most := g.env().with("mover", sideName(side)).number(parse(word(l, "most")))
				if g.counted(l, side) <= most {
					break
				}
				var goes *piece
				least := 0.0
				for _, p := range g.among(l, side) {
					if v := g.limitEnv(p).number(parse(word(l, "first"))); goes == nil || v < least {
						goes, least = p, v
					}
				}
				if word(l, "beyond") == "destroyed" {
					g.destroy(goes)
				} else {
					g.lift(goes)
				}
			}
		}
	}
}
