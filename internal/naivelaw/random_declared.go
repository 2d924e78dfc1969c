package naivelaw

import (
	"fmt"
	"strings"
)

// Declared writes rules about kinds of moves that they declare: what they cost, where pieces go by them, and what forbids and requires
// them. Some are for a game that begins with an array, whose plays are whole turns.
func (r *Random) Declared() string {
	r.past, r.round, r.lotless = true, true, true
	r.closes, r.array = r.chance(30), r.chance(30)
	r.purse = true
	r.kinds = []string{"leap", "haunt"}
	shared := r.chance(50)
	var b strings.Builder
	b.WriteString("rules:\n  - number: 1\n    title: The board\n    procedure:\n" + r.board())
	b.WriteString("      order: " + r.one("{by: fixed}", "{by: list}", "{by: formula, rank: 'count(mover.pieces)'}") + "\n")
	b.WriteString("      passing: {when: '" + r.one("true", "false", "count(mover.pieces) <= 2", "any(mover.pieces, it.rank == 1)") + "'}\n")
	if r.chance(40) {
		b.WriteString("      checks: {own_royal: false}\n")
	}
	if r.shapes = !r.array && r.chance(40); r.shapes {
		b.WriteString("      plays:\n        counts: \"true\"\n        one_only: \"false\"\n        shapes:\n")
		for range 1 + r.IntN(2) {
			fmt.Fprintf(&b, "          - {when: '%s', %s%splays: [\"%s, %s\", \"%s, %s\"], cite: \"§8\"}\n", r.one("true", "count(mover.pieces) >= 3"),
				r.one("", "", "by: ["+r.one(r.types...)+", "+r.one(r.types...)+"], "), r.one("", "", "of: one, ", "of: different, "),
				r.one("Leap", "Haunt", "Capture", "Move"), r.one("Leap", "Haunt", "Capture"), r.one("Haunt", "Move", "Placement"), r.one("Leap", "Move", "Haunt"))
		}
	}
	b.WriteString("      placing: {may_attack: \"true\", may_check: \"true\"}\n      assets: [{name: gems, halves: true}]\n")
	if r.chance(40) {
		fmt.Fprintf(&b, "      ends: [{when: '%s'%s, cite: \"§5\"}]\n", r.one("count(pieces) < 6", "any(mover.pieces, it.rank == 5)", "turns > 6", "any(sides, it != mover and it.in_check)", `assets(mover, "gems") < 1`),
			r.one("", ", unless: 'true'", ", unless: 'count(pieces) < 6'", ", unless: 'not any(sides, it.in_check)'", ", unless: 'any(mover.pieces, it.in(\"zone\"))'", ", unless: 'assets(mover, \"gems\") < 1'"))
	}
	if r.chance(25) && !r.array {
		fmt.Fprintf(&b, "      stages: [{name: dawn, opens: true, turns: true, least: 1, most: 1, acts: [%s], until: '%s', cite: \"§6\"}]\n",
			r.one("move, capture", "leap", "leap, haunt, pass", "move, haunt", "move, capture, placement, leap, pass"), r.one("turns > 3", "count(pieces) < 8", "any(pieces, it.moved)", "any(pieces, it.in(\"zone\"))"))
	}
	b.WriteString("      kinds:\n" + r.kind("leap"))
	if shared {
		on := r.one("", "", "for: [move], ")
		if r.chance(30) {
			on = r.one("for: [capture], ", "for: [move, capture], ")
		}
		fmt.Fprintf(&b, "      modes:\n        - {name: step, mode: {%slegs: [{dir: %s%s}]%s%s}}\n", on, r.one("orthogonal", "all", "[forward, left]"), r.one("", ", n: 1..2", ", n: 1..3, pass: any"),
			r.one("", ", when: '"+r.shallow("self")+"'"), r.one("", ", land: 'to.rank != from.rank'"))
	}
	b.WriteString(r.duties("      "))
	b.WriteString(r.consequences("      ", false))
	b.WriteString("  - number: 2\n    title: Haunting\n    procedure:\n      kinds:\n" + r.kind("haunt"))
	b.WriteString(r.definitions(func(name string) string {
		text := ""
		if name == "Dog" && r.chance(70) {
			text += "      royal: true\n"
		}
		if name == "Cat" && r.chance(50) {
			text += "      promotion: [{on: reach, in: [" + r.one("zone", "home") + "], to: any, types: [Bee], forced: true, timing: at-once}]\n"
		}
		if r.chance(85) {
			text += "      kinds:\n"
			names := r.kinds
			if r.chance(40) {
				names = names[r.IntN(2):][:1]
			}
			for _, kind := range names {
				text += "        - kind: " + kind + "\n          modes:\n"
				for range 1 + r.IntN(2) {
					text += "            - {" + r.manner(name, shared) + "}\n"
				}
			}
		}
		return text + r.consequences("      ", true) + r.duties("      ")
	}))
	return b.String()
}

// kind declares a kind of move.
func (r *Random) kind(name string) string {
	text := "        - {name: " + name
	if r.chance(70) {
		text += ", asset: gems, cost: '" + r.one("1", "2", "0", "3 / 2", "self.value - 2", "count(mover.pieces) / 2", "max(1, self.rank - 1)", "(self.in(\"zone\") ? 0 : 2)", "self.captures + 1", `floor(assets(mover, "gems")) / 2`, "turns / 2", "count(mover.holdings)") + "'"
	}
	if r.chance(35) {
		text += ", may_attack: 0 == 1"
	}
	if r.chance(35) {
		text += ", may_check: 0 == 1"
	}
	return text + ", cite: \"§7\"}\n"
}

// manner is a mode of a kind of move.
func (r *Random) manner(name string, shared bool) string {
	var f []string
	uses := false
	switch k := r.IntN(100); {
	case k < 15:
		others := []string{"Bee", "Dog"} // without counters, which their conditions could ask for
		f = append(f, "as: {type: "+r.one(others...)+"}")
	case k < 30 && shared:
		f, uses = append(f, "mode: step"), true
	default:
		leg := "dir: " + r.one("orthogonal", "diagonal", "all", "vertical", "[forward, left]") + r.one("", ", n: 1..2", ", n: 1..4", ", n: [1, 3]", ", n: edge", ", n: '1..1 + "+r.small()+"'", ", n: 2..3, pass: any", ", n: 2..5, hop: over")
		switch {
		case r.chance(25):
			leg = "leap: [" + r.one("1, 2", "0, 2", "2, 2", "1, 3") + "]"
		case r.chance(20) && !strings.Contains(leg, "edge") && !strings.Contains(leg, "pass"):
			leg += "}, {dir: " + r.one("turn45", "turn90", "same") + r.one("", ", n: 1..2")
		}
		f = append(f, "legs: [{"+leg+"}]")
	}
	takes := !uses && r.chance(45)
	if takes {
		uses := r.one("move, capture", "move, capture", "capture", "shot", "move, own", "capture, own, move")
		if strings.HasPrefix(f[0], "as:") {
			uses = r.one("move, capture", "capture")
		}
		f = append([]string{"for: [" + uses + "]"}, f...)
	}
	if r.chance(25) {
		when := r.one(r.condition("self"), "self.attacked", "count(mover.pieces) < 4", `assets(mover, "gems") > 1`)
		if takes || uses { // what captures may ask for no attack
			when = r.one(r.shallow("self"), "count(mover.pieces) < 4", `assets(mover, "gems") > 1`)
		}
		f = append(f, "when: '"+when+"'")
	}
	if r.chance(25) {
		f = append(f, "land: '"+r.one(r.landing(), "not any(pieces, it.side != self.side and distance(it, to) == 1)", "distance > 1")+"'")
	}
	if r.chance(35) && !uses {
		f = append(f, "after: '"+r.one("not attacks()", "attacks()", "not attacked()", "self.attacked", "not any(mover.pieces, it.attacked)", "any(pieces, it.attacked)", "to_centre < from_centre + 2", "distance > 1 or self.rank > 2", "to.piece == self and from.empty",
			"count(self.around(1), not it.empty) > 0", "dx != dy", `in("zone") or self.defended`, "self.file > 2 and defends()", r.about("self"))+"'")
	}
	return strings.Join(f, ", ")
}
