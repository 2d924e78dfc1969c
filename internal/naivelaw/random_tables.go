package naivelaw

import (
	"fmt"
	"slices"
	"strings"
)

// Tabled writes rules of all sorts for sides that sit at several tables.
func (r *Random) Tabled() string {
	sizes := []int{2 + r.IntN(3), 2 + r.IntN(2)}
	if r.chance(30) {
		sizes = append(sizes, 2)
	}
	names := []string{"Red", "Blue", "Green", "Gold", "Pink", "Teal", "Grey", "Plum", "Rust"}
	r.Sides = nil
	for _, n := range sizes {
		r.Sides = append(r.Sides, names[len(r.Sides):][:n]...)
	}
	write := []func(*Random) string{(*Random).Laws, (*Random).Laws, (*Random).Effects, (*Random).Every, (*Random).Sided, (*Random).Deeds, (*Random).Declared, (*Random).Odd, (*Random).Terms, (*Random).Made, (*Random).Chancy}
	lines := strings.Split(write[r.IntN(len(write))](r), "\n")
	lines = slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "      stages:") }) // which do not go with tables
	text := strings.Join(lines, "\n")

	sides := slices.Clone(r.Sides)
	r.Shuffle(len(sides), func(i, k int) { sides[i], sides[k] = sides[k], sides[i] })
	var tables []string
	for _, n := range sizes {
		tables = append(tables, "["+strings.Join(sides[:n], ", ")+"]")
		sides = sides[n:]
	}
	if r.chance(25) { // those of the last one are not named
		tables = tables[:len(tables)-1]
	}
	order := "tables: [" + strings.Join(tables, ", ") + "]"
	listed := strings.Contains(text, "order: {by: list")
	if !strings.Contains(text, "rank:") && !strings.Contains(text, "up:") && r.chance(40) {
		first := []string{"count(mover.pieces) <= 2", "any(mover.pieces, it.rank == 1)", `mover == "Blue"`, "mod(turns, 3) == 1 and any(mover.pieces, it.rank > 2)", "any(mover.pieces, it.attacked)"}
		if strings.Contains(text, "shares:") {
			first = first[:4] // whether a piece is attacked where its captor has no room beside others the page leaves open
		}
		order += ", up: '" + r.one(first...) + "'" +
			r.one("", "", ", after_answer: revert", ", reverts: 'count(mover.pieces) > 2'")
	}
	text = strings.Replace(text, "order: {", "order: {"+order+", ", 1)

	var b strings.Builder
	b.WriteString(text + "  - number: 70\n    title: Tables\n    procedure:\n")
	if r.chance(50) {
		fmt.Fprintf(&b, "      duties: [{forbid: %s, when: '%s', cite: \"§1\"}]\n", r.one("move", "capture", "any"), r.one("victim != none and victim.side.to_play", "count(sides, it.to_play) > 2 and distance(from, to) > 1", "any(sides, s, s.to_play and s != mover and count(s.pieces) < 2)",
			"victim != none and not victim.side.to_play", "not mover.to_play"))
	}
	b.WriteString("      consequences:\n")
	other := func() string {
		return r.one("'first(sides, s, s != side and s.to_play)'", "'first(sides, s, not s.to_play)'", "'first(sides, s, s != side and not s.to_play, count(s.pieces))'", "side", "'\"Blue\"'", "'first(sides, s, s.to_play, -count(s.pieces))'")
	}
	for i := range 1 + r.IntN(3) {
		do := r.one("mark: ice, where: 'any(sides, s, s.to_play and any(s.pieces, p, p.square == place))'", "lift: pieces, where: 'it.side.to_play and it.rank == 2'", "destroy: pieces, where: 'not it.side.to_play and it.rank == 3'",
			"convert: pieces, where: 'it.side.to_play and it.side != side and it.rank == 4', side: "+other(), "pass: side, side: "+other(), "pass: side, side: "+other())
		if listed && r.chance(50) {
			do = "next: side, side: " + other()
		}
		fmt.Fprintf(&b, "        - {on: %s, when: '%s', do: [{%s}], cite: \"§%d\"}\n", r.one("turn-ends", "turn-ends", "turn-starts", "passes"),
			r.one("mod(turns, 3) == 0", "mod(turns, 2) == 0", "side.to_play and turns > 1", "not side.to_play or mod(turns, 4) == 1", "count(sides, it.to_play) == 2 and mod(turns, 2) == 1", "any(side.pieces, it.rank == 2)"), do, 2+i)
	}
	return b.String()
}
