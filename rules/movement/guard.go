package movement

// This file says of many acts, without making them, that they cannot bring their own side into check.
//
// A side that is not in check comes into it by an act of a piece that is not royal only where the act empties or fills a
// square that some attack on the royal piece depends on. An attack by one straight leg depends on the squares of its line
// alone, and on a flat board they lie in the rectangle that the two pieces span. So the rectangles are noted of those
// opposing pieces which could span the way to the royal piece, and an act that touches none of them is safe. Whatever the
// idea does not cover (paths that bend, conditions, loans, consequences, several royal pieces) is left to be tried.

// A Guard is what Position.Guard has noted. Its memory is used again.
type Guard struct {
	royal PieceID
	boxes []box
}

// box is a rectangle of squares, its edges included.
type box struct{ left, right, low, high int16 }

// straight reports whether an attack by a mode depends on nothing but which squares of its line are occupied, and by which types.
func (m *mode) straight() bool {
	if m.takes == takesPassing {
		return true // no attack
	}
	switch m.op {
	case opSlide, opJump, opAt, opEdge, opHalf, opHop:
	default:
		return false
	}
	if m.when != nil || m.where != nil || m.after != nil || m.displaces() || m.asksDefence || m.use&^(forMove|forTake) != 0 || len(m.legs) != 1 {
		return false
	}
	if !bySquare(m.land) {
		return false
	}
	return m.legs[0].steps == nil || m.legs[0].byD1 != nil
}

// guards notes of each type by which modes it attacks straight, and whether the rules let anything be said at all.
func (rs *Ruleset) guards() {
	r := &rs.readings
	rs.guarded = rs.flat && !rs.wide && !rs.immunities && !rs.consequent && rs.fields == nil && len(rs.denials)+len(rs.disarmings) == 0 && len(rs.grants) == 0 && !r.captorNeedsOwn && !r.respectPins && !r.noCheck
	for i := range rs.types {
		k := &rs.types[i]
		if k.diesCapturing || k.takesCaptor || len(k.blasts)+len(k.lastBlasts) > 0 || k.asSet != 0 {
			rs.guarded = false
		}
		for j := range k.modes {
			if k.modes[j].straight() {
				k.straight |= 1 << j
			}
		}
	}
}

// Guard notes what Safe needs, and reports whether it can say anything: it cannot of a side in check.
func (p *Position) Guard(s SideID, g *Guard) bool {
	rs := p.rs
	if !rs.guarded || p.sides[s].royals != 1 {
		return false
	}
	g.royal, g.boxes = p.sides[s].royal, g.boxes[:0]
	at := p.pieces[g.royal].at
	for _, id := range p.onBoard {
		pc := &p.pieces[id]
		if pc.side == s {
			continue
		}
		k := &rs.types[pc.typ]
		set := k.reach[int(at)-int(pc.at)+rs.bias] & (k.takeSet | k.shotSet)
		if set == 0 {
			continue
		}
		if set&^k.straight != 0 {
			return false
		}
		f, r, ff, rr := int16(rs.file[at]), int16(rs.rank[at]), int16(rs.file[pc.at]), int16(rs.rank[pc.at])
		g.boxes = append(g.boxes, box{min(f, ff), max(f, ff), min(r, rr), max(r, rr)})
	}
	return !p.InCheck(s)
}

// Safe reports whether an act of the guarded side is known not to bring it into check.
func (p *Position) Safe(g *Guard, ply *Ply) bool {
	if ply.Play == Pass {
		return true
	}
	if ply.Piece == g.royal || ply.Other != NoPiece || ply.Acts() || ply.Leaves() {
		return false
	}
	if w := &ply.Take; ply.Play == Capture && (w.At != ply.To || w.Also != NoPiece || w.More != "" || p.rs.types[p.pieces[w.Victim].typ].royal) {
		return false
	}
	return !g.touches(p.rs, ply.To) && (ply.Play == Placement || !g.touches(p.rs, ply.From))
}

func (g *Guard) touches(rs *Ruleset, sq Square) bool {
	f, r := int16(rs.file[sq]), int16(rs.rank[sq])
	for i := range g.boxes {
		if b := &g.boxes[i]; b.left <= f && f <= b.right && b.low <= r && r <= b.high {
			return true
		}
	}
	return false
}
