package naivelaw

import (
	"slices"
	"strconv"
)

// Plays that powers take back.

// mostTaken is how many plays effects in force take back at most; one whose number is a formula may take back eight.
func (g *game) mostTaken() (most int) {
	for _, p := range g.powers {
		for _, d := range list(p["do"]) {
			if d["takeback"] == nil {
				continue
			}
			n, err := strconv.Atoi(word(d, "takeback"))
			if err != nil {
				n = 8
			}
			most = max(most, min(n, 8))
		}
	}
	return most
}

// remembers keeps the game as it is when a side makes a play: of as many plays as an effect in force takes back.
func (g *game) remembers() {
	was := g.clone()
	was.memories = nil
	all := append(slices.Clip(g.memories), was)
	g.memories = all[max(0, len(all)-g.mostTaken()):]
}

// takebacks is how many of the last plays can be taken back.
func (g *game) takebacks() int {
	if g.over {
		return 0
	}
	return len(g.memories)
}

// takesBack puts the game back to where it was when the first of some plays was made. Rules, players, offices and the labels of pieces stay as they are.
func (g *game) takesBack(n int) {
	if n < 1 || n > g.takebacks() {
		return
	}
	k := len(g.memories) - n
	was := g.memories[k].clone()
	g.memories = g.memories[:k]
	g.pieces, g.marks, g.shut, g.money, g.has, g.bonds = was.pieces, was.marks, was.shut, was.money, was.has, was.bonds
	g.order, g.answers, g.called, g.relaid = was.order, was.answers, was.called, was.relaid
	g.turns, g.last, g.been, g.since, g.quiet, g.gone = was.turns, was.last, was.been, was.since, was.quiet, was.gone
	for _, p := range g.onBoard() {
		if g.types[p.typ] == nil {
			g.lift(p)
		}
	}
}

// forgets makes it so that no play made up to now can be taken back.
func (g *game) forgets() { g.memories = nil }
