package movement

import "slices"

// This file walks the paths of pieces on several squares that ask what the body meets on its way: that hop, turn at a piece, capture on
// the way, repeat, or lead over squares where nobody blocks them. A step takes the place of the piece from one square to another; what it
// meets there is every piece on the squares that it would cover, itself apart. Paths over empty squares alone are walked on the board of
// places (Position.eroded).

// glides reports whether where a mode leads a piece on several squares depends on no more than which of its places hold something.
func (m *mode) glides() bool {
	switch m.op {
	case opSlide, opJump, opEdge, opBent, opPath, opAnywhere, opAt, opToward:
		return !slices.ContainsFunc(m.legs, func(l leg) bool { return l.freely != nil })
	}
	return false
}

// A march is a walk of a piece on several squares along the legs of a mode.
type march struct {
	p       *Position
	m       *mode
	a       actor
	d1      int
	taken   []PieceID
	lifted  []PieceID // those of them that are off the board for the rest of the path
	ends    []Square  // where the legs so far have ended
	left    int
	went    int // how many times a leg that may take has arrived
	stopped bool
	spares  bool // hops take nothing: the piece just moves
	behind  *bodyLandings
	been    map[crossroads]int
	yield   func(to Square, taken, met []PieceID, ends []Square) bool // false: that is enough
}

// bodyLandings are the places behind what was hopped over on which a path might end: see landings.
type bodyLandings struct {
	over  []PieceID
	went  int
	tried int
	ends  []Square
}

// trek walks all paths of a mode, and yields where they end, what they have taken on their way, and what the piece meets there.
func (p *Position) trek(m *mode, a *actor, spares bool, yield func(to Square, taken, met []PieceID, ends []Square) bool) {
	b := &march{p: p, m: m, a: *a, left: mostTours, spares: spares, yield: yield}
	if m.repeats > 1 && m.takes != takesHopped && !slices.ContainsFunc(m.legs, func(l leg) bool { return l.takes }) {
		b.been = map[crossroads]int{}
	}
	b.leg(0, 0, a.from, nil, nil)
}

// meets lists what stands on the squares of a place: pieces, that on the place itself last, and closed squares. There is no room if one
// of the squares is not on the board.
func (b *march) meets(place Square) (met []PieceID, shut []Square, room bool) {
	p := b.p
	squares := p.footing(&b.a, place)
	for _, sq := range squares {
		switch c := p.cells[sq]; {
		case c == wall:
			shut = append(shut, sq)
		case c >= 0 && c != b.a.id && c != p.cells[place] && !slices.Contains(met, c) && !slices.Contains(b.lifted, c):
			met = append(met, c)
		}
	}
	if c := p.cells[place]; squares != nil && c >= 0 && c != b.a.id && !slices.Contains(b.lifted, c) {
		met = append(met, c)
	}
	if place == b.a.from && !b.m.origin && len(b.taken) == 0 {
		met = append(met, b.a.id) // its own place is in the way, until it takes something
	}
	return met, shut, squares != nil
}

// hurdles are the things that a leg has met on its way: pieces, and closed squares.
type hurdles struct {
	ids  []int32 // of pieces; of a closed square -1 less its number
	last []PieceID
	at   int // the step at which one was met last
}

// over notes what is met at a step; ok is false if a leg does not hop over that.
func (h *hurdles) over(p *Position, l *leg, n int, met []PieceID, shut []Square) (ok bool) {
	if len(met)+len(shut) == 0 {
		return true
	}
	if h.at = n; len(met) > 0 {
		h.last = met
	}
	for _, c := range met {
		if !slices.Contains(h.ids, int32(c)) {
			if h.ids = append(h.ids, int32(c)); !p.hurdle(l, c) {
				return false
			}
		}
	}
	for _, sq := range shut {
		if !slices.Contains(h.ids, -1-int32(sq)) {
			if h.ids = append(h.ids, -1-int32(sq)); !p.hurdle(l, wall) {
				return false
			}
		}
	}
	return true
}

// touches reports whether one of these has been met on the way.
func (h *hurdles) touches(met []PieceID, shut []Square) bool {
	return slices.ContainsFunc(met, func(c PieceID) bool { return slices.Contains(h.ids, int32(c)) }) ||
		slices.ContainsFunc(shut, func(sq Square) bool { return slices.Contains(h.ids, -1-int32(sq)) })
}

// leg walks the k-th leg from a place; done is how often the tail has been walked, under what the piece turned at and still stands upon.
func (b *march) leg(k, done int, from Square, before *vec, under []PieceID) {
	if b.walked(crossroads{k, b.d1, done > 0, from, before}, done) {
		return
	}
	p, l := b.p, &b.m.legs[k]
	mask := p.mask(l, &b.a, b.d1)
	if l.edge {
		mask = 0
	}
	here, _, _ := b.meets(from)
	if mask&1 != 0 && k > 0 {
		b.arrive(k, done, from, before, here, nil)
	}
	if k > 0 && (done == 0 || k > b.m.tail) && len(here) > 0 && !b.m.legs[k-1].any && !b.m.legs[k-1].onto && !b.passes(&b.m.legs[k-1], from) {
		return // a leg of no steps may end on a piece, but nothing goes on from there
	}
	most := highest(mask)
	if l.edge {
		most = mostSteps
	}
	vecs := p.rs.turned(l, &b.a, before)
	for i := range vecs {
		if l.when == nil || b.into(l, from, before, &vecs[i], here) {
			b.along(k, done, from, &vecs[i], mask, most, under)
		}
	}
}

// into asks whether the path turns into a leg, at what the piece meets there: see tour.into. Of several pieces the condition knows the one on the place,
// else the first.
func (b *march) into(l *leg, via Square, before, v *vec, here []PieceID) bool {
	if b.left -= int(min(l.when.Cost(), mostTours)); b.left <= 0 {
		return false
	}
	victim := b.p.At(via)
	if !slices.Contains(here, victim) {
		if victim = NoPiece; len(here) > 0 {
			victim = here[0]
		}
	}
	yes := b.p.bends(l.when, &b.a, via, before, v, victim)
	if yes && b.m.full {
		b.went++
	}
	return yes
}

// along walks a leg in one direction.
func (b *march) along(k, done int, from Square, v *vec, mask uint64, most int, under []PieceID) {
	p, l := b.p, &b.m.legs[k]
	half := b.m.op == opHalf
	var h hurdles
	first, sq := 0, from
	behind := bodyLandings{}
	defer func() { b.settle(&behind) }()
	for n := 1; n <= most; n++ {
		if b.left--; b.left <= 0 || b.stopped {
			return
		}
		sq = v.next[sq]
		met, shut, room := b.meets(sq)
		if !room || len(shut) > 0 && !l.any && l.most1 == 0 && !half {
			return
		}
		if k == 0 && done == 0 {
			b.d1 = n
		}
		stops := mask>>n&1 != 0
		if l.edge {
			_, _, on := b.meets(v.next[sq])
			stops = !on
		}
		if under != nil && slices.ContainsFunc(met, func(c PieceID) bool { return slices.Contains(under, c) }) {
			stops = false
			met = slices.DeleteFunc(met, func(c PieceID) bool { return slices.Contains(under, c) })
		}
		some := len(met)+len(shut) > 0
		switch {
		case l.onto:
			if !some {
				continue
			}
			if h.over(p, l, n, met, shut) && len(h.ids) == 1 && stops {
				b.arrive(k, done, sq, v, met, met)
			}
			return
		case l.most1 > 0:
			clear := !h.touches(met, shut)
			if stops && len(shut) == 0 && clear && len(h.ids) >= l.least1 && len(h.ids) <= l.most1 && (!l.next || h.at == n-1) {
				b.land(k, done, sq, v, met, h.last, &behind)
			}
			if l.next && len(h.ids) >= l.least1 && clear || !h.over(p, l, n, met, shut) || len(h.ids) > l.most1 {
				return
			}
		case half:
			switch {
			case first == 0 && !some:
			case first == 0:
				if first = n; !h.over(p, l, n, met, shut) || len(h.ids) != 1 {
					return
				}
			case h.at == n-1 && some && (len(met) == 0 || h.touches(met, shut)):
				if !h.over(p, l, n, met, shut) || len(h.ids) != 1 {
					return
				}
			case n == first+h.at:
				if stops && len(shut) == 0 && !h.touches(met, shut) {
					b.arrive(k, done, sq, v, met, nil)
				}
				return
			case some:
				return
			}
		default:
			if stops && len(shut) == 0 {
				to := b.slide(l, v, sq)
				if to != sq {
					met, _, _ = b.meets(to)
				}
				b.arrive(k, done, to, v, met, nil)
			}
			if some && !l.any && !b.passes(l, sq) {
				return
			}
		}
	}
}

// land tries a place behind what a leg has hopped over.
func (b *march) land(k, done int, sq Square, v *vec, met, over []PieceID, g *bodyLandings) {
	if !b.m.onward {
		b.arrive(k, done, sq, v, met, over)
		return
	}
	if !slices.Equal(over, g.over) {
		b.settle(g)
		*g = bodyLandings{over: over, went: b.went}
	}
	before, went := b.behind, b.went
	b.behind = g
	b.arrive(k, done, sq, v, met, over)
	g.tried += boolInt(b.went > went)
	b.behind = before
}

// settle ends paths behind what was hopped over, unless one of the places led to a further capture.
func (b *march) settle(g *bodyLandings) {
	if b.went-g.went == g.tried {
		taken := len(b.taken)
		b.taken = append(b.taken, g.over...)
		for _, sq := range g.ends {
			b.end(sq, nil)
		}
		b.taken = b.taken[:taken]
	}
	g.ends = nil
}

// walked reports whether a path that takes nothing has come to a crossroads before: see tour.met.
func (b *march) walked(x crossroads, done int) bool {
	if b.been == nil || x.by == nil {
		return false
	}
	if least, ok := b.been[x]; ok && least <= done {
		return true
	}
	b.been[x] = done
	return false
}

// passes reports whether what stands on the squares of a place is in nobody's way for a leg.
func (b *march) passes(l *leg, place Square) bool {
	if l.freely == nil || place == b.a.from && !b.m.origin && len(b.taken) == 0 {
		return false
	}
	return !slices.ContainsFunc(b.p.footing(&b.a, place), func(sq Square) bool {
		c := b.p.cells[sq]
		return c != NoPiece && c != b.a.id && !l.freely[sq]
	})
}

// icy reports whether a leg goes on by itself from a place: each of its squares is in such a state.
func (b *march) icy(l *leg, place Square) bool {
	return len(l.slides) > 0 && !slices.ContainsFunc(b.p.footing(&b.a, place), func(sq Square) bool { return !b.p.slippery(l, sq) })
}

// slide is the place to which a leg that comes down on one goes on by itself: see tour.slide.
func (b *march) slide(l *leg, v *vec, place Square) Square {
	first := place
	for range mostSteps {
		if met, _, _ := b.meets(place); len(met) > 0 || !b.icy(l, place) {
			break
		}
		next := v.next[place]
		met, shut, room := b.meets(next)
		if !room || len(shut) > 0 || len(met) > 0 && (b.m.use&forTake == 0 || !b.capturable(met)) {
			break
		}
		if place = next; place == first {
			break
		}
	}
	return place
}

// arrive ends a leg on a place, having left last what it hopped over: it takes what it may, ends the path there if it can, and goes on.
func (b *march) arrive(k, done int, sq Square, v *vec, met, over []PieceID) {
	p, l := b.p, &b.m.legs[k]
	taken, lifted := len(b.taken), len(b.lifted)
	defer func() { b.taken, b.lifted = b.taken[:taken], b.lifted[:lifted] }()
	if b.m.takes == takesHopped && l.most1 > 0 {
		if len(met) > 0 && !l.onto || !b.spares && !b.capturable(over) {
			return
		}
		if !b.spares {
			b.taken = append(b.taken, over...)
			if b.m.clears {
				b.lifted = append(b.lifted, over...)
			}
			b.went++
		}
		met = nil
	}
	last := k == len(b.m.legs)-1
	if last && !b.m.full {
		b.end(sq, met)
	}
	takes, went := false, b.went
	if l.takes && b.capturable(met) && !slices.ContainsFunc(met, func(c PieceID) bool { return l.spares != nil && l.spares[p.pieces[c].typ] }) {
		b.taken, b.lifted, takes = append(b.taken, met...), append(b.lifted, met...), true
		b.went++
	}
	if !b.stopped && (len(met) == 0 || takes || l.any || l.onto || b.passes(l, sq) || !last && p.zeroNext(b.m, k+1, &b.a, b.d1)) && !b.icy(l, sq) {
		b.ends = append(b.ends, sq)
		var under []PieceID
		if l.onto && !takes && !b.m.clears {
			under = over
		}
		switch {
		case !last:
			b.leg(k+1, done, sq, v, under)
		case done+1 < b.m.repeats:
			b.leg(b.m.tail, done+1, sq, v, nil)
		}
		b.ends = b.ends[:len(b.ends)-1]
	}
	if last && b.m.full && !b.stopped && (b.went == went || takes && b.went == went+1) {
		if takes {
			b.taken = b.taken[:len(b.taken)-len(met)]
		}
		if b.m.onward && b.behind != nil {
			b.behind.ends = append(b.behind.ends, sq)
		} else {
			b.end(sq, met)
		}
	}
}

// end is told where a path ends, and what the piece meets there.
func (b *march) end(to Square, met []PieceID) {
	if !b.stopped {
		b.stopped = !b.yield(to, b.taken, met, b.ends)
	}
}

// capturable reports whether a path may take pieces on its way, each once.
func (b *march) capturable(list []PieceID) bool {
	p := b.p
	for _, x := range list {
		if v := &p.pieces[x]; v.side == b.a.side || p.sides[v.side].neutral || !b.m.captures(v.typ) || slices.Contains(b.taken, x) || p.guarded(x, &b.a) {
			return false
		}
	}
	return len(list) > 0
}
