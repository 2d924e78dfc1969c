package naivelaw

import (
	"fmt"
	"strings"
)

// Chancy writes rules by which lots decide of acts, and others.
func (r *Random) Chancy() string {
	var b strings.Builder
	write := []func(*Random) string{(*Random).Laws, (*Random).Effects, (*Random).Every, (*Random).Declared, (*Random).Declared, (*Random).Terms, (*Random).Odd, (*Random).Choosing}
	text := write[r.IntN(len(write))](r)
	b.WriteString("      chances:\n")
	for i := range 1 + r.IntN(2) {
		var f []string
		of := r.one("", "", "", "move", "capture, move", "move")
		if len(r.kinds) > 0 {
			of = r.one("", "", "leap", "move, leap", "haunt", "capture, haunt, leap", "haunt, move")
		}
		if of != "" {
			f = append(f, "of: ["+of+"]")
		}
		if r.chance(40) {
			f = append(f, "when: '"+r.one("to.rank > 2", "self.value >= 3", "victim != none", "count(mover.pieces) > 2", "distance(from, to) > 1", `to.in("zone")`, "not self.moved", "count(victims) != 2", "self.captures == 0")+"'")
		}
		f = append(f, "draw: [One, Two, Three]", "made: '"+r.one("rolled > 1", `drawn("Two")`, "rolled + self.value >= victim.value + 2", `not drawn("One")`, "rolled >= to.rank", "rolled == 2 or count(pieces) > 9")+"'")
		if (of == "" || strings.Contains(of, "capture") || strings.Contains(of, "haunt")) && r.chance(75) {
			f = append(f, "falls: '"+r.one("rolled == 1", "rolled + self.value < victim.value", `drawn("Two")`, "rolled < 3 and count(victims) > 0", "rolled != to.rank", "true")+"'")
		}
		fmt.Fprintf(&b, "        - {%s, cite: \"§%d\"}\n", strings.Join(f, ", "), 50+i)
	}
	return strings.Replace(text, "      placing: {", b.String()+"      placing: {", 1)
}
