package naivelaw

import (
	"fmt"
	"strings"
)

// Comers writes rules by which sides enter and leave the game, and others.
func (r *Random) Comers() string {
	write := []func(*Random) string{(*Random).Deeds, (*Random).Deeds, (*Random).Sided, (*Random).Laws, (*Random).Effects, (*Random).Every, (*Random).Terms, (*Random).Made}
	text := write[r.IntN(len(write))](r)
	if strings.Contains(text, "to: [play]") { // while a play waits nobody comes
		return text
	}
	names := []string{"Gold", "Pink", "Blue", "Red"} // some of whom are there already, unless they have left
	attributes := strings.Contains(text, "attributes:")
	enter := func(whose bool) string {
		f := "enter: " + r.one(names...)
		if holder := r.one("", "", "'first(players, p, count(p.sides) == 0)'", "'first(sides, s, count(s.pieces) > 2)'", "'first(players, p, p.has(\"gems\") > 0)'", "'first(sides, s, s.to_play)'"); holder != "" {
			f += ", holder: " + holder
		} else if !whose {
			f += ", holder: 'first(players, true)'"
		}
		if attributes && r.chance(30) {
			f += ", having: [" + r.one("late", "keen", "late, keen") + "]"
		}
		return f
	}
	leave := func(whose bool) string {
		f := "leave: side"
		if !whose || r.chance(60) {
			f += ", side: " + r.one(`'"Gold"'`, `'"Blue"'`, "'first(sides, s, count(s.pieces) < 3)'", "'first(sides, s, not s.to_play)'", "'first(sides, s, s.to_play)'", "'first(sides, true, -count(it.pieces))'")
		}
		return f + ", when: 'count(sides) > 2'"
	}
	do := func(whose bool) string {
		var do []string
		for range 1 + r.IntN(3) {
			switch {
			case r.chance(40):
				do = append(do, enter(whose))
				if r.chance(60) {
					do = append(do, r.one("convert: pieces, where: 'it.rank == 2', side: '\"Gold\"'", "create: Ant, side: '\"Gold\"', on: 'first(squares, s, s.empty)'", "create: Bee, side: '\"Pink\"'", "mark: ice, where: place.rank == 1, side: '\"Gold\"'"))
				}
			case r.chance(55):
				do = append(do, leave(whose))
			default:
				do = append(do, r.one("pay: 1, asset: gems, payee: Bank", "mark: ice, where: place.rank == 2, side: 'first(sides, true)'", "convert: pieces, where: 'it.file == 2', side: 'first(sides, true, count(it.pieces))'", "pass: side, side: 'first(sides, s, s.to_play)'",
					"lift: pieces, where: it.rank == 3"))
			}
		}
		return strings.Join(do, "}, {")
	}
	var b strings.Builder
	b.WriteString("  - number: 80\n    title: Comers and goers\n    procedure:\n      consequences:\n")
	for i := range 1 + r.IntN(3) {
		fmt.Fprintf(&b, "        - {on: %s, when: '%s', do: [{%s}], cite: \"§%d\"}\n", r.one("turn-ends", "turn-ends", "turn-starts", "passes"),
			r.one("mod(turns, 3) == 2", `side == "Red"`, "count(side.pieces) < 3", "turns > 2", "mod(turns, 2) == 1", `side == "Gold"`, "count(sides) > 3"), do(true), 1+i)
	}
	if r.chance(60) {
		fmt.Fprintf(&b, "        - {on: %s, %sdo: [{%s}], cite: \"§7\"}\n", r.one("enters", "leaves"), r.one("", "", "when: 'turns > 2', ", "when: 'count(side.pieces) > 2', "),
			r.one("create: Ant, on: 'first(squares, s, s.empty)'", "pay: 2, asset: gems, payee: side", "convert: pieces, where: 'it.rank == 1'", "mark: ice, where: place.rank == 2, side: side", "lift: pieces, where: it.side == side", "convert: pieces, where: it.side == side, side: 'first(sides, s, s != side)'", "pay: count(sides), asset: gems, payee: Bank"))
	}
	if r.chance(60) {
		b.WriteString("      powers:\n")
		for i := range 1 + r.IntN(2) {
			by := r.one("side", "player")
			fmt.Fprintf(&b, "        - {name: %s, by: %s, do: [{%s}], cite: \"§%d\"}\n", []string{"come", "go"}[i], by, do(by == "side"), 10+i)
		}
	}
	return text + b.String()
}
