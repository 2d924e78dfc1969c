package explain

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// Whole turns: an act with what its maker chooses besides. What its piece is asked is what an atomic play asks; what differs is how a text
// finds its act, and which terms a Placement has.

// turn explains what a whole turn asks of its piece, and what is written besides.
func (a *atom) turn() {
	all := a.s.Faults
	act := *a.s
	act.Faults = slices.DeleteFunc(slices.Clone(all), func(f events.Fault) bool { return f.At > 1 })
	a.s = &act
	switch a.item.Kind {
	case notation.Move:
		a.goes()
	case notation.Capture:
		a.takes()
	case notation.Placement:
		a.puts()
	case notation.Close, notation.Destroy:
		a.square(a.item.To)
	default:
		a.act()
	}
	for i, item := range a.e.planned() {
		if i == 0 {
			continue
		}
		n := test(true, "besides: "+item.String()).by(a.e.law.Turn())
		for _, f := range all {
			if _, told := besides[f.Code]; !told && f.At == i+1 {
				n.Holds = false
				n.stands(f.Code)
			}
		}
		a.n.add(n)
	}
}

// goes explains a move.
func (a *atom) goes() {
	if sq, ok := a.b.rs.Square(strings.ToLower(a.item.To)); ok && a.b.pos.ClosedAt(sq) {
		if a.mover() {
			n := test(false, a.item.To+" is open: it is closed").stands(aggregate.FaultOccupied, aggregate.FaultCondition)
			a.n.add(n.by(a.b.law.Type(a.b.pos.TypeOf(a.id)).Move).at(a.item.To).needs(a.b.destinations(a.id)))
		}
		return
	}
	if along := a.e.planned(); len(along) > 1 && along[1].Kind == notation.Move { // it goes along, if anything does
		if slices.ContainsFunc(a.e.allFaults(), func(f events.Fault) bool { return f.Code == aggregate.FaultShape }) {
			a.mover()
			return
		}
		if !a.failed(reachFaults...) && !a.failed(aggregate.FaultOccupied) {
			a.item.With = append(a.item.With, notation.With{From: along[1].From, To: along[1].To})
		}
	}
	a.move()
	for _, f := range a.s.Faults {
		if f.Code == aggregate.FaultAmbiguous {
			a.objects(f)
		}
	}
}

// takes explains a capture: what x names is where the victim stands or, for one that is captured elsewhere, where the captor ends.
func (a *atom) takes() {
	if !a.mover() {
		return
	}
	at, known := a.square(a.item.Victim)
	if !known {
		return
	}
	b := a.b
	victim := b.pos.At(at)
	if !a.along(victim) {
		return
	}
	if victim == movement.NoPiece && len(a.item.Over) == 0 && a.item.To == "" {
		for _, w := range b.pos.TakingsOf(a.id, nil) {
			if w.To == at && w.Also == movement.NoPiece && w.More == "" {
				victim = w.Victim
				a.n.add(b.on(fact(fmt.Sprintf("by going to %s it captures the %s of %s", a.item.Victim, b.piece(victim), b.side(victim))), victim).at(a.item.Victim))
				break
			}
		}
	}
	there := test(victim != movement.NoPiece, "there is a piece on "+a.item.Victim+" to capture").by(a.e.law.Section("capturing"), b.law.Type(b.pos.TypeOf(a.id)).Capture).
		stands(aggregate.FaultNothingToCapture).needs(b.destinations(a.id)).at(a.item.Victim)
	if !there.Holds {
		a.n.add(there)
		return
	}
	if a.failed(aggregate.FaultFriendly) {
		a.n.add(b.on(test(false, fmt.Sprintf("the %s belongs to another side: it is %s's own", b.piece(victim), a.side)), victim).
			by(a.e.law.Section("capturing"), b.law.Type(b.pos.TypeOf(a.id)).Capture).stands(aggregate.FaultFriendly))
		return
	}
	a.royal(victim)
	ways := b.ways(a.id, b.pos.Where(victim)).needs(b.destinations(a.id))
	a.n.add(ways)
	if ways.settle() && a.failed(aggregate.FaultCannotCapture, aggregate.FaultAmbiguous) {
		a.n.add(test(false, "the play names all that it captures, and where it ends").stands(aggregate.FaultCannotCapture, aggregate.FaultAmbiguous).
			by(b.law.Type(b.pos.TypeOf(a.id)).Capture))
	}
	a.formOfCapture(victim)
}

// puts explains a Placement.
func (a *atom) puts() {
	e := a.e
	to, known := a.square(a.item.To)
	if !known {
		return
	}
	if e.law.Procedure().Placing == nil {
		a.n.add(test(false, "a rule in force provides for Placements").stands(aggregate.FaultNoRule))
		return
	}
	made := a.made() // the piece is made for it
	if !made && !a.held() || a.s.Alone {
		return
	}
	a.mine = true
	b, clause := a.b, e.law.Section("placing")
	if other := b.pos.At(to); other != movement.NoPiece {
		a.n.add(b.on(test(false, fmt.Sprintf("%s is empty: the %s of %s stands there", a.item.To, b.piece(other), b.side(other))).by(clause), other).
			stands(aggregate.FaultOccupied).needs(a.whatPlaces()))
		return
	}
	if a.closed(to, clause) || a.fielded(to) {
		return
	}
	typ := movement.NoType
	if types := b.law.Types(a.item.Name); a.id == movement.NoPiece && len(types) == 1 {
		typ = types[0]
	} else if a.id != movement.NoPiece {
		typ = b.pos.TypeOf(a.id)
	}
	text, where := article(b.rs.TypeName(typ))+" may be placed there", ""
	if def := b.rs.Def(typ).Placement; def != nil {
		if where = def.Cite; len(def.In) > 0 {
			text += ": on " + strings.Join(def.In, ", ")
		}
	}
	barred := []string{aggregate.FaultPlacementLimit, aggregate.FaultOnBoardLimit, aggregate.FaultOccupied}
	a.n.add(test(!a.failed(barred...), text).by(b.law.Clause(typ, where)).stands(barred...).needs(a.whatPlaces()))
	if a.failed(aggregate.FaultPlacementAttacks) {
		a.n.add(test(false, "from "+a.item.To+" it attacks no opposing piece").by(clause).stands(aggregate.FaultPlacementAttacks))
	}
}

// made reports whether a side has as many pieces of the type that it places as it likes.
func (a *atom) made() bool {
	types := a.b.law.Types(a.item.Name)
	if a.item.ID != "" || len(types) != 1 {
		return false
	}
	def := a.b.rs.Def(types[0]).Placement
	if def == nil || !def.Free || a.failed(aggregate.FaultNotInHolding, aggregate.FaultAmbiguous, aggregate.FaultUnknownPiece) {
		return false
	}
	for p := range a.b.j.State().PiecesOf(a.side) {
		if p.At == "" && p.Type == a.b.rs.TypeName(types[0]) {
			return false // it places what it holds
		}
	}
	a.id = movement.NoPiece
	a.n.add(test(true, fmt.Sprintf("%s has as many pieces of the type %s as it places", a.side, a.b.rs.TypeName(types[0]))).by(a.b.law.Clause(types[0], def.Cite)))
	return true
}
