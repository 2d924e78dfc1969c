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
	ordered := what == "shares" && r.chance(50)
	switch {
	case ordered:
		fmt.Fprintf(&b, "      counters: [{name: level}]\n      sharing: {%sorder: level}\n", r.one("", "", `all: "true", `, `landing: "true", `, `barred: "true", `))
	case what == "shares" && r.chance(60):
		fmt.Fprintf(&b, "      sharing: {%s: \"true\"}\n", r.one("all", "ground", "landing", "barred"))
	}
	if r.chance(40) {
		b.WriteString("      passing: {when: 'true'}\n")
	}
	b.WriteString(r.consequences("      ", false))
	if what == "shares" {
		b.WriteString(r.loads(ordered))
	}
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

// loads writes what goes along with others, comes to squares where others stand, and which piece is on top there.
func (r *Random) loads(ordered bool) string {
	var b strings.Builder
	b.WriteString("  - number: 2\n    title: Loads\n    procedure:\n      consequences:\n")
	for range 1 + r.IntN(3) {
		on := r.one("moved", "landed", "landed", "captures")
		where := r.one("it.square == left", "it.square == left and it.side == actor.side", "it.square == left and it != actor", "it.square == from", "distance(it, at) == 1 and it.side == mover")
		do := r.one("move: pieces, on: "+r.one("to", "at")+", join: true, where: '"+where+"'", "move: pieces, on: at, join: true, where: '"+where+"'", "create: "+r.one(r.types...)+", on: "+r.one("from", "at", "left")+", join: true",
			"push: pieces, join: true, where: 'it != actor and distance(it, actor) == 1'", "move: pieces, on: along, join: true, where: 'it != actor and distance(it, from) <= 1'")
		switch r.IntN(6) {
		case 0:
			on, do = "captured", "place: holdings, side: "+r.one("mover", "owner")+", on: "+r.one("to", "from", "at")+", join: true, where: 'it == victim'"
		case 1, 2:
			if ordered {
				do = "set: level, to: '" + r.one("count(pieces, it.square == at)", "actor.counter(\"level\") + 1", "1 - actor.counter(\"level\")", "actor.rank") + "'"
			}
		}
		fmt.Fprintf(&b, "        - {on: %s, do: [{%s}], cite: \"§%d\"}\n", on, do, 1+r.IntN(9))
	}
	return b.String()
}

// Carrying writes rules about the ways of pieces that push others ahead, draw them behind, and march in rows.
func (r *Random) Carrying() string {
	if r.chance(60) {
		r.Files, r.Ranks = 4, 5 // where rows reach the edge
	}
	text := "rules:\n  - number: 1\n    title: The board\n    procedure:\n" + r.board() + r.definitions(func(name string) string {
		if name == "Dog" && r.chance(40) {
			return "      royal: true\n"
		}
		return ""
	})
	parts := strings.Split(text, "      modes:\n")
	for i := range parts[1:] {
		for range 1 + r.IntN(2) {
			parts[i+1] = r.carry() + parts[i+1]
		}
	}
	return strings.Join(parts, "      modes:\n")
}

// accompanied lets pieces push others, or draw them along.
func (r *Random) accompanied(text string) string {
	parts := strings.Split(text, "      modes:\n")
	for i := range parts[1:] {
		switch {
		case r.rows:
			parts[i+1] = r.marches("") + parts[i+1]
		case r.chance(60):
			parts[i+1] = r.pushes("") + parts[i+1]
		}
	}
	return strings.Join(parts, "      modes:\n")
}

// pushes is a mode by which a piece pushes another one ahead, or draws it behind.
func (r *Random) pushes(when string) string {
	legs := []string{"dir: " + r.one("orthogonal", "all", "diagonal", "[forward, left]") + r.one("", "", ", n: 1..2", ", n: 1..3"), "leap: [1, 2]", "dir: orthogonal, n: 2..3, hop: " + r.one("over", "next"), "dir: all, n: 1..2, pass: any"}
	any := r.one("", "any: '"+r.shallow("victim")+"', ", "any: 'victim.side != mover', ", "any: 'victim.value < self.value and victim.rank != to.rank', ", "any: 'distance(victim, to) <= 2', ", `any: 'to.in("zone") or victim.type == self.type', `)
	if any == "" {
		any = "any: 'true', "
	}
	return fmt.Sprintf("        - {for: [move], legs: [{%s}], carries: {%s%s: [{%s}]}%s}\n", r.one(legs...), any, r.one("ahead", "behind"), r.one(legs...), when)
}

func (r *Random) carry() string {
	when := r.one("", "", ", when: '"+r.shallow("self")+"'", ", land: '"+r.one("dx + dy != 3", `in("zone")`, `not in("home")`, "to_centre <= from_centre", `to.next("forward").empty`, "distance >= 2")+"'")
	if r.chance(50) {
		return r.pushes(when)
	}
	return r.marches(when)
}

// marches is a mode by which a row moves as one.
func (r *Random) marches(when string) string {
	row := r.one("ahead", "ahead", "[north]", "[east]", "[north, northeast]", "[forward, right]", "diagonal", "all")
	if row == "all" || row == "diagonal" {
		row = "[" + row + "]"
	}
	about := r.one("", ", when: 'count(row) <= 3'", ", when: 'count(row, it.side != mover) < count(row, it.side == mover)'", ", when: 'all(row, it == self or it.side != self.side)'", ", when: 'any(row, it.value >= 3) and self.rank > 1'")
	if r.chance(35) {
		about += r.one("", "", ", meets: 'victim.side != mover'", ", meets: 'victim.value < count(row)'", ", meets: 'count(row, it.side == mover) > 1 and distance(victim, self) > 1'")
		about = strings.Replace(about, ", when: 'count(row) <= 3'", ", when: 'distance(self, to) <= count(row)'", 1)
		return fmt.Sprintf("        - {for: [move], legs: [{dir: %s, n: %s}], carries: {row: behind%s}%s}\n", r.one("orthogonal", "all", "[forward, left]", "vertical"), r.one("1", "1..3", "[1, 3]", "'1..1 + self.captures'", "1..9"), about, when)
	}
	if row == "ahead" {
		about += r.one(", off: 'true'", ", off: victim.side != mover", ", off: 'victim.value < self.value'", ", off: 'true'")
	}
	return fmt.Sprintf("        - {for: [move], legs: [{dir: %s}], carries: {row: %s%s}%s}\n", r.one("orthogonal", "all", "[forward, left]", "vertical", "northeast"), row, about, when)
}
