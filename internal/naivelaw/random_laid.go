package naivelaw

import (
	"fmt"
	"strings"
)

// Laid writes rules by which the board is emptied and set up anew, by lot too, and others.
func (r *Random) Laid() string {
	r.Sides, r.array = r.Sides[:2], true
	write := []func(*Random) string{(*Random).Deeds, (*Random).Deeds, (*Random).Terms, (*Random).Laws, (*Random).Every}
	text := write[r.IntN(len(write))](r)
	if strings.Contains(text, "to: [play]") {
		return text
	}
	creates := func(lots bool) string {
		typ, lot := r.one("Ant", "Bee", "Cat", "Dog"), "" // which are always defined
		switch {
		case r.chance(20):
			typ = `'first(pieces, it.file == place.file and it.rank < place.rank).type'`
		case lots && r.chance(50) && !r.lotless:
			lot = fmt.Sprintf(", lot: %d", 1+r.IntN(3))
		}
		return fmt.Sprintf("create: %s, side: '%q', on: squares, where: '%s'%s", typ, r.one(r.Sides...),
			r.one("place.rank == 1", "place.rank == 2 and place.file > 2", `place.in("zone")`, "mod(place.file + place.rank, 4) == 0", "place.file == 1 and not any(place.neighbours, not it.empty)", "place.rank > 4 and place.file == 3", `place.marked("ice")`), lot)
	}
	do := func(lots bool) string {
		var do []string
		if r.chance(85) {
			do = append(do, r.one("lay: bare", "lay: bare", "lay: array"))
		}
		for range 1 + r.IntN(4) {
			do = append(do, creates(lots))
		}
		if r.chance(15) {
			do = append(do, "close: squares, where: 'place.rank == 3 and place.empty'")
		}
		return strings.Join(do, "}, {")
	}
	var b strings.Builder
	b.WriteString("  - number: 90\n    title: Another game\n    procedure:\n      consequences:\n")
	for i := range 1 + r.IntN(2) {
		fmt.Fprintf(&b, "        - {on: %s, when: '%s', do: [{%s}], cite: \"§%d\"}\n", r.one("turn-ends", "turn-ends", "passes"), r.one("mod(turns, 4) == 3", "count(pieces) < 6", `side == "Red" and turns > 3`, "turns == 5"), do(true), 1+i)
	}
	if r.chance(50) {
		fmt.Fprintf(&b, "      powers: [{name: again, by: player, when: '%s', do: [{%s}], cite: \"§5\"}]\n", r.one("turns > 2", "count(pieces) < 8", "mod(turns, 2) == 1"), do(!strings.Contains(text, "limits:"))) // of a use that a limit refuses the lots are not known
	}
	return text + b.String()
}
