package perft_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"adjudicate/systems"
	"adjudicate/systems/perft"
)

// A second program that knows Tak and nothing else: stacks are texts, the lowest stone first; White's are capitals, F flat, W standing, C the capstone.
type tak struct {
	size  int
	board [5][5]string // by rank, from the first, and file
	hand  [2][2]int    // flat stones and capstones of White and Black
	plies int
}

func newTak(size, stones, capstones int) tak {
	return tak{size: size, hand: [2][2]int{{stones, capstones}, {stones, capstones}}}
}

func (g *tak) side() int { return g.plies % 2 }

// of is a stone of a side.
func of(side int, letter string) string {
	if side == 1 {
		return strings.ToLower(letter)
	}
	return letter
}

func topmost(stack string) (letter byte, side int) {
	if stack == "" {
		return 0, -1
	}
	if letter = stack[len(stack)-1]; letter >= 'a' {
		return letter - 'a' + 'A', 1
	}
	return letter, 0
}

// turns returns the positions after each turn, under what Portable Tak Notation calls it.
func (g tak) turns() (names []string, list []tak) {
	if g.over() {
		return nil, nil
	}
	s := g.side()
	put := func(h tak, name string) {
		h.plies++
		names, list = append(names, name), append(list, h)
	}
	for r := range g.size {
		for f := range g.size {
			square := fmt.Sprintf("%c%d", 'a'+f, r+1)
			if g.board[r][f] == "" {
				if g.plies < 2 {
					h := g
					h.board[r][f] = of(1-s, "F")
					h.hand[s][0]--
					put(h, square)
					continue
				}
				for _, letter := range []string{"F", "W", "C"} {
					h, kind := g, 0
					if letter == "C" {
						kind = 1
					}
					if h.hand[s][kind]--; h.hand[s][kind] < 0 {
						continue
					}
					h.board[r][f] = of(s, letter)
					put(h, map[string]string{"F": "", "W": "S", "C": "C"}[letter]+square)
				}
				continue
			}
			letter, owner := topmost(g.board[r][f])
			if owner != s || g.plies < 2 {
				continue
			}
			stack := g.board[r][f]
			for n := 1; n <= min(len(stack), g.size); n++ {
				for i, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
					h := g
					h.board[r][f] = stack[:len(stack)-n]
					h.spread(stack[len(stack)-n:], r, f, d, letter, nil, func(h tak, drops []int) {
						put(h, fmt.Sprintf("%d%s%c", n, square, "+-><"[i])+strings.Trim(fmt.Sprint(drops), "[]"))
					})
				}
			}
		}
	}
	return names, list
}

// spread leaves stones on the squares in a direction, at least one on each, until none is held.
func (g tak) spread(held string, r, f int, d [2]int, leader byte, drops []int, yield func(tak, []int)) {
	if held == "" {
		yield(g, drops)
		return
	}
	r, f = r+d[0], f+d[1]
	if r < 0 || f < 0 || r >= g.size || f >= g.size {
		return
	}
	on, _ := topmost(g.board[r][f])
	if on == 'C' || on == 'W' && (leader != 'C' || len(held) > 1) {
		return
	}
	for n := 1; n <= len(held); n++ {
		h := g
		below := h.board[r][f]
		if on == 'W' {
			_, side := topmost(below)
			below = below[:len(below)-1] + of(side, "F")
		}
		h.board[r][f] = below + held[:n]
		h.spread(held[n:], r, f, d, leader, append(slices.Clip(drops), n), yield)
	}
}

// road reports whether a side has joined two opposite edges.
func (g *tak) road(side int) bool {
	mine := func(r, f int) bool {
		letter, owner := topmost(g.board[r][f])
		return owner == side && letter != 'W'
	}
	for _, files := range []bool{true, false} {
		var seen [5][5]bool
		var walk func(r, f int) bool
		walk = func(r, f int) bool {
			if r < 0 || f < 0 || r >= g.size || f >= g.size || seen[r][f] || !mine(r, f) {
				return false
			}
			seen[r][f] = true
			return (files && f == g.size-1 || !files && r == g.size-1) || walk(r+1, f) || walk(r-1, f) || walk(r, f+1) || walk(r, f-1)
		}
		for i := range g.size {
			if files && walk(i, 0) || !files && walk(0, i) {
				return true
			}
		}
	}
	return false
}

func (g *tak) over() bool {
	full := true
	for r := range g.size {
		for f := range g.size {
			full = full && g.board[r][f] != ""
		}
	}
	return full || g.hand[0] == [2]int{} || g.hand[1] == [2]int{} || g.road(0) || g.road(1)
}

// count counts sequences of turns; ended is whether a game that is over before counts as one.
func (g tak) count(depth int, ended bool) int {
	if depth == 0 {
		return 1
	}
	if ended && g.over() {
		return 1
	}
	_, list := g.turns()
	if depth == 1 {
		return len(list)
	}
	n := 0
	for _, h := range list {
		n += h.count(depth-1, ended)
	}
	return n
}

// String writes the position as FEN does.
func (g tak) String() string {
	var rows []string
	for r := g.size - 1; r >= 0; r-- {
		row := ""
		for f := range g.size {
			switch stack := g.board[r][f]; {
			case stack == "":
				row += "1"
			case len(stack) > 1:
				row += "(" + stack + ")"
			default:
				row += stack
			}
		}
		rows = append(rows, row)
	}
	hand := ""
	for s := range g.hand {
		hand += strings.Repeat(of(s, "F"), g.hand[s][0]) + strings.Repeat(of(s, "C"), g.hand[s][1])
	}
	for n := 5; n > 1; n-- {
		for i := range rows {
			rows[i] = strings.ReplaceAll(rows[i], strings.Repeat("1", n), fmt.Sprint(n))
		}
	}
	return strings.Join(rows, "/") + "[" + hand + "] " + string("wb"[g.side()]) + " - - 0 1"
}

// play makes turns in Portable Tak Notation.
func (g tak) play(t *testing.T, text string) tak {
	t.Helper()
	for _, move := range strings.Fields(text) {
		if strings.ContainsAny(move, "+-<>") {
			if i := strings.IndexAny(move, "+-<>"); i == len(move)-1 {
				move += move[:1] // all on the next square
			} else {
				move = move[:i+1] + strings.Join(strings.Split(move[i+1:], ""), " ")
			}
		}
		names, list := g.turns()
		i := slices.Index(names, move)
		if i < 0 {
			t.Fatalf("%s: no %s", g, move)
		}
		g = list[i]
	}
	return g
}

// The program agrees with counts that several programs which play Tak have published, in which a game that is over counts as one.
func TestTheOtherTakCountsAsTakProgramsDo(t *testing.T) {
	for _, tt := range []struct {
		size, stones, capstones int
		after                   string
		counts                  []int
	}{
		{3, 10, 0, "", []int{9, 72, 1200, 17792}},
		{5, 21, 1, "", []int{25, 600, 43320}},
		{5, 21, 1, "d3 c3 c4 1d3< 1c4- Sc4", []int{87, 6155}},
		{5, 21, 1, "c2 c3 d3 b3 c4 1c2+ 1d3< 1b3> 1c4- Cc2 a1 1c2+ a2", []int{104, 7743}},
		{5, 21, 1, "c4 c2 d2 c3 b2 d3 1d2+ b3 d2 b4 1c2+ 1b3> 2d3< 1c4- d4 5c3<23 c2 c4 1d4< d3 1d2+ 1c3+ Cc3 2c4> 1c3< d2 c3 1d2+ 1c3+ 1b4> 2b3>11 3c4-12 d2 c4 b4 c5 1b3> 1c4< 3c3- e5 e2", []int{85, 11206}},
	} {
		g := newTak(tt.size, tt.stones, tt.capstones).play(t, tt.after)
		for i, want := range tt.counts {
			if got := g.count(i+1, true); got != want {
				t.Errorf("%s, depth %d: %d, and published %d", g, i+1, got, want)
			}
		}
	}
}

func TestTakIsCountedAsByAProgramThatKnowsNothingElse(t *testing.T) {
	sys, err := systems.Find("tak")
	if err != nil {
		t.Fatal(err)
	}
	same := func(g tak, depth int) {
		t.Helper()
		full, err := perft.FromSystem(sys, g.String())
		if err != nil {
			t.Fatal(err)
		}
		if got, want := full.Walk(depth, nil), g.count(depth, false); got != uint64(want) {
			t.Errorf("%s, depth %d: %d, want %d", g, depth, got, want)
		}
	}
	start := newTak(5, 21, 1)
	same(start, 2)
	d := rand.New(rand.NewPCG(2016, 5))
	tallest, flattened, roads := 0, 0, 0
	for range 60 {
		g := start
		for range 70 {
			names, list := g.turns()
			if len(list) == 0 {
				break
			}
			i := d.IntN(len(list))
			for range 6 { // many are placements: stacks are what matters
				if !strings.ContainsAny(names[i], "+-<>") {
					i = d.IntN(len(list))
				}
			}
			if k := slices.IndexFunc(list, func(h tak) bool { return h.road(0) || h.road(1) }); k >= 0 && d.IntN(3) > 0 {
				if i = k; roads%4 == 0 {
					same(g, 2)
				}
			}
			walls := strings.Count(strings.ToUpper(fmt.Sprint(g.board)), "W")
			if g = list[i]; strings.Count(strings.ToUpper(fmt.Sprint(g.board)), "W") < walls {
				flattened++
				same(g, 1)
			}
			if d.IntN(6) == 0 {
				same(g, 1)
			}
			for _, row := range g.board {
				for _, stack := range row {
					tallest = max(tallest, len(stack))
				}
			}
		}
		if g.road(0) || g.road(1) {
			roads++
		}
	}
	same(start.play(t, "c4 c2 d2 c3 b2 d3 1d2+ b3 d2 b4 1c2+ 1b3> 2d3< 1c4- d4 5c3<23 c2 c4 1d4< d3 1d2+ 1c3+ Cc3 2c4> 1c3< d2 c3 1d2+ 1c3+ 1b4> 2b3>11 3c4-12 d2 c4 b4 c5 1b3> 1c4< 3c3- e5 e2"), 2)
	if tallest < 4 || flattened < 5 || roads < 5 {
		t.Errorf("the tallest stack has %d stones, %d were flattened, %d games ended by a road: too little has been tried", tallest, flattened, roads)
	}
}
