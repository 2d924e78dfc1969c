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

// Acts that do more than take a piece to a square or what stands there: with another piece, as in castling; by a way that promotes; on
// a square that was passed; where the piece stands. The tree asks rules/movement for the acts of the piece, as the judge does.

// comesBack explains a Move that ends where it began.
func (a *atom) comesBack() {
	b := a.b
	what := b.pos.Returns(a.id)
	law := b.law.Type(b.pos.TypeOf(a.id))
	n := test(what != "", fmt.Sprintf("the %s has a way back to %s, where it stands", b.typ(a.id), b.at(a.id))).by(law.Move).
		stands(aggregate.FaultCannotReach, aggregate.FaultOccupied).needs(b.destinations(a.id))
	b.on(n, a.id)
	if what == "pass" {
		n.add(fact("it takes nothing on it, which is a Pass"))
	}
	a.n.add(n)
}

// form explains a Move by which a piece does more than go to a square. It reports false if the Move is none such.
func (a *atom) form(to movement.Square) bool {
	b, item := a.b, &a.item
	if !b.rs.Forms(b.pos.TypeOf(a.id)) {
		return false
	}
	var list []movement.Ply
	for _, ply := range b.pos.ActsOf(a.id, nil) {
		if ply.Play != movement.Move || ply.To != to || ply.Other != movement.NoPiece && ply.OtherFrom == movement.Off {
			continue
		}
		if len(item.With) > 0 && (ply.Other == movement.NoPiece || b.rs.SquareName(ply.OtherFrom) != item.With[0].From || b.rs.SquareName(ply.Onto) != item.With[0].To) {
			continue
		}
		list = append(list, ply)
	}
	if len(list) == 0 {
		return a.hindered(to)
	}
	alone := slices.ContainsFunc(list, func(ply movement.Ply) bool { return ply.Other == movement.NoPiece })
	if alone && len(item.With) == 0 {
		list = slices.DeleteFunc(list, func(ply movement.Ply) bool { return ply.Other != movement.NoPiece })
	}
	ply := &list[0]
	switch {
	case ply.ByMode():
		a.byWay(list, b.pos.WayOfMove(a.id, to, nil).Clauses)
	case ply.Other != movement.NoPiece:
		a.goesWith(list)
	case ply.Exposed:
		n := b.doing(ply).by(b.pos.WayOfMove(a.id, to, nil).Clauses...)
		passed := b.squares(b.pos.Passes(ply.From, to))
		a.n.add(n.add(fact("the next play may capture it where it passes: on " + enumerated(passed)).at(passed...)))
	default:
		return false
	}
	return true
}

// goesWith asks whether a play says which other piece goes along, and where to, if several can.
func (a *atom) goesWith(list []movement.Ply) {
	b, ply := a.b, &list[0]
	var ways []string
	for i := range list {
		if o := &list[i]; o.Other != movement.NoPiece {
			ways = append(ways, fmt.Sprintf("the %s from %s to %s", b.typ(o.Other), b.rs.SquareName(o.OtherFrom), b.rs.SquareName(o.Onto)))
		}
	}
	if slices.Sort(ways); len(slices.Compact(ways)) == 1 {
		a.n.add(b.doing(ply).by(b.pos.CiteCarry(a.id, ply.To)...))
		return
	}
	if a.s.Whole && !a.failed(aggregate.FaultAmbiguous) {
		a.n.add(b.on(fact("it goes there with another piece: "+strings.Join(slices.Compact(ways), ", or ")), a.id))
		return
	}
	n := test(false, "the play says what goes along: "+strings.Join(slices.Compact(ways), ", or ")).by(b.law.Type(b.pos.TypeOf(a.id)).Move).
		stands(aggregate.FaultAmbiguous).needs("the other piece's move behind it, as in + Pd5-e5")
	a.n.add(b.on(n, a.id).at(b.rs.SquareName(ply.To)))
}

// doing says that a piece may do an act, and what that is.
func (b *board) doing(ply *movement.Ply) *Node {
	text := fmt.Sprintf("the %s may do this in one act: %s–%s", b.typ(ply.Piece), b.rs.SquareName(ply.From), b.rs.SquareName(ply.To))
	n := test(true, "")
	if ply.Other != movement.NoPiece {
		text += fmt.Sprintf(", with the %s from %s to %s", b.typ(ply.Other), b.rs.SquareName(ply.OtherFrom), b.rs.SquareName(ply.Onto))
		b.on(n, ply.Other).at(b.rs.SquareName(ply.Onto))
	}
	n.Text = text
	n.Path = b.squares([]movement.Square{ply.From, ply.To})
	return b.on(n, ply.Piece).at(b.rs.SquareName(ply.To))
}

// hindered says why a piece does not go to a square with another one, if it goes there in no other way.
func (a *atom) hindered(to movement.Square) bool {
	b := a.b
	if len(a.item.With) == 0 && slices.Contains(b.pos.MovesOf(a.id, nil), to) {
		return false
	}
	n := either(fmt.Sprintf("the %s on %s goes to %s together with another piece", b.typ(a.id), b.at(a.id), b.rs.SquareName(to))).
		stands(aggregate.FaultCondition, aggregate.FaultOccupied)
	for _, h := range b.pos.Carrying(a.id) {
		if h.To == to {
			n.add(b.on(test(false, h.Text).by(h.Cite), h.By...))
		}
	}
	if len(n.Children) == 0 && len(a.item.With) == 0 {
		return false
	}
	if len(n.Children) == 0 {
		n.add(test(false, "a rule lets these move along").by(b.law.Type(b.pos.TypeOf(a.id)).Move))
	}
	a.n.add(b.on(n, a.id).needs(b.destinations(a.id)))
	return true
}

// byWay asks whether a play names what the piece becomes by the way that it goes.
func (a *atom) byWay(list []movement.Ply, clauses []string) {
	b := a.b
	var names []string
	named := false
	types := b.law.Types(a.item.Becomes)
	for i := range list {
		if list[i].ByMode() {
			names = append(names, b.rs.TypeName(list[i].Becomes))
			named = named || len(types) == 1 && types[0] == list[i].Becomes
		}
	}
	where := b.rs.SquareName(list[0].To)
	ends := test(true, fmt.Sprintf("the %s on %s has a way to %s, by which it is promoted", b.typ(a.id), b.at(a.id), where)).by(clauses...)
	text := "the play says what it becomes: " + strings.Join(names, " or ")
	if a.item.Becomes != "" {
		text = fmt.Sprintf("it may become %s: it becomes %s", a.item.Becomes, strings.Join(names, " or "))
	}
	// One type need not be said where it is the only one.
	becomes := test(named || !a.failed(promotionFaults...), text).by(clauses...).stands(promotionFaults...).needs("= and " + strings.Join(names, " or ") + " behind the play")
	a.n.add(b.on(ends, a.id).at(where), b.on(becomes, a.id).at(where))
	a.item.Becomes, a.byMode = "", !named // it belongs to the way
}

// formOfCapture asks the same of a capture.
func (a *atom) formOfCapture(victim movement.PieceID) {
	b := a.b
	var list []movement.Ply
	for _, ply := range b.pos.ActsOf(a.id, nil) {
		if ply.Play == movement.Capture && ply.Take.Is(victim, a.over()) && (a.item.To == "" || b.rs.SquareName(ply.To) == a.item.To) {
			if !ply.ByMode() {
				return
			}
			list = append(list, ply)
		}
	}
	if len(list) > 0 {
		a.byWay(list, b.pos.WayOfTaking(a.id, list[0].Take, nil).Clauses)
	}
}

// passer is the piece of the last play that can be captured on a square which it passed, where a capture means that.
func (a *atom) passer(at movement.Square) (movement.PieceID, bool) {
	b := a.b
	by, _ := b.pos.Passing()
	if by == movement.NoPiece || a.item.To != "" || a.item.Way != "" || len(a.item.Over) > 0 {
		return movement.NoPiece, false
	}
	takes := func(w movement.Taking) bool {
		return w.Victim == by && w.To == at && w.Also == movement.NoPiece && w.More == ""
	}
	ways := b.pos.TakingsOf(a.id, nil)
	if !slices.ContainsFunc(ways, takes) {
		return movement.NoPiece, false
	}
	a.n.add(b.on(fact(fmt.Sprintf("the %s passed %s in the last play and can be captured there", b.piece(by), a.item.Victim)), by).at(a.item.Victim))
	if slices.ContainsFunc(ways, func(w movement.Taking) bool { return w.Takes(by) && !takes(w) }) {
		a.item.To = a.item.Victim
	}
	a.item.Victim = b.at(by)
	return by, true
}

// free lets a Placement be explained with a piece that is made for it, where the definition gives a side as many as it places.
func (a *atom) free() bool {
	types := a.b.law.Types(a.item.Name)
	if a.item.ID != "" || len(types) != 1 {
		return false
	}
	def := a.b.rs.Def(types[0]).Placement
	if def == nil || !def.Free {
		return false
	}
	for i, o := range a.s.Outcomes {
		made, ok := o.Payload.(events.PieceCreated)
		if !ok {
			continue
		}
		clause := a.b.law.Clause(types[0], def.Cite)
		a.b = boardOf(a.s.Judge.After(a.s.Outcomes[:i+1]))
		if a.id, ok = a.b.find(made.Piece); !ok {
			return false
		}
		a.n.add(test(true, fmt.Sprintf("%s has as many pieces of the type %s as it places", a.side, a.b.typ(a.id))).by(clause).of(made.Piece))
		return true
	}
	return false
}

// unplayedAct asks whether the rules let a side pass, or surrender.
func (a *atom) unplayedAct() {
	text, clause := fmt.Sprintf("a rule in force lets %s %s", a.side, a.item.Kind), ""
	if w := a.e.law.Procedure().Passing; w != nil && a.item.Kind == notation.Pass {
		clause = a.e.law.Place("passing", w.Cite)
		if w.When != "" {
			text += " while this holds: " + string(w.When)
		}
	}
	a.n.add(test(!a.failed(aggregate.FaultNoRule), text).by(clause).stands(aggregate.FaultNoRule))
}
