package naivelaw

import (
	"fmt"
	"slices"
	"strings"
)

// Splitting writes rules about ways, among them shots that split.
func (r *Random) Splitting() string {
	r.deep = r.chance(15)
	return r.beams("rules:\n  - number: 1\n    title: The board\n    procedure:\n" + r.board() + r.definitions(nil))
}

// Beamed writes rules by which pieces fire shots that split, and what follows of that.
func (r *Random) Beamed() string {
	r.fires = true
	write := []func(*Random) string{(*Random).Deeds, (*Random).Effects, (*Random).Every}
	return r.beams(write[r.IntN(len(write))](r))
}

// beams lets pieces of rules fire shots that split, which nobody copies.
func (r *Random) beams(text string) string {
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return strings.Contains(l, "as: {") })
	text = strings.Join(lines, "\n")
	parts := strings.Split(text, "      modes:\n")
	for i := range min(len(parts)-1, len(r.types)) {
		if r.fires || r.chance(60) {
			parts[i+1] = r.beam(r.types[i]) + parts[i+1]
		}
	}
	return strings.Join(parts, "      modes:\n")
}

// beam is a mode by which pieces of a type fire such shots. They turn at pieces of another type, or that a condition chooses.
func (r *Random) beam(typ string) string {
	others := make([]string, 0, len(r.types))
	for _, t := range r.types {
		if t != typ {
			others = append(others, t)
		}
	}
	turns := func() string {
		list := []string{"same, right90", "left90, right90", "right90", "turn90", "same, turn180", "turn45", "same, turn135", "left45, same"}
		when := fmt.Sprintf("victim.type == %q", r.one(others...))
		when += r.one("", "", " and victim.side == mover", " and victim.side != mover", " and victim.rank > 2", " and victim.value > 2", ` and not victim.in("zone")`)
		if r.chance(15) {
			when = fmt.Sprintf("victim != none and victim.type != %q and victim.rank < 4", typ)
		}
		return fmt.Sprintf("{dir: [%s], when: '%s', n: 0..9, zero_ok: true, hop: onto, splits: true, repeat: 40}", r.one(list...), when)
	}
	first := "dir: " + r.one("orthogonal", "all", "diagonal", "[forward, left]", "[north, southeast]") + ", n: 1..9, hop: onto"
	legs := []string{"{" + first + "}", turns()}
	switch r.IntN(4) {
	case 0:
		legs = []string{"{" + first + ", splits: true}"}
	case 1:
		legs[0] = "{" + first + ", splits: true}"
	}
	f := "for: [" + r.one("shot", "shot", "shot, own", "own") + "]"
	if r.chance(20) {
		f += ", when: '" + r.shallow("self") + "'"
	}
	if r.chance(20) {
		f += ", land: '" + r.one("distance > 1", `not in("home")`, "to.rank > 2", "dx + dy != 3", `to.file != self.file`) + "'"
	}
	if r.chance(25) {
		f += ", " + r.one("victim", "spares") + ": [" + r.one(r.types...) + "]"
	}
	return fmt.Sprintf("        - {%s, legs: [%s]}\n", f, strings.Join(legs, ", "))
}
