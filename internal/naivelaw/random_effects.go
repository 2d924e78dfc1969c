package naivelaw

import (
	"fmt"
	"strings"
)

// Effects writes rules about what follows of acts in words that few rules use: royal types that pieces come to and leave, pieces that come
// from holdings, offices, sides and squares that formulas find, and who plays next.
func (r *Random) Effects() string {
	r.past, r.round, r.rich = true, true, true
	r.types = append(r.types, "Emu")
	checks := r.chance(40)
	r.calls = r.chance(50)
	var b strings.Builder
	b.WriteString("rules:\n  - number: 1\n    title: The board\n    procedure:\n" + r.board())
	fmt.Fprintf(&b, "      order: {by: %s}\n", map[bool]string{true: "list", false: "fixed"}[r.calls])
	if checks {
		b.WriteString("      checks: {own_royal: false}\n")
	}
	if r.chance(60) {
		b.WriteString("      passing: {when: '" + r.one("true", "count(mover.pieces) <= 2", `mover.player.holds("judge")`) + "'}\n")
	}
	b.WriteString("      placing: {may_attack: \"true\", may_check: \"true\"}\n      assets: [{name: gems, halves: true}]\n      offices: [{name: judge}, {name: clerk}]\n")
	if r.chance(30) {
		fmt.Fprintf(&b, "      limits:\n        - {%swhere: '%s', most: '%d + count(sides)', %scite: \"§9\"}\n", r.one("", "of: all, "), r.limited(), 1+r.IntN(3),
			r.one("", "beyond: lifted, first: -100 * it.file - it.rank, "))
	}
	if r.chance(40) {
		fmt.Fprintf(&b, "      duties: [{forbid: %s, when: '%s', cite: \"§8\"}]\n", r.one("move", "capture", "any"),
			r.one(`mover.player.holds("judge") and distance(from, to) > 1`, `victim != none and victim.side.player.holds("clerk")`, "mover.royal != none and self == mover.royal and distance(from, to) > 1"))
	}
	b.WriteString(r.consequences("      ", false))
	b.WriteString(r.definitions(func(name string) string {
		text := r.consequences("      ", true)
		if name == "Emu" || name == "Dog" && r.nobility() {
			text += "      royal: true\n"
		}
		return text
	}))
	return b.String()
}

// Sights writes rules about what sides see.
func (r *Random) Sights() string {
	text := ""
	switch r.IntN(3) {
	case 0:
		text = r.Bodies()
	case 1:
		text = r.Carrying()
	default:
		r.past = true
		text = "rules:\n  - number: 1\n    title: The board\n    procedure:\n" + r.board() + r.definitions(nil)
	}
	var b strings.Builder
	b.WriteString("  - number: 30\n    title: Night\n    procedure:\n      assets: [{name: gems, halves: true}, {name: luck, of: side}]\n      sight:\n")
	for i := range 1 + r.IntN(3) {
		see, when := "squares", r.one("any(mover.pieces, p, reaches(p, it))", "any(mover.pieces, p, reaches(p, it) or distance(p, it) == 1)", `it.in("zone")`, `it.in("home")`, "mod(it.file + it.rank, 2) == 0",
			`it.marked("ice")`, "count(mover.pieces) > 3", "any(pieces, p, reaches(p, it))", `mover == "Red" and it.rank > 2`, "not it.empty and any(mover.pieces, p, p.attacks(it.piece))", `any(mover.pieces, p, p.next("forward") == it)`)
		if r.chance(35) {
			see, when = "types", r.one("it.value >= 3", "any(mover.pieces, p, reaches(p, it))", "it.attacked", `it.side == "Blue"`, "any(mover.pieces, p, distance(p, it) <= 2)", `it.type == "Ant"`, "mover != none and count(it.side.pieces) > 2", "it.captures > 0", `it.in("home")`)
		} else if r.chance(25) {
			see, when = "holdings", r.one("false", "it.value >= 3", `it.side == "Blue"`, `it.type == "Ant"`, "mover != none and count(mover.pieces) > 2", "count(it.side.pieces) > count(mover.pieces)", `mover == "Red"`)
		}
		if r.chance(25) {
			see, when = "assets", r.one(`asset("luck")`, `account("Bank")`, `not asset("gems") or player == mover.player`, "side != none and count(side.pieces) > count(mover.pieces)", "count(player.sides) == 0", `mover == "Red" or player.has("gems") > 1`,
				"any(player.sides, s, count(s.pieces) > 3)", `assets("Bank", "gems") > 2`, "player != none and mover != none", `side == "Blue" or account("Red''s")`)
		}
		fmt.Fprintf(&b, "        - {see: %s, when: '%s', cite: \"§%d\"}\n", see, when, 1+i)
	}
	return text + b.String()
}

// Consents writes rules by which plays need the consent of players.
func (r *Random) Consents() string {
	r.past, r.round = true, true
	var b strings.Builder
	b.WriteString("rules:\n  - number: 1\n    title: The board\n    procedure:\n" + r.board())
	fmt.Fprintf(&b, "      order: {by: %s}\n      passing: {when: 'true'}\n      placing: {may_attack: \"true\"}\n      assets: [{name: gems, halves: true}]\n      consents:\n", r.one("list", "fixed"))
	for i := range 1 + r.IntN(3) {
		var f []string
		if r.chance(85) {
			f = append(f, "when: '"+r.one("victim != none", fmt.Sprintf("victim.type == %q", r.one(r.types...)), fmt.Sprintf("self.type == %q", r.one(r.types...)), `side == "Red"`, "distance(from, to) > 1", `to.in("zone")`,
				"count(side.pieces) > 3", `assets(side, "gems") > 0`, "self.moved", "victim.value > self.value", "self == none", "any(side.pieces, it.attacked)")+"'")
		}
		if r.chance(80) {
			f = append(f, "of: '"+r.one("who == victim.side.player", "count(who.sides) > 0", "who != player", "any(who.sides, count(it.pieces) > 2)", `who.has("gems") > 0`, "any(who.sides, s, s == side)", "any(who.sides, s, any(s.pieces, p, distance(p, to) < 3))")+"'")
		}
		if r.chance(70) {
			f = append(f, "needs: '"+r.one("no == 0", "yes > no", "2 * yes >= asked", "yes >= 1", "yes >= 2", "asked < 3", "yes > 0 and no < 2", "yes + no == asked", "silent == 0 and yes > no", "false")+"'")
		}
		if r.chance(15) {
			f = append(f, "firm: true")
		}
		fmt.Fprintf(&b, "        - {to: [play], %scite: \"§%d\"}\n", strings.Join(append(f, ""), ", "), 30+i)
	}
	b.WriteString(r.consequences("      ", false))
	b.WriteString(r.definitions(func(name string) string { return r.consequences("      ", true) }))
	return b.String()
}

// Terms writes rules some of which are in force only while something holds: on the board, among sides and players.
func (r *Random) Terms() string {
	r.past, r.round = true, true
	var b strings.Builder
	b.WriteString("rules:\n  - number: 1\n    title: The board\n    procedure:\n" + r.board())
	fmt.Fprintf(&b, "      order: {by: %s}\n      passing: {when: 'true'}\n      placing: {may_attack: \"true\"}\n      assets: [{name: gems, halves: true}]\n", r.one("list", "fixed"))
	b.WriteString(r.consequences("      ", false))
	b.WriteString(r.definitions(func(name string) string { return r.consequences("      ", true) }))
	if r.chance(60) {
		fmt.Fprintf(&b, "  - {number: 15, while: '%s', piece: {name: Emu, glyph: E, value: 2, modes: [{legs: [{dir: all, n: 1..2}]}]}}\n", r.term())
	}
	for i := range 2 + r.IntN(3) {
		while := r.term()
		if r.chance(40) {
			while = r.one("any(pieces, it.attacked)", "count(pieces, it.value >= 3) > 4", "any(pieces, p, any(pieces, q, p.attacks(q) and p.value < q.value))", "not ("+r.term()+")", r.term()+" and "+r.term())
		}
		fmt.Fprintf(&b, "  - number: %d\n    title: A rule\n    author: %s's\n    while: '%s'\n    procedure:\n", 20+i, r.one(r.Sides...), while)
		switch r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "      duties: [{forbid: %s, when: '%s', cite: \"§1\"}]\n", r.one("move", "capture", "placement", "any"), r.condition("self"))
		case 1:
			fmt.Fprintf(&b, "      limits: [{%swhere: '%s', most: 2, %scite: \"§1\"}]\n", r.one("", "of: all, "), r.limited(), r.one("", "beyond: lifted, first: -100 * it.file - it.rank, ", "beyond: destroyed, first: 100 * it.file + it.rank, "))
		default:
			text := r.consequences("      ", false)
			for text == "" {
				text = r.consequences("      ", false)
			}
			b.WriteString(text)
		}
	}
	if strings.Contains(b.String(), "name: Emu") {
		r.types = append(r.types, "Emu")
	}
	return b.String()
}

// term is a condition under which a rule is in force.
func (r *Random) term() string {
	return r.one("turns < 3", "turns >= 4", "mod(turns, 3) == 1", fmt.Sprintf("count(%q) < %d", r.one(r.types...), 1+r.IntN(3)), "all(sides, count(it.pieces) >= 2)",
		`any(author.sides, s, any(s.pieces, p, p.type == "Ant"))`, "count(author.sides) > 0 and any(author.sides, count(it.pieces) < 4)", `assets("Bank", "gems") != 0`, `any(players, it.has("gems") > 1)`,
		"any(pieces, it.captures > 0)", "count(pieces) > 9", "any(pieces, p, p.rested < 2 and p.rank > 3)", `count(sides, any(it.pieces, p, p.in("zone"))) == 2`, `any(squares, it.marked("ice"))`,
		"first(sides, s, true, count(s.pieces)).player == author", `any(pieces, it.type == "Dog" and it.moved)`, `plays("Red''s") and turns > 1`, `author.has("gems") < 1`)
}

// nobility says whether Dogs are royal as well.
func (r *Random) nobility() bool { return r.Files%2 == 0 }

func (r *Random) noble() string {
	if r.nobility() {
		return r.one("Emu", "Dog")
	}
	return "Emu"
}

func (r *Random) common() string {
	if r.nobility() {
		return r.one("Ant", "Bee", "Cat")
	}
	return r.one("Ant", "Bee", "Cat", "Dog")
}

// somewhere is a square as an effect names it, of a piece or not.
func (r *Random) somewhere(it bool) string {
	list := []string{"from", "to", "at", "from", "to", "at", "'\"" + r.square() + "\"'", `'self.next("north")'`, `'actor.next("forward")'`, "'first(squares, s, s.empty, distance(s, at))'",
		"'shift(at, from, to)'", "'first(squares, s, s.empty and s.in(\"zone\"))'", "'actor.stood'", "'first(pieces, p, p.side != self.side)'", "'first(pieces, p, p != self and turns > 3)'", "'first(squares, s, s.rank == actor.rank and s.empty)'"}
	if it {
		list = append(list, `'it.next("east")'`, "'shift(it, from, to)'", "'first(squares, s, s.empty, distance(s, it))'", "'it.stood'", `'first(squares, s, s == from and it.type == "Ant")'`, "'first(squares, s, s.empty and s.rank == it.captures + 1)'")
	}
	return r.one(list...)
}

// anybody is a side as an effect names it.
func (r *Random) anybody() string {
	return r.one("mover", "owner", "'victim.side'", "'captor.side'", "'actor.side'", "'first(sides, s, s != mover)'", "'first(sides, s, s != owner, count(s.pieces))'", "'\"Blue\"'", "'\"Mauve\"'",
		"'first(sides, s, count(s.pieces) > 4)'", "'first(sides, s, s.player.holds(\"judge\"))'", "'at.piece.side'")
}

// richly is an effect in such words.
func (r *Random) richly(whom, where string) string {
	side := func() string { return r.one("", ", side: "+r.anybody()) }
	if r.chance(15) {
		return r.chancy(whom, where)
	}
	holder := func() string {
		return r.one("", ", holder: "+r.one("mover", "owner", "'victim.side'", "'captor.side.player'", "'at.piece.side'", "'first(sides, s, s != mover)'"), ", holder: 'first(players, p, not p.holds(\"judge\"))'", ", holder: 'first(players, p, p.has(\"gems\") > 2)'", ", holder: 'first(sides, s, s != mover and s.royal != none).player'")
	}
	switch r.IntN(16) {
	case 0, 1:
		return "crown: " + whom + ", type: " + r.noble() + where
	case 2, 3:
		return "uncrown: " + whom + ", type: " + r.common() + where
	case 4, 5, 6:
		where := r.one("", ", where: 'it.value >= 3'", ", where: 'it == first(mover.holdings, h, h.type == \"Ant\")'", ", where: 'it.rested > 1'", ", where: 'it == first(owner.holdings, h, h.value > 1)'", ", where: 'it.side != mover'", ", where: 'it.type == actor.type'")
		return "place: holdings, on: " + r.somewhere(true) + side() + where
	case 7:
		return "appoint: " + r.one("judge", "clerk") + holder()
	case 8:
		return "dismiss: " + r.one("judge", "clerk")
	case 9:
		return "capture: " + whom + where + side()
	case 10:
		return "convert: " + whom + where + ", side: " + r.anybody()
	case 11:
		return "create: " + r.one(r.types...) + ", on: " + r.somewhere(false) + side()
	case 12:
		return "move: " + whom + where + ", on: " + r.somewhere(true)
	case 13:
		if r.chance(50) {
			return "mark: ice, on: " + r.somewhere(false) + r.stated()
		}
		return r.one("unmark: ice, on: ", "close: ") + r.somewhere(false)
	case 14:
		if r.calls {
			return "next: " + r.one("mover", "owner")
		}
		return "create: victim, on: " + r.somewhere(false) + side()
	default:
		return "pay: '" + r.one("2", "count(owner.holdings)", "count(mover.royal.around(1), not it.empty)") + "', asset: gems" +
			r.one(", payee: victim.side", ", payer: captor.side, payee: mover", ", payer: owner, payee: 'first(sides, s, s != mover)'", ", payee: 'first(sides, s, s.player.holds(\"judge\"))'", ", payer: mover, payee: self.side")
	}
}

// chancy is an effect that a lot decides.
func (r *Random) chancy(whom, where string) string {
	lot := ", lot: '" + r.one("1", "1", "2", "count(mover.pieces) - 2", "actor.rank - 3", "0") + "'"
	switch r.IntN(6) {
	case 0:
		return "draw: [Calm, Fall, Storm]}, {" + r.one("destroy", "lift", "convert") + ": pieces, where: '" + r.one(`drawn("Fall")`, `not drawn("Calm")`) + " and it.side != mover and distance(it, at) <= 2'"
	case 1:
		return "draw: [Calm, Storm]}, {become: actor, type: " + r.one(r.types...) + `, where: 'drawn("Storm")'`
	case 2:
		return "mark: ice, where: '" + r.one("place.empty", "distance(place, at) == 1", `place.marked("ice")`) + "'" + r.stated() + lot
	case 3:
		return "mark: exit, where: place.empty, lot: 1}, {move: actor, on: 'first(squares, s, s.marked(\"exit\"))'}, {unmark: exit, where: 'place.marked(\"exit\")'"
	case 4:
		return "place: holdings, on: " + r.somewhere(true) + lot
	}
	if whom != "pieces" {
		where = ", where: 'it.rank > 2'"
	}
	switch verb := r.one("destroy", "lift", "convert", "become", "move"); verb {
	case "become":
		return "become: pieces, type: " + r.one(r.types...) + where + lot
	case "move":
		return "move: pieces, on: " + r.somewhere(true) + where + lot
	default:
		return verb + ": pieces" + where + lot
	}
}

// stated is, now and then, the number of a state of squares and whose it is.
func (r *Random) stated() string {
	text := ""
	if r.chance(50) {
		text += ", to: '" + r.one("2", `place.mark("ice") + 1`, `place.mark("ice") - 1`, `greatest(squares, s, s.mark("ice")) + 1`, "place.rank - 3", `count(place.around(1), s, s.mark("ice") > 1)`) + "'"
	}
	if r.chance(50) {
		text += ", side: " + r.anybody()
	}
	return text
}
