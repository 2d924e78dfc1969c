package naivelaw

import (
	"fmt"
	"strings"
)

// Every writes rules by which effects of all kinds follow at moments of pieces, each under a condition of its own: on sides and
// players, on counters of other pieces, on squares that a condition selects, with types that formulas yield.
func (r *Random) Every() string {
	r.past, r.round, r.rich, r.every, r.plague, r.calls = true, true, true, true, true, r.chance(50)
	r.types = append(r.types, "Emu")
	var b strings.Builder
	b.WriteString("rules:\n  - number: 1\n    title: The board\n    procedure:\n" + r.board())
	fmt.Fprintf(&b, "      order: {by: %s}\n", map[bool]string{true: "list", false: "fixed"}[r.calls])
	if r.chance(30) {
		b.WriteString("      checks: {own_royal: false}\n")
	}
	b.WriteString("      passing: {when: 'true'}\n      placing: {may_attack: \"true\", may_check: \"true\"}\n      assets: [{name: gems, halves: true}]\n      offices: [{name: judge}, {name: clerk}]\n")
	b.WriteString("      attributes: [{name: late}, {name: keen}, {name: lead, most: 1}]\n      counters: [{name: plague}]\n")
	if r.chance(25) {
		fmt.Fprintf(&b, "      limits:\n        - {%swhere: '%s', most: '%d + count(sides)', %scite: \"§9\"}\n", r.one("", "of: all, "), r.limited(), 1+r.IntN(3),
			r.one("", "beyond: lifted, first: -100 * it.file - it.rank, "))
	}
	if r.chance(50) {
		fmt.Fprintf(&b, "      duties: [{forbid: %s, when: '%s', cite: \"§8\"}]\n", r.one("move", "capture", "any"),
			r.one(`mover.is("late") and distance(from, to) > 1`, `victim != none and bound("truce", mover, victim.side)`, `self.counter("plague") > 1`, `mover.is("lead") and not mover.is("keen")`,
				`mover.player.holds("judge") and distance(from, to) > 1`, "count(mover.player.sides) != 1 and distance(from, to) > 2"))
	}
	b.WriteString(r.consequences("      ", false))
	b.WriteString(r.definitions(func(name string) string { return r.consequences("      ", true) + r.crowned(name) }))
	return b.String()
}

// itself is a condition of an effect.
func (r *Random) itself() string {
	return r.one(`mover == "Red"`, `bound("truce", mover, owner)`, `not bound("truce", mover, victim.side)`, `mover.is("late")`, `not owner.is("lead")`, "actor.value >= 3", "self.rank > 2", "victim != none",
		"count(mover.pieces) > 3", "captor.captures > 1", "at.empty", `owner.player.holds("judge")`, "any(pieces, p, distance(p, at) == 1 and p.side != mover)", `self.counter("plague") == 0`,
		"self != actor and self.side != actor.side", "mover == owner", "actor.royal or turns > 4", `assets(owner, "gems") > 1`, "from.empty", `to.piece.type == "Ant"`)
}

// under puts an effect, now and then, under a condition of its own.
func (r *Random) under(effect string) string {
	if !r.chance(45) {
		return effect
	}
	when := r.itself()
	if strings.HasPrefix(effect, "draw:") && r.chance(50) {
		when = r.one(`drawn("Storm")`, `not drawn("Storm")`, `drawn("Calm") or mover == "Blue"`)
	}
	return effect + ", when: '" + when + "'"
}

// which is a type as an effect names it: by a piece or a formula.
func (r *Random) which(it bool) string {
	list := []string{"victim", "actor", "self", "'actor.type'", "'captor.type'", "'actor.last_victim'", "'at.piece.type'", "'first(pieces, p, p != self and distance(p, self) == 1).type'", "'first(pieces, p, p.side != mover, p.value).type'", "'victim.type'"}
	if it {
		list = append(list, "it.last_victim", "'first(pieces, p, p != it and distance(p, it) == 1).type'", "'first(it.side.pieces, p, p != it).type'", "it", "'first(pieces, p, p.value > it.value).type'")
	}
	return r.one(list...)
}

// everywhere is an effect that only moments of sides once had, or a new form of one.
func (r *Random) everywhere(whom, where string, own bool) string {
	side := func() string { return r.one("", "", ", side: "+r.anybody()) }
	lot := func() string {
		return r.one("", "", "", "", ", lot: 1", ", lot: '"+r.one("2", "count(mover.pieces) - 2", "actor.rank - 3")+"'")
	}
	here := func() string {
		return r.one("it.side == mover", "it.side != self.side", "distance(it, at) <= 1", "it != actor and it.value >= 3", `it.counter("plague") > 0`, "distance(it, self) <= 2", "it == first(pieces, p, p.rank > 2)", "it.rank > self.rank", "it.side == owner and it.type == actor.type")
	}
	switch r.IntN(15) {
	case 0:
		return r.one("attribute", "attribute", "strip") + ": " + r.one("late", "keen", "lead") + side()
	case 1:
		return r.one("bind", "bind", "release") + ": truce, other: " + r.anybody() + side()
	case 2:
		return r.one("bind: truce, other: owner", "bind: truce, other: owner", "release: truce, other: owner") + side()
	case 3:
		return "exchange: other, other: " + r.anybody() + side()
	case 4:
		return "entrust: side, holder: " + r.one("mover", "owner", "'victim.side.player'", "'first(players, p, not p.holds(\"judge\"))'", "'first(sides, s, s != mover)'", "'first(players, p, count(p.sides) == 0)'", "'self.side'") + side()
	case 5:
		return "appoint: " + r.one("judge", "clerk") + ", holder: " + r.one("'first(players, p, count(p.sides) != 1)'", "'first(players, p, p.holds(\"judge\"))'", "'self.side.player'", "'first(sides, s, s.is(\"late\"))'", "'mover.royal.side'")
	case 6:
		if r.calls {
			return "next: side, side: " + r.anybody()
		}
		return "clear: gems"
	case 7:
		if r.chance(30) {
			return "surrender: side" + side()
		}
		return r.one("clear: gems", "unmark: ice, where: 'place.marked(\"ice\")'")
	case 8, 9:
		name, to := "plague", []string{"1", `it.counter("plague") + 1`, "it.rank - 2", "count(it.around(1), not it.empty)", `self.counter("plague") + 1`, `count(pieces, p, p.counter("plague") == 0)`, `mod(sum(pieces, p, p.counter("plague")), 7) - it.rank`}
		if own && r.counter && r.chance(50) {
			name, to = "heat", []string{"3", `it.counter("heat") + 1`, "it.rank - 2", `sum(pieces, p, p.counter("heat"))`, "heat + 1", `count(pieces, p, p.counter("heat") == 1)`}
		}
		return "set: " + name + ", to: '" + r.one(to...) + "', where: '" + here() + "'" + lot()
	case 10:
		return "close: squares, where: '" + r.one("place.rank == turns + 1", "place == shift(at, from, to)", "place.file == 1 and place.rank > 3", `place.marked("ice")`, "distance(place, from) == 1 and place.rank == self.rank") + "'" + lot()
	case 11, 12:
		on := ", on: " + r.one(r.somewhere(true), "'first(pieces, p, p != it and p.rank == it.rank)'", "'first(pieces, p, p.side != it.side, distance(p, it))'", "'it.next(\"forward\")'")
		if whom == "pieces" {
			return "swap: pieces, where: '" + here() + "'" + on + lot()
		}
		return "swap: " + whom + on
	case 13:
		return "create: " + r.which(false) + ", on: " + r.somewhere(false) + side()
	default:
		verb := r.one("become", "become", "become", "crown", "uncrown")
		return verb + ": " + whom + where + ", type: " + r.which(true)
	}
}

// bounty is a payment to or from whom a formula yields.
func (r *Random) bounty() string {
	who := func() string {
		return r.one("mover", "owner", "'first(players, p, p.holds(\"judge\"))'", "'first(sides, s, s.is(\"late\"))'", "'self.side.player'", "'first(players, p, count(p.sides) != 1)'", "Bank", "'victim.side'", "'first(sides, s, bound(\"truce\", s, mover))'", "captor.side")
	}
	return "pay: '" + r.one("2", "count(sides, s, s.is(\"late\"))", `2 * assets(mover, "gems")`, "sum(pieces, it.counter(\"plague\"))") + "', asset: gems" + r.one(", payee: "+who(), ", payer: "+who()+", payee: "+who(), ", payer: "+who())
}
