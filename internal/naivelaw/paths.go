package naivelaw

import (
	"fmt"
	"slices"
	"strings"
)

type vector struct{ x, y int }

// compass are the eight directions, clockwise from north.
var compass = []vector{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

var compassWords = []string{"north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"}

var headingWords = []string{"forward", "forward-right", "right", "backward-right", "backward", "backward-left", "left", "forward-left"}

// A course is a direction among those of its kind, clockwise.
type course struct {
	all []vector
	i   int
}

func (c course) vector() vector { return c.all[c.i] }

// turned is the course so many degrees to the right.
func (c course) turned(degrees int) (course, bool) {
	step := 360 / len(c.all)
	if degrees%step != 0 {
		return c, false
	}
	return course{c.all, (c.i + degrees/step + len(c.all)) % len(c.all)}, true
}

// walker follows the paths of a mode.
type walker struct {
	g    *game
	p    *piece
	mode section
	legs []section
	ends []end
	asks *walker // whose formulas those of a shot are
	// firing is what the words of a condition stand for while a shot is made; nil otherwise.
	firing *env
	been   map[string]bool // walks that have been followed from the start of the legs that repeat, and whether they took more
}

// An end is where a path may end. Further is whether it could go on and take more.
type end struct {
	to      square
	victims []*piece
	behind  square
	hopped  *piece
	further bool
}

func (g *game) heading(side string) int {
	return slices.Index(compassWords, g.rulebook.heading[strings.TrimLeft(side, "~")])
}

// courses are the directions of a leg, after a course for those that turn.
func (w *walker) courses(leg section, before *course) (list []course) {
	add := func(i int) { list = append(list, course{compass, i}) }
	turn := func(degrees ...int) {
		for _, d := range degrees {
			if c, ok := before.turned(d); ok && !slices.ContainsFunc(list, func(o course) bool { return o.vector() == c.vector() }) {
				list = append(list, c)
			}
		}
	}
	if leap := words(leg, "leap"); leap != nil {
		all := mirrored(number(section{"n": leap[0]}, "n"), number(section{"n": leap[1]}, "n"))
		for i := range all {
			list = append(list, course{all, i})
		}
		return list
	}
	for _, dir := range words(leg, "dir") {
		switch dir {
		case "orthogonal", "diagonal", "all", "horizontal", "vertical":
			for i, v := range compass {
				if dir == "all" || dir == "orthogonal" && i%2 == 0 || dir == "diagonal" && i%2 == 1 || dir == "horizontal" && v.y == 0 || dir == "vertical" && v.x == 0 {
					add(i)
				}
			}
		case "same":
			turn(0)
		case "turn45", "turn90", "turn135", "turn180":
			d := number(section{"n": dir[4:]}, "n")
			turn(d, -d)
		case "right45", "right90":
			turn(number(section{"n": dir[5:]}, "n"))
		case "left45", "left90":
			turn(-number(section{"n": dir[4:]}, "n"))
		default:
			if i := slices.Index(compassWords, dir); i >= 0 {
				add(i)
			} else if i := slices.Index(headingWords, dir); i >= 0 {
				if h := w.g.heading(w.p.side); h >= 0 {
					add((i + h) % 8)
				}
			} else {
				panic("direction " + dir)
			}
		}
	}
	return list
}

// mirrored are a leap and its mirror images, clockwise from north.
func mirrored(a, b int) (all []vector) {
	for _, v := range []vector{{a, b}, {b, a}, {b, -a}, {a, -b}, {-a, -b}, {-b, -a}, {-b, a}, {-a, b}} {
		if !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	angle := func(v vector) float64 { // grows clockwise from north
		switch {
		case v.x >= 0 && v.y > 0:
			return float64(v.x) / float64(v.x+v.y)
		case v.x > 0:
			return 1 + float64(-v.y)/float64(v.x-v.y)
		case v.y < 0:
			return 2 + float64(-v.x)/float64(-v.x-v.y)
		}
		return 3 + float64(v.y)/float64(v.y-v.x)
	}
	slices.SortFunc(all, func(v, u vector) int { return sign(int(1000 * (angle(v) - angle(u)))) })
	return all
}

// steps are the numbers of steps of a leg that could be of any use; edge is told apart.
func (w *walker) steps(leg section, d1 int) (ok func(k int) bool, edge bool) {
	text := word(leg, "n")
	e := w.g.env().with("self", w.p).with("mover", sideName(w.p.side)).with("from", w.p.at).with("d1", float64(d1))
	if w.asks != nil {
		e = w.asks.g.about(w.asks.p).with("from", w.p.at).with("d1", float64(d1))
	}
	from, to, ranged := strings.Cut(text, "..")
	switch {
	case text == "":
		return func(k int) bool { return k == 1 }, false
	case text == "edge":
		return nil, true
	case text[0] == '[':
		var set []int
		for _, n := range words(leg, "n") {
			for _, n := range strings.FieldsFunc(n, func(r rune) bool { return strings.ContainsRune("[], ", r) }) {
				set = append(set, number(section{"n": n}, "n"))
			}
		}
		return func(k int) bool { return slices.Contains(set, k) }, false
	case ranged:
		a, b := e.number(parse(from)), e.number(parse(to))
		return func(k int) bool { return int(a) <= k && k <= int(b) }, false
	}
	n := e.number(parse(text))
	return func(k int) bool { return float64(k) == n }, false
}

// enemy asks whether the piece may look at another as one to capture by this mode.
func (w *walker) enemy(x *piece) bool { return x.side != w.p.side }

func (w *walker) mayTake(x *piece) bool {
	if x.id == "" {
		return false
	}
	return w.enemy(x) && allowed(w.mode, x) && !w.g.immune(x, w.p)
}

// A walk is a path so far.
type walk struct {
	at      square
	before  *course
	d1      int
	victims []*piece
	behind  square
	hopped  *piece // by the last leg
	stuck   bool   // it has ended on a piece, from where it goes no further
	ice     bool   // it is carried by ice, and sets out on no further leg
}

// stands is what is hopped over on a square: a closed one counts as occupied.
func (g *game) stands(sq square) *piece {
	if g.shut[sq] {
		return &piece{at: sq}
	}
	return g.on(sq)
}

// occupied asks what stands on a square as the path sees it: the piece itself stands where it started until something is taken.
func (w *walker) occupied(k walk, sq square) bool {
	x := w.g.on(sq)
	if x == nil {
		return w.g.shut[sq]
	}
	if x == w.p {
		return len(k.victims) == 0 && w.mode["origin"] == nil
	}
	return !slices.Contains(k.victims, x) || words(w.mode, "takes") != nil // what is hopped stands until the path ends
}

// leg walks one leg from where a walk stands and calls then with each place where it ends; last says whether the path may end there.
func (w *walker) leg(k walk, leg section, first, last bool, then func(walk)) {
	ok, edge := w.steps(leg, k.d1)
	if !first && leg["zero_ok"] == true && ok != nil && ok(0) {
		then(k)
	}
	if k.stuck {
		return
	}
	pass := word(leg, "pass")
	hop := word(leg, "hop")
	for _, c := range w.courses(leg, k.before) {
		var between []square
		at := k.at
		for n := 1; n <= 63; n++ {
			at = w.g.next(at, c.vector())
			if at == (square{}) {
				break
			}
			if w.fits(k, leg, between, at, ok, edge, n, c) {
				j := k
				j.at, j.before = at, &c
				if first {
					j.d1 = n
					j.behind = w.g.next(k.at, vector{-c.vector().x, -c.vector().y})
				}
				j.hopped = nil
				if hop == "onto" {
					j.hopped = w.g.on(at)
				} else if hop != "" {
					for _, s := range between {
						if x := w.g.on(s); x != nil && w.occupied(k, s) {
							j.hopped = x
						}
					}
				}
				if w.iced(leg, j) && !w.occupied(j, at) {
					j = w.slide(leg, j, c)
					j.ice = w.iced(leg, j)
				}
				then(j)
			}
			if pass == "" && hop == "" && w.barred(k, leg, at) {
				break
			}
			between = append(between, at)
		}
	}
}

func (w *walker) iced(leg section, k walk) bool {
	return slices.ContainsFunc(words(leg, "slides"), func(m string) bool { return w.g.marks[k.at][m].number > 0 })
}

// slide goes on over ice: to the first square without it, or before what it meets, which it captures if it can.
func (w *walker) slide(leg section, k walk, c course) walk {
	for first := k.at; w.iced(leg, k); {
		next := w.g.next(k.at, c.vector())
		if next == (square{}) {
			return k
		}
		if x := w.g.on(next); w.occupied(k, next) {
			if x != nil && w.captures() && w.mayTake(x) {
				k.at = next
			}
			return k
		}
		if k.at = next; k.at == first { // around a ring of ice
			return k
		}
	}
	return k
}

func (w *walker) captures() bool {
	f := words(w.mode, "for")
	return f == nil || slices.Contains(f, "capture")
}

// barred asks whether what stands on a square stops a path that goes over empty squares.
func (w *walker) barred(k walk, leg section, sq square) bool {
	if !w.g.shut[sq] && slices.ContainsFunc(words(leg, "through"), func(r string) bool { return w.g.in(sq, r, w.p.side) }) {
		return false
	}
	return w.occupied(k, sq)
}

// fits asks whether a leg of n steps may end on a square after those between.
func (w *walker) fits(k walk, leg section, between []square, at square, ok func(int) bool, edge bool, n int, c course) bool {
	if edge {
		if beyond := w.g.plus(at, c.vector()); beyond != (square{}) && !w.g.closed[beyond] { // another square of its own is no edge
			return false
		}
	} else if !ok(n) {
		return false
	}
	var met []*piece
	for _, s := range between {
		if w.occupied(k, s) {
			x := w.g.stands(s)
			if len(met) > 0 && met[len(met)-1] == x && w.g.wide(x.typ) && leg["hop"] != nil {
				continue // still over the same piece
			}
			met = append(met, x)
		}
	}
	if leg["hop"] != nil && len(met) > 0 && w.g.wide(met[len(met)-1].typ) && w.g.on(at) == met[len(met)-1] {
		return false
	}
	types := func(key string) bool {
		return slices.ContainsFunc(met, func(x *piece) bool { return slices.Contains(words(leg, key), x.typ) })
	}
	switch word(leg, "hop") {
	case "":
	case "onto": // nothing up to there, and something there
		if len(met) > 0 || !w.occupied(k, at) {
			return false
		}
		met = append(met, w.g.stands(at))
	case "over":
		if len(met) != 1 {
			return false
		}
	case "next":
		if len(met) != 1 || w.g.stands(between[len(between)-1]) != met[0] && met[0].id != "" || met[0].id == "" && met[0].at != between[len(between)-1] {
			return false
		}
		first := slices.IndexFunc(between, func(s square) bool { return w.occupied(k, s) })
		if slices.ContainsFunc(between[first:], func(s square) bool { return !w.occupied(k, s) }) {
			return false // there was a place right behind it before, in a gap between its squares
		}
	default:
		from, to, ranged := strings.Cut(word(leg, "hop"), "..")
		a := number(section{"n": from}, "n")
		b := a
		if ranged {
			b = number(section{"n": to}, "n")
		}
		if len(met) < a || len(met) > b {
			return false
		}
	}
	if leg["over"] != nil && slices.ContainsFunc(met, func(x *piece) bool { return !slices.Contains(words(leg, "over"), x.typ) }) || types("not_over") {
		return false
	}
	for step, want := range sub(leg, "at") {
		i := number(section{"n": step}, "n")
		s := k.at
		for range i {
			if s != (square{}) {
				s = w.g.next(s, c.vector())
			}
		}
		if want == "occupied" && (s == (square{}) || !w.occupied(k, s)) || want == "empty" && (s == (square{}) || w.occupied(k, s)) {
			return false
		}
	}
	switch pass := word(leg, "pass"); {
	case pass == "half":
		return len(met) == 1 && n%2 == 0 && met[0].at == between[n/2-1]
	case pass == "any" || leg["hop"] != nil:
		return true
	}
	return !slices.ContainsFunc(between, func(s square) bool { return w.barred(k, leg, s) })
}

// paths walks all legs: those before the one that repeats once, and then it and those after it up to so many times.
func (w *walker) paths() {
	at, times := len(w.legs), 0
	for i, leg := range w.legs {
		if leg["repeat"] != nil {
			at, times = i, number(leg, "repeat")
		}
	}
	w.group(walk{at: w.p.at}, w.legs[:at], true, at == len(w.legs), func(k walk) bool { return w.again(k, w.legs[at:], at == 0, times) })
}

// group walks some legs and at each end of them asks whether the path goes on to take more.
func (w *walker) group(k walk, legs []section, first, last bool, then func(walk) bool) (took bool) {
	if len(legs) == 0 {
		return then(k)
	}
	w.leg(k, legs[0], first, last && len(legs) == 1, func(j walk) {
		mayEnd := last && len(legs) == 1
		for _, m := range w.take(j, legs[0], mayEnd) {
			if w.group(m, legs[1:], false, last, then) || len(m.victims) > len(k.victims) {
				took = true
			}
		}
	})
	return took
}

// again walks the legs that repeat, and lets the path end after each time.
func (w *walker) again(k walk, legs []section, first bool, times int) (took bool) {
	if len(legs) == 0 {
		w.end(k, false)
		return false
	}
	key := fmt.Sprint(k.at, k.before != nil, k.d1, ids(k.victims), k.behind, times)
	if k.before != nil {
		key += fmt.Sprint(k.before.vector())
	}
	if took, ok := w.been[key]; ok {
		return took
	}
	defer func() { w.been[key] = took }()
	return w.group(k, legs, first, true, func(j walk) bool {
		further := false
		if times > 1 && !j.ice && (word(legs[len(legs)-1], "pass") == "any" || !w.barred(j, legs[len(legs)-1], j.at)) {
			further = w.again(j, legs, false, times-1)
		}
		w.end(j, further)
		return further
	})
}

// take is what becomes of a walk where a leg ends: it takes what it has hopped over, or what stands there; nothing if it may not go on.
func (w *walker) take(k walk, leg section, mayEnd bool) []walk {
	hops := word(w.mode, "takes") == "hopped" && leg["hop"] != nil
	if hops && w.repeats() {
		if k.hopped == nil || !w.mayTake(k.hopped) || slices.Contains(k.victims, k.hopped) || w.occupied(k, k.at) && k.at != w.p.at && word(leg, "hop") != "onto" { // it has left where it started
			return nil
		}
		k.victims = append(slices.Clip(k.victims), k.hopped)
		return []walk{k}
	}
	x := w.g.on(k.at)
	taken := x != nil && slices.Contains(k.victims, x)
	if leg["takes"] == true && x != nil && x != w.p && !taken && w.mayTake(x) && !slices.Contains(words(leg, "spares"), x.typ) {
		j := k
		j.victims = append(slices.Clip(k.victims), x)
		return []walk{j}
	}
	if mayEnd {
		return []walk{k}
	}
	if k.ice {
		return nil
	}
	k.stuck = w.barred(k, leg, k.at) && word(leg, "pass") != "any" && word(leg, "hop") != "onto"
	return []walk{k}
}

// repeats asks whether every leg that hops takes what it hops over, since the mode has several.
func (w *walker) repeats() bool {
	return len(w.legs) > 1 || w.legs[0]["repeat"] != nil
}

func (w *walker) end(k walk, further bool) {
	w.ends = append(w.ends, end{to: k.at, victims: k.victims, behind: k.behind, hopped: k.hopped, further: further})
}
