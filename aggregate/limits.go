package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// Instance limits: how many pieces of a type a side owns, and how many it places on the board. A type may count towards the
// limits of others (`counts_as`), as what is put together of them does.

// holding is the pieces of one type that a side has.
type holding struct{ side, typ string }

// counts reports whether a piece of a type counts towards a limit of t: of the board, or in all.
func (l *law) counts(typ string, t movement.TypeID, board bool) bool {
	if typ == l.ruleset.TypeName(t) {
		return true
	}
	own, ok := l.ruleset.Type(typ)
	if !ok {
		return false
	}
	def := l.ruleset.Def(own)
	return slices.Contains(def.CountsAs, l.ruleset.TypeName(t)) && (board || def.CountsIn != rules.InBoard)
}

// excess destroys what a side has of a type beyond its instance limit, and beyond those of the types that it
// counts as, off-board pieces first; a choice among equals is drawn by lot.
func (d *decision) excess(side, typ string) {
	t, ok := d.law().ruleset.Type(typ)
	if !ok {
		return
	}
	d.excessOf(side, t)
	def := d.law().ruleset.Def(t)
	for _, name := range def.CountsAs {
		if other, ok := d.law().ruleset.Type(name); ok && def.CountsIn != rules.InBoard {
			d.excessOf(side, other)
		}
	}
}

func (d *decision) excessOf(side string, t movement.TypeID) {
	l := d.law()
	limit := l.ruleset.Def(t).Limit
	if limit == 0 {
		return
	}
	var on, off []string
	for pc := range d.state().PiecesOf(side) {
		switch {
		case !l.counts(pc.Type, t, false):
		case pc.At == "":
			off = append(off, pc.ID)
		default:
			on = append(on, pc.ID)
		}
	}
	over := len(on) + len(off) - limit
	b := basisOf(nil, l.clauseOf(t, l.ruleset.Def(t).CiteLimit), l.citeExcess())
	for _, among := range [][]string{off, on} {
		if over <= 0 || len(among) == 0 {
			continue
		}
		lost := among
		if over < len(among) {
			lost = d.draw(b, "excess:"+side+":"+l.ruleset.TypeName(t), among, over)
		}
		for _, id := range lost {
			d.emit(b, events.PieceDestroyed{Piece: id, Why: events.WhyExcess})
		}
		over -= len(lost)
	}
}

// typesLimited returns the types that have an instance limit.
func (l *law) typesLimited() []movement.TypeID {
	var list []movement.TypeID
	for i := range l.kinds {
		if t := movement.TypeID(i); l.ruleset.Def(t).Limit > 0 {
			list = append(list, t)
		}
	}
	return list
}

// onBoard counts the pieces of a side on the board that count towards the limit of a type there.
func (t *table) onBoard(l *law, side string, of movement.TypeID) int {
	n := 0
	for pc := range t.state.PiecesOf(side) {
		if pc.At != "" && l.counts(pc.Type, of, true) {
			n++
		}
	}
	return n
}

// crowded notes the limits of the board that a Placement would exceed, if there are such: those of the type placed, and of the types that it counts as.
func (p *play) crowded(s *step, typ movement.TypeID, piece []string) (crowded bool) {
	l := p.d.law()
	p.d.now.pos.Crowding(typ, p.side, func(of movement.TypeID, have int) bool {
		def := l.ruleset.Def(of)
		p.fault(s, FaultOnBoardLimit, l.clauseOf(of, def.CiteLimit), []string{s.item.To}, piece,
			"%s has %d on the board that count as %s, and may place at most %d there", p.name, have, article(def.Name), def.OnBoard)
		if where := l.proc.Defining; where != nil && where.CiteOnBoard != "" {
			p.d.note(FactLimit, l.cite("defining", where.CiteOnBoard), "no placement may exceed a limit of the board")
		}
		crowded = true
		return true
	})
	return crowded
}

// breach is a side that has more on the board than a limit allows.
type breach struct {
	side string
	of   string
}

// breaches lists them.
func (t *table) breaches() map[breach]int {
	l := t.rulebook()
	list := map[breach]int{}
	if t.compile() != nil {
		return list
	}
	for i := range l.kinds {
		of := movement.TypeID(i)
		limit := l.ruleset.Def(of).OnBoard
		if limit == 0 {
			continue
		}
		for side := range t.state.Sides() {
			if n := t.onBoard(l, side.Name, of); n > limit {
				list[breach{side.Name, l.ruleset.TypeName(of)}] = n
			}
		}
	}
	return list
}

// invalidBy refuses a change of the rules by which a side would at once have more on the board than a limit allows, where
// the rules before it say so.
func (d *decision) invalidBy() {
	def := d.before.rulebook().proc.Defining
	if def == nil || def.CiteBreach == "" || d.faulty() {
		return
	}
	before := d.before.breaches()
	after := d.now.breaches()
	for _, name := range d.sideNames() {
		for i := range d.law().kinds {
			b := breach{name, d.law().ruleset.TypeName(movement.TypeID(i))}
			if n := after[b]; n > 0 && before[b] == 0 {
				d.refuse(FaultOnBoardLimit, d.before.rulebook().cite("defining", def.CiteBreach),
					"%s would have %d on the board that count as a %s, and the limit would be %d", name, n, b.of, d.law().ruleset.Def(movement.TypeID(i)).OnBoard)
			}
		}
	}
}

// countTowards counts the pieces of a side, on the board and off, that count towards the limit of a type.
func (d *decision) countTowards(side string, t movement.TypeID) int {
	n := 0
	for pc := range d.state().PiecesOf(side) {
		if d.law().counts(pc.Type, t, false) {
			n++
		}
	}
	return n
}

// arrayWithin refuses an array that is beyond a limit: no lot takes away what somebody wrote down.
func (d *decision) arrayWithin() {
	l := d.law()
	for _, t := range l.typesLimited() {
		def := l.ruleset.Def(t)
		for _, side := range d.sideNames() {
			if n := d.countTowards(side, t); n > def.Limit {
				d.refuse(FaultLimit, l.clauseOf(t, def.CiteLimit), "%s has %d that count as %s, and may have at most %d", side, n, article(def.Name), def.Limit)
			}
		}
	}
	over := d.now.breaches()
	for _, side := range d.sideNames() {
		for i := range l.kinds {
			t := movement.TypeID(i)
			if n, def := over[breach{side, l.ruleset.TypeName(t)}], l.ruleset.Def(t); n > 0 {
				d.refuse(FaultOnBoardLimit, l.clauseOf(t, def.CiteLimit), "%s has %d on the board that count as %s, and may have at most %d there", side, n, article(def.Name), def.OnBoard)
			}
		}
	}
	ask := d.asking(d.now)
	for i := range l.limits {
		e := &l.limits[i]
		for _, s := range e.Sides(d.now.pos) {
			if sum, most := e.Sum(d.now.pos, s, ask); sum > most {
				d.refuse(FaultLimit, e.Clause, "%s", tooMany(sum, most, e.Which()))
			}
		}
	}
}
