package naivelaw

import (
	"fmt"
	"strings"
)

// Deeds writes rules about what follows at moments of sides, and what players may do besides playing.
func (r *Random) Deeds() string {
	r.past, r.round, r.calls, r.plague = true, true, r.chance(50), true
	r.types = append(r.types, "Emu")
	agree := r.chance(35)
	r.lotless = agree
	var b strings.Builder
	b.WriteString("rules:\n  - number: 1\n    title: The board\n    procedure:\n" + r.board())
	fmt.Fprintf(&b, "      order: {by: %s}\n      passing: {when: 'true'}\n      placing: {may_attack: \"true\", may_check: \"true\"}\n", map[bool]string{true: "list", false: "fixed"}[r.calls])
	b.WriteString("      assets: [{name: gems, halves: true}]\n      offices: [{name: judge}, {name: clerk}]\n      attributes: [{name: late}, {name: keen}]\n      counters: [{name: plague}]\n")
	if r.chance(30) {
		fmt.Fprintf(&b, "      limits:\n        - {%swhere: '%s', most: '%d + count(sides)', %scite: \"§9\"}\n", r.one("", "of: all, "), r.limited(), 1+r.IntN(3),
			r.one("", "beyond: lifted, first: -100 * it.file - it.rank, ", "beyond: destroyed, first: 100 * it.file + it.rank, "))
	}
	if r.chance(40) {
		fmt.Fprintf(&b, "      duties: [{forbid: %s, when: '%s', cite: \"§8\"}]\n", r.one("move", "capture", "any"),
			r.one(`mover.is("late") and distance(from, to) > 1`, `victim != none and bound("truce", mover, victim.side)`, `self.counter("plague") > 1`, `mover.player.holds("clerk") and not mover.is("keen")`))
	}
	b.WriteString("      consequences:\n")
	for i := range 2 + r.IntN(3) {
		fmt.Fprintf(&b, "        - {on: %s, ", r.one("turn-ends", "turn-ends", "turn-starts", "passes"))
		if r.chance(50) {
			fmt.Fprintf(&b, "when: '%s', ", r.circumstance())
		}
		fmt.Fprintf(&b, "do: [{%s}], cite: \"§%d\"}\n", r.deeds(""), 1+i)
	}
	if r.chance(50) {
		for i := range 1 + r.IntN(2) {
			fmt.Fprintf(&b, "        - {on: buys, %sdo: [{%s}], cite: \"§%d\"}\n", r.one("", "", "when: 'type == \"Ant\"', ", "when: 'count(side.holdings) > 1', ", "when: 'any(type.pieces, it.side != side)', "),
				r.one("create: type, on: zone", "create: type, on: 'first(squares, s, s.empty)'", "create: type, side: 'first(sides, s, s != side)'", "pay: 1, asset: gems, payee: player", "create: type, on: zone}, {pay: 2, asset: gems, payee: player", "become: pieces, type: type, where: 'it.rank == 2 and not it.royal'", r.deeds("")), 14+i)
		}
		fmt.Fprintf(&b, "      buying: {price: 0, when: '%s', payee: Bank, compensation: 0, cite: \"§17\"}\n", r.one("owned < 8", "owned < 6", "true"))
	}
	if r.chance(70) {
		b.WriteString("      powers:\n")
		if r.chance(40) {
			fmt.Fprintf(&b, "        - {name: tender, by: %s, amount: '%s', sealed: '%s', %sdo: [{pay: amount, asset: gems, payee: player}, {%s}], cite: \"§18\"}\n", r.one("side", "player"), r.one("2", "count(pieces)"),
				r.one(`any(players, not it.sealed("tender"))`, `any(sides, not it.player.sealed("tender"))`, "mod(turns, 4) < 2"), r.one("", "", "when: amount > 1, "), r.one("clear: gems", "mark: ice, where: place.rank == amount", "lift: pieces, where: it.rank == amount"))
			fmt.Fprintf(&b, "        - {name: collect, by: player, when: '%s', do: [{pay: 1, asset: gems, payee: player}, {unseal: tender}], cite: \"§19\"}\n", r.one(`all(players, it.sealed("tender"))`, `any(players, it.has("gems") > 1)`, `player.sealed("tender")`))
		}
		powers := 1 + r.IntN(4)
		for i := range powers {
			on, by := r.one("", "side", "piece", "square"), r.one("side", "side", "player", "judge")
			fmt.Fprintf(&b, "        - {name: %s, by: %s, ", []string{"ask", "bid", "call", "deal"}[i], by)
			if on != "" {
				fmt.Fprintf(&b, "on: %s, ", on)
			}
			amount := on == "" && r.chance(50)
			if amount {
				fmt.Fprintf(&b, "amount: '%s', ", r.one("3", "count(pieces)", "turns"))
			}
			on = by + " " + on
			if amount {
				on += " amount"
			}
			if r.chance(60) {
				fmt.Fprintf(&b, "when: '%s', ", r.occasion(on))
			}
			fmt.Fprintf(&b, "do: [{%s}], cite: \"§%d\"}\n", r.deeds(on), 20+i)
		}
		if agree {
			to := []string{"ask", "bid", "call", "deal"}[:powers]
			if strings.Contains(b.String(), "      buying:") {
				to = append([]string{"buy"}, to...)
			}
			b.WriteString(r.consentsTo(to))
		}
	}
	b.WriteString(r.definitions(r.crowned))
	return b.String()
}

// consentsTo has some powers wait for the consent of others.
func (r *Random) consentsTo(powers []string) string {
	text := "      consents:\n"
	for i := range 1 + r.IntN(2) {
		text += fmt.Sprintf("        - {to: [%s], %s%s%s%scite: \"§%d\"}\n", strings.Join(powers[:1+r.IntN(len(powers))], ", "),
			r.one("", "when: 'turns > 1', ", "when: 'count(pieces) > 4', ", "when: 'player.has(\"gems\") < 4', ", "when: 'count(player.sides) == 1', "),
			r.one("", "of: who != player, ", "of: 'count(who.sides) > 0', ", "of: 'any(who.sides, count(it.pieces) > 2)', ", "of: 'who.has(\"gems\") >= player.has(\"gems\")', "),
			r.one("", "needs: no == 0, ", "needs: yes > no, ", "needs: 2 * yes >= asked, ", "needs: yes >= 1, ", "needs: 'true', ", "needs: yes + no == asked, "), r.one("", "", "awaits: true, "), 40+i)
	}
	return text
}

// byLot has one of the pieces drawn now and then.
func (r *Random) byLot() string {
	if r.lotless {
		return ""
	}
	return r.one("", "", ", lot: 1")
}

// Waits writes rules by which plays wait for answers, for days, in secret, or for what players do meanwhile; and what follows each day.
func (r *Random) Waits() string {
	r.past, r.round, r.calls, r.plague, r.lotless = true, true, r.chance(50), true, true
	r.types = append(r.types, "Emu")
	var b strings.Builder
	b.WriteString("rules:\n  - number: 1\n    title: The board\n    procedure:\n" + r.board())
	fmt.Fprintf(&b, "      order: {by: %s}\n      passing: {when: 'true'}\n      placing: {may_attack: \"true\", may_check: \"true\"}\n", map[bool]string{true: "list", false: "fixed"}[r.calls])
	b.WriteString("      assets: [{name: gems, halves: true}]\n      offices: [{name: judge}, {name: clerk}]\n      attributes: [{name: late}, {name: keen}]\n      counters: [{name: plague}]\n      consents:\n")
	for i := range 1 + r.IntN(2) {
		f := []string{"when: '" + r.one("victim != none", "victim != none", "victim.value > 1", "distance(from, to) > 1", `side == "Red"`, "self == none", `self.type == "Ant"`) + "'",
			"of: '" + r.one("who == victim.side.player", "who != player", "count(who.sides) > 0", "any(who.sides, count(it.pieces) > 2)") + "'"}
		if r.chance(70) {
			f = append(f, "needs: '"+r.one("no == 0", "yes > no", "2 * yes >= asked", "yes >= 1", "true", "silent == 0 and yes > no", "yes + no == asked")+"'")
		}
		if r.chance(50) {
			f = append(f, "awaits: true")
		}
		if r.chance(60) {
			f = append(f, fmt.Sprintf("days: %d", 1+r.IntN(3)))
			if r.chance(35) {
				f = append(f, fmt.Sprintf("secret: %d", 1+r.IntN(2)))
			}
		}
		if r.chance(15) {
			f = append(f, "firm: true")
		}
		fmt.Fprintf(&b, "        - {to: [play], %s, cite: \"§%d\"}\n", strings.Join(f, ", "), 30+i)
	}
	b.WriteString("      powers:\n        - {name: swap, by: side, on: piece, when: '" + r.one("actor.side == side and ", "") + "any(" + r.one("side.pieces", "pieces") + ", it.at_stake)', do: [{swap: actor, on: 'first(pieces, it.at_stake)'}], cite: \"§20\"}\n")
	if r.chance(60) {
		fmt.Fprintf(&b, "        - {name: hide, by: side, when: 'any(side.pieces, it.at_stake)', do: [{%s}], cite: \"§21\"}\n",
			r.one("lift: pieces, where: it.at_stake", "destroy: pieces, where: it.at_stake", "move: pieces, where: it.at_stake, on: 'first(squares, s, s.empty)'", "convert: pieces, where: 'it.side != side and it.rank > 2'", "set: plague, to: 2, where: it.at_stake"))
	}
	fmt.Fprintf(&b, "        - {name: call, by: side, when: '%s', do: [{%s}], cite: \"§22\"}\n", r.occasion("side "), r.deeds("side "))
	b.WriteString("      consequences:\n")
	for i := range 1 + r.IntN(3) {
		fmt.Fprintf(&b, "        - {on: %s, ", r.one("day", "day", "month", "turn-ends"))
		if r.chance(60) {
			fmt.Fprintf(&b, "when: '%s', ", r.one(r.circumstance(), "mod(day, 2) == 0", "month == 11", "side == first(sides, true)"))
		}
		fmt.Fprintf(&b, "do: [{%s}], cite: \"§%d\"}\n", r.deeds(""), 1+i)
	}
	b.WriteString(r.definitions(r.crowned))
	return b.String()
}

// crowned says of which types the pieces are royal.
func (r *Random) crowned(name string) string {
	if name == "Emu" || name == "Dog" && r.nobility() {
		return "      royal: true\n"
	}
	return ""
}

// circumstance is a condition about the side of a moment.
func (r *Random) circumstance() string {
	return r.one("turns > 2", "mod(turns, 2) == 0", `side == "Red"`, "count(side.pieces) > 2", `assets(side, "gems") > 1`, `side.is("late")`, `not side.player.holds("judge")`, "any(side.pieces, it.attacked)", "side == first(sides, true)",
		`any(pieces, it.counter("plague") > 0)`, "side.royal == none", `any(squares, it.marked("ice"))`, "count(side.player.sides) != 1", `plays("Red''s")`, "any(side.holdings, it.rested > 1)", `any(side.pieces, it.square.in("home"))`)
}

// occasion is a condition of a power.
func (r *Random) occasion(on string) string {
	list := []string{"turns > 1", `player.has("gems") > 0`, "true"}
	if strings.HasPrefix(on, "side") {
		list = append(list, "side.to_play", `not side.is("late")`, "count(side.pieces) > 1")
		if strings.HasSuffix(on, "side") {
			list = append(list, "other != side", `other != side and not bound("truce", side, other)`, `bound("truce", side, other)`, "count(other.pieces) >= count(side.pieces)")
		}
	}
	switch {
	case strings.HasSuffix(on, "piece"):
		list = append(list, "not actor.royal", "actor.rank > 2", "not actor.attacked", `actor.type == "Ant"`, "actor.rested > 1")
	case strings.HasSuffix(on, "square"):
		list = append(list, "to.empty", `to.in("zone")`, "to.rank > 2")
	case strings.HasSuffix(on, "amount"):
		list = append(list, `amount > assets("Bank", "gems")`, "amount > 1")
	}
	return r.one(list...)
}

// deeds are effects at a moment of a side, or, if on is not empty, of a power: by whom it is used and on what.
func (r *Random) deeds(on string) string {
	var do []string
	for range 1 + r.IntN(2) {
		effect := ""
		if r.every && r.chance(55) {
			effect = r.besides(on)
		} else {
			effect = r.deed(on)
		}
		do = append(do, r.apart(effect, on))
	}
	return strings.Join(do, "}, {")
}

func (r *Random) deed(on string) string {
	whose := on == "" || strings.HasPrefix(on, "side") // there is a side
	about := func() string {                           // a piece, it
		list := []string{"it.rank > 2", "it.attacked", "it.value >= 3", `it.in("home")`, `it.square.marked("ice")`, `it.counter("plague") > 0`, "it.rested > 1", "it == first(pieces, p, p.rank > 1, p.value)"}
		if whose {
			list = append(list, "it.side == side", "it.side != side", "it.side == side and it.value == least(side.pieces, p, p.value)", "any(side.pieces, p, distance(p, it) == 1)", "it == side.royal", `it.side == side and it.square.in("home")`)
		}
		return r.one(list...)
	}
	whom := func() string {
		if strings.HasSuffix(on, "piece") && r.chance(60) {
			return "actor" + r.one("", "", ", where: '"+about()+"'")
		}
		lot := ""
		if !r.lotless && r.chance(20) {
			lot = ", lot: '" + r.one("1", "2", "count(pieces) - 5", "0") + "'"
		}
		return "pieces, where: '" + about() + "'" + lot
	}
	square := func(it bool) string {
		list := []string{"'\"" + r.square() + "\"'", "'first(squares, s, s.empty)'", "'first(squares, s, s.empty and s.in(\"zone\"))'", "'first(pieces, p, p.rank > 1).square.next(\"east\")'"}
		if whose {
			list = append(list, "'side.royal.square.next(\"north\")'", "'first(squares, s, s.empty, count(side.pieces, p, distance(p, s) < 3))'", "'first(side.pieces, true).next(\"forward\")'")
		}
		if strings.HasSuffix(on, "square") {
			list = append(list, "to", "to", "'to.next(\"north\")'")
		}
		if it {
			list = append(list, `'it.square.next("south")'`, `'it.square.next("south")'`, "'first(squares, s, s.empty, distance(s, it))'", "it.stood")
		}
		return r.one(list...)
	}
	side := func() string {
		if !whose && r.chance(20) {
			return ""
		}
		if !whose {
			return ", side: " + r.one("'\"Blue\"'", "'first(sides, s, count(s.pieces) > 2)'")
		}
		if strings.HasSuffix(on, "side") && r.chance(40) {
			return ", side: other"
		}
		return r.one("", "", "", ", side: 'first(sides, s, s != side)'", ", side: '\"Blue\"'", ", side: 'first(sides, s, count(s.pieces) > 4)'")
	}
	account := func() string {
		list := []string{"Bank", "'first(sides, s, count(s.pieces) > 2)'", "'first(players, p, p.has(\"gems\") > 1)'"}
		if whose {
			list = append(list, "side", "side", "'first(sides, s, s != side)'")
		}
		if on != "" {
			list = append(list, "player", "side")
		}
		if strings.HasSuffix(on, "piece") {
			list = append(list, "actor.side")
		}
		return r.one(list...)
	}
	holder := func() string {
		return r.one("'first(players, p, not p.holds(\"judge\"))'", "'first(players, p, p.has(\"gems\") > 2)'", "'first(sides, s, count(s.pieces) > 2)'", "'first(pieces, p, p.rank == 2).side'", "'first(sides, s, s.royal != none).player'")
	}
	switch r.IntN(24) {
	case 0:
		return "destroy: " + whom()
	case 1:
		return "lift: " + whom()
	case 2, 3:
		return "convert: " + whom() + side()
	case 4:
		return "become: " + whom() + ", type: " + r.one("Ant", "Bee", "Cat")
	case 5:
		return "crown: " + whom() + ", type: " + r.noble()
	case 6:
		return "uncrown: " + whom() + ", type: " + r.common()
	case 7, 8:
		return "move: " + whom() + ", on: " + square(true)
	case 9:
		return "place: holdings, on: " + square(true) + side() + r.one("", ", where: 'it.value >= 3'", ", where: 'it.rested > 1'", ", where: '"+`it.type == "Ant"`+"'")
	case 10, 11:
		amount := r.one("2", "count(pieces) / 2", `assets("Bank", "gems") + 1`)
		if strings.HasSuffix(on, "amount") {
			amount = "amount"
		}
		return "pay: '" + amount + "', asset: gems" + r.one(", payee: "+account(), ", payer: "+account()+", payee: "+account(), ", payer: "+account())
	case 12, 13:
		return "set: plague, to: '" + r.one("1", `it.counter("plague") + 1`, "it.rank - 2", "count(it.around(1), not it.empty)") + "', where: '" + about() + "'" + r.byLot()
	case 14:
		return "create: " + r.one(r.types...) + side() + r.one("", ", on: zone", ", on: "+square(false))
	case 15:
		return r.one("close: "+square(false), "close: squares, where: 'place.rank == turns + 1'", "close: squares, where: 'place.file == 1 and place.rank > 2'")
	case 16:
		return "mark: ice, where: '" + r.one("place.empty and place.rank == 2", `place.marked("ice")`, "any(pieces, p, distance(p, place) == 1)") + "'" + r.one("", `, to: 'place.mark("ice") + 1'`, `, to: 'place.mark("ice") - 1'`, side())
	case 17:
		return r.one("mark", "unmark") + ": ice, on: " + square(false)
	case 18:
		if r.lotless {
			break
		}
		return "draw: [Calm, Fall, Storm]}, {lift: pieces, where: '" + r.one(`drawn("Fall")`, `not drawn("Calm")`) + " and it.rank == 2'"
	case 19:
		if !whose || r.chance(50) {
			return r.one("dismiss: judge", "dismiss: clerk", "appoint: judge, holder: "+holder(), "appoint: clerk, holder: "+holder())
		}
		return r.one("appoint: judge", "appoint: clerk")
	case 20:
		return r.one("attribute", "attribute", "strip") + ": " + r.one("late", "keen") + side()
	case 21:
		if !whose || r.chance(70) {
			return "clear: gems"
		}
		return "surrender: side" + side()
	case 22:
		if whose && r.chance(40) {
			return "entrust: side, holder: " + holder() + side()
		}
		if strings.HasSuffix(on, "side") {
			return r.one("exchange: other", "bind: truce", "bind: truce", "release: truce")
		}
		if strings.HasSuffix(on, "piece") {
			return "swap: actor, on: " + square(false)
		}
	case 23:
		if whose && r.calls {
			return "next: side" + side()
		}
	}
	return "pay: 1, asset: gems, payee: " + account()
}
