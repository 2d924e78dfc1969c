package naivelaw

import (
	"fmt"
	"strings"
)

// TakenBack writes rules by which plays are taken back, and others.
func (r *Random) TakenBack() string {
	write := []func(*Random) string{(*Random).Deeds, (*Random).Deeds, (*Random).Sided, (*Random).Laws, (*Random).Effects, (*Random).Every, (*Random).Terms, (*Random).Made, (*Random).Declared, (*Random).Decreed, (*Random).Odd, (*Random).Comers, (*Random).Laid, (*Random).Tabled, (*Random).Tabled}
	text := write[r.IntN(len(write))](r)
	if strings.Contains(text, "to: [play]") {
		return text
	}
	by := r.one("side", "side", "player")
	n := r.one("1", "2", "3", "turns > 4 ? 2 : 1", "count(pieces) > 8 ? 1 : 3")
	if by == "side" {
		n = r.one("side.to_play ? 2 : 1", "side.to_play ? 2 : 1", "1", "2", "4")
	}
	when := r.one("", "takebacks >= ("+n+")", "takebacks > 1", "mod(turns, 2) == 0", "takebacks > 0 and count(pieces) > 3")
	if when != "" {
		when = ", when: '" + when + "'"
	}
	do := "{takeback: '" + n + "'}"
	after := func() string {
		return r.one("{pay: 1, asset: gems, payee: player}", "{mark: ice, where: place.rank == 2}", "{lift: pieces, where: it.rank == 3}", "{close: squares, where: 'place.rank == turns + 1'}", "{create: Ant, side: '\"Blue\"'}", "{destroy: pieces, where: 'it == first(pieces, true)'}", "{pay: takebacks, asset: gems, payee: Bank}")
	}
	if r.chance(40) {
		do += ", " + after()
	}
	if r.chance(20) {
		do = after() + ", " + do
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  - number: 85\n    title: Taking back\n    procedure:\n      powers:\n        - {name: take-back, by: %s%s, do: [%s], cite: \"§1\"}\n", by, when, do)
	if r.chance(40) {
		fmt.Fprintf(&b, "      consents: [{to: [take-back], of: '%s', cite: \"§2\"}]\n", r.one("who != player", "count(who.sides) > 0"))
	}
	return text + b.String()
}
