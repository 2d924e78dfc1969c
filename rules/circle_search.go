package rules

import (
	"fmt"
	"slices"
	"strings"
)

// This file walks the graph of circle.go and puts what it finds into words.

// search finds the questions that depend on each other.
func (g *graph) search() {
	for x := range g.types {
		for _, q := range g.attacksOf(x, false) {
			if g.index[q] == 0 {
				g.visit(q)
			}
		}
	}
}

// visit is Tarjan's algorithm for strongly connected components.
func (g *graph) visit(q question) {
	g.all = append(g.all, q)
	g.index[q], g.low[q] = len(g.all), len(g.all)
	base := len(g.stack)
	g.stack = append(g.stack, q)
	for _, e := range g.next(q) {
		if g.edges++; g.edges > mostEdges {
			return
		}
		switch {
		case g.index[e.to] == 0:
			g.visit(e.to)
			g.low[q] = min(g.low[q], g.low[e.to])
		case g.group[e.to] == 0:
			g.low[q] = min(g.low[q], g.index[e.to])
			g.round = true
		}
		d := g.depth[q]
		for k := range d {
			d[k] = max(d[k], g.below(e, k))
		}
		g.depth[q] = d
	}
	if g.low[q] == g.index[q] {
		for _, member := range g.stack[base:] {
			g.group[member] = g.index[q]
		}
		g.stack = g.stack[:base]
	}
}

// mostTries is how many circles are spelled out to find a short one.
const mostTries = 40

// circle returns a short circle with an edge that is wanted, nil if there is none. Of
// equally short ones it takes one in which nothing acts as something else.
func (g *graph) circle(wanted func(edge) bool) []edge {
	if !g.round {
		return nil
	}
	for _, q := range g.all { // what asks itself is the shortest
		for _, e := range g.next(q) {
			if e.to == q && q.a == none && wanted(e) {
				return []edge{e}
			}
		}
	}
	var best []edge
	acting := true
	tries := 0
	for _, pass := range []bool{false, true} {
		for _, q := range g.all {
			if (q.a != none) != pass || tries >= mostTries {
				continue
			}
			for _, e := range g.next(q) {
				if g.group[e.to] != g.group[q] || !wanted(e) || tries >= mostTries {
					continue
				}
				tries++
				way := append([]edge{e}, g.way(e.to, q)...)
				as := slices.ContainsFunc(way, func(e edge) bool { return e.to.a != none })
				if best == nil || len(way) < len(best) || len(way) == len(best) && acting && !as {
					best, acting = way, as
				}
			}
		}
	}
	return best
}

// way returns the shortest way between two questions that depend on each other.
func (g *graph) way(from, to question) []edge {
	if from == to {
		return nil
	}
	type step struct {
		edge
		before question
	}
	came := map[question]step{}
	queue := []question{from}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, e := range g.next(at) {
			if _, seen := came[e.to]; seen || e.to == from || g.group[e.to] != g.group[from] {
				continue
			}
			came[e.to] = step{e, at}
			if e.to == to {
				var list []edge
				for q := to; q != from; q = came[q].before {
					list = append(list, came[q].edge)
				}
				slices.Reverse(list)
				return list
			}
			queue = append(queue, e.to)
		}
	}
	return nil
}

// below returns how many questions of a kind are inside each other from an edge on.
func (g *graph) below(e edge, kind int) int {
	n := g.depth[e.to][kind]
	if e.kind == kind {
		n++
	}
	return n
}

// deep returns a chain of more questions inside each other than are allowed, and of which
// kind they are, as an index of nesting.
func (g *graph) deep() (list []edge, kind int) {
	if g.round {
		return nil, 0
	}
	for _, q := range g.all {
		for k := range nesting {
			if g.depth[q][k] <= nesting[k].most {
				continue
			}
			for g.depth[q][k] > 0 {
				for _, e := range g.next(q) {
					if g.below(e, k) == g.depth[q][k] {
						list = append(list, e)
						q = e.to
						break
					}
				}
			}
			return list, k
		}
	}
	return nil, 0
}

// attacksOf returns the questions whether an X attacks anything.
func (g *graph) attacksOf(x int, defence bool) (list []question) {
	for p := none; p < len(g.types); p++ {
		if p == none || g.types[p].shielded() {
			list = append(list, g.attacksOn(x, p, defence)...)
		}
	}
	return list
}

func (m *member) shielded() bool {
	return slices.ContainsFunc(m.shields, func(s shield) bool { return s.self })
}

// attacksOn returns the questions whether an X attacks a P, by what it acts as: any type if
// it copies what its side moved last, or what a formula yields; else its victim's, or what that one would copy.
func (g *graph) attacksOn(x, p int, defence bool) (list []question) {
	list = append(list, question{defence, x, none, p})
	m := &g.types[x]
	for a := range g.types {
		if a == x || !m.last && !m.piece && !m.victim {
			continue
		}
		if m.last || m.piece || a == p || p == none && (g.lasting || !g.types[a].shielded()) || p != none && g.types[p].last {
			list = append(list, question{defence, x, a, p})
		}
	}
	return list
}

// next returns the questions that q depends on.
func (g *graph) next(q question) (list []edge) {
	x := &g.types[q.x]
	attacked := func(by *asks, s int) {
		p := none
		if g.types[s].shielded() {
			p = s
		}
		for z := range g.types {
			for _, to := range g.attacksOn(z, p, q.defence) {
				list = append(list, edge{to, attackedAsked, "attacked(" + g.types[s].name + ")", by})
			}
		}
	}
	attacks := func(by *asks, stand int) {
		for _, to := range g.attacksOf(stand, q.defence) {
			list = append(list, edge{to, attacksAsked, "attacks(" + g.types[stand].name + ")", by})
		}
	}
	defends := func(by *asks, stand int) {
		for _, to := range g.attacksOf(stand, true) {
			list = append(list, edge{to, defendsAsked, "defends(" + g.types[stand].name + ")", by})
		}
	}
	about := func(by *asks, s, stand int) {
		if by.attacked {
			attacked(by, s)
		}
		if by.attacks {
			attacks(by, stand)
		}
		if by.defends {
			defends(by, stand)
		}
		for z := range g.types {
			if by.of.attacked {
				attacked(by, z)
			}
			if by.of.attacks {
				attacks(by, z)
			}
			if by.of.defends {
				defends(by, z)
			}
		}
	}
	modes := func(all [][]*asks, stand int) {
		for _, mode := range all {
			if q.defence && slices.ContainsFunc(mode, func(by *asks) bool { return by.defends || by.of.defends }) {
				continue // such modes are left out
			}
			for _, by := range mode {
				about(by, q.x, stand)
			}
		}
	}
	if q.a == none {
		modes(x.takes, q.x)
		for i := range g.types {
			modes(g.types[i].lends, q.x)
		}
	} else {
		a := &g.types[q.a]
		for _, by := range x.copies {
			about(by, q.x, q.x)
		}
		stands := []int{q.x}
		if x.victim {
			stands = append(stands, q.a)
		}
		for _, stand := range stands {
			modes(a.takes, stand)
			if x.last || a.last {
				for _, mode := range a.moves {
					if g.copies || !slices.ContainsFunc(mode, func(by *asks) bool { return (by.attacked || by.of.attacked) && !by.attacks && !by.of.attacks }) {
						modes([][]*asks{mode}, stand)
					}
				}
			}
			for _, by := range a.copies {
				about(by, q.x, stand)
			}
		}
	}
	for y := range g.types {
		for _, d := range g.types[y].denies {
			if len(d.types) == 0 || slices.Contains(d.types, x.name) {
				about(d.when, y, y)
			}
		}
	}
	if q.p != none {
		for _, s := range g.types[q.p].shields {
			if !s.self || !g.covers(s, q) {
				continue
			}
			if s.when == nil {
				return list
			}
			about(s.when, q.p, q.p)
		}
	}
	for y := range g.types {
		for _, s := range g.types[y].shields {
			if !s.self && s.when != nil && g.covers(s, q) {
				about(s.when, y, y)
			}
		}
	}
	return list
}

func (g *graph) covers(s shield, q question) bool {
	return len(s.from) == 0 || slices.Contains(s.from, g.types[q.x].name) ||
		s.acting && q.a != none && slices.Contains(s.from, g.types[q.a].name)
}

// spell puts a circle or a chain into words.
func (g *graph) spell(list []edge) string {
	var b strings.Builder
	last := list[len(list)-1].to
	b.WriteString(g.attack(last))
	for _, e := range list {
		fmt.Fprintf(&b, " ← %s ← %s ← %s", e.by.words, e.asked, g.attack(e.to))
	}
	return b.String()
}

func (g *graph) attack(q question) string {
	s := "attack of " + g.types[q.x].name
	if q.a != none {
		s += " as " + g.types[q.a].name
	}
	return s
}

// at returns the field of r that a circle passes through, or the nearest to blame.
func (g *graph) at(r *Rule, list []edge) string {
	for _, e := range list {
		if e.by.rule == r.Number {
			return e.by.field
		}
	}
	if r.Piece == nil {
		return "procedure"
	}
	return "piece"
}
