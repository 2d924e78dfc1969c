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

func (a *atom) move() {
	mine := a.mover()
	if !mine && a.s.Whole {
		return // of a whole turn no more is looked at then
	}
	to, ok := a.square(a.item.To)
	if !mine || !ok || !a.along(movement.NoPiece) {
		return
	}
	a.once()
	switch {
	case a.b.pos.Where(a.id) == to:
		a.comesBack()
		return
	case a.form(to):
		return
	}
	other := a.b.pos.At(to)
	switch {
	case other == movement.NoPiece || other == a.id || slices.Contains(a.b.pos.SwapsOf(a.id, nil), to):
	case a.b.rs.Sharing(a.b.pos.TypeOf(a.id)) && a.b.pos.MayShare(a.id, to):
		text := fmt.Sprintf("%s shares %s with the %s of %s", article(a.b.typ(a.id)), a.item.To, a.b.piece(other), a.b.side(other))
		if slices.Contains(a.b.pos.MovesOf(a.id, nil), to) {
			a.n.add(a.b.on(test(true, text), other))
			return
		}
		a.n.add(a.taken(to, other, text+", by some way of its own to "+a.item.To))
		return
	default:
		a.n.add(a.taken(to, other, fmt.Sprintf("%s is empty: the %s of %s stands there", a.item.To, a.b.piece(other), a.b.side(other))))
		return
	}
	ways := a.b.ways(a.id, to).needs(a.b.destinations(a.id))
	if pos := a.b.pos; ways.settle() && a.failed(reachFaults...) && !pos.MovesTo(a.id, to) && !slices.Contains(pos.MovesOf(a.id, nil), to) {
		ways = a.b.on(test(false, fmt.Sprintf("the %s goes to %s without a capture: with its place there it covers what it would capture", a.b.typ(a.id), a.item.To)), a.id).
			stands(reachFaults...).needs(a.b.destinations(a.id)).add(ways.Children...)
	}
	a.n.add(ways)
}

// taken says that a square is taken, and where pieces share squares why no way leads there all the same.
func (a *atom) taken(to movement.Square, by movement.PieceID, text string) *Node {
	n := a.b.on(test(false, text).stands(aggregate.FaultOccupied).needs(a.b.destinations(a.id)), by)
	if a.b.rs.Shares() {
		n.add(a.b.ways(a.id, to).Children...)
	}
	return n
}

func (a *atom) capture() {
	mine := a.mover()
	at, known := a.square(a.item.Victim)
	if !mine || !known || !a.along(a.b.pos.At(at)) {
		return
	}
	a.once()
	b := a.b
	victim, against := b.j.Target(a.sideID, &a.item, a.id, at)
	if victim == movement.NoPiece {
		if by, ok := a.passer(at); ok {
			victim, at = by, b.pos.Where(by)
		}
	}
	n := test(victim != movement.NoPiece, "a piece stands on "+a.item.Victim).by(a.e.law.Section("capturing")).
		stands(aggregate.FaultNothingToCapture).needs(b.destinations(a.id))
	a.n.add(n)
	if victim == movement.NoPiece {
		return
	}
	b.on(n, victim)
	n.Text = fmt.Sprintf("the %s belongs to another side: to %s", b.piece(victim), b.side(victim))
	n.codes = []string{aggregate.FaultFriendly}
	if n.Holds = b.pos.Owner(victim) != a.sideID; !n.Holds {
		w, ok, also := b.j.OwnTaking(a.sideID, &a.item, a.id, victim)
		if n.Holds = ok || also; n.Holds {
			n.Text = fmt.Sprintf("the %s belongs to %s itself, and the %s may capture such a piece", b.piece(victim), a.side, b.typ(a.id))
		}
		if ok {
			a.n.add(a.taking(at, victim, &w))
			a.inKind(&w)
			a.formOfCapture(victim)
		}
		if ok || !also {
			return
		}
	}
	for _, f := range against {
		a.objects(f)
	}
	over := a.overs()
	if !a.royal(victim) {
		if !b.pos.LeadsTo(a.id, victim) {
			a.n.add(b.ways(a.id, at).needs(b.destinations(a.id)))
		}
		return
	}
	if !over {
		return
	}
	w, against := b.j.Taking(a.sideID, &a.item, a.id, victim, at, a.over())
	how := &w
	if len(against) > 0 { // others may do
		list := b.pos.TakingsOf(a.id, nil)
		if i := slices.IndexFunc(list, func(w movement.Taking) bool { return w.Takes(victim) }); i >= 0 {
			how = &list[i]
		} else {
			how = nil
		}
	}
	a.n.add(a.taking(at, victim, how))
	a.inKind(how)
	a.ends(victim, a.over(), len(against) > 0)
	a.formOfCapture(victim)
	for _, f := range a.s.Faults {
		if slices.Contains(promotionFaults, f.Code) && !a.executed(a.s) {
			against = append(against, f)
		}
	}
	for _, f := range against {
		a.objects(f)
	}
}

// taking asks every way of the piece to capture what stands on a square. Where the judge knows one that none of them tells of, as on a
// square that several share, it is said as it is.
func (a *atom) taking(at movement.Square, victim movement.PieceID, how *movement.Taking) *Node {
	b := a.b
	ways := b.ways(a.id, at).needs(b.destinations(a.id))
	if ways.settle() || how == nil {
		return ways
	}
	text := fmt.Sprintf("the %s on %s has a way to capture the %s", b.typ(a.id), b.at(a.id), b.piece(victim))
	if how.To != how.At {
		text += ", which ends on " + b.rs.SquareName(how.To)
	}
	return b.on(test(true, text), a.id, victim).by(b.pos.WayOfTaking(a.id, *how, nil).Clauses...)
}

// objects tells what the judge has against an act, where no condition tells it.
func (a *atom) objects(f events.Fault) {
	if _, told := besides[f.Code]; told {
		return // with the duties
	}
	if a.n.settle(); a.n.failed(f, false) == nil {
		a.n.add(test(false, "what the play says is what the piece can do: "+f.Message).by(f.Clause).stands(f.Code))
	}
}

// along asks whether the squares that a play names are steps of the piece, one after the other.
func (a *atom) along(victim movement.PieceID) bool {
	if len(a.item.Via) == 0 {
		return true
	}
	b := *a.b
	b.pos = a.b.rs.NewPosition()
	b.pos.CopyFrom(a.b.pos)
	n := test(true, "it leads by "+strings.Join(a.item.Via, ", ")).by(b.law.Type(b.pos.TypeOf(a.id)).Move).
		stands(aggregate.FaultCannotReach, aggregate.FaultCannotCapture)
	a.n.add(n)
	steps := slices.Clone(a.item.Via)
	if victim == movement.NoPiece {
		steps = append(steps, a.item.To)
	}
	for _, name := range steps {
		sq, ok := a.square(name)
		if !ok {
			return false
		}
		if n.Holds = slices.Contains(b.pos.MovesOf(a.id, nil), sq); !n.Holds {
			n.needs(b.destinations(a.id))
			return false
		}
		b.pos.Put(a.id, sq)
	}
	if victim != movement.NoPiece {
		n.Holds = slices.ContainsFunc(b.pos.TakingsOf(a.id, nil), func(w movement.Taking) bool { return w.Victim == victim })
	}
	return n.Holds
}

// over is the pieces that the play captures on the way.
func (a *atom) over() []movement.PieceID {
	var list []movement.PieceID
	for _, name := range a.item.Over {
		if sq, ok := a.square(name); ok && a.b.pos.At(sq) != movement.NoPiece {
			list = append(list, a.b.pos.At(sq))
		}
	}
	return list
}

// overs asks whether opposing pieces stand where the play says that it captures on the way.
func (a *atom) overs() bool {
	for _, name := range a.item.Over {
		sq, ok := a.square(name)
		if !ok {
			return false
		}
		x := a.b.pos.At(sq)
		if x == movement.NoPiece {
			a.n.add(test(false, "a piece stands on "+name).by(a.e.law.Section("capturing")).stands(aggregate.FaultNothingToCapture).at(name))
			return false
		}
		n := test(a.b.pos.Owner(x) != a.sideID, fmt.Sprintf("the %s belongs to another side: to %s", a.b.piece(x), a.b.side(x))).stands(aggregate.FaultFriendly)
		if !n.Holds {
			if _, own, also := a.b.j.OwnTaking(a.sideID, &a.item, a.id, x); own || also {
				n.Holds, n.Text = true, fmt.Sprintf("the %s belongs to %s itself, and the %s may capture such a piece", a.b.piece(x), a.side, a.b.typ(a.id))
			}
		}
		if a.n.add(a.b.on(n, x)); !n.Holds {
			return false
		}
		if !a.royal(x) {
			return false
		}
	}
	return true
}

// royal asks what the rules ask of a side that captures a royal piece.
func (a *atom) royal(victim movement.PieceID) bool {
	b := a.b
	if !b.rs.Royal(b.pos.TypeOf(victim)) {
		return true
	}
	fine := true
	if a.e.noRoyals != "" {
		fine = false
		a.n.add(test(false, "royal pieces may be captured now").by(a.e.noRoyals).stands(aggregate.FaultNoRule))
	}
	if c := a.e.law.Procedure().Checks; c != nil && c.OwnRoyal {
		own := b.pos.RoyalOf(a.sideID)
		n := test(own != movement.NoPiece, a.side+" has a royal piece of its own on-board").by(a.e.law.OwnRoyal()).
			stands(aggregate.FaultNoOwnRoyal)
		a.n.add(b.on(n, own))
		fine = fine && own != movement.NoPiece
	}
	return fine
}

// ends asks where the captor ends, where there is a choice.
func (a *atom) ends(victim movement.PieceID, over []movement.PieceID, refused bool) {
	b := a.b
	on := a.on(victim)
	var to []movement.Square
	others, first := 0, movement.NoPiece
	ways := b.pos.TakingsOf(a.id, nil)
	if slices.ContainsFunc(ways, func(w movement.Taking) bool { return w.At == on && w.Takes(victim) }) {
		ways = slices.DeleteFunc(ways, func(w movement.Taking) bool { return b.rs.Wide() && w.At != on && w.Takes(victim) })
	}
	for _, w := range ways {
		switch {
		case w.Is(victim, over) && !slices.Contains(to, w.To):
			to = append(to, w.To)
		case w.Takes(victim):
			if others == 0 {
				first = w.Victim
			}
			others++
		}
	}
	if len(to) == 0 {
		if others == 1 && first == victim && len(over) == 0 && a.item.To == "" {
			return // the only way to capture there takes another piece as well
		}
		if others > 0 && refused {
			a.n.add(test(false, "the play says what else it captures").stands(aggregate.FaultAmbiguous, aggregate.FaultCannotCapture).
				by(b.law.Type(b.pos.TypeOf(a.id)).Capture).needs("every captured piece in order, as in xg10xh12"))
		}
		return // no way captures it, which has been said
	}
	wanted, asked := movement.Off, true
	switch {
	case a.item.Way == notation.Shot:
		wanted = b.pos.Where(a.id)
	case a.item.Way == notation.Onward:
		wanted = on
	case a.item.To != "":
		sq, ok := a.square(a.item.To)
		if !ok {
			return
		}
		wanted = sq
	default:
		asked = false
	}
	names := strings.Join(b.squares(to), " or ")
	if !asked && len(to) > 1 && slices.Contains(to, on) &&
		!b.pos.Shoots(a.id, b.pos.TakingOf(append(slices.Clone(over), victim), b.pos.Where(a.id))) {
		to, names = []movement.Square{on}, a.item.Victim // what goes on from there says so
	}
	if !asked && len(to) == 1 {
		if to[0] != on {
			a.n.add(fact("it ends on " + names))
		}
		return
	}
	text := "the play says where it ends: on " + names
	if asked {
		text = fmt.Sprintf("it may end on %s: it ends on %s", b.rs.SquareName(wanted), names)
	}
	a.n.add(test(asked && slices.Contains(to, wanted) || !refused, text).stands(aggregate.FaultAmbiguous, aggregate.FaultCannotCapture).
		by(b.law.Type(b.pos.TypeOf(a.id)).Capture).needs("(shot), (move) or the square written after it"))
}

// on is the square of a victim that the play names, which may be any that the piece covers.
func (a *atom) on(victim movement.PieceID) movement.Square {
	if sq, ok := a.b.rs.Square(a.item.Victim); ok && a.b.pos.At(sq) == victim {
		return sq
	}
	return a.b.pos.Where(victim)
}
