package naivelaw

import (
	"fmt"
	"strings"
)

// Made writes rules that play for sides, and others.
func (r *Random) Made() string {
	write := []func(*Random) string{(*Random).Laws, (*Random).Laws, (*Random).Effects, (*Random).Every, (*Random).Declared, (*Random).Declared, (*Random).Terms, (*Random).Chancy}
	var b strings.Builder
	b.WriteString(write[r.IntN(len(write))](r))
	b.WriteString("  - number: 60\n    title: Deputies\n    procedure:\n      consequences:\n")
	for i := range 1 + r.IntN(2) {
		on := r.one("turn-starts", "turn-starts", "turn-ends", "passes")
		whose := ""
		if on != "turn-starts" {
			whose = ", side: " + r.one("'first(sides, s, s != side)'", "'first(sides, s, s.to_play)'", "'\"Blue\"'", "side")
		}
		var do []string
		for range 1 + r.IntN(2) {
			f := []string{"play: side" + whose}
			if r.chance(15) {
				do = append(do, "pass: side"+whose)
				continue
			}
			where := "from != none" // of several pieces off the board it depends on their past how plays call them
			if r.chance(50) {
				where += " and " + r.one("victim != none", "to.rank > 2", "self.value >= 3", "distance(from, to) == 1", "count(victims) == 0", "self.moved", "mover != \"Red\"", r.shallow("self"))
			}
			f = append(f, "where: '"+where+"'")
			if r.chance(50) {
				f = append(f, "first: '"+r.one("to.rank", "-victim.value", "distance(from, to)", "self.value", "-count(victims)", "to.file - from.file", "mod(to.file + to.rank, 3)", "self.rank")+"'")
			}
			if r.chance(50) {
				f = append(f, "lot: 1")
			}
			do = append(do, strings.Join(f, ", "))
		}
		when := r.one("true", `side == "Blue"`, "mod(turns, 2) == 0", "count(side.pieces) > 2", "turns > 3", "any(side.pieces, it.rank > 2)")
		fmt.Fprintf(&b, "        - {on: %s, when: '%s', do: [{%s}], cite: \"§%d\"}\n", on, when, strings.Join(do, "}, {"), 60+i)
	}
	return b.String()
}
