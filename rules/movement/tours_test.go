package movement_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// A second opinion about paths, written from docs/rule-language.md apart from the engine: it
// walks coordinates, one step after the other, on a board of strings, and copies the board for
// whatever it changes. It knows legs with dir, leap, turns, n, pass: any, hop, takes, repeat.

type slowLeg struct {
	dirs   [][2]int // absolute
	turn   []int    // in eighths, right positive; nil: absolute
	least  int
	most   int
	any    bool
	hop    [2]int // least, most; 0: none
	takes  bool
	repeat int
}

type slowBoard struct {
	files, ranks int
	wrapF, wrapR bool
	closed       map[[2]int]bool
	men          map[[2]int]int // side
	origin       [2]int
}

func (b *slowBoard) next(at, step [2]int) ([2]int, bool) {
	to := [2]int{at[0] + step[0], at[1] + step[1]}
	if b.wrapF {
		to[0] = (to[0] + 100*b.files) % b.files
	}
	if b.wrapR {
		to[1] = (to[1] + 100*b.ranks) % b.ranks
	}
	return to, to[0] >= 0 && to[0] < b.files && to[1] >= 0 && to[1] < b.ranks && !b.closed[to]
}

var slowCircle = [8][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
var slowKnights = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}

func slowTurn(step [2]int, by int) [2]int {
	for _, circle := range [][8][2]int{slowCircle, slowKnights} {
		if i := slices.Index(circle[:], step); i >= 0 {
			return circle[(i+by+8)%8]
		}
	}
	panic(step)
}

// walk returns the ends of paths as "square" for moves and "victims>square" for captures.
func (b *slowBoard) walk(legs []slowLeg, k, done int, at, before [2]int, taken [][2]int, hopped bool, out map[string]bool) {
	l := legs[k]
	dirs := l.dirs
	if l.turn != nil {
		dirs = nil
		for _, by := range l.turn {
			dirs = append(dirs, slowTurn(before, by))
		}
	}
	for _, d := range dirs {
		sq, passed := at, [][2]int{}
		for n := 1; n <= l.most; n++ {
			var ok bool
			if sq, ok = b.next(sq, d); !ok {
				break
			}
			side, stands := b.men[sq]
			if n >= l.least && (l.hop[1] == 0 || len(passed) >= l.hop[0] && len(passed) <= l.hop[1]) {
				b.arrive(legs, k, done, sq, d, side, stands, passed, taken, hopped, out)
			}
			if stands {
				passed = append(passed, sq)
			}
			if stands && l.hop[1] == 0 && !l.any || len(passed) > l.hop[1] && l.hop[1] > 0 {
				break
			}
		}
	}
}

func (b *slowBoard) arrive(legs []slowLeg, k, done int, sq, d [2]int, side int, stands bool, passed, taken [][2]int, hopped bool, out map[string]bool) {
	l := legs[k]
	taken = slices.Clone(taken)
	if hopped && l.hop[1] > 0 {
		x := passed[len(passed)-1]
		stands = stands && sq != b.origin // the capture has emptied it
		if stands || b.men[x] == 0 || slices.Contains(taken, x) {
			return
		}
		taken = append(taken, x)
	}
	own := sq == b.origin
	if k == len(legs)-1 && (!own || len(taken) > 0) {
		switch {
		case !stands && len(taken) == 0:
			if !hopped {
				out[fmt.Sprint(sq)] = true
			}
		case !stands:
			out[slowNames(taken)+">"+fmt.Sprint(sq)] = true
		case side != 0 && !own && !slices.Contains(taken, sq):
			out[slowNames(append(slices.Clone(taken), sq))+">"+fmt.Sprint(sq)] = true
		}
	}
	board := b
	if l.takes && stands && side != 0 && !slices.Contains(taken, sq) {
		taken = append(taken, sq)
		board = b.without(sq)
		stands = false
	}
	if stands && !l.any {
		return
	}
	if len(taken) > 0 {
		board = board.without(b.origin)
	}
	tail, times := 0, 1
	for i := range legs {
		if legs[i].repeat > 1 {
			tail, times = i, legs[i].repeat
		}
	}
	switch {
	case k < len(legs)-1:
		board.walk(legs, k+1, done, sq, d, taken, hopped, out)
	case done+1 < times:
		board.walk(legs, tail, done+1, sq, d, taken, hopped, out)
	}
}

func slowNames(list [][2]int) string {
	var names []string
	for _, sq := range list {
		names = append(names, fmt.Sprint(sq))
	}
	slices.Sort(names)
	return strings.Join(names, "+")
}

func (b *slowBoard) without(sq [2]int) *slowBoard {
	c := *b
	c.men = map[[2]int]int{}
	for at, side := range b.men {
		if at != sq {
			c.men[at] = side
		}
	}
	return &c
}

// randomLegs writes legs in both languages.
func randomLegs(rng *rand.Rand) (text string, legs []slowLeg, hopped bool) {
	n := 1 + rng.IntN(3)
	hopped = rng.IntN(4) == 0
	var parts []string
	knight, tail := false, false
	for i := range n {
		l := slowLeg{least: 1, most: 1 + rng.IntN(2), repeat: 1}
		var words []string
		switch {
		case i > 0 && rng.IntN(2) == 0:
			turns := []struct {
				word string
				by   []int
			}{{"same", []int{0}}, {"turn45", []int{1, -1}}, {"turn90", []int{2, -2}}, {"right45", []int{1}}, {"left90", []int{-2}}, {"turn135", []int{3, -3}}, {"turn180", []int{4}},
				{"[same, turn90]", []int{0, 2, -2}}, {"[right45, turn45, turn180]", []int{1, -1, 4}}}
			t := turns[rng.IntN(len(turns))]
			words, l.turn = append(words, "dir: "+t.word), t.by
			knight = knight || false
		case rng.IntN(4) == 0:
			words, l.dirs, knight = append(words, "leap: [1, 2]"), slowKnights[:], true
		default:
			sets := map[string][]int{"orthogonal": {0, 2, 4, 6}, "diagonal": {1, 3, 5, 7}, "all": {0, 1, 2, 3, 4, 5, 6, 7}}
			word := []string{"orthogonal", "diagonal", "all"}[rng.IntN(3)]
			for _, d := range sets[word] {
				l.dirs = append(l.dirs, slowCircle[d])
			}
			words, knight = append(words, "dir: "+word), false
		}
		switch rng.IntN(5) {
		case 0:
			l.any = true
			words = append(words, "pass: any")
		case 1:
			l.hop = [2]int{1, 1 + rng.IntN(2)}
			l.least, l.most = 2, 2+rng.IntN(2)
			words = append(words, fmt.Sprintf("hop: %d..%d", l.hop[0], l.hop[1]))
		}
		if i == n-1 && rng.IntN(2) == 0 && !tail {
			l.repeat, tail = 2+rng.IntN(2), true
			words = append(words, fmt.Sprintf("repeat: %d", l.repeat))
		}
		if rng.IntN(2) == 0 && (i < n-1 || tail) {
			l.takes = true
			words = append(words, "takes: true")
		}
		words = append(words, fmt.Sprintf("n: %d..%d", l.least, l.most))
		legs, parts = append(legs, l), append(parts, "{"+strings.Join(words, ", ")+"}")
	}
	if hopped = hopped && slices.ContainsFunc(legs, func(l slowLeg) bool { return l.hop[1] > 0 }); hopped {
		text = "for: [capture], takes: hopped, "
	}
	return text + "legs: [" + strings.Join(parts, ", ") + "]", legs, hopped
}

func TestPathsAreThoseOfASlowWalk(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	moves, captures, double := 0, 0, 0
	for range 1500 {
		files, ranks := 4+rng.IntN(4), 4+rng.IntN(4)
		b := &slowBoard{files: files, ranks: ranks, closed: map[[2]int]bool{}, men: map[[2]int]int{}}
		text, legs, hopped := randomLegs(rng)
		board := fmt.Sprintf("files: %d, ranks: %d", files, ranks)
		if word := []string{"", "files", "ranks", "both"}[rng.IntN(4)]; word != "" {
			b.wrapF, b.wrapR = word != "ranks", word != "files"
			board += ", wrap: " + word
		}
		square := func() [2]int { return [2]int{rng.IntN(files), rng.IntN(ranks)} }
		b.origin = square()
		if c := square(); rng.IntN(2) == 0 && c != b.origin {
			b.closed[c] = true
			board += ", closed: [" + rules.SquareName(c[0], c[1]) + "]"
		}
		source := "rules:\n- {number: '1', procedure: {board: {" + board + "}}}\n- {number: '2', piece: {name: Asker, glyph: A, value: 1, modes: [{" + text + "}]}}\n"
		list, err := rules.Parse("x.yaml", []byte(source))
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		rs, err := movement.Compile(rules.NewRulebook(list...), nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		p := rs.NewPosition()
		sides := []movement.SideID{p.AddSide("Red"), p.AddSide("Blue")}
		typ, ok := rs.Type("Asker")
		if !ok {
			continue // not valid: it can never move on that board
		}
		put := func(at [2]int, side int) movement.PieceID {
			id := p.AddPiece(typ, sides[side])
			sq, _ := rs.Square(rules.SquareName(at[0], at[1]))
			p.Put(id, sq)
			b.men[at] = side
			return id
		}
		who := put(b.origin, 0)
		for range 3 + rng.IntN(7) {
			if at := square(); !b.closed[at] {
				if _, taken := b.men[at]; !taken {
					put(at, min(1, rng.IntN(4)))
				}
			}
		}
		want := map[string]bool{}
		b.walk(legs, 0, 0, b.origin, [2]int{}, nil, hopped, want)
		got := map[string]bool{}
		at := func(sq movement.Square) [2]int {
			f, r, _ := rules.ParseSquare(rs.SquareName(sq))
			return [2]int{f, r}
		}
		for _, sq := range p.MovesOf(who, nil) {
			got[fmt.Sprint(at(sq))] = true
			moves++
		}
		attacked := map[movement.PieceID]bool{}
		for _, w := range p.TakingsOf(who, nil) {
			var names [][2]int
			for _, x := range w.Victims() {
				names = append(names, at(p.Where(x)))
				attacked[x] = true
			}
			got[slowNames(names)+">"+fmt.Sprint(at(w.To))] = true
			captures++
			if len(names) > 1 {
				double++
			}
		}
		for _, have := range []struct {
			name string
			a, b map[string]bool
		}{{"too many", got, want}, {"missing", want, got}} {
			for key := range have.a {
				if !have.b[key] {
					t.Errorf("%s: %s\n%sorigin %v, men %v", have.name, key, source, b.origin, b.men)
				}
			}
		}
		for _, x := range p.OnBoard() {
			if p.Owner(x) == sides[1] && p.Attacks(who, x) != attacked[x] {
				t.Errorf("attacks %v: %t, and the captures say %t\n%sorigin %v, men %v", at(p.Where(x)), !attacked[x], attacked[x], source, b.origin, b.men)
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d moves, %d captures, %d of them of several pieces", moves, captures, double)
	if double < 100 {
		t.Errorf("only %d captures of several pieces", double)
	}
}
