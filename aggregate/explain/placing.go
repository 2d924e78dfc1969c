package explain

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// ruleAction is what a definition says of an action.
type ruleAction = rules.Action

// place explains a Placement.
func (a *atom) place() {
	e := a.e
	clause := e.law.Section("placing")
	held := a.free() || a.held()
	b := a.b // only now: a free Placement takes its piece from nowhere
	to, known := a.square(a.item.To)
	if e.law.Procedure().Placing == nil {
		a.n.add(test(false, "a rule in force provides for Placements").stands(aggregate.FaultNoRule))
		return
	}
	if !held || !known {
		return
	}
	if other := b.pos.At(to); other != movement.NoPiece {
		a.n.add(b.on(test(false, fmt.Sprintf("%s is empty: the %s of %s stands there", a.item.To, b.piece(other), b.side(other))).by(clause), other).
			stands(aggregate.FaultOccupied).needs(a.places()))
		return
	}
	if b.rs.Wide() && !b.pos.Fits(a.id, to) {
		n := test(false, fmt.Sprintf("there is room for all of the %s with its place on %s", b.typ(a.id), a.item.To)).by(clause).stands(aggregate.FaultOccupied).needs(a.places())
		if at, other := b.pos.Obstacle(a.id, to); other != movement.NoPiece {
			n.Text += fmt.Sprintf(": the %s of %s stands on %s", b.piece(other), b.side(other), b.rs.SquareName(at))
			b.on(n, other)
		}
		a.n.add(n)
		return
	}
	if a.closed(to, clause) {
		return
	}
	found := b.pos.Placing(a.id, to)
	typ := b.pos.TypeOf(a.id)
	if def := b.rs.Def(typ).Placement; def != nil {
		text := article(b.typ(a.id)) + " may be placed there"
		if len(def.In) > 0 {
			text += ": on " + strings.Join(def.In, ", ")
		}
		a.n.add(test(!found.NotAllowed, text).
			by(b.law.Clause(typ, def.Cite)).stands(aggregate.FaultPlacementLimit).needs(a.places()))
	}
	a.fielded(to)
	after := a.after(to)
	if b.pos.InCheck(a.sideID) && slices.Contains(found.Checks, a.sideID) {
		still := test(false, a.side+" is no longer in check").by(e.law.Section("checks")).stands(aggregate.FaultOwnCheck)
		still.add(after.check(a.sideID))
		a.n.add(still.needs(a.places()))
	}
	if len(found.Checks) > 0 && b.j.MayCheck(a.sideID) { // what the placed piece itself checks it attacks, which is asked below
		found.Checks = slices.DeleteFunc(found.Checks, func(s movement.SideID) bool { return s != a.sideID })
	}
	checks := test(len(found.Checks) == 0, "it brings no side into check").by(clause).read(e.law.Reading("placement-check")).
		stands(aggregate.FaultPlacementChecks)
	for _, s := range found.Checks {
		checks.add(after.check(s))
	}
	if !checks.Holds {
		checks.needs(a.places())
	}
	a.n.add(checks)
	a.n.add(a.attacks(to, found, after))
}

// closed adds that the square of a Placement is not open, if play has closed it; a field that lies there is none of this.
func (a *atom) closed(to movement.Square, clause string) bool {
	if _, _, _, _, field := a.b.pos.FieldOn(to); field || !a.b.pos.ClosedAt(to) {
		return false
	}
	a.n.add(test(false, a.item.To+" is open: it is closed").by(clause).at(a.item.To).stands(aggregate.FaultOccupied).needs(a.whatPlaces()))
	return true
}

// fielded adds that no field lies on the square of a Placement on which nothing may be placed, if one does.
func (a *atom) fielded(to movement.Square) bool {
	name, clause, by, placing, ok := a.b.pos.FieldOn(to)
	if !ok || placing {
		return false
	}
	n := test(false, fmt.Sprintf("%s is open: on it lies the %s between the %s and the %s", a.item.To, name, a.b.piece(by[0]), a.b.piece(by[1])))
	a.n.add(a.b.on(n, by[:]...).by(clause).stands(aggregate.FaultOccupied).needs(a.whatPlaces()))
	return true
}

// whatPlaces is places of a piece that is known, else empty.
func (a *atom) whatPlaces() string {
	if a.id == movement.NoPiece {
		return ""
	}
	return a.places()
}

// after is the board with the piece placed.
func (a *atom) after(to movement.Square) *board {
	c := *a.b
	c.pos = a.b.rs.NewPosition()
	c.pos.CopyFrom(a.b.pos)
	before := c.pos.LastOf(a.sideID)
	c.pos.Put(a.id, to)
	if !a.e.law.Reads("history-after-play", "before") {
		before = movement.Last{Play: movement.Placement, Type: c.pos.TypeOf(a.id), As: movement.NoType, Counters: c.pos.CountersOf(a.id)}
	}
	c.pos.SetLast(a.sideID, before)
	return &c
}

// attacks asks whether the placed piece would attack anything, and whether it may.
func (a *atom) attacks(to movement.Square, found movement.Placing, after *board) *Node {
	b, e := a.b, a.e
	clause := e.law.Section("placing")
	readings := []string{e.law.Reading("section-6-piece"), e.law.Reading("history-after-play")}
	quiet := test(len(found.Attacks) == 0, "from "+a.item.To+" it attacks no opposing piece").by(clause).read(readings...)
	if quiet.Holds {
		return quiet.stands(aggregate.FaultPlacementAttacks)
	}
	n := either("it attacks no opposing piece, or may", quiet).by(clause).stands(aggregate.FaultPlacementAttacks).at(a.item.To)
	for _, x := range found.Attacks {
		quiet.add(after.attack(a.id, x))
	}
	an := b.j.Analysis()
	onBoard, _ := b.j.State().CountPieces(a.side)
	other := b.pos.QuietPlacement(a.id)
	if asked, ok := e.law.MayAttack(a.sideID, an.Weight(a.sideID), an.Counting(a.sideID), onBoard, other); ok {
		may := asked.Holds() && slices.Contains(b.pos.Placements(a.id, func(bool) bool { return true }), to) || asked.Holds() && !uses(asked, "other_square")
		n.add(test(may, "the exception holds: "+asked.String()).by(clause))
	}
	return n.needs(a.places())
}

func uses(a aggregate.Asked, name string) bool {
	return slices.ContainsFunc(a.With, func(q aggregate.Quantity) bool { return q.Name == name })
}

// places says where the piece may be placed.
func (a *atom) places() string {
	list := a.b.squares(a.b.pos.Placements(a.id, nil))
	const most = 24
	switch {
	case len(list) == 0:
		return fmt.Sprintf("there is no square on which %s may be placed", article(a.b.typ(a.id)))
	case len(list) > most:
		return fmt.Sprintf("one of the %d squares on which %s may be placed, as %s", len(list), article(a.b.typ(a.id)), strings.Join(list[:most], " "))
	}
	return fmt.Sprintf("%s may be placed on %s", article(a.b.typ(a.id)), strings.Join(list, " "))
}

// held finds the off-board piece that a Placement is made with.
func (a *atom) held() bool {
	b := a.b
	a.id = movement.NoPiece
	n := test(false, a.side+" holds such a piece off-board").by(a.e.law.Section("placing")).
		stands(aggregate.FaultNotInHolding, aggregate.FaultNotYours, aggregate.FaultUnknownPiece, aggregate.FaultUnknownType, aggregate.FaultAmbiguous)
	a.n.add(n)
	var ids []movement.PieceID
	if a.item.ID != "" {
		if id, ok := b.find(a.item.ID); ok && b.pos.Owner(id) == a.sideID && b.pos.Where(id) == movement.Off {
			ids = append(ids, id)
		}
	} else if types := b.law.Types(a.item.Name); len(types) == 1 {
		for p := range b.j.State().PiecesOf(a.side) {
			if id, ok := b.find(p.ID); ok && p.At == "" && p.Type == b.rs.TypeName(types[0]) {
				ids = append(ids, id)
			}
		}
	}
	differ := slices.ContainsFunc(ids, func(id movement.PieceID) bool { return b.pos.CountersOf(id) != b.pos.CountersOf(ids[0]) })
	if len(ids) == 0 || differ {
		var have []string
		for p := range b.j.State().PiecesOf(a.side) {
			if p.At == "" {
				have = append(have, p.Type+" "+p.ID)
			}
		}
		if len(have) == 0 {
			have = []string{"nothing"}
		}
		n.needs(a.side + " holds " + enumerated(have))
		if differ {
			n.Text = "the play says which of several that differ"
		}
		return false
	}
	a.id = ids[0]
	n.Holds = true
	n.Text = fmt.Sprintf("%s holds %s %s off-board", a.side, article(b.typ(a.id)), b.id(a.id))
	n.of(b.id(a.id))
	return true
}
