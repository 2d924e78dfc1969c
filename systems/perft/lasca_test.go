package perft_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"adjudicate/systems"
	"adjudicate/systems/perft"
)

// A second program that knows Lasca and nothing else, after the rules that lasca.org has published: columns are texts, the lowest piece first;
// s and o are Black's soldiers and officers, capital letters White's.
type lasca [7][7]string // by rank, from the first, and file

func readLasca(board string) (g lasca) {
	for i, row := range strings.Split(board, "/") {
		file := 0
		for len(row) > 0 {
			switch c := row[0]; {
			case c >= '1' && c <= '7':
				file += int(c - '0')
				row = row[1:]
				continue
			case c == '(':
				column, rest, _ := strings.Cut(row[1:], ")")
				g[6-i][file], row = column, rest
			default:
				g[6-i][file], row = row[:1], row[1:]
			}
			file++
		}
	}
	return g
}

func top(column string) byte {
	if column == "" {
		return 0
	}
	return column[len(column)-1]
}

func whites(piece byte) bool { return piece == 'S' || piece == 'O' }

// ways are the steps, by rank and file, of a piece.
func ways(piece byte) [][2]int {
	switch piece {
	case 'S':
		return [][2]int{{1, -1}, {1, 1}}
	case 's':
		return [][2]int{{-1, -1}, {-1, 1}}
	}
	return [][2]int{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}}
}

func on(r, f int) bool { return r >= 0 && r < 7 && f >= 0 && f < 7 }

// crowned promotes the commander of a column that has reached a rank.
func crowned(column string, r int) string {
	switch c := top(column); {
	case c == 'S' && r == 6:
		return column[:len(column)-1] + "O"
	case c == 's' && r == 0:
		return column[:len(column)-1] + "o"
	}
	return column
}

// turns yields what each turn of a side leads to.
func (g lasca) turns(white bool) (list []lasca) {
	for r := range 7 {
		for f := range 7 {
			if c := top(g[r][f]); c != 0 && whites(c) == white {
				h := g
				h[r][f] = ""
				h.jump(g[r][f], r, f, map[[2]int]bool{}, &list)
			}
		}
	}
	if len(list) > 0 {
		return list
	}
	for r := range 7 {
		for f := range 7 {
			c := top(g[r][f])
			if c == 0 || whites(c) != white {
				continue
			}
			for _, v := range ways(c) {
				if to := [2]int{r + v[0], f + v[1]}; on(to[0], to[1]) && g[to[0]][to[1]] == "" {
					h := g
					h[r][f], h[to[0]][to[1]] = "", crowned(g[r][f], to[0])
					list = append(list, h)
				}
			}
		}
	}
	return list
}

// jump goes on with a capture by a column that is in the air above a square; over is what it has jumped.
func (g lasca) jump(column string, r, f int, over map[[2]int]bool, list *[]lasca) {
	went := false
	c := top(column)
	for _, v := range ways(c) {
		at, to := [2]int{r + v[0], f + v[1]}, [2]int{r + 2*v[0], f + 2*v[1]}
		if !on(to[0], to[1]) || g[to[0]][to[1]] != "" || over[at] {
			continue
		}
		victim := top(g[at[0]][at[1]])
		if victim == 0 || whites(victim) == whites(c) {
			continue
		}
		went = true
		h := g
		h[at[0]][at[1]] = strings.TrimSuffix(g[at[0]][at[1]], string(victim))
		grown := string(victim) + column
		if on := crowned(grown, to[0]); on != grown { // promotion ends the capture
			h[to[0]][to[1]] = on
			*list = append(*list, h)
			continue
		}
		over[at] = true
		h.jump(grown, to[0], to[1], over, list)
		delete(over, at)
	}
	if !went && len(over) > 0 {
		g[r][f] = column
		*list = append(*list, g)
	}
}

func (g lasca) count(white bool, depth int) int {
	if depth == 0 {
		return 1
	}
	n := 0
	for _, h := range g.turns(white) {
		n += h.count(!white, depth-1)
	}
	return n
}

// String writes the board as FEN does.
func (g lasca) String() string {
	var rows []string
	for r := 6; r >= 0; r-- {
		row, run := "", 0
		for f := range 7 {
			if g[r][f] == "" {
				run++
				continue
			}
			if run > 0 {
				row += fmt.Sprint(run)
			}
			if run = 0; len(g[r][f]) > 1 {
				row += "(" + g[r][f] + ")"
			} else {
				row += g[r][f]
			}
		}
		if run > 0 {
			row += fmt.Sprint(run)
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/")
}

func TestLascaIsCountedAsByAProgramThatKnowsNothingElse(t *testing.T) {
	sys, err := systems.Find("lasca")
	if err != nil {
		t.Fatal(err)
	}
	same := func(g lasca, white bool, depth int) {
		t.Helper()
		text := g.String() + map[bool]string{true: " w", false: " b"}[white] + " - - 0 1"
		full, err := perft.FromSystem(sys, text)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := full.Walk(depth, nil), g.count(white, depth); got != uint64(want) {
			t.Errorf("%s, depth %d: %d, want %d", text, depth, got, want)
		}
	}
	start := readLasca("s1s1s1s/1s1s1s1/s1s1s1s/7/S1S1S1S/1S1S1S1/S1S1S1S")
	for depth := 1; depth <= 9; depth++ {
		same(start, true, depth)
	}
	d := rand.New(rand.NewPCG(1911, 1))
	tallest, officers := 0, 0
	for range 40 {
		g, white := start, true
		for range 60 {
			list := g.turns(white)
			if len(list) == 0 {
				break
			}
			g, white = list[d.IntN(len(list))], !white
			if d.IntN(6) == 0 {
				same(g, white, 3)
			}
			for _, row := range g {
				for _, column := range row {
					tallest = max(tallest, len(column))
				}
			}
		}
		officers += strings.Count(strings.ToUpper(g.String()), "O")
	}
	if tallest < 6 || officers < 20 {
		t.Errorf("the tallest column has %d pieces, and there are %d officers: too little has been tried", tallest, officers)
	}
}

// Plays of all sides at once are no turns of one after the other.
func TestPerftRefusesPlaysAtOnce(t *testing.T) {
	sys, problems := systems.Examine(fstest.MapFS{
		"system.yaml": {Data: []byte("name: crowd\ntitle: Crowd\nsides: [White, Black]\nfen: {start: a1a/3/A1A w - - 0 1}\n")},
		"rules/crowd.yaml": {Data: []byte("rules:\n  - number: 1\n    procedure: {board: {files: 3, ranks: 3}, capturing: {goes: gone}, together: {conflicts: [{do: void}]}}\n" +
			"  - number: 2\n    piece: {name: Ant, glyph: A, value: 1, modes: [{legs: [{dir: all}]}]}\n")},
	}, "crowd")
	if len(problems.Faults()) > 0 {
		t.Fatal(problems)
	}
	_, err := perft.FromSystem(sys, "")
	if want := "together requires a ledger: perft counts turns of one side after the other"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// What one capture takes of a square that holds several pieces, beyond the one that it names, is not counted.
func TestPerftRefusesCapturesOfSeveralPiecesOfASquare(t *testing.T) {
	sys, problems := systems.Examine(fstest.MapFS{
		"system.yaml": {Data: []byte("name: crowd\ntitle: Crowd\nsides: [White, Black]\nfen: {start: a1a/3/A1A w - - 0 1}\n")},
		"rules/crowd.yaml": {Data: []byte("rules:\n  - number: 1\n    procedure: {board: {files: 3, ranks: 3}, sharing: {landing: \"true\"}}\n" +
			"  - number: 2\n    piece: {name: Ant, glyph: A, value: 1, shares: 2, modes: [{legs: [{dir: all}]}]}\n")},
	}, "crowd")
	if len(problems.Faults()) > 0 {
		t.Fatal(problems)
	}
	_, err := perft.FromSystem(sys, "")
	if want := "sharing.landing requires a ledger: perft takes one piece of a square in one capture, and any of them"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
