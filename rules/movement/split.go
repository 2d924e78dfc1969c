package movement

import (
	"cmp"
	"slices"
)

// This file walks paths that split: where one turns into a leg that splits it goes on in every direction of that leg, and of those after it, at once,
// and captures what its branches end on: pieces of other sides, friends, or both, as the mode is for shots and for captures of its own side's pieces.
//
// # Idea
//
// Up to there a path is one of several, among which the player chooses; behind it nothing is left to choose, since every leg leads to the first
// piece that it meets. So a path has one set of victims. Branches that come to a square in the same direction and before the same leg go on alike: one
// of them is walked, that with the fewest turns. So a ring of pieces that turn it ends, and a walk is bounded by the squares of the board.

// A branch is where a path that splits has come to, before its next leg.
type branch struct {
	leg, done int // the next leg, and how often the tail has been walked
	d1        int
	at        Square
	by        *vec
	whole     bool // all legs have been walked: it may end here
	back      int  // the branch from which it comes, or -1
}

// split walks the branches of a path from a square, where it turns into its k-th leg.
func (t *tour) split(k int, from Square, before *vec) {
	if !t.taking && !t.showing {
		return // it lands nowhere
	}
	if t.m.origin {
		t.p.cells[t.a.from] = NoPiece // walk puts it back
	}
	branches := []branch{{leg: k, d1: t.d1, at: from, by: before, back: -1}}
	been := map[crossroads]bool{}
	for i := 0; i < len(branches) && t.left > 0; i++ {
		if !t.sprout(&branches, i, been) && branches[i].whole {
			t.strike(branches, i)
		}
	}
	if t.taking && len(t.victims) > 0 {
		slices.SortFunc(t.victims, func(x, y PieceID) int { // friends first: the last is an enemy if one is
			return cmp.Or(boolInt(t.mine(y))-boolInt(t.mine(x)), int(x)-int(y))
		})
		t.capture(t.victims, t.p.pieces[t.a.id].at)
	}
	t.victims = t.victims[:0]
}

// sprout adds the branches in which one goes on, and reports whether it turns into its next leg, wherever that leads.
func (t *tour) sprout(list *[]branch, i int, been map[crossroads]bool) (turns bool) {
	b := (*list)[i]
	if b.leg == len(t.m.legs) {
		return false
	}
	l := &t.m.legs[b.leg]
	mask := t.p.mask(l, &t.a, b.d1)
	vecs := t.p.rs.turned(l, &t.a, b.by)
	for j := range vecs {
		v := &vecs[j]
		if l.when != nil {
			if !t.into(l, b.at, b.by, v) {
				continue
			}
			turns = true
		}
		sq, n := t.meets(l, b.at, v)
		if n == 0 || mask>>n&1 == 0 {
			continue
		}
		next := t.behindLeg(b, i)
		if next.at, next.by = sq, v; b.by == nil {
			next.d1 = n
		}
		if x := (crossroads{next.leg, next.d1, next.whole, sq, v}); !been[x] {
			been[x] = true
			*list = append(*list, next)
		}
		turns = true
	}
	if !turns && !b.whole && mask&1 != 0 {
		*list = append(*list, t.behindLeg(b, i))
	}
	return turns
}

// behindLeg is a branch as it stands after its next leg, without a step.
func (t *tour) behindLeg(b branch, i int) branch {
	b.back = i
	if b.leg++; b.leg < len(t.m.legs) {
		return b
	}
	b.whole = true
	if b.done+1 < t.m.repeats {
		b.leg, b.done = t.m.tail, b.done+1
	}
	return b
}

// meets returns the first occupied square in a direction, if the leg ends there, and after how many steps.
func (t *tour) meets(l *leg, from Square, v *vec) (Square, int) {
	p := t.p
	for n := 1; n <= mostSteps; n++ {
		if t.left--; t.left <= 0 {
			return Off, 0
		}
		from = v.next[from]
		switch c := p.cells[from]; {
		case c == border:
			return Off, 0
		case c != NoPiece && !p.hurdle(l, c):
			return Off, 0
		case c != NoPiece:
			return from, n
		}
	}
	return Off, 0
}

// mine reports whether a piece is of the side that shoots.
func (t *tour) mine(x PieceID) bool { return t.p.pieces[x].side == t.a.side }

// strikes reports whether a branch that ends on a piece captures it.
func (t *tour) strikes(c PieceID) bool {
	if c < 0 || c == t.a.id || !t.mine(c) {
		return t.m.use&forShot != 0 && t.capturable(c)
	}
	return t.friends && !slices.Contains(t.victims, c) && !slices.Contains(t.spared, c)
}

// strike captures what a branch ends on, or notes the way there if that is asked for.
func (t *tour) strike(list []branch, i int) {
	p, sq := t.p, list[i].at
	c := p.cells[sq]
	if !t.strikes(c) || t.m.land != nil && !p.landingFor(t.m.land, &t.a, sq, c) {
		return
	}
	t.victims = append(t.victims, c)
	if !t.showing || c != t.prey || t.way != nil {
		return
	}
	ends := []Square{sq}
	for i = list[i].back; i >= 0; i = list[i].back {
		if last := ends[len(ends)-1]; list[i].at != last {
			ends = append(ends, list[i].at)
		}
	}
	slices.Reverse(ends)
	t.way, t.stopped = []Square{t.a.from}, true
	for _, sq := range append(slices.Clone(t.ends), ends...) {
		if last := t.way[len(t.way)-1]; sq != last {
			t.way = append(t.way, p.straight(last, sq)[1:]...)
		}
	}
}
