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

// A way is what a piece can do by a mode: it ends on a square, and these are captured.
type way struct {
	to      square
	victims []*piece // in order
	kind    string   // "move", "capture", "swap", "own"
	carried *piece
	carryTo square
}

func (w way) String() string {
	var ids []string
	for _, p := range w.victims {
		ids = append(ids, p.id)
	}
	return fmt.Sprint(w.kind, " ", strings.Join(ids, "+"), "-", w.to)
}

// walker follows the paths of a mode.
type walker struct {
	g    *game
	p    *piece
	mode section
	legs []section
	ends []end
	been map[string]bool // walks that have been followed from the start of the legs that repeat, and whether they took more
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
				if hop != "" {
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
	return slices.ContainsFunc(words(leg, "slides"), func(m string) bool { return w.g.marks[k.at][m] })
}

// slide goes on over ice: to the first square without it, or before what it meets, which it captures if it can.
func (w *walker) slide(leg section, k walk, c course) walk {
	for w.iced(leg, k) {
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
		k.at = next
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
		if w.g.next(at, c.vector()) != (square{}) {
			return false
		}
	} else if !ok(n) {
		return false
	}
	var met []*piece
	for _, s := range between {
		if w.occupied(k, s) {
			x := w.g.stands(s)
			if len(met) > 0 && met[len(met)-1] == x && leg["hop"] != nil {
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
	case "over":
		if len(met) != 1 {
			return false
		}
	case "next":
		if len(met) != 1 || w.g.stands(between[len(between)-1]) != met[0] && met[0].id != "" || met[0].id == "" && met[0].at != between[len(between)-1] {
			return false
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
		if k.hopped == nil || !w.mayTake(k.hopped) || slices.Contains(k.victims, k.hopped) || w.occupied(k, k.at) && k.at != w.p.at { // it has left where it started
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
	k.stuck = w.barred(k, leg, k.at) && word(leg, "pass") != "any"
	return []walk{k}
}

// repeats asks whether every leg that hops takes what it hops over, since the mode has several.
func (w *walker) repeats() bool {
	return len(w.legs) > 1 || w.legs[0]["repeat"] != nil
}

func (w *walker) end(k walk, further bool) {
	w.ends = append(w.ends, end{to: k.at, victims: k.victims, behind: k.behind, hopped: k.hopped, further: further})
}

// ways lists what a piece can do by its definition.
func (g *game) ways(p *piece) (list []way) {
	for _, mode := range g.modes(p.typ) {
		list = append(list, g.byMode(p, mode)...)
	}
	return list
}

// byMode lists what a piece can do by one of the modes of its definition.
func (g *game) byMode(p *piece, mode section) (all []way) {
	itself := *g
	itself.copied, itself.copier = nil, ""
	g = &itself
	if as := sub(mode, "as"); as != nil {
		return g.copies(p, mode, as)
	}
	if slices.ContainsFunc(g.modes(p.typ), func(m section) bool { return sub(m, "as")["instead"] == true && g.copiedBy(p, sub(m, "as")) != nil }) {
		return nil
	}
	return g.plainly(p, mode)
}

// copiedBy is the piece that another one moves as.
func (g *game) copiedBy(p *piece, as section) *piece {
	if x := g.about(p).piece(parse(word(as, "piece"))); x != nil && x.at != (square{}) {
		return x
	}
	return nil
}

// copies lists the moves and captures of a piece by the modes of the one that it copies, and that are none itself by copying.
func (g *game) copies(p *piece, mode, as section) (all []way) {
	x := g.copiedBy(p, as)
	if x == nil || !g.about(p).holds(mode, "when") {
		return nil
	}
	g.copied, g.copier = x, p.id
	f := words(mode, "for")
	for _, m := range g.modes(x.typ) {
		if m["as"] != nil || m["carries"] != nil || g.taking && !takes(m) {
			continue
		}
		for _, w := range g.plainly(p, m) {
			if (w.kind == "move" || w.kind == "capture") && (f == nil || slices.Contains(f, w.kind)) {
				all = append(all, w)
			}
		}
	}
	return all
}

// plainly lists what a piece can do by a mode with legs, of its own or one that it copies.
func (g *game) plainly(p *piece, mode section) (all []way) {
	e := g.env().with("self", p).with("mover", sideName(p.side)).with("from", p.at)
	if !e.holds(mode, "when") {
		return nil
	}
	if carry := sub(mode, "carries"); carry != nil {
		if g.denied(p, "move") {
			return nil
		}
		return g.carries(p, mode, carry, e)
	}
	fors := words(mode, "for")
	does := func(what string) bool {
		if g.denied(p, map[string]string{"move": "move", "swap": "move", "capture": "capture", "shot": "capture", "own": "capture"}[what]) {
			return false
		}
		return fors == nil && (what == "move" || what == "capture") || slices.Contains(fors, what)
	}
	w := &walker{been: map[string]bool{}, g: g, p: p, mode: mode, legs: list(mode["legs"])}
	add := func(kind string, to, landing square, victims ...*piece) {
		var victim *piece
		if len(victims) > 0 {
			victim = victims[len(victims)-1]
		}
		if kind == "capture" && g.disarmed(p, to, victims) {
			return
		}
		if kind == "swap" || e.with("to", landing).with("landing", true).with("victim", victim).holds(mode, "land") {
			all = append(all, way{to: to, victims: victims, kind: kind})
		}
	}
	if g.wide(p.typ) {
		g.broad(w, does, add)
		return all
	}
	w.paths()
	for _, n := range w.ends {
		if g.shut[n.to] {
			continue
		}
		x := g.on(n.to)
		if x == p && (len(n.victims) > 0) {
			x = nil // what it left
		}
		if x == p {
			continue
		}
		if there := g.all(n.to); len(there) > 1 || len(there) == 1 && g.shares(p.typ) > 1 {
			g.shared(w, n.to, does, add)
			continue
		}
		if mode["victims"] != nil {
			if x == nil {
				g.byCondition(w, n.to, e, does, add)
			}
			continue
		}
		switch word(mode, "takes") {
		case "behind":
			if v := g.on(n.behind); x == nil && does("capture") && v != nil && v != p && w.mayTake(v) {
				add("capture", n.to, n.to, v)
			}
			if x == nil && does("move") {
				add("move", n.to, n.to)
			}
			continue
		case "hopped":
			switch {
			case x != nil:
			case len(n.victims) > 0:
				if does("capture") && !(mode["full"] == true && n.further) {
					add("capture", n.to, n.to, n.victims...)
				}
			default:
				if n.hopped != nil && does("capture") && w.mayTake(n.hopped) {
					add("capture", n.to, n.to, n.hopped)
				}
				if does("move") {
					add("move", n.to, n.to)
				}
			}
			continue
		}
		taken := x != nil && slices.Contains(n.victims, x)
		switch {
		case len(n.victims) > 0 && mode["full"] == true && n.further:
		case len(n.victims) > 0 && (x == nil || taken):
			if does("capture") {
				add("capture", n.to, n.to, n.victims...)
			}
		case x == nil:
			if does("move") {
				add("move", n.to, n.to)
			}
		case x.side == p.side:
			if does("swap") && allowed(mode, x) {
				all = append(all, way{to: n.to, victims: []*piece{x}, kind: "swap"})
			}
			if does("own") && allowed(mode, x) && !g.royal(x.typ) && !g.immune(x, p) {
				add("own", n.to, n.to, x)
			}
		case w.mayTake(x):
			if does("capture") {
				add("capture", n.to, n.to, append(slices.Clip(n.victims), x)...)
			}
			if does("shot") {
				add("capture", p.at, n.to, x)
			}
		}
	}
	return all
}

func allowed(mode section, x *piece) bool {
	victim := words(mode, "victim")
	return (victim == nil || slices.Contains(victim, x.typ)) && !slices.Contains(words(mode, "spares"), x.typ)
}

// byCondition is a way to an empty square that captures each opposing piece of which a condition holds, once the piece stands there.
func (g *game) byCondition(w *walker, to square, e *env, does func(string) bool, add func(string, square, square, ...*piece)) {
	after := g.clone()
	self := after.find(w.p.id)
	self.at = to
	asked := after.env().with("self", self).with("mover", sideName(self.side)).with("from", w.p.at).with("to", to)
	var victims []*piece
	for _, x := range g.onBoard() {
		if w.enemy(x) && allowed(w.mode, x) && !after.immune(after.find(x.id), self) && asked.with("victim", after.find(x.id)).truth(parse(word(w.mode, "victims"))) {
			victims = append(victims, x)
		}
	}
	if len(victims) > 0 {
		if does("capture") {
			add("capture", to, to, victims...)
		}
	} else if does("move") {
		add("move", to, to)
	}
}

// carries is a play in which another piece goes along: both go straight, over squares empty but for the two.
func (g *game) carries(p *piece, mode, carry section, e *env) (all []way) {
	other := e.piece(parse(word(carry, "piece")))
	if other == nil || other.at == (square{}) || other == p {
		return nil
	}
	free := func(q *piece, to square) bool {
		if to == q.at {
			return true
		}
		if q.at.file != to.file && q.at.rank != to.rank {
			return false
		}
		return slices.ContainsFunc(g.lines(q.at, to), func(line []square) bool {
			return !slices.ContainsFunc(append(line, to), func(s square) bool { x := g.on(s); return x != nil && x != p && x != other || g.shut[s] || g.closed[s] })
		})
	}
	for _, to := range g.named(words(carry, "to"), p.side) {
		for _, onto := range g.named(words(carry, "onto"), p.side) {
			if onto != to && (onto.file == other.at.file || onto.rank == other.at.rank) { // the first of them
				if free(p, to) && free(other, onto) {
					all = append(all, way{to: to, kind: "move", carried: other, carryTo: onto})
				}
				break
			}
		}
	}
	return all
}

func ids(list []*piece) string {
	var texts []string
	for _, p := range list {
		texts = append(texts, p.id)
	}
	slices.Sort(texts)
	return strings.Join(texts, "+")
}

// named lists squares of texts, in which names of regions may stand.
func (g *game) named(texts []string, side string) (all []square) {
	for _, t := range texts {
		if g.regions[t] == nil {
			all = append(all, g.area([]string{t})...)
			continue
		}
		for _, sq := range g.squares() {
			if g.in(sq, t, side) {
				all = append(all, sq)
			}
		}
	}
	return all
}

// attacks asks whether a piece could capture another.
func (g *game) attacks(p, x *piece) bool {
	if p.at == (square{}) || x.at == (square{}) || p.side == x.side {
		return false
	}
	asked := *g
	asked.taking = true
	g = &asked
	for _, mode := range g.modes(p.typ) {
		if mode["carries"] != nil || !takes(mode) {
			continue
		}
		if slices.ContainsFunc(g.byMode(p, mode), func(w way) bool { return w.kind == "capture" && slices.Contains(w.victims, x) }) {
			return true
		}
	}
	return false
}

// takes asks whether a mode is for captures.
func takes(mode section) bool {
	f := words(mode, "for")
	return f == nil || slices.Contains(f, "capture") || slices.Contains(f, "shot")
}

func (g *game) attacked(x *piece) bool {
	return slices.ContainsFunc(g.onBoard(), func(p *piece) bool { return g.attacks(p, x) })
}

// defends asks whether a piece would attack a friend, were that alone of a side of its own, whatever is already.
func (g *game) defends(p, x *piece) bool {
	if p == x || p.side != x.side || p.at == (square{}) || x.at == (square{}) {
		return false
	}
	other := g.clone()
	apart := "~" + x.side
	for slices.ContainsFunc(g.pieces, func(q *piece) bool { return q.side == apart }) { // a friend asked about by the question that asks this
		apart = "~" + apart
	}
	other.find(x.id).side = apart
	return other.attacks(other.find(p.id), other.find(x.id))
}

func (g *game) value(p *piece) float64 {
	itself := *g
	itself.copied, itself.copier = nil, ""
	return itself.env().with("self", p).number(parse(word(g.types[p.typ], "value")))
}

func (g *game) modes(typ string) []section { return list(g.types[typ]["modes"]) }
