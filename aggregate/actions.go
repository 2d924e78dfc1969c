package aggregate

import (
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// What an action does to its targets, as definitions say it.
const (
	actionDestroy = "destroy"
	actionCapture = "capture"
	actionLift    = "lift"
)

// playAction stands for an action where promotions ask what was played. It is recorded as
// a Move, but nothing has reached a square by it.
const playAction = "action"

// playStay stands for a promotion where a piece stands. It is recorded as rules.RecordedStay says.
const playStay = "stay"

// action judges and makes what a piece does to others without moving. It is a Move of the
// piece. Its targets are all judged on the board as it stands before the first is touched.
func (p *play) action(s *step) {
	id, ok := p.mover(s)
	if !ok {
		return
	}
	p.once(s, id)
	index, ok := p.actionCalled(s, id)
	if !ok {
		return
	}
	act := &actor{p: p, s: s, id: id, index: index, def: &p.d.law().ruleset.Def(p.d.now.pos.TypeOf(id)).Actions[index]}
	act.clause = p.d.law().clauseOf(p.d.now.pos.TypeOf(id), act.def.Cite)
	if targets, ok := act.targets(); ok {
		p.act(s, rules.ActMove, id, p.d.now.pos.Where(id), nil)
		act.perform(targets)
	}
}

// actionCalled finds the action that a play means among those of the piece. A lone word
// before the square that no action has may also be the type's name or glyph.
func (p *play) actionCalled(s *step, id movement.PieceID) (int, bool) {
	l, t := p.d.law(), p.d.now
	typ := t.pos.TypeOf(id)
	list := l.ruleset.Def(typ).Actions
	where, piece := []string{t.squareOf(id)}, []string{t.pieceName(id)}
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].Name
	}
	called := s.item.Action
	if len(list) == 0 {
		p.fault(s, FaultNoAction, l.kinds[typ].clause, where, piece, "%s does nothing to others without moving", article(p.typeName(id)))
		return 0, false
	}
	i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, called) })
	switch {
	case i >= 0:
		return i, true
	case called != "" && (s.item.Name != "" || s.item.ID != "" || !slices.Contains(l.typesCalled(called), typ)):
		p.fault(s, FaultNoAction, l.kinds[typ].clause, where, piece, "%s has no action called %q%s", article(p.typeName(id)), called, meant(called, names))
		return 0, false
	case len(list) > 1:
		p.fault(s, FaultAmbiguous, l.kinds[typ].clause, where, piece, "%s has several actions: write one of %s before the piece", article(p.typeName(id)), listed(names))
		return 0, false
	}
	return 0, true
}

// actor is a piece about to do an action.
type actor struct {
	p      *play
	s      *step
	id     movement.PieceID
	index  int
	def    *rules.Action
	clause string
}

// fault notes a fault about one target, NoPiece for one about the action as a whole.
func (a *actor) fault(code, clause string, target movement.PieceID, format string, args ...any) {
	t := a.p.d.now
	squares, pieces := []string{t.squareOf(a.id)}, []string{t.pieceName(a.id)}
	if target != movement.NoPiece {
		squares, pieces = append(squares, t.squareOf(target)), append(pieces, t.pieceName(target))
	}
	a.p.fault(a.s, code, clause, squares, pieces, format, args...)
}

// targets resolves what the action is done to and notes everything that speaks against it.
func (a *actor) targets() ([]movement.PieceID, bool) {
	p, t := a.p, a.p.d.now
	before := len(p.d.ruling.Faults)
	if denier, clause := p.denier(a.id, "move"); denier != movement.NoPiece {
		a.fault(FaultDenied, clause, denier, "%s cannot %s from %s: the %s on %s denies it",
			article(p.typeName(a.id)), a.def.Name, t.squareOf(a.id), p.typeName(denier), t.squareOf(denier))
		return nil, false
	}
	reached := t.pos.ActionTargets(a.id, a.index, nil)
	if a.unmet(reached) {
		a.fault(FaultCondition, a.clause, movement.NoPiece, "%s may %s only under a condition that does not hold", article(p.typeName(a.id)), a.def.Name)
		p.reading(p.decisive(p.d.law().kinds[t.pos.TypeOf(a.id)].actions[a.index].Readings, func(pos *movement.Position) bool {
			return len(pos.ActionTargets(a.id, a.index, nil)) > 0
		}))
		return nil, false
	}
	var list []movement.PieceID
	for _, name := range a.s.item.Targets {
		sq, ok := p.square(a.s, name)
		if !ok {
			continue
		}
		target := t.pos.At(sq)
		switch {
		case target == movement.NoPiece:
			p.fault(a.s, FaultNoPiece, a.clause, []string{name}, nil, "there is no piece on %s to %s", name, a.def.Name)
		case slices.Contains(list, target):
			a.fault(FaultActionTwice, a.clause, target, "%s is named twice", name)
		case a.fits(target, reached):
			list = append(list, target)
		}
	}
	if n := len(a.s.item.Targets); a.def.Most > 0 && n > a.def.Most {
		a.fault(FaultActionMost, a.clause, movement.NoPiece, "%s may %s at most %d at once, not %d", article(p.typeName(a.id)), a.def.Name, a.def.Most, n)
	}
	return list, len(p.d.ruling.Faults) == before
}

// fits asks whether the action may be done to a piece and says why not.
func (a *actor) fits(target movement.PieceID, reached []movement.PieceID) bool {
	p, t := a.p, a.p.d.now
	rs := p.d.law().ruleset
	typ := t.pos.TypeOf(target)
	royal := rs.Royal(typ)
	friend := t.pos.Owner(target) == p.side
	at := "the " + p.typeName(target) + " on " + t.squareOf(target)
	switch {
	case friend && a.def.Who == "enemy":
		a.fault(FaultFriendly, a.clause, target, "%s is %s's own", at, p.name)
	case !friend && a.def.Who == "friend":
		a.fault(FaultActionTarget, a.clause, target, "%s belongs to %s, and the action affects friendly pieces only", at, t.sideName(t.pos.Owner(target)))
	case slices.Contains(a.def.Spares, p.typeName(target)):
		a.fault(FaultActionSpared, a.clause, target, "%s is exempt, as every %s is", at, p.typeName(target))
	case royal && !a.def.Royal:
		a.fault(FaultActionSpared, a.clause, target, "%s is exempt, as every royal piece is", at)
	case royal && friend && a.def.Effect != actionLift:
		a.fault(FaultFriendly, p.d.law().citeCapturing(), target, "%s is %s's own, and an action neither captures nor destroys its own side's royal pieces", at, p.name)
	case royal && !friend && a.def.Effect != actionLift && !p.mayTakeRoyal(a.s, target):
	case slices.Contains(reached, target):
		return true
	case t.pos.Neutral(t.pos.Owner(target)):
		a.fault(FaultImmune, a.clause, target, "%s is neutral, and the action affects opposing pieces only", at)
	case slices.Contains(a.otherwise(func(d *rules.Piece) { d.Immune = nil }), target):
		a.fault(FaultImmune, a.clause, target, "%s is protected from the %s", at, p.typeName(a.id))
	default:
		a.fault(FaultActionTarget, a.clause, target, "the %s on %s does not reach %s with this action", p.typeName(a.id), t.squareOf(a.id), at)
	}
	return false
}

// unmet reports whether the action reaches nothing because its condition does not hold.
func (a *actor) unmet(reached []movement.PieceID) bool {
	if a.def.When == "" || len(reached) > 0 {
		return false
	}
	name := a.p.typeName(a.id)
	return len(a.otherwise(func(d *rules.Piece) {
		if d.Name == name {
			d.Actions = slices.Clone(d.Actions)
			d.Actions[a.index].When = ""
		}
	})) > 0
}

// otherwise returns what the action would reach if definitions said something else. Faults
// are rare enough to compile them anew.
func (a *actor) otherwise(change func(*rules.Piece)) []movement.PieceID {
	l := a.p.d.law()
	book := l.book
	for _, d := range l.book.Pieces() {
		rule, def := *d.Rule, *d.Piece
		change(&def)
		rule.Piece = &def
		book = book.With(rule)
	}
	rs, err := movement.Compile(book, l.reading)
	if err != nil {
		return nil
	}
	other := *l
	other.ruleset = rs
	t := &table{state: a.p.d.state(), law: &other}
	t.setUp()
	return t.pos.ActionTargets(a.id, a.index, nil)
}

// perform does the action to its targets in the order in which the play names them.
func (a *actor) perform(targets []movement.PieceID) {
	p, t, l := a.p, a.p.d.now, a.p.d.law()
	kind := &l.kinds[t.pos.TypeOf(a.id)]
	b := kind.actions[a.index]
	item := notation.Item{Kind: notation.Action, From: t.squareOf(a.id), Targets: slices.Clone(a.s.item.Targets)}
	if len(l.ruleset.Def(t.pos.TypeOf(a.id)).Actions) > 1 {
		item.Action = a.def.Name
	}
	if p.fails(a.s, rules.ActMove, a.id, t.pos.Where(a.id), nil, item) {
		return
	}
	// A piece that copies others acts by its own definition, as nothing else.
	last := p.history(a.id, PlayMove, movement.Way{Clauses: []string{a.clause}})
	p.executed(item, a.id)
	var captured []*capturedPiece
	var struck []happening
	act := movement.Act{Play: movement.Move, Piece: a.id, From: t.pos.Where(a.id), To: t.pos.Where(a.id), Other: movement.NoPiece}
	for _, x := range targets {
		act.Targets = append(act.Targets, movement.Fallen{Piece: x, At: t.pos.Where(x), Side: t.pos.Owner(x)})
		struck = append(struck, happening{on: rules.OnStruck, side: p.name, other: t.sideName(t.pos.Owner(x)),
			others: []string{t.sideName(t.pos.Owner(x))}, piece: t.pieceName(x)})
		if slices.Contains(a.def.Leaves, p.typeName(x)) {
			continue
		}
		switch a.def.Effect {
		case actionCapture:
			captured = append(captured, p.remove(b, a.id, x))
		case actionDestroy:
			p.destroy(b, a.id, x)
		case actionLift:
			p.d.emit(b, events.PieceLifted{Piece: t.pieceName(x), From: t.squareOf(x), Why: LiftEffect})
		}
	}
	for _, victim := range captured {
		p.react(victim)
	}
	last.Counters = t.state.pieces[a.id].counters
	p.d.emit(b, last)
	for _, victim := range captured {
		p.keep(a.id, victim)
	}
	p.promotions(a.s, a.id, playAction, "")
	p.follow(act)
	for _, h := range struck {
		p.d.happens(h)
	}
}

// destroy destroys a target. A royal one counts as captured by the actor's side.
func (p *play) destroy(b *events.Basis, id, target movement.PieceID) {
	t := p.d.now
	name := t.pieceName(target)
	if p.d.law().ruleset.Royal(t.pos.TypeOf(target)) {
		p.falls = append(p.falls, fall{captor: p.name, loser: t.sideName(t.pos.Owner(target)), piece: name, by: t.pieceName(id)})
	}
	p.d.emit(b, events.PieceDestroyed{Piece: name, Why: events.WhyEffect})
}
