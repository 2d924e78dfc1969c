package naivelaw

import (
	"fmt"
	"strings"
)

// Laws writes rules about ways, and about what follows of acts, what is forbidden and how many there may be.
func (r *Random) Laws() string {
	r.past = true
	r.closes = r.chance(30)
	var b strings.Builder
	r.round = true // no piece goes along: whether it does is a question of ways
	b.WriteString("rules:\n  - number: 1\n    title: The board\n    procedure:\n" + r.board())
	b.WriteString("      order: " + r.one("{by: fixed}", "{by: fixed}", "{by: formula, rank: 'count(mover.pieces)'}", "{by: formula, rank: '-sum(mover.pieces, it.value)'}") + "\n")
	if r.chance(60) {
		b.WriteString("      passing: {when: '" + r.one("true", "false", "count(mover.pieces) <= 2", "any(mover.pieces, it.rank == 1)") + "'}\n")
	}
	if r.shapes = r.chance(40); r.shapes {
		b.WriteString("      plays:\n        counts: \"true\"\n        one_only: \"false\"\n        shapes:\n")
		for range 1 + r.IntN(2) {
			fmt.Fprintf(&b, "          - {when: '%s', %s%splays: [\"%s, %s\", \"%s, %s\"], cite: \"§8\"}\n", r.one("true", "count(mover.pieces) >= 3", "count(mover.pieces) < 5"),
				r.one("", "", "by: ["+r.one(r.types...)+", "+r.one(r.types...)+"], "), r.one("", "of: one, ", "of: different, "),
				r.one("Move", "Capture", "Placement"), r.one("Move", "Capture"), r.one("Move", "Capture"), r.one("Move", "Placement"))
		}
	}
	b.WriteString("      placing: {may_attack: \"true\"}\n      assets: [{name: gems, halves: true}]\n")
	if r.chance(50) {
		b.WriteString("      counters: [{name: plague}]\n")
		r.plague = true
	}
	if r.chance(60) {
		b.WriteString("      quantities:\n        - {name: might, of: piece, is: 'self.value + count(self.around(1), not it.empty)'}\n" +
			"        - {name: weal, of: side, is: 'sum(self.pieces, it.value)'}\n        - {name: crowd, of: square, is: 'count(self.around(1), not it.empty)'}\n" +
			"        - {name: tension, is: 'count(pieces, it.rank > 3)'}\n" +
			"        - {name: mate, of: piece, is: 'first(pieces, p, p != self and p.side == self.side, distance(p, self))'}\n" +
			"        - {name: rival, of: side, is: 'first(sides, s, s != self, count(s.pieces))'}\n")
		r.nouns = []string{"might", "side.weal", "square.crowd", "mate.value", "mate.might", "side.rival.weal"}
	}
	if r.chance(50) {
		fmt.Fprintf(&b, "      limits:\n")
		for range 1 + r.IntN(2) {
			fmt.Fprintf(&b, "        - {%swhere: '%s', most: '%d + count(sides)', %scite: \"§9\"}\n", r.one("", "of: all, "), r.limited(), 1+r.IntN(3),
				r.one("", "counts: it.rank, ", "beyond: destroyed, first: 100 * it.file + it.rank, ", "beyond: lifted, first: -100 * it.file - it.rank, "))
		}
	}
	b.WriteString(r.duties("      "))
	b.WriteString(r.consequences("      ", false))
	b.WriteString(r.definitions(func(string) string { return r.consequences("      ", true) + r.duties("      ") }))
	if r.rows || r.chance(25) {
		return r.accompanied(b.String())
	}
	return b.String()
}

// Rows writes rules about pieces that move in rows, on a board on which they reach its edge, and about what follows of that.
func (r *Random) Rows() string {
	r.rows = true
	r.Files, r.Ranks = 4+r.IntN(2), 5
	return r.Laws()
}

// limited is a condition about it, which knows no self.
func (r *Random) limited() string {
	return r.one("it.value >= 3", `it.in("zone")`, fmt.Sprintf("it.type == %q", r.one(r.types...)), "it.rank >= 3", "it.captures > 0")
}

func (r *Random) duties(in string) string {
	if r.chance(40) {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%sduties:\n", in)
	for i := range 1 + r.IntN(2) {
		if r.chance(35) {
			must := r.one(append([]string{"move", "capture", "placement", "any"}, r.kinds...)...)
			fmt.Fprintf(&b, "%s  - {oblige: %s", in, must)
			if r.chance(50) {
				fmt.Fprintf(&b, ", when: '%s'", r.one("count(mover.pieces) >= 2", "mover != \"Red\"", "any(mover.pieces, it.attacked)", "turns >= 3"))
			}
			if r.chance(50) {
				fmt.Fprintf(&b, ", most: '%s'", r.one("count(victims)", "self.value", "to.rank", "distance(from, to)", "sum(victims, it.value)"))
			}
			fmt.Fprintf(&b, ", cite: \"§%d\"}\n", 20+i)
			continue
		}
		if r.chance(12) {
			fmt.Fprintf(&b, "%s  - {forbid: %s, disarms: true, when: '%s', cite: \"§%d\"}\n", in, r.one("capture", "any"), r.paralysed(), 20+i)
			continue
		}
		fmt.Fprintf(&b, "%s  - {forbid: %s, when: '%s", in, r.one(append([]string{"move", "capture", "placement", "any"}, r.kinds...)...), r.condition("self"))
		switch r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, " and %s", r.one("distance(from, to) == 2", `to.in("zone")`, "victim != none and victim.value > self.value", "count(victims) != 1", "to.rank < from.rank"))
		case 1:
			b.WriteString("', after: '")
			if chosen := r.chosen(); chosen != "" {
				b.WriteString(chosen + " and ")
			}
			b.WriteString(r.one("count(mover.pieces) <= 2", "self.attacked", "count(pieces) < 6", "any(mover.pieces, it.rank == 1)", "to.piece != self"))
		default:
			if chosen := r.chosen(); chosen != "" {
				b.WriteString(" and " + chosen)
			}
		}
		if r.chance(25) && !r.shapes {
			b.WriteString("', " + r.one("unless", "answered") + ": '" + r.one("true", "count(pieces) < 7", "any(mover.pieces, it.rank == 1)", "not any(mover.pieces, it.attacked)"))
		}
		fmt.Fprintf(&b, "', cite: \"§%d\"}\n", 20+i)
	}
	return b.String()
}

// consequences are those of a definition, or of a procedure.
func (r *Random) consequences(in string, own bool) string {
	if r.chance(35) {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%sconsequences:\n", in)
	for range 1 + r.IntN(3) {
		on := r.one("moved", "moved", "captures", "captured", "landed", "landed", "removed", "passed", "attacks", "placed")
		fmt.Fprintf(&b, "%s  - {on: %s, ", in, on)
		other := own && r.chance(40)
		if other {
			fmt.Fprintf(&b, "of: %s, ", r.one("friend", "enemy", "all"))
		}
		if r.chance(50) {
			it := "actor"
			if on == "captured" || on == "removed" {
				it = r.one("actor", "self")
			}
			fmt.Fprintf(&b, "when: '%s', ", r.condition(it))
		} else if chosen := r.chosen(); chosen != "" {
			fmt.Fprintf(&b, "when: '%s', ", chosen)
		}
		var do []string
		for range 1 + r.IntN(2) {
			do = append(do, r.effect(on, own, other))
		}
		fmt.Fprintf(&b, "do: [{%s}], cite: \"§%d\"}\n", strings.Join(do, "}, {"), 1+r.IntN(9))
	}
	return b.String()
}

func (r *Random) effect(on string, own, other bool) string {
	who := []string{"pieces", "pieces", "actor"}
	gone := on == "captured" || on == "removed"
	if gone {
		who = []string{"pieces"}
	}
	if on == "captures" || on == "captured" || on == "attacks" {
		who = append(who, "captor")
	}
	if other {
		who = append(who, "self")
	}
	if d := r.byChoice(gone); d != "" {
		return d
	}
	whom := r.one(who...)
	where := ""
	if whom == "pieces" {
		near := r.one("it != self and distance(it, to) <= 1", "it.side != self.side and distance(it, at) == 1", "it != self and aligned(it, to) and it.rank > 3", "it.type == self.type and it != self")
		if r.chance(40) {
			near += " and " + r.about("it")
		}
		where = ", where: '" + near + "'"
	}
	if r.every && r.chance(70) {
		if r.chance(10) {
			return r.under(r.bounty())
		}
		return r.under(r.everywhere(whom, where, own))
	}
	if r.every && r.chance(70) {
		return r.under(r.richly(whom, where))
	}
	if r.rich && r.chance(65) {
		return r.richly(whom, where)
	}
	square := r.one("from", "to", "at")
	if r.counter && own && !gone && r.chance(30) {
		return "set: heat, to: '" + r.one("3", "heat + 1", "heat + 1", "heat + count(pieces, distance(it, self) == 1)", "max(0, heat - 1)") + "'"
	}
	switch r.IntN(14) {
	case 0:
		return "destroy: " + whom + where
	case 1:
		return "capture: " + whom + where
	case 2:
		return "lift: " + whom + where
	case 3, 4:
		return "convert: " + whom + where
	case 5:
		typ := r.one(r.types...)
		return "become: " + whom + ", type: " + typ + where
	case 6, 7:
		if own && !gone {
			return "push: pieces, where: 'it != self and distance(it, self) == 1'"
		}
		return "mark: ice, on: " + square + r.stated()
	case 8:
		if own && !gone {
			return "swap: pieces, where: 'it == first(pieces, it != self and it.side == self.side, it.value)'"
		}
		return "unmark: ice, on: " + square
	case 9:
		if whom == "pieces" {
			return "move: pieces, on: along, where: 'it != self and it.side == self.side and distance(it, from) == 1'"
		}
		return "move: " + whom + ", on: " + square
	case 10:
		if r.plague && !own && !gone {
			return "set: plague, to: '" + r.one("self.counter(\"plague\") + 1", "2") + "'"
		}
		return "mark: ice, where: '" + r.one("distance(place, at) == 1", "place.file == to.file and place.empty", `place.marked("ice")`) + "'" + r.stated()
	case 11:
		return "create: " + r.one(r.types...) + ", on: " + square
	case 12:
		if r.closes {
			return "close: " + square
		}
	}
	return "pay: '" + r.one("2", "count(pieces) / 2", "assets(owner, \"gems\") + 1") + "', asset: gems" +
		r.one(", payee: mover", ", payer: mover, payee: owner", ", payer: owner, payee: Bank", ", payer: Bank, payee: mover")
}
