package movement

import "slices"

// Placing says what speaks against a Placement on an empty square. The zero value: nothing.
type Placing struct {
	NotAllowed bool      // the type's own limits exclude the square
	Attacks    []PieceID // opposing pieces that it would attack from there
	Checks     []SideID  // sides that it would bring into check, the placer's among them
}

// Placing judges the Placement of an off-board piece on an empty square, without the
// exceptions that let it attack.
func (p *Position) Placing(id PieceID, sq Square) Placing {
	out := p.placing(id, sq, nil, false)
	out.Checks = slices.DeleteFunc(out.Checks, func(s SideID) bool { return p.excusesCheck(s, p.pieces[id].side) && p.InCheck(s) })
	return out
}

// excusesCheck reports whether a side may be in check behind a Placement if it was before.
func (p *Position) excusesCheck(side, placer SideID) bool {
	if side == placer {
		return p.rs.readings.ownCheckLater
	}
	return !p.rs.readings.anyCheck
}

// placing is Placing with the checks of before, nil if they are not to be asked; brief leaves out the lists' further members.
func (p *Position) placing(id PieceID, sq Square, before []bool, brief bool) Placing {
	var out Placing
	rs := p.rs
	epoch := p.epoch
	out.NotAllowed = !p.PlaceableAt(id, sq)
	t := p.try(id, sq, Placement, noTaking)
	if rs.readings.historyBefore {
		p.SetLast(t.side, t.last)
	}
	for s := range p.sides {
		side := SideID(s)
		if (before == nil || !before[s] || !p.excusesCheck(side, t.side)) && p.InCheck(side) {
			out.Checks = append(out.Checks, side)
			if brief {
				break
			}
		}
	}
	out.Attacks = p.placedAttacks(id, t.side, brief)
	t.undo()
	p.epoch = epoch
	return out
}

// placedAttacks returns what a piece attacks that has been placed, sorted; brief leaves out all but one.
func (p *Position) placedAttacks(id PieceID, placer SideID, brief bool) (list []PieceID) {
	lent := p.lends()
	for _, x := range p.onBoard {
		if p.pieces[id].at == Off {
			break // what follows of the Placement has taken it away
		}
		if p.pieces[x].side == placer || !p.rs.wide && !p.mightTake(&p.pieces[id], &p.pieces[x], lent) || p.rs.readings.attackRoyalOnly && !p.countsAsPiece(x) || !p.attacks(id, x) {
			continue
		}
		if list = append(list, x); brief {
			break
		}
	}
	slices.Sort(list)
	return list
}

// Placed is Placing of a piece that a side has placed, with all that has followed, on a board that was another one before.
func (p *Position) Placed(id PieceID, placer SideID, before *Position) (out Placing) {
	if p.rs.readings.historyBefore {
		p.SetLast(placer, before.sides[placer].last)
	}
	for s := range p.sides {
		side := SideID(s)
		if p.InCheck(side) && !(p.excusesCheck(side, placer) && before.InCheck(side)) {
			out.Checks = append(out.Checks, side)
		}
	}
	out.Attacks = p.placedAttacks(id, placer, false)
	return out
}

// countsAsPiece reports whether a piece is among those that `plays` counts, which no royal one is; without that
// section every piece is.
func (p *Position) countsAsPiece(x PieceID) bool {
	if p.rs.counting == nil {
		return true
	}
	if p.rs.types[p.pieces[x].typ].royal {
		return false
	}
	v := values{float64(p.Value(x)) / 2}
	return p.rs.counting.Eval(&v) != 0
}

// Placements returns the squares on which a Placement of an off-board piece is legal, on its
// own, sorted. may is asked once whether it may attack, with whether there is a square from
// which it would not; nil: it may not.
func (p *Position) Placements(id PieceID, may func(otherSquare bool) bool) []Square {
	var quiet, attacking []Square
	p.placings(id, func(sq Square, attacks bool) bool {
		if attacks {
			attacking = append(attacking, sq)
		} else {
			quiet = append(quiet, sq)
		}
		return true
	})
	if len(attacking) > 0 && may != nil && may(len(quiet) > 0) {
		quiet = append(quiet, attacking...)
		slices.Sort(quiet)
	}
	return quiet
}

// QuietPlacement reports whether there is a square on which a Placement of an off-board piece
// is legal and from which it would attack nothing.
func (p *Position) QuietPlacement(id PieceID) bool {
	found := false
	p.placings(id, func(_ Square, attacks bool) bool {
		found = !attacks
		return !found
	})
	return found
}

// placings yields the squares, sorted, on which a Placement of an off-board piece leaves no side in a check that it
// may not be left in, and whether the piece would attack something there.
func (p *Position) placings(id PieceID, yield func(sq Square, attacks bool) bool) {
	var before []bool
	for s := range p.sides {
		before = append(before, p.InCheck(SideID(s)))
	}
	before[p.pieces[id].side] = false // on its own a Placement is the end of the turn
	for _, sq := range p.rs.squares {
		if p.cells[sq] != NoPiece && !p.fieldToPlaceOn(sq) || p.rs.wide && !p.Fits(id, sq) || !p.PlaceableAt(id, sq) {
			continue
		}
		if v := p.placing(id, sq, before, true); len(v.Checks) == 0 && !yield(sq, len(v.Attacks) > 0) {
			return
		}
	}
}

// roomy is a type of which a side may have so many pieces on the board by placing them, and which types count towards that.
type roomy struct {
	of     TypeID
	most   int
	counts []bool // by TypeID
}

// rooms lists the limits of the board, which speak of types by number.
func (rs *Ruleset) rooms() (list []roomy) {
	for t := range rs.types {
		def := rs.types[t].def
		if def.OnBoard == 0 {
			continue
		}
		r := roomy{TypeID(t), def.OnBoard, make([]bool, len(rs.types))}
		for o := range rs.types {
			r.counts[o] = o == t || slices.Contains(rs.types[o].def.CountsAs, def.Name)
		}
		list = append(list, r)
	}
	return list
}

// Crowding calls yield with each type whose limit of the board a Placement of a type by a side would exceed, and how many of that side count there,
// until it says to stop.
func (p *Position) Crowding(typ TypeID, side SideID, yield func(of TypeID, have int) bool) {
	for i := range p.rs.limited {
		r := &p.rs.limited[i]
		if !r.counts[typ] {
			continue
		}
		have := 0
		for _, x := range p.onBoard {
			if o := &p.pieces[x]; o.side == side && r.counts[o.typ] {
				have++
			}
		}
		if have >= r.most && !yield(r.of, have) {
			return
		}
	}
}

// Crowds reports whether the Placement of a piece would exceed a limit of the board.
func (p *Position) Crowds(id PieceID) bool {
	crowds := false
	p.Crowding(p.pieces[id].typ, p.pieces[id].side, func(TypeID, int) bool { crowds = true; return false })
	return crowds
}
