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

// atomic explains one atomic play on the board before it.
func (e *explainer) atomic(s *aggregate.Stage, side string) *Node {
	item := s.Items[0]
	a := &atom{e: e, s: s, b: boardOf(s.Judge), item: item, names: s.Items[1:], side: side}
	a.sideID, _ = s.Judge.SideID(side)
	text := item.Text
	if text == "" {
		text = item.String()
	}
	text += ": a " + e.law.Shape(&item)
	if e.several {
		text = fmt.Sprintf("%d. %s", s.At, text)
	}
	a.n = all(text).by(e.law.Play(item.Kind))
	if s.Order {
		a.order()
	} else if s.Whole {
		a.turn()
	} else {
		a.act()
	}
	if !s.Order {
		a.promotions(s)
	}
	duties(a.n, s)
	e.tell(a.n, s)
	e.goesOn(a, s)
	return a.n
}

// act explains what an atomic play asks of its piece.
func (a *atom) act() {
	switch a.item.Kind {
	case notation.Move:
		a.move()
	case notation.Capture:
		a.capture()
	case notation.Placement:
		a.place()
	case notation.Exit:
		a.exit()
	case notation.Off:
		if sq, ok := a.b.rs.Square(a.item.From); ok && a.b.pos.At(sq) != movement.NoPiece && a.b.rs.ExitMark(a.b.pos.TypeOf(a.b.pos.At(sq))) != "" {
			a.exit()
		} else if a.acting() {
			a.n.add(test(false, "a rule in force lets "+article(a.b.typ(a.id))+" move off-board").stands(aggregate.FaultNoRule).
				needs("such a rule in force"))
		}
	case notation.Action:
		a.action()
	case notation.Promotion:
		a.acting()
	case notation.Close:
		a.n.add(test(false, "a rule in force lets "+a.side+" close a square with the act before it").stands(aggregate.FaultNoRule))
	case notation.Choice:
		a.n.add(test(false, "a rule in force lets "+a.side+" choose "+a.item.Name+" here").stands(aggregate.FaultNoRule))
	case notation.Destroy:
		a.n.add(test(false, "a rule in force lets "+a.side+" destroy a piece with the act before it").stands(aggregate.FaultNoRule))
	case notation.Pass, notation.Surrender:
		a.unplayedAct()
	default:
		a.declared()
	}
}

// goesOn says whether an atomic play, not the last one, ends the turn by a check to another
// side.
func (e *explainer) goesOn(a *atom, s *aggregate.Stage) {
	plays := e.law.Procedure().Plays
	if !e.several || plays == nil || !plays.CheckEnds || len(s.Faults) > 0 || len(s.Outcomes) == 0 {
		return
	}
	after := boardOf(s.Judge.After(s.Outcomes))
	before := s.Judge.Position()
	for i := range before.Sides() {
		if id := movement.SideID(i); id != a.sideID && !before.InCheck(id) && after.pos.InCheck(id) {
			a.n.add(fact(after.j.SideName(id)+" newly comes into check by this", after.check(id)).by(e.law.Section("plays")))
			return
		}
	}
	a.n.add(fact("no other side newly comes into check, so that the turn goes on").by(e.law.Section("plays")).detail())
}

// tell appends what came of a stage.
func (e *explainer) tell(n *Node, s *aggregate.Stage) {
	if len(s.Outcomes) == 0 {
		return
	}
	types := typesOf(s.Judge.State())
	for _, o := range s.Outcomes {
		text := e.words(o.Payload, types)
		if _, played := o.Payload.(events.AtomicPlayed); played && text == o.Payload.Kind() {
			text = ""
		}
		if text == "" {
			n.rests(o.Basis)
			continue
		}
		word := "so "
		switch {
		case e.ruled.Verdict == aggregate.Rejected:
			word = "were the play legal: "
		case e.kept:
			word = "made by itself: "
		}
		n.add(fact(word+text, e.because(o)...).rests(o.Basis))
	}
}

func (e *explainer) words(p events.Payload, types map[string]string) string {
	if e.Words == nil {
		return p.Kind()
	}
	return e.Words(p, types)
}

// typesOf returns the types of the pieces by id.
func typesOf(s *aggregate.State) map[string]string {
	types := map[string]string{}
	for p := range s.Pieces() {
		types[p.ID] = p.Type
	}
	return types
}

// An atom is an atomic play being explained.
type atom struct {
	e      *explainer
	s      *aggregate.Stage
	b      *board
	n      *Node
	item   notation.Item
	names  []notation.Item
	side   string
	sideID movement.SideID
	id     movement.PieceID

	mine      bool               // the piece is found, and is the side's
	byMode    bool               // what it becomes belongs to its way, and is not said
	announced []movement.PieceID // promotions explained so far
}

// square resolves a square; it adds a failing condition if the board has none of that name.
func (a *atom) square(name string) (movement.Square, bool) {
	sq, ok := a.b.rs.Square(strings.ToLower(name))
	if !ok {
		last := a.b.rs.Squares()[len(a.b.rs.Squares())-1]
		a.n.add(test(false, fmt.Sprintf("the board has a square %q", name)).by(a.e.law.Place("board", "")).
			stands(aggregate.FaultUnknownSquare).needs("squares run from a1 to " + a.b.rs.SquareName(last)))
	}
	return sq, ok
}

// mover finds the on-board piece that the atomic play is made with, and asks whether it is
// the side's, and what the play calls it.
func (a *atom) mover() bool {
	b := a.b
	a.id = movement.NoPiece
	n := test(false, "").stands(aggregate.FaultNoPiece, aggregate.FaultNotYours, aggregate.FaultWrongType, aggregate.FaultWrongPiece,
		aggregate.FaultUnknownPiece, aggregate.FaultUnknownType, aggregate.FaultAmbiguous)
	if a.item.From != "" {
		sq, ok := a.square(a.item.From)
		if !ok {
			return false
		}
		a.id = b.j.Maker(a.sideID, &a.item, sq)
		n.Text = "a piece stands on " + a.item.From
	}
	a.n.add(n)
	if a.item.ID != "" {
		id, ok := b.find(a.item.ID)
		switch {
		case a.item.From != "" && a.id == movement.NoPiece:
		case !ok || b.pos.Where(id) == movement.Off:
			n.Text = a.item.ID + " is a piece on-board"
			a.id = movement.NoPiece
		case a.id != movement.NoPiece && b.pos.Where(id) != b.pos.Where(a.id):
			n.Text = fmt.Sprintf("the piece on %s is %s: it is %s", a.item.From, a.item.ID, b.id(a.id))
			return false
		default:
			a.id = id
		}
	}
	if a.id == movement.NoPiece {
		n.needs(a.candidates())
		return false
	}
	b.on(n, a.id)
	n.Text = fmt.Sprintf("the %s belongs to %s", b.piece(a.id), a.side)
	if a.item.Name != "" && !slices.Contains(b.law.Types(a.item.Name), b.pos.TypeOf(a.id)) || len(b.law.Types(a.item.Name)) > 1 {
		n.Text = fmt.Sprintf("the piece on %s is what %q says: it is %s", b.at(a.id), a.item.Name, article(b.typ(a.id)))
		n.needs(a.candidates())
		return false
	}
	if b.pos.Owner(a.id) != a.sideID {
		n.Text += ", but it is " + b.side(a.id) + "'s"
		n.needs(a.candidates())
		return false
	}
	n.Holds, a.mine = true, true
	return true
}

// acting is mover of an atomic play that asks for no square before it asks whether the piece has moved.
func (a *atom) acting() bool {
	if !a.mover() {
		return false
	}
	a.once()
	return true
}

// once asks whether the piece has moved before in this play.
func (a *atom) once() {
	name := a.b.id(a.id)
	plays := a.e.law.Procedure().Plays
	if a.e.several && plays != nil && plays.MoveOnce {
		a.n.add(test(!slices.Contains(a.e.moved, name), name+" has not moved in this play before").by(a.e.law.Section("plays")).
			stands(aggregate.FaultMovedTwice).needs("another piece is to move"))
	}
	a.e.moved = append(a.e.moved, name)
}

// candidates lists the pieces of the side that the play may have meant.
func (a *atom) candidates() string {
	types := a.b.law.Types(a.item.Name)
	var list []string
	for i := range a.b.pos.Pieces() {
		id := movement.PieceID(i)
		if a.b.pos.Where(id) != movement.Off && a.b.pos.Owner(id) == a.sideID && (len(types) == 0 || slices.Contains(types, a.b.pos.TypeOf(id))) {
			list = append(list, a.b.piece(id))
		}
	}
	if len(list) == 0 {
		return a.side + " has no such piece on-board"
	}
	return a.side + " has " + enumerated(list)
}

// failed reports whether the ruling has a fault of one of these codes with this atomic play.
func (a *atom) failed(codes ...string) bool {
	return slices.ContainsFunc(a.s.Faults, func(f events.Fault) bool { return slices.Contains(codes, f.Code) })
}
