package naivelaw

import (
	"fmt"
	"strings"
)

// Decreed writes rules some of which come into force and lose it by effects, and others.
func (r *Random) Decreed() string {
	write := []func(*Random) string{(*Random).Deeds, (*Random).Deeds, (*Random).Terms, (*Random).Laws, (*Random).Effects, (*Random).Every, (*Random).Chancy, (*Random).Made}
	text := write[r.IntN(len(write))](r)
	if strings.Contains(text, "to: [play]") { // while a play waits the law stays as it is
		return text
	}
	var b strings.Builder
	numbers := []string{"71", "72", "73", "74", "75"}[:2+r.IntN(4)]
	one := func() string {
		verb := r.one("enforce", "enforce", "enforce", "suspend", "suspend")
		if r.chance(8) {
			verb = "repeal"
		}
		return verb + ": \"" + r.one(append(numbers, r.one("99", "71"))...) + "\""
	}
	do := func(on string) string {
		var do []string
		for range 1 + r.IntN(3) {
			effect := one()
			if r.chance(25) {
				effect += ", when: '" + r.one("turns > 2", "mod(turns, 2) == 0", "count(pieces) > 6", "any(pieces, it.attacked)") + "'"
			}
			if r.chance(25) {
				effect = r.one("pay: 1, asset: gems, payee: Bank", "mark: ice, where: place.rank == turns", "lift: pieces, where: it.rank == turns", "close: squares, where: 'place.rank == turns + 1'")
			}
			do = append(do, effect)
		}
		return strings.Join(do, "}, {")
	}
	for _, number := range numbers {
		while := r.one("enforced", "enforced", "enforced", "enforced and turns < 9", "not enforced", "enforced or mod(turns, 3) == 1", `enforced and any(pieces, it.type == "Ant")`, "")
		if while != "" {
			while = "    while: '" + while + "'\n"
		}
		fmt.Fprintf(&b, "  - number: %s\n    title: A card\n%s", number, while)
		if while != "" && r.chance(15) {
			name := []string{"Fox", "Gnu", "Hen", "Imp", "Jay"}[number[1]-'1']
			fmt.Fprintf(&b, "    piece: {name: %s, glyph: %s, value: 2, modes: [{legs: [{dir: all, n: 1..2}]}]}\n", name, name[:1])
			r.types = append(r.types, name)
			continue
		}
		b.WriteString("    procedure:\n")
		switch r.IntN(6) {
		case 0:
			fmt.Fprintf(&b, "      duties: [{forbid: %s, when: '%s', cite: \"§1\"}]\n", r.one("move", "capture", "placement", "any"), r.condition("self"))
			continue
		case 1:
			fmt.Fprintf(&b, "      limits: [{%swhere: '%s', most: 2, %scite: \"§1\"}]\n", r.one("", "of: all, "), r.limited(), r.one("", "beyond: lifted, first: -100 * it.file - it.rank, ", "beyond: destroyed, first: 100 * it.file + it.rank, "))
			continue
		case 2:
			if c := r.consequences("      ", false); c != "" {
				b.WriteString(c)
				continue
			}
		}
		b.WriteString("      consequences:\n")
		for i := range 1 + r.IntN(3) {
			on := r.one("turn-ends", "turn-ends", "turn-starts", "passes", "repealed", "repealed, of: side", "enacted")
			effects := r.one("pay: 2, asset: gems, payee: Bank", "set: plague, to: 'it.counter(\"plague\") + 1', where: it.rank > 2", "mark: ice, where: place.rank == turns", "lift: pieces, where: it.rank == turns", "close: squares, where: 'place.rank == turns + 1'")
			if strings.HasPrefix(effects, "set") && !r.plague {
				effects = "pay: 1, asset: gems, payee: Bank"
			}
			if r.chance(25) && !strings.HasPrefix(on, "rep") && on != "enacted" {
				effects = do(on)
			}
			fmt.Fprintf(&b, "        - {on: %s, do: [{%s}], cite: \"§%d\"}\n", on, effects, 1+i)
		}
	}
	number := r.one("70", "70", "80")
	text2 := fmt.Sprintf("  - number: %s\n    title: The deck\n    procedure:\n      consequences:\n", number)
	for i := range 2 + r.IntN(3) {
		when := r.one("true", "true", `side == "Red"`, "mod(turns, 2) == 0", "turns > 3", "count(side.pieces) > 2")
		text2 += fmt.Sprintf("        - {on: %s, when: '%s', do: [{%s}], cite: \"§%d\"}\n", r.one("turn-ends", "turn-ends", "turn-starts", "passes"), when, do(""), 1+i)
	}
	if r.chance(50) {
		text2 += "      powers:\n"
		for i := range 1 + r.IntN(2) {
			text2 += fmt.Sprintf("        - {name: %s, by: player, do: [{%s}], cite: \"§%d\"}\n", []string{"edict", "veto"}[i], do("power"), 10+i)
		}
	}
	if number == "70" {
		return text + text2 + b.String()
	}
	return text + b.String() + text2
}
