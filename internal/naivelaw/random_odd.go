package naivelaw

import (
	"fmt"
	"strings"
)

// Odd writes rules about what few rules speak of: sides that answer out of turn, positions that recur, pieces that cover several
// squares, several on one square, several that move as one. One of these each, with few words beside.
func (r *Random) Odd() string {
	what := r.one("turns", "covers", "shares", "shares", "recurs")
	var b strings.Builder
	b.WriteString("rules:\n  - number: 1\n    title: The board\n    procedure:\n")
	if what == "recurs" {
		r.Files, r.Ranks, r.quiet, r.plays = 3, 3, true, 30
	}
	b.WriteString(r.board())
	b.WriteString("      placing: {may_attack: \"true\"}\n      assets: [{name: gems, halves: true}]\n")
	switch what {
	case "turns":
		fmt.Fprintf(&b, "      order: {by: %s, up: '%s'%s}\n", r.one("list", "list", "fixed"), r.one("count(mover.pieces) <= 3", "any(mover.pieces, it.rank == 1)", `mover == "Blue"`, "mover.holdings_are"),
			r.one("", ", after_answer: revert", ", reverts: 'count(mover.pieces) > 2'", ", reverts: 'any(mover.pieces, it.rank > 3)'"))
		text := strings.ReplaceAll(b.String(), "mover.holdings_are", "any(mover.holdings, it.value >= 3)")
		b.Reset()
		b.WriteString(text)
	case "recurs":
		fmt.Fprintf(&b, "      order: {by: %s}\n      ends:\n        - {when: '%s', cite: \"§5\"}\n", r.one("list", "fixed"),
			r.one("repetitions >= 2", "repetitions >= 3", "recurrence >= 4", "recurrence == 6", `quiet("Ant") >= 5`, `quiet("Bee") >= 4 and repetitions > 1`))
	default:
		b.WriteString("      order: {by: fixed}\n")
	}
	if what == "shares" && r.chance(60) {
		fmt.Fprintf(&b, "      sharing: {%s: \"true\"}\n", r.one("all", "ground", "landing", "barred"))
	}
	if r.chance(40) {
		b.WriteString("      passing: {when: 'true'}\n")
	}
	b.WriteString(r.consequences("      ", false))
	for i, name := range r.types {
		fmt.Fprintf(&b, "  - number: %d\n    title: The %s\n    piece:\n      name: %s\n      glyph: %s\n      value: %d\n", 10+i, name, name, name[:1], 1+r.IntN(6))
		r.counter = false
		broad := what == "covers" && i%2 == 0
		if broad {
			r.counter = r.chance(60)
			if r.counter {
				fmt.Fprintf(&b, "      counters: [{name: heat, initial: %d, most: 3, over: 0}]\n", r.IntN(4))
			}
			b.WriteString("      covers: " + r.one("[[0, 0], [1, 0]]", "[[0, 0], [0, 1]]", "[[0, 0], [1, 0], [0, 1]]", "[[0, 0], [1, 1]]", "[[0, 0], [2, 0]]", "[[-1, 0], [0, 0], [1, 0]]") + "\n" + r.faces())
		}
		if what == "shares" && (i < 2 || r.chance(40)) {
			fmt.Fprintf(&b, "      shares: %d\n", 2+r.IntN(3))
		}
		b.WriteString("      modes:\n")
		for range 1 + r.IntN(2) {
			on := r.one("", "", "for: [move], ", "for: [capture], ")
			if what == "shares" && r.chance(20) {
				on = "for: [shot], "
			}
			if what == "recurs" {
				on = "for: [move], "
			}
			leg := "dir: " + r.one("orthogonal", "diagonal", "all", "vertical", "[north, east]", "[forward, left, backward]")
			leg += r.one("", ", n: 1..2", ", n: 1..4", ", n: [1, 3]", ", n: edge")
			switch {
			case strings.Contains(leg, "edge"):
			case r.chance(20):
				leg += ", pass: any"
			case !broad && r.chance(25):
				leg = "dir: " + r.one("orthogonal", "all") + ", n: 2..5, hop: " + r.one("over", "next", "1..2")
			case !broad && what != "shares" && r.chance(25):
				leg = "leap: [1, 2]" + r.one("", ", n: 1..2")
			}
			legs := "{" + leg + "}"
			f := ""
			if r.chance(20) {
				f = ", when: '" + r.shallow("self") + "'"
			}
			if r.chance(15) {
				f += ", land: '" + r.landing() + "'"
			}
			if r.chance(15) && on != "for: [move], " {
				f += ", spares: [" + r.one(r.types...) + "]"
			}
			fmt.Fprintf(&b, "        - {%slegs: [%s]%s}\n", on, legs, f)
		}
		b.WriteString(r.guards())
		b.WriteString(r.consequences("      ", true))
	}
	return b.String()
}
