package naivelaw

// Pieces that stand beside each other and go together as one Move. Only the ways of packs are known, not duties and consequences of those
// that go along, nor packs whose pieces are asked anew.

import (
	"fmt"
	"slices"
)

// A step is one of the moves of pieces that go together.
type step struct {
	p  *piece
	to square
}

// packed says what is wrong with pieces going together as the pack of the first of them, each to a square.
func (g *game) packed(steps []step) (clauses []string) {
	pack := sub(g.types[steps[0].p.typ], "pack")
	if pack == nil {
		return []string{"no pack"}
	}
	belongs := g.belong(steps[0].p, pack)
	left := g.clone()
	for _, s := range steps {
		left.setOut = append(left.setOut, s.p.id)
	}
	for i, s := range steps {
		if i > 0 && !slices.Contains(belongs, s.p) {
			clauses = append(clauses, "not of the pack")
		}
		for j, other := range steps {
			if j != i && (other.to == s.to || other.p == s.p) {
				clauses = append(clauses, "two at one place")
			}
		}
		if !slices.Contains(left.goals(s.p.id), s.to) {
			clauses = append(clauses, "no way")
		}
	}
	return clauses
}

// belong lists the pieces of a pack beside the first: its neighbours, and theirs if they are asked for.
func (g *game) belong(first *piece, pack section) []*piece {
	with := words(pack, "with")
	if with == nil {
		with = []string{first.typ}
	}
	found := []*piece{first}
	for i := 0; i < len(found) && (i == 0 || word(pack, "chain") == "true"); i++ {
		for _, q := range g.onBoard() {
			if q.side == first.side && slices.Contains(with, q.typ) && !slices.Contains(found, q) && g.beside(found[i].at, q.at, word(pack, "beside")) {
				found = append(found, q)
			}
		}
	}
	return found
}

// goals lists where a piece could go on a board whose squares its pack has left, while each of the pack still stands where it stood.
func (g *game) goals(id string) (found []square) {
	p := g.find(id)
	e := g.about(p)
	for _, mode := range g.modes(p.typ) {
		if f := words(mode, "for"); f != nil && !slices.Contains(f, "move") || g.denied(p, "move") || !e.holds(mode, "when") {
			continue
		}
		w := &walker{been: map[string]bool{}, g: g, p: p, mode: mode, legs: list(mode["legs"])}
		w.paths()
		for _, n := range w.ends {
			if n.to != p.at && g.empty(n.to) && !slices.Contains(found, n.to) && e.with("to", n.to).with("landing", true).holds(mode, "land") {
				found = append(found, n.to)
			}
		}
	}
	return found
}

// together writes such a Move as a play.
func together(steps []step) (text string) {
	for i, s := range steps {
		if i > 0 {
			text += fmt.Sprintf(" + %v-%v", s.p.at, s.to)
		} else {
			text = fmt.Sprintf("#%s %v-%v", s.p.id, s.p.at, s.to)
		}
	}
	return text
}
