package movement_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// TestCountsAgreeWithTheAnalysis counts the legal sequences of random piece sets on random boards twice:
// by a Tree, and by asking the analysis for every piece's moves and captures, one by one. The boards have
// walls, squares that there are not, edges that lead around; the pieces slide, leap, hop, turn, ride, are
// lame, headed, bound to regions, and some depend on what a Tree cannot count by bits.
func TestCountsAgreeWithTheAnalysis(t *testing.T) {
	games := 400
	if testing.Short() {
		games = 60
	}
	var sequences uint64
	checks := 0
	for seed := range games {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		rb, p, err := randomGame(r)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for s := range p.Sides() {
			if p.InCheck(movement.SideID(s)) {
				checks++
			}
		}
		tree := movement.NewTree(p)
		for depth := 1; depth <= 3; depth++ {
			want := countByAnalysis(p, 0, depth)
			if got := tree.Count(0, depth, nil); got != want {
				t.Fatalf("seed %d, depth %d: got %d sequences, want %d; pieces %s", seed, depth, got, want, describe(rb, p))
			}
			if sequences += want; want > 20_000 {
				break
			}
		}
	}
	if checks == 0 || sequences < 100_000 {
		t.Errorf("%d sides in check, %d sequences: the boards do not try enough", checks, sequences)
	}
}

// TestCountingAllocatesNothing holds a Tree to what it promises, once its lists have grown.
func TestCountingAllocatesNothing(t *testing.T) {
	_, p, err := randomGame(rand.New(rand.NewPCG(3, 7)))
	if err != nil {
		t.Fatal(err)
	}
	tree := movement.NewTree(p)
	tree.Count(0, 3, nil)
	if n := testing.AllocsPerRun(5, func() { tree.Count(0, 3, nil) }); n != 0 {
		t.Errorf("%v allocations a count", n)
	}
}

func countByAnalysis(p *movement.Position, s movement.SideID, depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	next := (s + 1) % movement.SideID(p.Sides())
	for id := range movement.PieceID(p.Pieces()) {
		from := p.Where(id)
		if p.Owner(id) != s || from == movement.Off {
			continue
		}
		ways := map[movement.Square]movement.PieceID{}
		for _, to := range p.MovesOf(id, nil) {
			if p.LegalMove(id, to) {
				ways[to] = movement.NoPiece
			}
		}
		for _, w := range p.TakingsOf(id, nil) {
			if p.LegalTaking(id, w) {
				ways[w.To] = w.Victim
			}
		}
		for to, victim := range ways {
			if victim != movement.NoPiece {
				p.Lift(victim)
			}
			p.Put(id, to)
			n += countByAnalysis(p, next, depth-1)
			p.Put(id, from)
			if victim != movement.NoPiece {
				p.Put(victim, to)
			}
		}
	}
	return n
}

func randomGame(r *rand.Rand) (*rules.Rulebook, *movement.Position, error) {
	files, ranks := 3+r.IntN(6), 3+r.IntN(6)
	sides := []string{"A", "B", "C", "D"}[:2+r.IntN(3)]
	board := &rules.Board{Files: files, Ranks: ranks, Heading: map[string]string{"A": "north", "B": "south", "others": "east"}}
	if r.IntN(4) == 0 {
		board.Wrap = []string{"files", "ranks", "both"}[r.IntN(3)]
	}
	square := func() string { return fmt.Sprintf("%c%d", 'a'+r.IntN(files), 1+r.IntN(ranks)) }
	if r.IntN(3) == 0 {
		board.Closed = []string{square(), square()}
	}
	var walls [][2]int
	for range r.IntN(3) {
		walls = append(walls, [2]int{r.IntN(files), r.IntN(ranks)})
	}
	list := []rules.Rule{{Number: "1", Title: "board", Procedure: &rules.Procedure{Board: board}}}
	const types = 5
	for i := range types {
		p := &rules.Piece{Name: string(rune('a' + i)), Glyph: string(rune('a' + i)), Value: "1", Royal: i == 0,
			Regions: []rules.Region{{Name: "land", Squares: []string{square(), square(), square(), "a1-b2"}}}}
		for range 1 + r.IntN(3) {
			p.Modes = append(p.Modes, randomMode(r))
		}
		if i == 0 && r.IntN(3) > 0 { // mostly a King
			p.Modes = []rules.Mode{{Legs: []rules.Leg{{Dir: "all"}}}}
		}
		list = append(list, rules.Rule{Number: fmt.Sprint(i + 2), Title: p.Name, Piece: p})
	}
	rb := rules.NewRulebook(list...)
	if bad := rb.Invalid(); len(bad) > 0 {
		return nil, nil, fmt.Errorf("rule %s: %s", bad[0].Rule.Number, bad[0].Why)
	}
	rs, err := movement.CompileBoard(rb, nil, files, ranks, walls)
	if err != nil {
		return nil, nil, err
	}
	p := rs.NewPosition()
	free := append([]movement.Square(nil), rs.Squares()...)
	r.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	blocked := map[movement.Square]bool{}
	for _, w := range walls {
		if sq, ok := rs.Square(rules.SquareName(w[0], w[1])); ok {
			blocked[sq] = true
		}
	}
	put := func(t int, s movement.SideID) {
		for len(free) > 0 {
			sq := free[0]
			if free = free[1:]; !blocked[sq] {
				typ, _ := rs.Type(string(rune('a' + t)))
				p.Put(p.AddPiece(typ, s), sq)
				return
			}
		}
	}
	for i, name := range sides {
		s := p.AddSide(name)
		if i == 0 || r.IntN(5) > 0 {
			put(0, s)
		}
		for range 1 + r.IntN(3) {
			put(1+r.IntN(types-1), s)
		}
	}
	return rb, p, nil
}

func randomMode(r *rand.Rand) rules.Mode {
	dirs := []rules.Words{"orthogonal", "diagonal", "all", "vertical", "north", "forward", "forward-left", "horizontal"}
	dir := dirs[r.IntN(len(dirs))]
	number := []rules.Expr{"", "2", "1..2", "1..30", "[1, 3]", "2..4"}[r.IntN(6)]
	var m rules.Mode
	switch r.IntN(13) {
	case 12:
		m.Legs = []rules.Leg{{Leaps: [][]int{{-1, 2}, {1, 2}, {0, -1}}, N: number}}
	case 0, 1, 2:
		m.Legs = []rules.Leg{{Dir: dir, N: "1..30"}}
	case 3:
		m.Legs = []rules.Leg{{Dir: dir, N: number}}
	case 4:
		m.Legs = []rules.Leg{{Leap: []int{2, 1}}}
	case 5:
		m.Legs = []rules.Leg{{Leap: [][]int{{2, 1}, {2, 0}, {3, 1}}[r.IntN(3)], N: number}}
	case 6:
		m.Legs = []rules.Leg{{Dir: dir, N: number, Pass: "any"}}
	case 7:
		m.Legs = []rules.Leg{{Dir: dir, N: "1..30", Hop: []string{"over", "next", "2", "1..2"}[r.IntN(4)]}}
	case 8:
		m.Legs = []rules.Leg{{Dir: "orthogonal", N: number}, {Dir: "turn45", N: number}}
	case 9:
		m.Legs = []rules.Leg{{Dir: dir, N: []rules.Expr{"edge", "1..4"}[r.IntN(2)], Pass: []string{"", "half"}[r.IntN(2)]}}
		if m.Legs[0].N == "edge" {
			m.Legs[0].Pass = ""
		}
	case 10:
		m.Legs = []rules.Leg{{Dir: "diagonal", N: "1..30"}, {Dir: "turn90", N: "1..2", ZeroOK: true}}
	case 11:
		m.Legs = []rules.Leg{{Dir: dir, N: "2", At: map[int]string{1: "occupied"}, Pass: "any"}}
	}
	if l := &m.Legs[0]; l.Hop != "" && r.IntN(3) == 0 {
		l.Over = []string{"b", "c"}
	}
	switch r.IntN(8) {
	case 0:
		m.For = []string{"move"}
	case 1, 2:
		m.For = []string{"capture"}
	}
	switch r.IntN(16) {
	case 0:
		m.Land = `in("land")`
	case 1:
		m.When = `count("b") > 1`
	case 2:
		m.Spares = []string{"c"}
	case 3:
		m.When = `in("land")`
	case 4:
		m.Victim = []string{"a", "c"}
	}
	return m
}

func describe(rb *rules.Rulebook, p *movement.Position) string {
	out := ""
	for _, r := range rb.Rules() {
		out += "\n" + string(r.Canonical())
	}
	for id := range movement.PieceID(p.Pieces()) {
		rs := p.Ruleset()
		out += fmt.Sprintf("\n%s of side %d on %s", rs.TypeName(p.TypeOf(id)), p.Owner(id), rs.SquareName(p.Where(id)))
	}
	return out
}
