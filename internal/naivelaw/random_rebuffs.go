package naivelaw

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var powerNamed = regexp.MustCompile(`\{name: ([a-z-]+), by:`)

// Rebuffed writes rules about what follows where the use of a power or a purchase is refused, and others.
func (r *Random) Rebuffed() string {
	write := []func(*Random) string{(*Random).Deeds, (*Random).Deeds, (*Random).Sided, (*Random).TakenBack}
	lines := strings.Split(write[r.IntN(len(write))](r), "\n")
	lines = slices.DeleteFunc(lines, func(l string) bool {
		return strings.Contains(l, "{name: tender") || strings.Contains(l, "{name: collect")
	})
	text := strings.Join(lines, "\n")
	var to []string
	for _, m := range powerNamed.FindAllStringSubmatch(text, -1) {
		to = append(to, m[1])
	}
	if strings.Contains(text, "      buying:") {
		to = append(to, "buy")
	}
	if len(to) == 0 || strings.Contains(text, "to: [play]") {
		return text
	}
	some := func() string {
		list := slices.Clone(to)
		r.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
		return strings.Join(list[:1+r.IntN(len(list))], ", ")
	}
	var b strings.Builder
	b.WriteString("  - number: 95\n    title: Rebuffs\n    procedure:\n")
	if r.chance(50) {
		fmt.Fprintf(&b, "      duties: [{forbid: %s, when: '%s', cite: \"§1\"}]\n", r.one(to...), r.one(`player.has("gems") > 2`, "mod(turns, 2) == 1", "count(player.sides) > 1", "count(pieces) > 8"))
	}
	b.WriteString("      consequences:\n")
	for i := range 2 + r.IntN(3) {
		f := "on: refused, to: [" + some() + "]"
		if r.chance(55) {
			f += ", of: all"
		}
		if r.chance(50) {
			f += ", when: '" + r.one(`fault("not-agreed")`, `not fault("not-agreed")`, `fault("duty")`, "turns > 2", "count(player.sides) > 1", `player.has("gems") > 1`) + "'"
		}
		fmt.Fprintf(&b, "        - {%s, do: [{%s}], cite: \"§%d\"}\n", f, r.one("pay: 1, asset: gems, payee: player", "pay: 2, asset: gems, payer: player, payee: Bank", "mark: ice, where: place.rank == turns", "lift: pieces, where: it.rank == turns", "convert: pieces, where: 'it.rank == 2'",
			"pass: side", "pass: side, side: 'first(sides, s, s.to_play)'", "create: Ant, side: 'first(sides, s, s.player == player)'", "close: squares, where: 'place.rank == turns + 1'", "destroy: pieces, where: 'it == first(pieces, true)'", "pay: 1, asset: gems, payee: player}, {pass: side"), 2+i)
	}
	return text + b.String()
}
