package movement_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"adjudicate/rules/movement"
)

// Whether a piece on two legs attacks another is asked target first, which solves for the elbow; its captures are found by walking. They agree, wherever
// the second leg goes: aside, on, back, or nowhere.
func TestElbowsAreFoundFromEitherEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	one := func(list ...string) string { return list[rng.IntN(len(list))] }
	attacked, not := 0, 0
	for range 400 {
		piece := fmt.Sprintf("  {name: Bent, glyph: B, value: 3, modes: [{legs: [{dir: %s, n: %s}, {dir: %s, n: %s%s}]}]}",
			one("orthogonal", "diagonal", "all", "north"), one("1", "2", "1..3", "1..7", "edge"),
			one("turn45", "turn90", "turn135", "turn180", "same", "left90", "orthogonal", "all", "[same, turn90]"), one("1", "2", "3 - d1", "1..3", "1..7"), one("", ", zero_ok: true"))
		var men [2][]string
		taken := map[string]bool{"Ka1": true}
		for n := range 24 {
			at := fmt.Sprintf("%c%d", 'a'+rng.IntN(8), 1+rng.IntN(8))
			if taken[at] || at == "a1" || at == "h8" {
				continue
			}
			taken[at] = true
			men[n%2] = append(men[n%2], []string{"B", "R", "R", "R"}[n/2%4]+at)
		}
		p, at := board(t, piece, "Red: Ka1 "+strings.Join(men[0], " ")+"; Blue: Kh8 "+strings.Join(men[1], " "))
		var an movement.Analysis
		an.Run(p)
		for name, id := range at {
			if name[0] != 'B' {
				continue
			}
			for other, x := range at {
				if p.Owner(x) == p.Owner(id) {
					continue
				}
				walked := slices.ContainsFunc(an.Takings(id), func(t movement.Taking) bool { return t.Victim == x })
				if p.Attacks(id, x) != walked {
					t.Fatalf("%s\n%s attacks %s: %t, walking: %t (%v)", piece, name, other, !walked, walked, men)
				}
				if walked {
					attacked++
				} else {
					not++
				}
			}
		}
	}
	if attacked < 500 || not < 500 {
		t.Errorf("%d attacks, %d none: too few to tell", attacked, not)
	}
}
