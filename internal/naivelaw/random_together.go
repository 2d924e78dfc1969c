package naivelaw

import (
	"fmt"
	"strings"
)

// Together writes rules by which several sides play at once.
func (r *Random) Together() string {
	r.past, r.round = true, true
	r.Sides = []string{"Red", "Blue", "Green", "White"}[:2+r.IntN(3)]
	r.Files, r.Ranks = 4+r.IntN(4), 4+r.IntN(4)
	r.plays = 40
	checks := r.chance(45)
	if checks {
		r.types = append(r.types, "Emu")
	}
	placement := map[bool]string{true: "Capture", false: "Placement"}[checks] // of a royal piece amid a play it is asked at once whether it is in check
	var b strings.Builder
	b.WriteString("rules:\n  - number: 1\n    title: The board\n    procedure:\n" + r.board())
	fmt.Fprintf(&b, "      order: {by: %s%s}\n", r.one("list", "list", "fixed"), r.one("", "", ", up: 'count(mover.pieces) <= 3'", ", up: mover.in_check", ", up: 'any(mover.pieces, it.rank == 1)', after_answer: revert", ", up: mover.in_check, reverts: 'count(mover.pieces) > 2'"))
	fmt.Fprintf(&b, "      passing: {when: '%s'}\n", r.one("true", "true", "count(mover.pieces) <= 2", "count(mover.pieces) == 0", "any(mover.pieces, it.rank == 1) or count(mover.pieces) == 0"))
	if r.shapes = r.chance(35); r.shapes {
		fmt.Fprintf(&b, "      plays: {counts: \"true\", one_only: \"false\", shapes: [{when: '%s', %splays: [\"%s, %s\", \"%s, %s\"], cite: \"§8\"}]}\n", r.one("true", "count(mover.pieces) >= 3"), r.one("", "", "of: one, ", "of: different, "),
			r.one("Move", "Capture", placement), r.one("Move", "Capture"), r.one("Move", "Capture"), r.one("Move", placement))
	}
	b.WriteString("      placing: {may_attack: \"true\", may_check: \"true\"}\n      assets: [{name: gems, halves: true}]\n")
	if checks && r.chance(70) {
		b.WriteString("      checks: {own_royal: false}\n")
	}
	if r.chance(40) {
		r.plague = true
		b.WriteString("      counters: [{name: plague}]\n")
	}
	if r.chance(30) {
		fmt.Fprintf(&b, "      limits:\n        - {%swhere: '%s', most: '%d + count(sides)', %scite: \"§9\"}\n", r.one("", "of: all, "), r.limited(), 1+r.IntN(3),
			r.one("", "beyond: destroyed, first: 100 * it.file + it.rank, ", "beyond: lifted, first: -100 * it.file - it.rank, "))
	}
	if r.chance(30) {
		fmt.Fprintf(&b, "      duties: [{%s, cite: \"§8\"}]\n", r.one("forbid: move, when: 'distance(from, to) > 1'", "forbid: capture, when: 'victim.value < self.value'", "forbid: any, after: 'count(mover.pieces, it.attacked) >= 3'", "oblige: capture",
			"forbid: pass, when: 'count(mover.pieces) > 3'", "oblige: move, when: 'turns > 3'", "forbid: placement, after: 'count(pieces) > 8'"))
	}
	if r.chance(40) {
		b.WriteString("      clock: {unit: day, limit: 4, most: 4, default: [" + r.one("pass", "pass, surrender", "surrender") + "]}\n")
	}
	if r.chance(20) {
		fmt.Fprintf(&b, "      ends: [{when: '%s', cite: \"§5\"}]\n", r.one("count(mover.pieces) == 1", "turns > 12", "any(mover.pieces, it.rank == 5)", "count(pieces) < 6", "count(mover.pieces) < 4', on: 'surrender", "true', on: 'surrender", "count(mover.pieces) < 5', on: 'limit"))
	}
	b.WriteString(r.atOnce(checks))
	text := r.consequences("      ", false)
	if moments := r.ofRounds(); text == "" && moments != "" {
		text = "      consequences:\n"
		b.WriteString(text + moments)
	} else {
		b.WriteString(text + moments)
	}
	if r.chance(35) {
		b.WriteString("      powers:\n")
		for i := range 1 + r.IntN(2) {
			fmt.Fprintf(&b, "        - {name: %s, by: side, when: '%s', do: [{%s}], cite: \"§%d\"}\n", []string{"ask", "bid"}[i], r.one("true", "turns > 1", "count(side.pieces) > 2", "side.in_check", "any(side.pieces, it.attacked)"),
				r.one("lift: pieces, where: 'it.attacked'", "destroy: pieces, where: 'it.rank == 1'", "convert: pieces, where: 'it.side != side and it.rank == 2'", "pay: 2, asset: gems, payee: side", "move: pieces, where: 'it.rank == 2', on: 'it.square.next(\"south\")'",
					"next: side", "next: side, side: 'first(sides, s, s != side)'", "create: Bee, on: 'first(squares, s, s.empty)'", "mark: ice, where: 'place.rank == turns'"), 20+i)
		}
	}
	b.WriteString(r.definitions(func(name string) string {
		text := r.consequences("      ", true)
		if name == "Emu" {
			text += "      royal: true\n"
		}
		return text
	}))
	return b.String()
}

// atOnce is the section that says who plays at once, and what becomes of plays that conflict.
func (r *Random) atOnce(checks bool) string {
	var f []string
	add := func(percent int, field string, formulas ...string) {
		if r.chance(percent) {
			f = append(f, field+": '"+r.one(formulas...)+"'")
		}
	}
	add(55, "who", "mover.in_check", "count(mover.pieces) > 2", "any(mover.pieces, it.attacked)", `mover != "Blue"`, "any(mover.pieces, it.rank == 1)", "count(mover.holdings) > 0", "not any(mover.pieces, it.attacked)")
	if r.chance(30) {
		f = append(f, fmt.Sprint("least: ", 1+r.IntN(3)))
	}
	add(25, "when", "turns > 3", "mod(turns, 3) != 1", "count(pieces) > 5", "true")
	add(40, "sealed", "true", "mod(turns, 4) < 2", "count(pieces) > 6")
	add(50, "ways", "true", "true", "mod(turns, 2) == 0")
	add(50, "checks", "true", "count(pieces) > 6")
	add(25, "hopeless", "true", "turns > 2")
	if r.chance(80) {
		var conflicts []string
		for range r.IntN(3) {
			conflicts = append(conflicts, fmt.Sprintf("{when: '%s', do: %s}", r.one("turns > 6", "count(pieces) > 7", "mod(turns, 2) == 0"), r.one("again", "void", "surrender")))
		}
		if len(conflicts) == 0 || r.chance(60) {
			conflicts = append(conflicts, "{do: "+r.one("void", "void", "void", "again", "surrender")+"}")
		}
		f = append(f, "conflicts: ["+strings.Join(conflicts, ", ")+"]")
	}
	return "      together: {" + strings.Join(append(f, "cite: §10, cite_conflict: §11"), ", ") + "}\n"
}

// ofRounds are consequences at moments of the sides of a round.
func (r *Random) ofRounds() string {
	var b strings.Builder
	for range r.IntN(3) {
		fmt.Fprintf(&b, "        - {on: %s, when: '%s', do: [{%s}], cite: \"§12\"}\n", r.one("turn-ends", "turn-ends", "turn-starts", "passes", "surrenders"), r.one("true", "mod(turns, 2) == 0", `side == "Red"`, "count(side.pieces) > 2", `assets(side, "gems") > 1`, "side.to_play", "side.in_check"),
			r.one("pay: turns, asset: gems, payee: side", "mark: ice, where: 'place.rank == turns'", "lift: pieces, where: 'it.side == side and it.rank == 1'", "destroy: pieces, where: 'it.file == turns'", "pay: 'count(pieces)', asset: gems, payee: side", "next: side",
				"next: side, side: 'first(sides, s, count(s.pieces) > 2)'", "create: Bee, on: 'first(squares, s, s.empty)'"))
	}
	for range r.IntN(2) {
		fmt.Fprintf(&b, "        - {on: %s, when: '%s', do: [{%s}], cite: \"§13\"}\n", r.one("moved", "captures", "landed", "removed", "turn-ends", "passes"), r.one("true", "mod(turns, 2) == 0", "count(pieces) > 4"),
			r.one("destroy: pieces, where: 'it.rank > 2', lot: 1", "lift: pieces, where: 'it.rank <= 2', lot: 2", "mark: ice, where: place.empty, lot: 1", "draw: [Ant, Bee]}, {create: Ant, on: 'first(squares, s, s.empty)', when: 'drawn(\"Ant\")'",
				"set: plague, to: 3, where: 'it.rank > 1', lot: 1"))
	}
	return b.String()
}
