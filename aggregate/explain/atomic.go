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
	text += ": a " + aggregate.ShapeKind(item.Kind)
	if e.several {
		text = fmt.Sprintf("%d. %s", s.At, text)
	}
	a.n = all(text).by(e.law.Play(item.Kind))
	switch item.Kind {
	case notation.Move:
		a.move()
	case notation.Capture:
		a.capture()
	case notation.Placement:
		a.place()
	case notation.Special:
		a.special()
	case notation.Scratch:
		a.scratch()
	case notation.Off:
		if a.acting() {
			a.n.add(test(false, "a rule in force lets "+article(a.b.typ(a.id))+" move off-board").stands(aggregate.FaultNoRule).
				needs("such a rule in force"))
		}
	case notation.Action:
		a.action()
	case notation.Promotion:
		a.acting()
	case notation.Close:
		a.n.add(test(false, "a rule in force lets "+side+" close a square with the act before it").stands(aggregate.FaultNoRule))
	case notation.Destroy:
		a.n.add(test(false, "a rule in force lets "+side+" destroy a piece with the act before it").stands(aggregate.FaultNoRule))
	case notation.Pass, notation.Surrender:
		a.unplayedAct()
	}
	a.promotions(s)
	e.tell(a.n, s)
	e.goesOn(a, s)
	return a.n
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
		a.id = b.pos.At(sq)
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
		case a.id != movement.NoPiece && a.id != id:
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
	n.Holds = true
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

func (a *atom) move() {
	if !a.mover() {
		return
	}
	to, ok := a.square(a.item.To)
	if !ok {
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
	case a.b.pos.MayShare(a.id, to):
		text := fmt.Sprintf("%s shares %s with the %s of %s", article(a.b.typ(a.id)), a.item.To, a.b.piece(other), a.b.side(other))
		n := test(slices.Contains(a.b.pos.MovesOf(a.id, nil), to), text).stands(reachFaults...).needs(a.b.destinations(a.id))
		a.n.add(a.b.on(n, other))
		return
	default:
		n := test(false, fmt.Sprintf("%s is empty: the %s of %s stands there", a.item.To, a.b.piece(other), a.b.side(other))).
			stands(aggregate.FaultOccupied).needs(a.b.destinations(a.id))
		a.n.add(a.b.on(n, other))
		return
	}
	a.n.add(a.b.ways(a.id, to).needs(a.b.destinations(a.id)))
}

func (a *atom) capture() {
	mine := a.mover()
	at, known := a.square(a.item.Victim)
	if !mine || !known {
		return
	}
	a.once()
	b := a.b
	victim := b.pos.At(at)
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
		if n.Holds = slices.ContainsFunc(b.pos.OwnTakingsOf(a.id, nil), func(w movement.Taking) bool { return w.Victim == victim }); n.Holds {
			n.Text = fmt.Sprintf("the %s belongs to %s itself, and the %s may capture such a piece", b.piece(victim), a.side, b.typ(a.id))
			a.n.add(b.ways(a.id, at).needs(b.destinations(a.id)))
			a.formOfCapture(victim)
		}
		return
	}
	if !a.royal(victim) {
		if !b.pos.LeadsTo(a.id, victim) {
			a.n.add(b.ways(a.id, at).needs(b.destinations(a.id)))
		}
		return
	}
	ways := b.ways(a.id, at).needs(b.destinations(a.id))
	a.n.add(ways)
	a.ends(victim, a.over())
	a.formOfCapture(victim)
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
func (a *atom) ends(victim movement.PieceID, over []movement.PieceID) {
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
		if others > 0 {
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
	a.n.add(test(asked && slices.Contains(to, wanted), text).stands(aggregate.FaultAmbiguous, aggregate.FaultCannotCapture).
		by(b.law.Type(b.pos.TypeOf(a.id)).Capture).needs("(shot), (move) or the square written after it"))
}

// on is the square of a victim that the play names, which may be any that the piece covers.
func (a *atom) on(victim movement.PieceID) movement.Square {
	if sq, ok := a.b.rs.Square(a.item.Victim); ok && a.b.pos.At(sq) == victim {
		return sq
	}
	return a.b.pos.Where(victim)
}

func (a *atom) special() {
	if !a.acting() {
		return
	}
	name := a.item.To
	if name == "" {
		name = a.item.Victim
	}
	to, ok := a.square(name)
	if !ok {
		return
	}
	b, e := a.b, a.e
	terms := e.law.Procedure().Specials
	typ := b.pos.TypeOf(a.id)
	has := terms != nil && len(b.rs.Def(typ).Special) > 0
	a.n.add(test(has, article(b.typ(a.id))+" has a special move").by(b.law.Type(typ).Special).stands(aggregate.FaultNoSpecial))
	if !has {
		return
	}
	if a.item.Victim != "" {
		a.n.add(test(false, "the special move captures").by(b.law.Type(typ).Special).stands(aggregate.FaultSpecialForbidden))
		return
	}
	a.cost(terms.Asset)
	n := either(fmt.Sprintf("its special move leads from %s to %s", b.at(a.id), name)).read(b.law.Type(typ).Specials...).
		stands(aggregate.FaultOccupied, aggregate.FaultDenied, aggregate.FaultSpecialRoyal, aggregate.FaultSpecialForbidden)
	for _, t := range b.pos.SpecialTries(a.id, to) {
		n.add(b.way(&t))
	}
	n.needs("it may go to " + strings.Join(b.squares(b.pos.SpecialsOf(a.id, nil)), " "))
	a.n.add(n)
}

// cost asks whether the side's player can pay for a special move.
func (a *atom) cost(asset string) {
	an := a.e.Judge.Analysis()
	onBoard, _ := a.e.state.CountPieces(a.side)
	asked, ok := a.e.law.SpecialCost(a.sideID, a.b.pos.Value(a.id), an.Weight(a.sideID), an.Counting(a.sideID), onBoard)
	if !ok {
		return
	}
	side, _ := a.b.j.State().Side(a.side)
	has := a.b.j.State().Balance(side.Player, asset)
	a.n.add(test(has >= aggregate.Payable(asked.Result), fmt.Sprintf("%s has the %s of %s that it costs: %v", side.Player, asset, asked, has)).
		by(a.e.law.Section("specials")).stands(aggregate.FaultSpecialCost))
}

func (a *atom) scratch() {
	if !a.mover() {
		return
	}
	b := a.b
	corner := movement.Off
	if a.item.To != "" {
		sq, ok := a.square(a.item.To)
		if !ok {
			return
		}
		corner = sq
	}
	a.once()
	corners := b.pos.ScratchesOf(a.id, nil)
	fine := len(corners) > 0 && (corner == movement.Off || slices.Contains(corners, corner))
	text := "it has a free way into a corner"
	if len(corners) > 0 {
		text += ": into " + strings.Join(b.squares(corners), ", ")
	}
	n := test(fine, text).by(b.law.Type(b.pos.TypeOf(a.id)).Scratch).stands(aggregate.FaultNoScratch)
	a.n.add(b.on(n, a.id).at(a.item.To))
}

// action asks what an action asks of its piece and its targets.
func (a *atom) action() {
	if !a.acting() {
		return
	}
	b := a.b
	typ := b.pos.TypeOf(a.id)
	list := b.rs.Def(typ).Actions
	index := slices.IndexFunc(list, func(x ruleAction) bool { return strings.EqualFold(x.Name, a.item.Action) })
	if index < 0 && len(list) == 1 && (a.item.Action == "" || slices.Contains(b.law.Types(a.item.Action), typ)) {
		index = 0
	}
	n := test(index >= 0, article(b.typ(a.id))+" has such an action").by(b.law.Type(typ).Clause).stands(aggregate.FaultNoAction, aggregate.FaultAmbiguous)
	a.n.add(n)
	if index < 0 {
		return
	}
	act := &list[index]
	clause := b.law.Clause(typ, act.Cite)
	n.Text = fmt.Sprintf("its definition has the action %q", act.Name)
	n.by(clause)
	denier, cite := b.pos.Denier(a.id, "move")
	if denier != movement.NoPiece {
		a.n.add(b.on(test(false, "no piece nearby denies it: the "+b.piece(denier)+" does"), denier).by(cite).stands(aggregate.FaultDenied))
		return
	}
	reached := b.pos.ActionTargets(a.id, index, nil)
	if act.When != "" {
		open := !a.failed(aggregate.FaultCondition)
		a.n.add(test(open, "its condition holds: "+string(act.When)).by(clause).stands(aggregate.FaultCondition))
		if !open {
			return
		}
	}
	for i, name := range a.item.Targets {
		sq, ok := a.square(name)
		if !ok {
			continue
		}
		x := b.pos.At(sq)
		n := test(x != movement.NoPiece && slices.Contains(reached, x), "it may be done to what stands on "+name).by(clause).at(name).
			stands(aggregate.FaultNoPiece, aggregate.FaultFriendly, aggregate.FaultActionTarget, aggregate.FaultActionSpared,
				aggregate.FaultActionTwice, aggregate.FaultImmune, aggregate.FaultNoOwnRoyal, aggregate.FaultNoRule)
		if x != movement.NoPiece {
			n.Text = fmt.Sprintf("it may be done to the %s of %s", b.piece(x), b.side(x))
			b.on(n, x)
		}
		if slices.Contains(a.item.Targets[:i], name) {
			n.Text, n.Holds = "a piece is named once: "+name, false
		}
		if x != movement.NoPiece && b.pos.Owner(x) != a.sideID && act.Effect != "lift" && act.Royal {
			a.royal(x)
		}
		var may []string
		for _, id := range reached {
			may = append(may, b.piece(id))
		}
		a.n.add(n.needs("it may be done to " + enumerated(may)))
	}
	if act.Most > 0 {
		a.n.add(test(len(a.item.Targets) <= act.Most, fmt.Sprintf("it is done to at most %d at once", act.Most)).by(clause).stands(aggregate.FaultActionMost))
	}
}

// failed reports whether the ruling has a fault of a code with this atomic play.
func (a *atom) failed(code string) bool {
	return slices.ContainsFunc(a.s.Faults, func(f events.Fault) bool { return f.Code == code })
}
