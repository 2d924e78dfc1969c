package movement

import "slices"

// This file walks the paths on which a piece may take several others, come back to squares
// where it has been, and repeat its last legs.

// mostTours bounds the steps of one walk: what lies beyond is not looked at.
const mostTours = 200_000

// A tour is a walk along the legs of a mode.
type tour struct {
	p       *Position
	m       *mode
	a       actor
	d1      int
	victims []PieceID
	ends    []Square // where the legs so far have ended
	left    int
	went    int       // how many times a leg that may take has arrived
	spared  []PieceID // what it may not take, as the board stands before the play
	asked   bool      // that is known
	friends bool      // what the branches of a path end on is taken also if it is a friend
	stopped bool
	turned  bool // the piece has become another type on the way
	behind  *landings
	been    map[crossroads]int // of a path that takes nothing: after how many times it came there first

	// What is asked: captures, or landing squares.
	taking   bool
	captures []Taking
	hits     []Square
	// Or the way of the first path to a goal, or that takes a piece.
	showing bool
	goal    Square
	prey    PieceID
	way     []Square
}

// landings are the squares behind a piece hopped over on which a path might end that goes on from another of them if it can
// (rules.Mode.Onward).
type landings struct {
	over  PieceID
	went  int // as of the tour, before the first of them
	tried int
	ends  []Square
}

// land tries a square behind a piece that a leg has hopped over.
func (t *tour) land(k, done int, sq Square, v *vec, c, over PieceID, g *landings) {
	if !t.m.onward {
		t.arrive(k, done, sq, v, c, over)
		return
	}
	if over != g.over {
		t.settle(g)
		*g = landings{over: over, went: t.went}
	}
	before, went := t.behind, t.went
	t.behind = g
	t.arrive(k, done, sq, v, c, over)
	g.tried += boolInt(t.went > went)
	t.behind = before
}

// settle ends paths on the squares behind a piece, unless one of these led to a further capture.
func (t *tour) settle(g *landings) {
	if t.went-g.went == g.tried {
		t.victims = append(t.victims, g.over)
		for _, sq := range g.ends {
			if !t.stopped {
				t.stopped = t.end(sq, NoPiece)
			}
		}
		t.victims = t.victims[:len(t.victims)-1]
	}
	g.ends = nil
}

// A crossroads is all that the rest of a path that takes nothing depends on, but for how often the last legs may still repeat: paths that
// meet there go on alike, so one of them is walked. Without that a chain of hops is walked once for each way to hop it.
type crossroads struct {
	leg, d1 int
	again   bool // the last legs repeat
	at      Square
	by      *vec
}

// met reports whether a path has come to a crossroads before, with as many repetitions left.
func (t *tour) met(x crossroads, done int) bool {
	if t.been == nil || x.by == nil {
		return false
	}
	least, ok := t.been[x]
	if ok && least <= done {
		return true
	}
	t.been[x] = done
	return false
}

// walk walks all paths of a mode.
func (t *tour) walk() {
	t.left = mostTours
	if t.m.repeats > 1 && t.m.takes != takesHopped && !t.m.full && !slices.ContainsFunc(t.m.legs, func(l leg) bool { return l.takes }) {
		t.been = map[crossroads]int{}
	}
	if !t.asked {
		t.spare()
	}
	own := t.p.cells[t.a.from]
	t.leg(0, 0, t.a.from, nil)
	t.p.cells[t.a.from] = own
}

// spare notes what a path may not take.
func (t *tour) spare() {
	t.asked = true
	t.friends = t.m.takes == takesBranches && t.m.use&forOwn != 0 && !t.a.foes && t.a.stand == NoType
	for _, x := range t.p.onBoard {
		switch mine := t.p.pieces[x].side == t.a.side; {
		case mine && t.friends && !t.p.takesOwn(t.m, &t.a, x), !mine && t.p.guarded(x, &t.a):
			t.spared = append(t.spared, x)
		}
	}
}

// end is told where a path ends, and what stands there; it says whether that is enough.
func (t *tour) end(to Square, c PieceID) bool {
	p, a, n := t.p, &t.a, len(t.victims)
	switch {
	case t.showing:
		if n == 0 && to != t.goal || n == 0 && t.prey != NoPiece ||
			n > 0 && (t.prey == NoPiece || c >= 0 && c != a.id && !t.capturable(c) || c != t.prey && !slices.Contains(t.victims, t.prey)) {
			return false
		}
		t.way = []Square{a.from}
		for _, sq := range append(t.ends, to) {
			t.way = append(t.way, p.straight(t.way[len(t.way)-1], sq)[1:]...)
		}
		return true
	case !t.taking:
		if n == 0 {
			t.hits = append(t.hits, to)
		}
		return false
	case n == 0:
		return false // a path like any other: reach has it
	case c == NoPiece || c == a.id:
		if t.mayLand(to, t.victims[n-1]) {
			t.capture(t.victims, to)
		}
	case t.capturable(c):
		if t.mayLand(to, c) {
			t.capture(append(t.victims, c), to)
		}
	}
	return false
}

func (t *tour) capture(victims []PieceID, to Square) {
	c := t.p.taking(victims, to)
	c.Turned = t.turned
	t.captures = append(t.captures, c)
}

// turns returns the type as which the piece goes on from a square where a leg of its capture has ended, or NoType.
func (t *tour) turns(sq Square) TypeID {
	p := t.p
	if t.turned || len(t.victims) == 0 {
		return NoType
	}
	list := p.rs.types[t.a.own].promote
	for i := range list {
		if pr := &list[i]; pr.onTheWay() && len(pr.types) == 1 && p.rs.types[pr.types[0]].covers == nil && pr.in.has(sq, p.sides[t.a.side].name) && (pr.when == nil || p.holds(pr.when, &t.a)) {
			return pr.types[0]
		}
	}
	return NoType
}

// goOnAs walks on from a square as another type does, by each of its modes that takes on its way.
func (t *tour) goOnAs(typ TypeID, sq Square, v *vec) {
	m, a, d1 := t.m, t.a, t.d1
	k := &t.p.rs.types[typ]
	t.turned, t.a.own, t.a.counters = true, typ, k.initial
	for i := range k.plainly() {
		if t.m = &k.modes[i]; t.m.op == opTour && t.m.use&forTake != 0 && (t.m.when == nil || t.p.holds(t.m.when, &t.a)) {
			t.leg(0, 0, sq, v)
		}
	}
	t.m, t.a, t.d1, t.turned = m, a, d1, false
}

// mayLand asks the condition about a landing square of the board as it stands before the play, while what the path has taken is
// lifted from it.
func (t *tour) mayLand(to Square, victim PieceID) bool {
	p := t.p
	if t.m.land == nil {
		return p.mayLand(t.m, &t.a, to, victim)
	}
	lifted := make([]PieceID, 0, 8)
	for _, x := range append(t.victims, t.a.id) {
		at := p.pieces[x].at
		lifted = append(lifted, p.cells[at])
		if p.cells[at] == NoPiece {
			if p.cells[at] = x; p.rs.wide {
				p.fill(x)
			}
		}
	}
	yes := p.mayLand(t.m, &t.a, to, victim)
	if p.rs.wide {
		for i, x := range t.victims {
			if lifted[i] == NoPiece {
				p.wipe(x)
			}
		}
	}
	for i, x := range append(t.victims, t.a.id) {
		p.cells[p.pieces[x].at] = lifted[i]
	}
	return yes
}

// leg walks the k-th leg from a square; done is how often the tail has been walked.
func (t *tour) leg(k, done int, from Square, before *vec) {
	if t.met(crossroads{k, t.d1, done > 0, from, before}, done) {
		return
	}
	if t.m.legs[k].splits {
		t.split(k, from, before)
		return
	}
	p, l := t.p, &t.m.legs[k]
	mask := p.mask(l, &t.a, t.d1)
	if l.edge {
		mask = 0
	}
	if mask&1 != 0 && k > 0 && (done == 0 || k > t.m.tail || k < len(t.m.legs)-1) { // a single leg that repeats without a step has ended there before
		t.arrive(k, done, from, before, p.cells[from], NoPiece)
	}
	if k > 0 && (done == 0 || k > t.m.tail) && p.cells[from] != NoPiece && !t.m.legs[k-1].any && !t.m.legs[k-1].onto && !t.m.legs[k-1].passes(from) {
		return // a leg of no steps may end on a piece, but nothing goes on from there
	}
	most := highest(mask)
	if l.edge {
		most = mostSteps
	}
	if t.m.origin {
		p.cells[t.a.from] = NoPiece // walk puts it back
	}
	vecs := p.rs.turned(l, &t.a, before)
	for i := range vecs {
		v := &vecs[i]
		if l.when != nil && !t.into(l, from, before, v) {
			continue
		}
		sq, hopped, over := from, 0, NoPiece
		behind := landings{over: NoPiece}
		for n := 1; n <= most; n++ {
			if t.left--; t.left <= 0 || t.stopped {
				return
			}
			sq = v.next[sq]
			c := p.cells[sq]
			if c == border || c == wall && !l.any && l.most1 == 0 {
				break
			}
			if k == 0 && done == 0 {
				t.d1 = n
			}
			stops := mask>>n&1 != 0
			if l.edge {
				stops = v.next[sq] == Off
			}
			if l.onto {
				if c == NoPiece {
					continue
				}
				if stops && p.hurdle(l, c) {
					t.arrive(k, done, sq, v, c, c)
				}
				break
			}
			if l.most1 > 0 { // it hops
				if c >= 0 && c == over && p.rs.wide {
					continue // still over the same piece
				}
				if stops && hopped >= l.least1 && hopped <= l.most1 && c != wall {
					t.land(k, done, sq, v, c, over, &behind)
				}
				if c != NoPiece {
					if hopped++; c != wall {
						over = c
					}
					if hopped > l.most1 || l.next && hopped > l.least1 || !p.hurdle(l, c) {
						break
					}
				} else if l.next && hopped == l.most1 {
					break
				}
				continue
			}
			if stops && c != wall {
				to := t.slide(l, v, sq)
				t.arrive(k, done, to, v, p.cells[to], NoPiece)
			}
			if c != NoPiece && !l.any && !l.passes(sq) {
				break
			}
		}
		t.settle(&behind)
	}
}

// into asks whether the path turns into a leg on a square, in a direction. A path that must go on as long as it can has gone on then,
// wherever that leads.
func (t *tour) into(l *leg, via Square, before, v *vec) bool {
	p := t.p
	if t.left -= int(min(l.when.Cost(), mostTours)); t.left <= 0 {
		return false
	}
	yes := p.bends(l.when, &t.a, via, before, v, p.At(via))
	if yes && t.m.full {
		t.went++
	}
	return yes
}

// slide is the square to which a leg that comes down on one goes on by itself: from each empty square in such a state to the next
// in its direction, unless what stands there bars it.
func (t *tour) slide(l *leg, v *vec, sq Square) Square {
	first := sq
	for range mostSteps {
		next := v.next[sq]
		c := t.p.cells[next]
		if t.p.cells[sq] != NoPiece || !t.p.slippery(l, sq) || c < NoPiece || c >= 0 && (t.m.use&forTake == 0 || !t.capturable(c)) {
			break
		}
		if sq = next; sq == first { // around a ring of ice
			break
		}
	}
	return sq
}

// arrive ends a leg on a square where c stands, having hopped over a piece last: it takes what
// it may, ends the path there if it can, and goes on.
func (t *tour) arrive(k, done int, sq Square, v *vec, c, over PieceID) {
	p, l := t.p, &t.m.legs[k]
	taken := len(t.victims)
	switch {
	case t.m.takes == takesHopped && l.most1 > 0:
		if c != NoPiece && sq != t.a.from && !l.onto || !t.capturable(over) {
			return
		}
		t.victims = append(t.victims, over)
		c = NoPiece
		if t.m.clears {
			p.cells[p.pieces[over].at] = NoPiece
			if p.rs.wide {
				p.wipe(over)
			}
			defer t.restore(over)
		}
	}
	last := k == len(t.m.legs)-1
	if len(t.victims) > taken {
		t.went++
	}
	if last && !t.m.full {
		t.stopped = t.end(sq, c)
	}
	lifted, went := false, t.went
	if l.takes && t.capturable(c) && (l.spares == nil || !l.spares[p.pieces[c].typ]) {
		t.victims, lifted = append(t.victims, c), true
		t.went++
	}
	if !t.stopped && (c == NoPiece || lifted || l.any || l.onto || l.passes(sq) || !last && p.zeroNext(t.m, k+1, &t.a, t.d1)) && !p.slippery(l, sq) {
		start := p.cells[t.a.from]
		if lifted {
			if p.cells[sq] = NoPiece; p.rs.wide {
				p.wipe(c)
			}
		}
		if len(t.victims) > 0 || t.m.origin {
			p.cells[t.a.from] = NoPiece
		}
		t.ends = append(t.ends, sq)
		as := t.turns(sq)
		switch {
		case as != NoType:
			t.goOnAs(as, sq, v)
		case !last:
			t.leg(k+1, done, sq, v)
		case done+1 < t.m.repeats:
			t.leg(t.m.tail, done+1, sq, v)
		}
		t.ends = t.ends[:len(t.ends)-1]
		p.cells[t.a.from] = start
		if lifted {
			if p.cells[sq] = c; p.rs.wide {
				p.fill(c)
			}
		}
	}
	if last && t.m.full && !t.stopped && (t.went == went || lifted && t.went == went+1) {
		t.victims = t.victims[:len(t.victims)-boolInt(lifted)]
		if t.m.onward && t.behind != nil {
			t.behind.ends = append(t.behind.ends, sq)
		} else {
			t.stopped = t.end(sq, c)
		}
	}
	t.victims = t.victims[:taken]
}

// restore puts a piece back that a path has cleared away.
func (t *tour) restore(x PieceID) {
	t.p.cells[t.p.pieces[x].at] = x
	if t.p.rs.wide {
		t.p.fill(x)
	}
}

// capturable reports whether a path may take a piece on its way, once.
func (t *tour) capturable(x PieceID) bool {
	if x < 0 || x == t.a.id || t.p.pieces[x].side == t.a.side || t.p.sides[t.p.pieces[x].side].neutral || !t.m.captures(t.p.pieces[x].typ) {
		return false
	}
	for _, have := range t.victims {
		if have == x {
			return false
		}
	}
	return !slices.Contains(t.spared, x)
}

// guarded reports whether a piece is protected from an actor, or royal and not for its side to take.
func (p *Position) guarded(x PieceID, a *actor) bool {
	return p.rs.immunities && p.immune(x, a.own, a.acting) || p.rs.types[p.pieces[x].typ].royal && !p.mayTakeRoyal(a.side)
}

// toured calls yield with each capture of a mode that takes pieces on its way.
func (p *Position) toured(m *mode, a *actor, yield func(Taking) bool) {
	for _, w := range p.captures(m, a) {
		if !yield(w) {
			return
		}
	}
}

// captures returns the captures of a mode that takes pieces on its way.
func (p *Position) captures(m *mode, a *actor) []Taking {
	t := tour{p: p, m: m, a: *a, taking: true}
	t.walk()
	return t.captures
}

// tours appends the squares on which the paths end that take nothing on their way.
func (p *Position) tours(m *mode, a *actor, hits []Square) []Square {
	t := tour{p: p, m: m, a: *a, hits: hits}
	t.walk()
	return t.hits
}

// tourPath returns the squares of a path that ends on a square and takes nothing, or that takes
// a piece on its way.
func (p *Position) tourPath(m *mode, a *actor, goal Square, prey PieceID) []Square {
	t := tour{p: p, m: m, a: *a, showing: true, goal: goal, prey: prey}
	t.walk()
	return t.way
}

// Returns says what it is when a piece comes back to its square and takes nothing on its way: "move", "pass", or "" if it cannot.
func (p *Position) Returns(id PieceID) string {
	a := p.actor(id)
	t := &p.rs.types[p.pieces[id].typ]
	if !t.comesBack {
		return ""
	}
	for i := range t.modes {
		m := &t.modes[i]
		if m.returns != "move" && m.returns != "pass" || m.when != nil && !p.holds(m.when, &a) {
			continue
		}
		if slices.Contains(p.reach(m, &a, nil), a.from) {
			return m.returns
		}
	}
	return ""
}

// PassesBack reports whether a side can pass by a piece that comes back to its square.
func (p *Position) PassesBack(s SideID) bool {
	for _, id := range p.onBoard {
		if pc := &p.pieces[id]; pc.side == s && p.rs.types[pc.typ].comesBack && p.Returns(id) == "pass" {
			return true
		}
	}
	return false
}
