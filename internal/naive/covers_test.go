package naive

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// drawYard draws a board with pieces on several squares, for the naive model, and the rules that say the same.
func drawYard(d *rand.Rand) (*Yard, string) {
	y := &Yard{Files: 3 + d.IntN(6), Ranks: 3 + d.IntN(6), Holes: map[[2]int]bool{}}
	var text strings.Builder
	var closed []string
	for range d.IntN(4) {
		sq := [2]int{d.IntN(y.Files), d.IntN(y.Ranks)}
		if !y.Holes[sq] {
			y.Holes[sq] = true
			closed = append(closed, rules.SquareName(sq[0], sq[1]))
		}
	}
	fmt.Fprintf(&text, "rules:\n- number: \"1\"\n  title: board\n  procedure:\n    board: {files: %d, ranks: %d, closed: [%s]}\n    checks: {}\n",
		y.Files, y.Ranks, strings.Join(closed, ", "))
	for i := range 4 {
		h := Hull{Covers: [][2]int{{0, 0}}, Royal: i == 0}
		for range d.IntN(4) {
			sq := [2]int{d.IntN(4) - 1, d.IntN(4) - 1}
			if !slices.Contains(h.Covers, sq) {
				h.Covers = append(h.Covers, sq)
			}
		}
		fmt.Fprintf(&text, "- number: \"%d\"\n  title: hull\n  piece:\n    name: Hull%d\n    glyph: %c\n    value: 1\n    royal: %t\n", i+2, i, 'A'+i, h.Royal)
		if len(h.Covers) > 1 {
			fmt.Fprintf(&text, "    covers: %s\n", strings.ReplaceAll(fmt.Sprint(h.Covers), " ", ", "))
		}
		text.WriteString("    modes:\n")
		for range 1 + d.IntN(2) {
			w, words := drawWay(d, len(h.Covers) == 1)
			h.Ways = append(h.Ways, w)
			text.WriteString("    - " + words + "\n")
		}
		y.Hulls = append(y.Hulls, h)
	}
	for range 4 + d.IntN(14) {
		_ = y.Launch(Ship{Hull: d.IntN(len(y.Hulls)), Side: d.IntN(2), Place: [2]int{d.IntN(y.Files), d.IntN(y.Ranks)}})
	}
	return y, text.String()
}

var stepWords = map[string][][2]int{
	"orthogonal": {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}, "diagonal": {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}, "north": {{0, 1}},
	"all": {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
}

func drawWay(d *rand.Rand, hops bool) (Way, string) {
	w := Way{Least: 1 + d.IntN(2), Move: true, Take: true}
	w.Most = w.Least + d.IntN(4)
	uses := "[move, capture]"
	switch d.IntN(4) {
	case 0:
		w.Take, uses = false, "[move]"
	case 1:
		w.Move, uses = false, "[capture]"
	}
	where := ""
	if d.IntN(4) == 0 {
		w.Steps = [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
		where = "leap: [2, 1]"
	} else {
		word := []string{"orthogonal", "diagonal", "north", "all"}[d.IntN(4)]
		w.Steps, where = stepWords[word], "dir: "+word
	}
	pass := ""
	if strings.HasPrefix(where, "dir: ") {
		switch n := d.IntN(8); n {
		case 0:
			w.Turn = 1 + d.IntN(3)
			return w, fmt.Sprintf("{for: %s, legs: [{%s, n: %d..%d}, {dir: turn90, n: 1..%d}]}", uses, where, w.Least, w.Most, w.Turn)
		case 1:
			w.Edge, w.Least, w.Most = true, 1, 60
			return w, fmt.Sprintf("{for: %s, legs: [{%s, n: edge}]}", uses, where)
		}
	}
	switch n := d.IntN(4); {
	case n == 0:
		w.Over, pass = "any", ", pass: any"
	case n == 1 && hops && strings.HasPrefix(where, "dir"):
		w.Over, pass = "hop", ", hop: over"
	}
	return w, fmt.Sprintf("{for: %s, legs: [{%s, n: %d..%d%s}]}", uses, where, w.Least, w.Most, pass)
}

// found is what is compared of a board.
type found struct {
	Trips, Legal, Attacks []string
	Check                 [2]bool
	Sequences             []uint64
}

func trip(ship int, to string, takes []int) string {
	return fmt.Sprint(ship, " to ", to, " takes ", takes)
}

// TestPiecesOnSeveralSquaresAsTheNaiveModelHasThem compares moves, captures, attacks, defences, checks, legality and counts of
// sequences on random boards. ADJUDICATE_SEEDS asks for more of them.
func TestPiecesOnSeveralSquaresAsTheNaiveModelHasThem(t *testing.T) {
	seeds := 200
	if n, err := strconv.Atoi(os.Getenv("ADJUDICATE_SEEDS")); err == nil {
		seeds = n
	}
	captures, several, checks := 0, 0, 0
	for seed := range seeds {
		y, text := drawYard(rand.New(rand.NewPCG(uint64(seed), 7)))
		want := found{Check: [2]bool{y.InCheck(0), y.InCheck(1)}, Sequences: []uint64{y.Sequences(0, 1), y.Sequences(1, 2)}}
		for i := range y.Ships {
			for _, x := range y.Trips(i) {
				want.Trips = append(want.Trips, trip(i, rules.SquareName(x.To[0], x.To[1]), x.Takes))
				captures += min(1, len(x.Takes))
				several += min(1, max(0, len(x.Takes)-1))
			}
			for _, x := range y.Legal(i) {
				want.Legal = append(want.Legal, trip(i, rules.SquareName(x.To[0], x.To[1]), x.Takes))
			}
			for x := range y.Ships {
				if x != i && y.Attacks(i, x) {
					want.Attacks = append(want.Attacks, fmt.Sprint(i, " attacks ", x))
				}
			}
		}
		if want.Check[0] || want.Check[1] {
			checks++
		}
		slices.Sort(want.Trips)
		slices.Sort(want.Legal)
		if diff := cmp.Diff(want, engineFinds(t, y, text)); diff != "" {
			t.Fatalf("seed %d (-naive +engine):\n%s\n%s\n%+v", seed, diff, text, y.Ships)
		}
	}
	if captures < seeds/2 || several < seeds/30 || checks < seeds/20 {
		t.Errorf("%d boards with %d captures, %d of several pieces, %d with check", seeds, captures, several, checks)
	}
}

func engineFinds(t *testing.T, y *Yard, text string) (out found) {
	t.Helper()
	list, err := rules.Parse("hulls", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	rs, err := movement.Compile(rules.NewRulebook(list...), nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	p := rs.NewPosition()
	p.AddSide("Red")
	p.AddSide("Blue")
	for i, s := range y.Ships {
		typ, _ := rs.Type(fmt.Sprint("Hull", s.Hull))
		sq, _ := rs.Square(rules.SquareName(s.Place[0], s.Place[1]))
		id := p.AddPiece(typ, movement.SideID(s.Side))
		if !p.Fits(id, sq) || int(id) != i {
			t.Fatalf("ship %d has no room on %s", i, rs.SquareName(sq))
		}
		p.Put(id, sq)
	}
	var a movement.Analysis
	a.Run(p)
	for i := range y.Ships {
		id := movement.PieceID(i)
		tried := func(to movement.Square) bool {
			return slices.ContainsFunc(p.Tries(id, to), func(x movement.Try) bool { return x.OK })
		}
		for _, to := range slices.Clone(a.Moves(id)) {
			out.Trips = append(out.Trips, trip(i, rs.SquareName(to), nil))
			if p.LegalMove(id, to) {
				out.Legal = append(out.Legal, trip(i, rs.SquareName(to), nil))
			}
			if !tried(to) || p.Explain(id, to) != nil || len(p.WayOfMove(id, to, nil).Clauses) == 0 {
				t.Errorf("no way by which %d moves to %s: %v", i, rs.SquareName(to), p.Explain(id, to))
			}
		}
		for _, w := range slices.Clone(a.Takings(id)) {
			var takes []int
			for _, x := range w.Victims() {
				takes = append(takes, int(x))
			}
			slices.Sort(takes)
			out.Trips = append(out.Trips, trip(i, rs.SquareName(w.To), takes))
			if p.LegalTaking(id, w) {
				out.Legal = append(out.Legal, trip(i, rs.SquareName(w.To), takes))
			}
			if !tried(w.To) || p.Explain(id, w.At) != nil || len(p.WayOfTaking(id, w, nil).Clauses) == 0 || p.At(w.At) != w.Victim {
				t.Errorf("no way by which %d takes %v on %s: %v", i, takes, rs.SquareName(w.To), p.Explain(id, w.At))
			}
		}
		for x := range y.Ships {
			other := movement.PieceID(x)
			if p.Attacks(id, other) || p.Defends(id, other) {
				out.Attacks = append(out.Attacks, fmt.Sprint(i, " attacks ", x))
			}
			if _, ok := p.AttackPath(id, other); ok != p.Attacks(id, other) {
				t.Errorf("a path by which %d attacks %d: %v", i, x, ok)
			}
		}
		for _, sq := range rs.Squares() {
			reached := slices.Contains(a.Moves(id), sq) || slices.ContainsFunc(a.Takings(id), func(w movement.Taking) bool { return w.To == sq })
			if tried(sq) != reached {
				t.Errorf("%d tries %s: %+v, and reaches it: %v", i, rs.SquareName(sq), p.Tries(id, sq), reached)
			}
			if !reached && !slices.ContainsFunc(a.Takings(id), func(w movement.Taking) bool { return w.At == sq }) && sq != p.Where(id) && len(p.Explain(id, sq)) == 0 {
				t.Errorf("nothing says why %d does not go to %s", i, rs.SquareName(sq))
			}
		}
	}
	slices.Sort(out.Trips)
	slices.Sort(out.Legal)
	plies := p.Plies(0, nil)
	for _, ply := range plies {
		u := p.Do(&ply)
		u.Back()
	}
	if n := len(slices.DeleteFunc(slices.Clone(out.Trips), func(s string) bool { return y.Ships[number(s)].Side != 0 })); len(plies) != n {
		t.Errorf("%d acts, and %d of the analysis", len(plies), n)
	}
	out.Check = [2]bool{p.InCheck(0), p.InCheck(1)}
	tree := movement.NewTree(p)
	out.Sequences = []uint64{tree.Count(0, 1, nil), tree.Count(1, 2, nil)}
	return out
}

func number(s string) int {
	word, _, _ := strings.Cut(s, " ")
	n, _ := strconv.Atoi(word)
	return n
}
