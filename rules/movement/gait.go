package movement

import (
	"math/bits"

	"adjudicate/rules/formula"
)

// A gait is how a type moves, for bits (see lines.go). Others are the modes that need the walkers.
type gait struct {
	number  int // among the gaits of a field
	royal   bool
	both    leaps // squares to move to or capture on,
	moves   leaps // to move to alone,
	takes   leaps // to capture on alone
	attacks leaps // both and takes
	rays    []ray
	strides strides
	others  []*mode
	once    bool // no two ways lead to one square

	takeSet uint16
	reach   []uint16  // by offset: modes that could span it
	threat  offsetSet // some mode could capture there
	way     [MostModes]way
	picky   uint16 // modes that do not capture everything
	sure    bool   // what spans an offset by a leap reaches it
	areas   map[area][]uint64
}

// A ray is the directions of a mode that lie on one axis.
type ray struct {
	axis       int
	fore, back bool
	use        use
	mask       uint64 // of steps
	hop        bool   // it hops over one piece,
	next       bool   // and lands right behind it
	picky      *mode  // says what it captures; nil: everything
}

// A way is how a mode captures.
type way struct {
	kind     wayKind
	from, to uint8 // rays of the gait
}

type wayKind uint8

const (
	wayLeap wayKind = iota
	wayRays
	wayStride
	wayOther
	wayNone // not asked here
)

// gaitKey says whose gait it is: two sides of one heading may have regions of their own.
type gaitKey struct {
	typ     TypeID
	heading uint8
	side    string
}

// gait compiles the modes of a type for the pieces of a side. ok is false if they depend on more than which squares are occupied, and by
// whom. Modes of apart, as bits, are left out.
func (f *field) gait(p *Position, typ TypeID, s SideID, apart uint16) (g *gait, ok bool) {
	k, heading := &p.rs.types[typ], p.sides[s].heading
	g = &gait{royal: k.royal, once: f.flat, sure: f.whole, takeSet: k.takeSet &^ apart, reach: k.reach, threat: k.threat, areas: map[area][]uint64{}}
	var both, moves, takes []*mode
	x := &legwork{f: f, p: p, a: actor{id: NoPiece, side: s, own: typ, acting: NoType, stand: NoType, heading: heading}}
	for i := range k.modes {
		m := &k.modes[i]
		if apart>>i&1 != 0 {
			g.way[i].kind = wayNone
			continue
		}
		if !m.bare() {
			return nil, false
		}
		l, w := &m.legs[0], &g.way[i]
		g.sure = g.sure && l.headed == nil && m.when == nil && m.land == nil // reach spans the ways of every heading
		all := m.victim == nil && m.spares == nil
		if !all {
			g.picky |= 1 << i
		}
		rays := len(g.rays)
		switch {
		case all && (m.op == opJump || m.op == opSlide && l.mask == 1<<1):
			w.kind = wayLeap
			switch {
			case m.use == forMove|forTake:
				both = append(both, m)
			case m.use == forMove:
				moves = append(moves, m)
			default:
				takes = append(takes, m)
			}
		case m.when == nil && m.land == nil && (m.op == opSlide || m.op == opHop && l.least1 == 1 && l.most1 == 1 && l.hurdle == nil) && f.rays(g, m, heading):
			w.kind, w.from, w.to = wayRays, uint8(rays), uint8(len(g.rays))
		case all && x.strides(m, uint8(i)):
			w.kind = wayStride
		default:
			g.rays = g.rays[:rays]
			w.kind = wayOther
			g.others = append(g.others, m)
			g.once = false
		}
	}
	g.both, g.moves, g.takes = x.leaps(both), x.leaps(moves), x.leaps(takes)
	g.attacks = x.leaps(append(both, takes...))
	g.strides = x.gather()
	g.once = g.once && !x.twice
	for _, set := range k.reach {
		set &^= apart
		if bits.OnesCount16(set&k.moveSet) > 1 || bits.OnesCount16(set&k.takeSet) > 1 {
			g.once = false
		}
	}
	return g, true
}

// bare reports whether where a mode leads depends on nothing but which squares are occupied; what
// it captures there, on whose piece it is alone.
func (m *mode) bare() bool {
	switch m.op {
	case opSlide, opJump, opAt, opEdge, opHalf, opHop, opBent, opPath:
	default:
		return false
	}
	if m.where != nil || m.displaces() || m.asksDefence || m.use&^(forMove|forTake) != 0 || !bySquare(m.when) || !bySquare(m.land) {
		return false
	}
	for i := range m.legs {
		if l := &m.legs[i]; l.steps != nil && l.byD1 == nil {
			return false
		}
	}
	return true
}

// bySquare reports whether a condition, which may be missing, asks for nothing but regions that the square is in.
func bySquare(f *formula.Formula) bool {
	if f == nil {
		return true
	}
	for _, call := range f.Calls() {
		if call.Name != "in" {
			return false
		}
	}
	return len(f.Vars()) == 0 && !f.Quantified()
}

// rays adds the rays of a mode; ok is false if some direction has no lines.
func (f *field) rays(g *gait, m *mode, heading uint8) (ok bool) {
	l := &m.legs[0]
	vecs := l.along(&actor{heading: heading})
	first := len(g.rays)
	for i := range vecs {
		axis, fore, ok := f.axis(&vecs[i])
		if !ok {
			return false
		}
		r := first
		for r < len(g.rays) && g.rays[r].axis != axis {
			r++
		}
		if r == len(g.rays) {
			g.rays = append(g.rays, ray{axis: axis, use: m.use, mask: l.mask &^ 1, hop: m.op == opHop, next: l.next})
			if m.victim != nil || m.spares != nil {
				g.rays[r].picky = m
			}
		}
		g.rays[r].fore = g.rays[r].fore || fore
		g.rays[r].back = g.rays[r].back || !fore
	}
	return true
}

// An area is what a walker may look at.
type area struct {
	mode *mode
	from Square
}

// area returns the squares whose occupation may matter to a mode of others, from a square.
func (f *field) area(g *gait, m *mode, from Square, heading uint8) []uint64 {
	key := area{m, from}
	if set, ok := g.areas[key]; ok {
		return set
	}
	set := make([]uint64, f.words)
	f.visit(m, 0, from, nil, &actor{heading: heading}, set)
	g.areas[key] = set
	return set
}

func (f *field) visit(m *mode, k int, from Square, before *vec, a *actor, set []uint64) {
	if k == len(m.legs) {
		return
	}
	l := &m.legs[k]
	most := l.most
	if m.op == opAt {
		most = max(most, highest(l.occ), highest(l.emp))
	}
	if k > 0 {
		f.visit(m, k+1, from, before, a, set)
	}
	vecs := f.turned(l, a, before)
	for i := range vecs {
		sq := from
		for n := 1; n <= most; n++ {
			if sq = vecs[i].next[sq]; sq == Off {
				break
			}
			set[f.nth[sq]>>6] |= 1 << (f.nth[sq] & 63)
			f.visit(m, k+1, sq, &vecs[i], a, set)
			if sq == from {
				break // it has led around the board
			}
		}
	}
}
