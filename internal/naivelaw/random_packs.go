package naivelaw

import (
	"fmt"
	"strings"
)

// Packs writes rules by which pieces that stand beside each other go together.
func (r *Random) Packs() string {
	r.past = true
	var b strings.Builder
	board := strings.Replace(r.board(), "        wrap: files\n", "", 1) // a path around it would never come to the square that the piece has left
	b.WriteString("rules:\n  - number: 1\n    title: The board\n    procedure:\n" + board + "      order: {by: " + r.one("list", "fixed") + "}\n      placing: {may_attack: \"true\", may_check: \"true\"}\n")
	if r.chance(40) {
		b.WriteString("      checks: {own_royal: false}\n")
	}
	for i, name := range r.types {
		fmt.Fprintf(&b, "  - number: %d\n    title: The %s\n    piece:\n      name: %s\n      glyph: %s\n      value: %d\n      modes:\n", 10+i, name, name, name[:1], 1+r.IntN(6))
		for range 1 + r.IntN(2) {
			f := r.one("", "", "for: [move], ", "for: [capture], ")
			leg := "dir: " + r.one("orthogonal", "diagonal", "all", "vertical", "[north, east]", "[forward, left, backward]") +
				r.one("", ", n: 1..2", ", n: 1..4", ", n: [1, 3]", ", n: edge", ", n: '1..1 + count(mover.pieces, it != self and distance(it, self) == 1)'", ", n: 'count(self.around(1), not it.empty)'")
			switch {
			case r.chance(20):
				leg = "leap: [1, 2]" + r.one("", ", n: 1..2")
			case r.chance(15) && !strings.Contains(leg, "edge"):
				leg += r.one(", pass: any", ", through: [zone]")
			case r.chance(20):
				leg += "}, {dir: turn45" + r.one("", ", n: 1..2")
			}
			when := ""
			if r.chance(25) {
				when = ", when: '" + r.shallow("self") + "'"
			}
			if r.chance(25) {
				when += ", land: '" + r.landing() + "'"
			}
			fmt.Fprintf(&b, "        - {%slegs: [{%s}]%s}\n", f, leg, when)
		}
		if i < 3 {
			fmt.Fprintf(&b, "      pack: {%s%s%s}\n", r.one("", "", "with: [Ant, Bee], ", "with: [Ant, Bee, Cat, Dog], ", "with: [Dog], "), r.one("", "beside: orthogonal, ", "beside: diagonal, "), r.one(`chain: "false"`, `chain: "true"`))
		}
		if name == "Dog" && r.chance(60) {
			b.WriteString("      royal: true\n")
		}
	}
	return b.String()
}

// pack is a Move of several pieces of a side, more often lawful than not; nil if there is none to be tried.
func (r *Random) pack(g *game, side string) (steps []step) {
	lawful := r.chance(60)
	for range 15 {
		if steps = r.anyPack(g, side); steps != nil && (!lawful || len(g.packed(steps)) == 0) {
			return steps
		}
	}
	return nil
}

func (r *Random) anyPack(g *game, side string) (steps []step) {
	var own []*piece
	for _, p := range g.onBoard() {
		if p.side == side {
			own = append(own, p)
		}
	}
	if len(own) < 2 {
		return nil
	}
	first := own[r.IntN(len(own))]
	among := own
	if belongs := g.belong(first, sub(g.types[first.typ], "pack")); len(belongs) > 1 && r.chance(90) {
		among = belongs
	} else if r.chance(80) {
		return nil
	}
	if r.chance(25) { // those who belong to it only if their neighbours do
		near := section{"chain": "true", "with": []any{"Ant", "Bee", "Cat", "Dog"}}
		if linked := g.belong(first, near); len(linked) > 1 {
			among = linked
		}
	}
	others := []*piece{first}
	for range 1 + r.IntN(2) {
		if p := among[r.IntN(len(among))]; !contains(others, p) {
			others = append(others, p)
		}
	}
	if len(others) < 2 {
		return nil
	}
	left := g.clone()
	for _, p := range others {
		left.setOut = append(left.setOut, p.id)
	}
	for _, p := range others {
		could := left.goals(p.id)
		to := squareOf(r.square())
		if len(could) > 0 && r.chance(92) {
			to = could[r.IntN(len(could))]
		}
		steps = append(steps, step{p, to})
	}
	return steps
}

func contains(list []*piece, p *piece) bool {
	for _, q := range list {
		if p == q {
			return true
		}
	}
	return false
}
