package movement

import (
	"slices"
	"strings"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// Why a way does not lead to a square.

// apart says how far the square is from the piece.
func (x *trier) apart() string {
	rs := x.p.rs
	df, dr := rs.apart(x.to, x.who.from)
	switch {
	case df == 0:
		return plural(dr, "rank") + " away"
	case dr == 0:
		return plural(df, "file") + " away"
	case df == dr:
		return plural(df, "square") + " away on a diagonal"
	}
	return plural(df, "file") + " and " + plural(dr, "rank") + " away"
}

// bar says why a mode that could span the distance does not lead to the square: what stands
// in the way, what does not stand where it must, or that the numbers of steps do not fit.
func (x *trier) bar(m *mode) (code string, at Square, text string) {
	p := x.p
	if sq := x.blocker(m); sq != Off {
		return Blocked, sq, x.standing(sq) + " stands in the way"
	}
	if m.takes == takesWhere && x.target == NoPiece && m.op == opSlide && x.emptied(m) == nil { // what it takes may stand anywhere
		return OutOfReach, Off, p.rs.SquareName(x.to) + " is not on such a way: it lies " + x.apart()
	}
	if m.takes == takesBranches {
		return Blocked, Off, "no branch of its path ends on " + p.rs.SquareName(x.to)
	}
	if m.displaces() && m.takes != takesLanding {
		return Blocked, Off, "the square where it would land is not free, or not on the line"
	}
	for _, sq := range x.emptied(m) {
		if sq != x.who.from && sq != x.to && p.cells[sq] != NoPiece {
			return Blocked, sq, x.standing(sq) + " stands in the way"
		}
	}
	v, n, ok := p.rs.line(x.who.from, x.to)
	l := &m.legs[0]
	if len(m.legs) > 1 || !ok {
		return OutOfReach, Off, p.rs.SquareName(x.to) + " is not on such a way: it lies " + x.apart()
	}
	if mask := p.mask(l, &x.who, 0); m.op != opToward && mask>>n&1 == 0 {
		return OutOfReach, Off, p.rs.SquareName(x.to) + " is " + plural(n, "square") + " away, and it goes " + stepWords(mask)
	}
	between := v.along(x.who.from, n-1)[1:]
	switch m.op {
	case opAt:
		for i, sq := range between {
			step, stands := i+1, p.cells[sq] != NoPiece
			if l.occ>>step&1 != 0 && !stands {
				return Blocked, sq, p.rs.SquareName(sq) + ", which it passes, is empty"
			}
			if l.emp>>step&1 != 0 && stands {
				return Blocked, sq, x.standing(sq) + " stands where nothing may"
			}
		}
	case opHalf:
		if n%2 != 0 {
			return OutOfReach, Off, p.rs.SquareName(x.to) + " is " + plural(n, "square") + " away: there is no square midway"
		}
		if mid := between[n/2-1]; p.cells[mid] == NoPiece {
			return Blocked, mid, p.rs.SquareName(mid) + ", midway, is empty"
		}
		return Blocked, Off, "more than one piece stands between"
	case opHop:
		standing := 0
		for _, sq := range between {
			if p.cells[sq] != NoPiece {
				standing++
			}
		}
		return Blocked, Off, plural(standing, "piece") + " between: it hops over exactly one"
	case opToward:
		return OutOfReach, Off, "no friendly " + p.rs.TypeName(l.toward) + " stands on that line so near, with nothing friendly between"
	}
	return Blocked, Off, p.astray(m, &x.who, x.to)
}

// astray says of a mode that leads to a square on some board, but not on this one, why it does not: for a side with another heading
// it would, or what it needs does not stand on the way.
func (p *Position) astray(m *mode, a *actor, to Square) string {
	l, square := &m.legs[0], p.rs.SquareName(to)
	v, _, ok := p.rs.line(a.from, to)
	if slices.ContainsFunc(m.legs, func(l leg) bool { return l.takes }) { // what is on its way is taken, and its path goes on behind it
		return "its path over " + square + " is barred: something stands in the way, what it needs there does not, or it leads off the board"
	}
	if len(m.legs) > 1 || l.headed == nil || ok && slices.ContainsFunc(l.along(a), func(w vec) bool { return w.df == v.df && w.dr == v.dr }) {
		return "the pieces on the way to " + square + " do not stand as the move needs"
	}
	name := p.sides[a.side].name
	if a.heading == noHeading {
		return "for " + name + ", which is headed nowhere, that way leads to no square"
	}
	text := name + " is headed " + rules.Headings()[a.heading]
	if ok && v.dir >= 0 {
		text += ", so that " + square + " lies " + rules.AsHeaded(int(v.dir), int(a.heading))
	}
	var ways []string
	for _, w := range l.along(a) {
		if w.dir >= 0 {
			ways = append(ways, rules.AsHeaded(int(w.dir), int(a.heading)))
		}
	}
	if len(ways) == 0 {
		return text + ": that way does not lead there"
	}
	return text + ": that way leads only " + either(ways)
}

// either lists words of which one holds.
func either(words []string) string {
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " or " + words[n]
	}
	return words[0]
}

// emptied is the way by which a mode would lead to the square if nothing else stood on the
// board; nil if it would not.
func (x *trier) emptied(m *mode) []Square {
	p := x.p
	for _, id := range p.onBoard {
		if id != x.who.id {
			p.wipe(id)
		}
	}
	var path []Square
	if m.op != opToward && m.op != opHalf && m.op != opHop && m.op != opAt && p.lands(m, &x.who, x.to) {
		path = p.follow(m, &x.who, x.to)
	}
	for _, id := range p.onBoard {
		p.fill(id)
	}
	return path
}

// asked lists the named conditions that a condition asks.
func (p *Position) asked(f *formula.Formula, a *actor) []Named {
	var out []Named
	for _, name := range f.Vars() {
		for i := range p.rs.conditions {
			c := &p.rs.conditions[i]
			if c.Name == name && i < len(p.rs.named) {
				out = append(out, Named{Name: name, When: string(c.When), Cite: c.Cite, Holds: p.holds(p.rs.named[i], a)})
			}
		}
	}
	for _, c := range f.Calls() {
		switch c.Name {
		case "defends":
			out = append(out, Named{Name: "defends()", When: "that it defends some friendly piece", Holds: p.defendsAny(a.id)})
		case "attacks":
			out = append(out, Named{Name: "attacks()", When: "that it attacks some opposing piece", Holds: p.attacksAny(a.id)})
		case "attacked":
			out = append(out, Named{Name: "attacked()", When: "that some opposing piece attacks it", Holds: p.attackedByAny(a.id)})
		}
	}
	return out
}

// Denier returns a piece that denies another one what a word names (move, capture or a
// declared kind of move), the one created first, and the clause; NoPiece if none does.
func (p *Position) Denier(id PieceID, word string) (PieceID, string) {
	want := p.rs.useOf(word)
	a := p.actor(id)
	found, clause := NoPiece, ""
	for i := range p.rs.denials {
		d := &p.rs.denials[i]
		if d.deny&want == 0 || d.types != nil && !d.types[a.own] {
			continue
		}
		for _, o := range p.onBoard {
			pc := &p.pieces[o]
			if pc.typ != d.from || o == id || p.rs.Distance(pc.at, a.from) > d.within || found != NoPiece && o > found ||
				pc.side == a.side && !d.friend || pc.side != a.side && !d.enemy {
				continue
			}
			if d.when != nil {
				who := p.actor(o)
				if !p.holds(d.when, &who) {
					continue
				}
			}
			found, clause = o, p.rs.types[pc.typ].clause(d.cite)
		}
	}
	return found, clause
}
