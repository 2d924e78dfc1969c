package naivelaw

import (
	"fmt"
	"strings"
)

// Proposed writes rules by which players change the rules while they play, others agree to that or not, and something follows of it; and others.
func (r *Random) Proposed() string {
	write := []func(*Random) string{(*Random).Deeds, (*Random).Sided, (*Random).Laws, (*Random).Effects, (*Random).Decreed, (*Random).Decreed, (*Random).Rebuffed}
	text := write[r.IntN(len(write))](r)
	if strings.Contains(text, "to: [play]") { // while a play waits the law stays as it is
		return text
	}
	r.proposes = true
	which := func() string {
		return r.one("enact", "amend", "repeal", "enact, amend", "amend, repeal", "enact, amend, repeal", "enact, repeal")
	}
	when := func() string {
		return r.one("", ", when: '"+r.one(`rule("60")`, `not rule("61")`, "turns > 2", "count(player.sides) > 0", "count(pieces) > 8", `any(sides, count(it.pieces) < 2)`)+"'")
	}
	var b strings.Builder
	b.WriteString("  - number: 96\n    title: Proposals\n    procedure:\n")
	if !strings.Contains(text, "name: gems") {
		b.WriteString("      assets: [{name: gems}]\n")
	}
	if r.chance(60) {
		b.WriteString("      consents:\n")
		for i := range 1 + r.IntN(2) {
			fmt.Fprintf(&b, "        - {to: [%s]%s, of: '%s'%s, cite: \"§%d\"}\n", which(), when(), r.one("who != player", "count(who.sides) > 0", "any(who.sides, count(it.pieces) > 2)", `who.has("gems") < 2`),
				r.one("", ", needs: no == 0", ", needs: yes > no", ", needs: 2 * yes > asked", ", needs: \"false\"", ", needs: yes > 0, awaits: true"), 1+i)
		}
	}
	if r.chance(50) {
		fmt.Fprintf(&b, "      duties: [{forbid: %s%s, cite: \"§3\"}]\n", r.one("enact", "amend", "repeal"), when())
	}
	b.WriteString("      consequences:\n")
	for i := range 2 + r.IntN(3) {
		f := "on: refused, to: [" + which() + "]" + r.one("", ", of: all", ", of: all")
		if r.chance(35) {
			f = "on: " + r.one("enacts", "amends", "repeals", "enacts, of: side", "repeals, of: side")
		}
		w := when()
		if r.chance(40) && strings.Contains(f, "refused") {
			w = ", when: '" + r.one(`fault("not-agreed")`, `not fault("not-agreed")`, `fault("duty")`, `fault("not-agreed") and rule("61")`) + "'"
		}
		fmt.Fprintf(&b, "        - {%s%s, do: [{%s}], cite: \"§%d\"}\n", f, w, r.followed(), 4+i)
	}
	return text + b.String()
}

// followed is an effect where nobody is concerned, or the player.
func (r *Random) followed() string {
	return r.one("pay: 1, asset: gems, payee: player", "pay: 2, asset: gems, payer: player, payee: Bank", "mark: ice, where: place.rank == turns", "lift: pieces, where: it.rank == turns", "convert: pieces, where: 'it.rank == 2', side: 'first(sides, s, s.player == player)'",
		"convert: pieces, where: 'it.rank == 2'", "pass: side, side: 'first(sides, s, s.to_play)'", "create: Ant, side: 'first(sides, s, s.player == player)'", "close: squares, where: 'place.rank == turns + 1'", "destroy: pieces, where: 'it == first(pieces, true)'")
}

// proposal writes the text of a rule that somebody proposes.
func (r *Random) proposal(number string, revision int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  - number: %s\n    revision: %d\n    title: A proposal\n", number, revision)
	if r.chance(30) {
		fmt.Fprintf(&b, "    while: '%s'\n", r.one("enforced", "not enforced", "turns > 3", "mod(turns, 2) == 0", "enforced or mod(turns, 3) == 1", `any(pieces, it.type == "Ant")`))
	}
	b.WriteString("    procedure:\n")
	switch r.IntN(8) {
	case 0:
		fmt.Fprintf(&b, "      duties: [{forbid: %s, when: '%s', cite: \"§1\"}]\n", r.one("move", "capture", "placement", "any"), r.condition("self"))
		return b.String()
	case 1:
		fmt.Fprintf(&b, "      limits: [{%swhere: '%s', most: 2, %scite: \"§1\"}]\n", r.one("", "of: all, "), r.limited(), r.one("beyond: lifted, first: -100 * it.file - it.rank, ", "beyond: destroyed, first: 100 * it.file + it.rank, "))
		return b.String()
	case 2:
		fmt.Fprintf(&b, "      duties: [{forbid: %s, when: '%s', cite: \"§1\"}]\n", r.one("enact", "amend", "repeal"), r.one(`rule("60")`, "mod(turns, 2) == 0", "count(player.sides) > 1"))
		return b.String()
	}
	if number == "61" {
		b.WriteString("      counters: [{name: gout}]\n") // no other rule has it
	}
	b.WriteString("      consequences:\n")
	for i := range 1 + r.IntN(3) {
		on := r.one("turn-ends", "turn-ends", "passes", "repealed", "repealed, of: side", "enacted", "enacted, of: side", "enacts", "repeals", "refused, to: [enact, amend, repeal]", "refused, to: [repeal], of: all")
		do := r.one("pay: 2, asset: gems, payee: Bank", "mark: ice, where: place.rank == turns", "lift: pieces, where: it.rank == turns", "close: squares, where: 'place.rank == turns + 1'", "create: Ant, side: '\"Blue\"'")
		switch {
		case strings.Contains(b.String(), "gout") && r.chance(70):
			do = r.one(`set: gout, to: 'it.counter("gout") + 1', where: it.rank > 2`, `pay: 'count(pieces, it.counter("gout") > 1)', asset: gems, payee: Bank`, `lift: pieces, where: 'it.counter("gout") > 3'`)
		case strings.HasSuffix(on, "of: side"):
			do = r.one("pay: 1, asset: gems, payee: side", "convert: pieces, where: 'it.rank == 2'", "create: Ant")
		case strings.Contains(on, "act") || strings.HasPrefix(on, "ref"):
			do = r.one(do, "pay: 1, asset: gems, payee: Bank, when: 'turns > 2'")
		}
		fmt.Fprintf(&b, "        - {on: %s, do: [{%s}], cite: \"§%d\"}\n", on, do, 1+i)
	}
	return b.String()
}
