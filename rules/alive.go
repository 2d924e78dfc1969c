package rules

import (
	"fmt"
	"iter"
	"slices"

	"adjudicate/rules/formula"
)

// alive refuses a definition that can never move, capture or act, and doubts single modes
// that lead nowhere. It looks at the size of the board, at what readings can settle and at
// bounds of numbers; what it cannot decide it takes for possible.
func (c *checker) alive(p *Piece) {
	type way struct {
		field string
		why   string
	}
	var dead []way
	ways := 0
	look := func(field string, modes []Mode) {
		for i := range modes {
			ways++
			if why := c.deadEnd(&modes[i], p, nil); why != "" {
				dead = append(dead, way{fmt.Sprintf("%s[%d]", field, i), why})
			}
		}
	}
	for field, modes := range p.lists() {
		look(field, modes)
	}
	for i := range p.Actions {
		ways++
		m := Mode{When: p.Actions[i].When, Legs: p.Actions[i].Legs}
		if why := c.deadEnd(&m, p, nil); why != "" {
			dead = append(dead, way{fmt.Sprintf("piece.actions[%d]", i), why})
		}
	}
	switch {
	case ways == 0 || len(dead) == 0:
	case len(dead) < ways:
		for _, d := range dead {
			c.doubt(d.field, "unreachable: %s", d.why)
		}
	default:
		c.fault(dead[0].field, "the definition can never move: %s", dead[0].why)
		c.hint("write immovable: true, without modes, for a piece that never moves")
	}
	for i := range p.Grants {
		for j := range p.Grants[i].Modes {
			if why := c.deadEnd(&p.Grants[i].Modes[j], p, nil); why != "" {
				c.doubt(fmt.Sprintf("piece.grants[%d].modes[%d]", i, j), "unreachable: %s", why)
			}
		}
	}
}

// deadEnd says why a mode leads nowhere under any reading, "" if it may lead somewhere: to some of the squares wanted, if any are.
func (c *checker) deadEnd(m *Mode, p *Piece, wanted []rectangle) string {
	if m.Onto == "empty" && len(m.For) > 0 && !slices.Contains(m.For, "move") {
		return "onto: empty cannot be combined with a capture"
	}
	entries := c.asking(func() {
		c.compiled(m.When, p)
		c.compiled(m.Land, p)
		c.compiled(m.After, p)
		for i := range m.Legs {
			c.stepsOf(&m.Legs[i], p)
		}
	})
	why := ""
	tried := c.readings(entries, func() bool {
		why = c.blocked(m, p, wanted)
		return why == ""
	})
	if !tried {
		return ""
	}
	return why
}

// blocked says why a mode leads nowhere under the readings at hand.
func (c *checker) blocked(m *Mode, p *Piece, wanted []rectangle) string {
	known := c.known(p)
	for _, src := range []Expr{m.When, m.After} {
		if f := c.compiled(src, p); f != nil && f.Range(known).Never() {
			return "its condition is never true"
		}
	}
	if m.As != nil || m.Carries != nil {
		return ""
	}
	w := walker{c: c, p: p, legs: m.Legs, land: c.compiled(m.Land, p), known: known, wanted: wanted, budget: 20_000}
	w.files, w.ranks = c.board()
	w.back = p.Shares != "" || m.Origin == "move" || m.Origin == "pass" || m.Takes == "hopped" ||
		slices.ContainsFunc(m.Legs, func(l Leg) bool { return l.Takes })
	if b := c.merged.Board; b != nil {
		w.aroundFiles, w.aroundRanks = b.Around()
	}
	w.longest = max(w.files, w.ranks) - 1
	for i := range m.Legs {
		s, why := w.lengths(&m.Legs[i], i)
		if why != "" {
			return why
		}
		w.steps = append(w.steps, s)
	}
	w.walk(0, trail{})
	switch {
	case w.found || w.budget <= 0:
		return ""
	case w.arrived:
		return "no landing square satisfies its condition"
	default:
		return "the path does not fit on the board"
	}
}

// walker looks for one path of a mode that fits on the empty board.
type walker struct {
	c                     *checker
	p                     *Piece
	legs                  []Leg
	steps                 [][]int // by leg: the possible numbers of steps
	land                  *formula.Formula
	known                 func(string, []string) formula.Range
	wanted                []rectangle // the path is to end on one of their squares, nil for anywhere
	files, ranks, longest int
	aroundFiles           bool
	aroundRanks           bool
	back                  bool // it may end where it began
	budget                int
	arrived, found        bool
}

// lengths returns the numbers of steps that a leg can have on the board.
func (w *walker) lengths(l *Leg, i int) (list []int, why string) {
	why = "no number of steps fits on the board"
	least, most := w.c.span(l, w.p, w.known)
	if l.Toward != "" {
		least, most = 1, w.longest-1
		if l.Within > 0 {
			most = min(most, l.Within-1)
		}
	}
	if l.Dir == "anywhere" {
		least, most = 1, 1
	}
	fixed := w.fixed(l)
	occupied := 0
	for step, what := range l.At {
		if step > w.longest {
			return nil, fmt.Sprintf("step %d is off the board", step)
		}
		if what == "occupied" && (occupied == 0 || step < occupied) {
			occupied = step
		}
	}
	for n := max(least, 0); n <= most; n++ {
		switch {
		case fixed != nil && !slices.Contains(fixed, n):
		case n == 0 && (i == 0 || !l.ZeroOK):
		case l.Pass == "half" && (n%2 == 1 || n < 2):
			why = "with pass: half the number of steps is even"
		case l.Hop != "" && l.Hop != HopOnto && n < 2:
			why = "a hop takes at least 2 steps, over a piece and onto a square behind it"
		case occupied > 0 && l.Pass != "any" && n > occupied:
		default:
			list = append(list, n)
		}
	}
	if len(list) == 0 {
		return nil, why
	}
	return list, ""
}

// fixed returns the listed numbers of steps of a leg if all of them are known.
func (w *walker) fixed(l *Leg) []int {
	s := w.c.stepsOf(l, w.p)
	if s == nil || s.Edge || s.Low != nil || l.Toward != "" || l.Dir == "anywhere" {
		return nil
	}
	var list []int
	for _, f := range s.List {
		v, known := f.Const()
		if !known {
			return nil
		}
		list = append(list, int(v))
	}
	return list
}

// trail is where a path has got to, and how far it has reached from its start.
type trail struct {
	f, r                   int
	left, right, down, top int
	dir                    int
}

func (t trail) to(df, dr, dir int) trail {
	t.f, t.r, t.dir = t.f+df, t.r+dr, dir
	t.left, t.right = min(t.left, t.f), max(t.right, t.f)
	t.down, t.top = min(t.down, t.r), max(t.top, t.r)
	return t
}

var compassSteps = [8][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

func (w *walker) walk(i int, t trail) {
	if w.budget--; w.found || w.budget <= 0 || !w.aroundFiles && t.right-t.left >= w.files || !w.aroundRanks && t.top-t.down >= w.ranks {
		return
	}
	if i == len(w.legs) {
		if t.f != 0 || t.r != 0 || w.back {
			w.arrived = true
			w.found = (w.wanted == nil || w.endsIn(t)) && (w.land == nil || !w.land.Range(w.landing(t)).Never())
		}
		return
	}
	l := &w.legs[i]
	if l.Dir == "anywhere" {
		for f := 1 - w.files; f < w.files; f++ {
			for r := 1 - w.ranks; r < w.ranks; r++ {
				w.walk(i+1, t.to(f, r, 0))
			}
		}
		return
	}
	if w.steps[i][0] == 0 {
		w.walk(i+1, t)
	}
	for _, v := range heads(l, t.dir) {
		for _, n := range w.steps[i] {
			if n > 0 {
				w.walk(i+1, t.to(n*v[0], n*v[1], v[2]))
			}
		}
	}
}

// turnedBy is by how many eighths to the right each word turns.
var turnedBy = map[string][]int{"same": {0}, "turn45": {1, -1}, "turn90": {2, -2}, "turn135": {3, -3}, "turn180": {4}, "right45": {1}, "right90": {2}, "left45": {-1}, "left90": {-2}}

// heads returns the directions of a leg, as files, ranks and compass direction.
func heads(l *Leg, before int) (list [][3]int) {
	add := func(d int) { list = append(list, [3]int{compassSteps[d&7][0], compassSteps[d&7][1], d & 7}) }
	switch {
	case len(l.Leap) == 2:
		a, b := l.Leap[0], l.Leap[1]
		for _, v := range [][2]int{{a, b}, {b, a}, {-a, b}, {b, -a}, {a, -b}, {-b, a}, {-a, -b}, {-b, -a}} {
			list = append(list, [3]int{v[0], v[1], before})
		}
	case len(l.Leaps) > 0: // whichever way the side is headed
		for _, v := range l.Leaps {
			for a, b := range turned(v[0], v[1]) {
				list = append(list, [3]int{a, b, before})
			}
		}
	case l.Toward != "":
		for d := range 8 {
			add(d)
		}
	case l.Dir.turning():
		for _, word := range l.Dir.List() {
			for _, by := range turnedBy[word] {
				add(before + by)
			}
		}
	default:
		absolute, headed, _ := Directions(l.Dir)
		for _, d := range absolute {
			add(d)
		}
		for d := range 8 * min(1, len(headed)) { // whichever way the side is headed
			add(d)
		}
	}
	return list
}

// turned yields a leap as sides of the four headings make it.
func turned(a, b int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for range 4 {
			if !yield(a, b) {
				return
			}
			a, b = b, -a
		}
	}
}

// landing says what is known of the words of a condition about a landing square.
func (w *walker) landing(t trail) func(string, []string) formula.Range {
	x, y := max(t.f, -t.f), max(t.r, -t.r)
	return func(name string, texts []string) formula.Range {
		switch name {
		case "dx":
			return formula.Exactly(float64(x))
		case "dy":
			return formula.Exactly(float64(y))
		case "distance":
			return formula.Exactly(float64(max(x, y)))
		}
		return w.known(name, texts)
	}
}
