package movement

import (
	"fmt"
	"slices"
	"strings"
)

// Reasons why a mode does not lead to a square, as Obstacle.Code.
const (
	OutOfReach   = "out-of-reach"      // no mode goes there even on an empty board
	Blocked      = "path-blocked"      // something stands in the way
	Condition    = "condition-unmet"   // the mode's condition does not hold
	Landing      = "landing-forbidden" // the definition forbids the square
	Friendly     = "friendly-piece"    // a friend stands there
	NotCapturing = "cannot-capture"    // the mode goes there but does not capture
	Immunity     = "immune"            // a protection forbids the capture
	RoyalRule    = "royal-off-board"   // the captor's own royal piece is off-board
	NothingThere = "nothing-there"     // a capture of nothing
	Disarmed     = "disarmed"          // a duty forbids the capture, so that it is no attack either
	NoCopy       = "nothing-to-copy"   // a copying piece has nothing to move as
)

// An Obstacle is one reason why a piece cannot go where it was asked to.
type Obstacle struct {
	Code   string
	Cite   string  // "12.5/5 §2"
	Square Square  // where the reason lies, or Off
	Piece  PieceID // what lies there, or NoPiece
	Text   string  // in plain English
}

// Explain says why a piece on the board cannot move to, or capture on, a square: one
// obstacle for each mode that goes there on an empty board, with the first square in the
// way; or the one obstacle that none goes there. It returns nil if the piece can go there.
func (p *Position) Explain(id PieceID, to Square) []Obstacle {
	if p.isWide(id) {
		return p.explainWide(id, to)
	}
	a := p.findings(id)
	for _, sq := range a.Moves(id) {
		if sq == to {
			return nil
		}
	}
	for _, t := range a.Takings(id) {
		if t.At == to {
			return nil
		}
	}
	x := explainer{p: p, who: p.actor(id), to: to}
	x.target = p.At(to)
	t := &p.rs.types[x.who.own]
	if x.target != NoPiece {
		if p.pieces[x.target].side == x.who.side {
			return []Obstacle{x.at(Friendly, p.rs.citeFriendly, to, x.target, "%s is a friendly piece", x.name(x.target))}
		}
		if p.rs.types[p.pieces[x.target].typ].royal && !p.mayTakeRoyal(x.who.side) {
			x.add(x.at(RoyalRule, p.rs.citeRoyal, to, x.target, "a royal piece is captured only by a side whose own royal piece is on-board"))
		}
	}
	if why, clause, made := p.Shut(to); made != nil && !t.fieldproof {
		return []Obstacle{x.at(Blocked, clause, to, made[0], "%s", why)}
	}
	x.modes(t, t.modes)
	if len(x.out) == 0 {
		x.add(x.obstacle(OutOfReach, t, "", Off, NoPiece, "a %s on %s does not reach %s", t.name, p.rs.SquareName(x.who.from), p.rs.SquareName(to)))
	}
	return x.out
}

type explainer struct {
	path   []*kind // of copying types, on the way to what is being explained
	p      *Position
	who    actor
	to     Square
	target PieceID
	out    []Obstacle
}

func (x *explainer) add(o Obstacle) {
	for _, have := range x.out {
		if have == o {
			return
		}
	}
	x.out = append(x.out, o)
}

func (x *explainer) name(id PieceID) string { return x.p.called(id) }

func (x *explainer) at(code, cite string, sq Square, id PieceID, format string, args ...any) Obstacle {
	return Obstacle{Code: code, Cite: cite, Square: sq, Piece: id, Text: fmt.Sprintf(format, args...)}
}

func (x *explainer) obstacle(code string, t *kind, section string, sq Square, id PieceID, format string, args ...any) Obstacle {
	return x.at(code, t.clause(section), sq, id, format, args...)
}

// clause cites a section of the rule that defines a type.
func (k *kind) clause(section string) string {
	return strings.TrimSpace(fmt.Sprintf("%s/%d %s", k.rule.Number, k.rule.Revision, section))
}

// modes explains the modes of a type, which may be one that the piece copies.
func (x *explainer) modes(t *kind, modes []mode) {
	p := x.p
	for i := range modes {
		m := &modes[i]
		if m.op == opAs {
			x.copy(t, m)
			continue
		}
		if m.use&(forMove|forTake|forShot) == 0 || !x.spans(t, m) {
			continue
		}
		if m.when != nil && !p.holds(m.when, &x.who) {
			x.add(x.obstacle(Condition, t, m.cite, x.who.from, x.who.id, "that way is open only if %s", p.because(m.when, &x.who, Off, NoPiece)))
			continue
		}
		if sq := x.blocker(m); sq != Off {
			if name, clause, made, _, ok := p.FieldOn(sq); ok {
				x.add(x.at(Blocked, clause, sq, made[0], "the %s between %s and %s lies in the way, on %s", name, x.name(made[0]), x.name(made[1]), p.rs.SquareName(sq)))
				continue
			}
			x.add(x.obstacle(Blocked, t, m.cite, sq, p.At(sq), "%s stands in the way", x.standing(sq)))
			continue
		}
		if !p.reaches(m, &x.who, x.to) {
			x.add(x.obstacle(Blocked, t, m.cite, Off, NoPiece, "%s", p.astray(m, &x.who, x.to)))
			continue
		}
		if m.land != nil && !p.landing(m.land, &x.who, x.to) {
			x.add(x.obstacle(Landing, t, m.cite, x.to, NoPiece, "it may not go to %s: %s", p.rs.SquareName(x.to), p.because(m.land, &x.who, x.to, x.target)))
			continue
		}
		x.landing(t, m)
	}
}

// landing explains a mode that does lead to the square.
func (x *explainer) landing(t *kind, m *mode) {
	p := x.p
	switch {
	case x.target == NoPiece && m.use&forMove == 0:
		x.add(x.obstacle(NothingThere, t, m.cite, x.to, NoPiece, "it goes to %s only to capture, and nothing stands there", p.rs.SquareName(x.to)))
	case x.target == NoPiece:
	case m.use&(forTake|forShot) == 0 || !m.captures(p.pieces[x.target].typ):
		x.add(x.obstacle(NotCapturing, t, m.cite, x.to, x.target, "that way it cannot capture %s", x.name(x.target)))
	case p.immune(x.target, x.who.own, x.who.acting):
		guard, cite := x.protector()
		x.add(Obstacle{Immunity, cite, p.pieces[guard].at, guard, fmt.Sprintf("%s is protected from it by %s", x.name(x.target), x.name(guard))})
	case !p.armedFor(m, &x.who, x.target, forTake|forShot):
		clause, text, _ := p.disarmed(&x.who, x.landingBy(m), x.target)
		x.add(Obstacle{Disarmed, clause, x.who.from, x.who.id, text})
	}
}

// landingBy is where the piece stands once it has captured the target by a mode.
func (x *explainer) landingBy(m *mode) Square {
	if m.use&forShot != 0 && m.use&forTake == 0 {
		return x.who.from
	}
	return x.to
}

// protector returns the piece whose definition makes the target immune, and its clause.
func (x *explainer) protector() (PieceID, string) {
	p := x.p
	rs := p.rs
	find := func(id PieceID, self bool) (string, bool) {
		k := &rs.types[p.pieces[id].typ]
		for i := range k.immune {
			if im := &k.immune[i]; im.self == self && im.covers(x.who.own, x.who.acting) {
				return k.clause(im.cite), true
			}
		}
		return "", false
	}
	if cite, ok := find(x.target, true); ok {
		return x.target, cite
	}
	for dir := range rs.king {
		for _, c := range p.placedOn(rs.next[dir][p.pieces[x.target].at], nil) {
			if p.pieces[c].side != p.pieces[x.target].side {
				continue
			}
			if cite, ok := find(c, false); ok {
				return c, cite
			}
		}
	}
	return x.target, ""
}

func (x *explainer) copy(t *kind, m *mode) {
	p := x.p
	saved := x.who
	defer func() { x.who = saved }()
	if slices.Contains(x.path, t) {
		return // a circle of copies reaches nothing
	}
	x.path = append(x.path, t)
	defer func() { x.path = x.path[:len(x.path)-1] }()
	switch m.as.who {
	case copyLast, copyPiece:
		if m.as.who == copyPiece && len(x.path) > 1 {
			return // a copied piece copies no other piece
		}
		typ, counters := p.source(m, &x.who, x.who.own)
		if typ == NoType {
			what := "its side's most recent atomic play"
			if m.as.who == copyPiece {
				what = m.as.piece.String()
			}
			x.add(x.obstacle(NoCopy, t, m.cite, x.who.from, x.who.id, "%s gives a %s nothing to move as", what, t.name))
			return
		}
		x.who.acting, x.who.counters = typ, counters
		x.modes(&p.rs.types[typ], p.rs.types[typ].plainly())
	case copyVictim:
		if x.target == NoPiece || !m.captures(p.pieces[x.target].typ) {
			return
		}
		v := &p.pieces[x.target]
		x.who.acting, x.who.counters = v.typ, v.counters
		k := &p.rs.types[v.typ]
		before := len(x.out)
		x.modes(k, k.plainly())
		if len(x.out) == before {
			x.add(x.obstacle(OutOfReach, t, m.cite, x.to, x.target, "a %s on %s could not capture on %s", k.name, p.rs.SquareName(x.who.from), p.rs.SquareName(x.to)))
		}
	}
}

// spans reports whether m goes to the square on some empty board.
func (x *explainer) spans(t *kind, m *mode) bool {
	if len(t.modes) <= int(m.index) || &t.modes[m.index] != m {
		return false
	}
	return t.reach[int(x.to)-int(x.who.from)+x.p.rs.bias]>>m.index&1 != 0
}

func (x *explainer) standing(sq Square) string {
	if id := x.p.At(sq); id != NoPiece {
		return x.name(id)
	}
	if name, _, made, _, ok := x.p.FieldOn(sq); ok {
		return fmt.Sprintf("the %s between %s and %s", name, x.name(made[0]), x.name(made[1]))
	}
	return "the closed square " + x.p.rs.SquareName(sq)
}

// blocker returns the first occupied square on the way to the target, for the paths of
// empty squares: straight ones, and bent ones by the way that gets farthest.
func (x *explainer) blocker(m *mode) Square {
	p := x.p
	rs := p.rs
	switch m.op {
	case opSlide:
		v, n, ok := rs.line(x.who.from, x.to)
		if !ok {
			return Off
		}
		return p.firstOn(x.who.from, v, n)
	case opBent:
		if p.bentReaches(m, &x.who, x.to) {
			return Off
		}
		if !m.legs[0].edge {
			return x.bentBlocker(m)
		}
	}
	return Off
}

// firstOn returns the first occupied square of the n-1 between.
func (p *Position) firstOn(from Square, v *vec, n int) Square {
	for i := 1; i < n; i++ {
		if from = v.next[from]; p.cells[from] != NoPiece {
			return from
		}
	}
	return Off
}

func (x *explainer) bentBlocker(m *mode) Square {
	p := x.p
	rs := p.rs
	mask1 := p.mask(&m.legs[0], &x.who, 0)
	far, found := -1, Off
	firsts := m.legs[0].along(&x.who)
	for i := range firsts {
		v := &firsts[i]
		second := rs.turned(&m.legs[1], &x.who, v)
		elbow := x.who.from
		for d := 1; d <= highest(mask1); d++ {
			if elbow = v.next[elbow]; elbow == Off {
				break
			}
			mask2 := p.mask(&m.legs[1], &x.who, d)
			for j := range second {
				e := rs.steps(elbow, x.to, &second[j], mostSteps)
				if mask1>>d&1 == 0 || e == 0 || mask2>>e&1 == 0 {
					continue
				}
				sq := p.firstOn(x.who.from, v, d+1)
				if sq == Off {
					sq = p.firstOn(elbow, &second[j], e)
				}
				if sq == Off {
					continue
				}
				if n := rs.Distance(x.who.from, sq); n > far {
					far, found = n, sq
				}
			}
		}
	}
	return found
}
