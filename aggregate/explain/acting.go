package explain

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/rules/movement"
)

// declared asks what a move of a kind that rules declare asks of its piece.
func (a *atom) declared() {
	if !a.acting() {
		return
	}
	called := a.item.To
	if called == "" {
		called = a.item.Victim
	}
	to, ok := a.square(called)
	if !ok {
		return
	}
	b, e := a.b, a.e
	name := string(a.item.Kind)
	typ := b.pos.TypeOf(a.id)
	kind, has := e.law.Kind(name, typ)
	has = has && b.rs.HasKind(typ, kind.ID)
	a.n.add(test(has, article(b.typ(a.id))+" has "+article(name)+" move").by(kind.Cite).stands(aggregate.FaultNoKind))
	if !has {
		return
	}
	if helps := b.rs.Helps(kind.ID); helps || a.item.Helps != "" {
		text := name + " is a move, and no order: orders are weighed where sides play at once"
		if !helps {
			text = "it helps no other piece"
		}
		a.n.add(test(false, text).by(kind.Clause).stands(aggregate.FaultKindForbidden))
		return
	}
	if a.item.Victim != "" {
		a.n.add(test(false, "the "+name+" move captures").by(kind.Cite).stands(aggregate.FaultKindForbidden))
		return
	}
	a.cost(name, &kind)
	n := either(fmt.Sprintf("its %s move leads from %s to %s", name, b.at(a.id), called)).read(kind.Readings...).
		stands(aggregate.FaultOccupied, aggregate.FaultDenied, aggregate.FaultKindRoyal, aggregate.FaultKindForbidden)
	for _, t := range b.pos.TriesOfKind(a.id, kind.ID, to) {
		n.add(b.way(&t))
	}
	n.needs("it may go to " + strings.Join(b.squares(b.pos.MovesOfKind(a.id, kind.ID, nil)), " "))
	a.n.add(n)
}

// inKind asks what a capture in a declared kind asks beside a way to it.
func (a *atom) inKind(w *movement.Taking) {
	name := a.e.law.InKind(&a.item)
	if name == "" || w == nil || a.item.Kind.Declared() {
		return
	}
	b, typ := a.b, a.b.pos.TypeOf(a.id)
	kind, has := a.e.law.Kind(name, typ)
	has = has && b.rs.HasKind(typ, kind.ID)
	a.n.add(test(has, article(b.typ(a.id))+" has "+article(name)+" move").by(kind.Clause).stands(aggregate.FaultNoKind))
	if !has {
		return
	}
	a.cost(name, &kind)
	leads := b.pos.LeadsInKind(a.id, *w, kind.ID)
	a.n.add(test(leads, fmt.Sprintf("its %s move captures on %s", name, a.item.Victim)).by(kind.Cite).stands(aggregate.FaultKindForbidden, aggregate.FaultDenied))
	if leads {
		a.n.add(test(slices.Contains(b.pos.InKinds(a.id, *w), kind.ID), "what is asked of the board after this "+name+" holds").by(kind.Clause, kind.Cite).
			stands(aggregate.FaultKindRoyal, aggregate.FaultKindForbidden))
	}
}

// cost asks whether a move of a kind can be paid for.
func (a *atom) cost(name string, kind *aggregate.KindLaw) {
	price, ok := a.b.j.PriceOf(a.e.Judge, a.sideID, name, a.id)
	if !ok {
		return
	}
	a.n.add(test(price.Has >= aggregate.Payable(price.Result), fmt.Sprintf("%s has the %s of %s that it costs: %v", price.Account, price.Asset, price.Asked, price.Has)).
		by(kind.Clause).stands(aggregate.FaultKindCost))
}

func (a *atom) exit() {
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
	corners := b.pos.ExitsOf(a.id, nil)
	fine := len(corners) > 0 && (corner == movement.Off || slices.Contains(corners, corner))
	text := "it has a free way off the board"
	if len(corners) > 0 {
		text += ": by " + strings.Join(b.squares(corners), ", ")
	}
	n := test(fine, text).by(b.law.Type(b.pos.TypeOf(a.id)).Exit).stands(aggregate.FaultNoExit)
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
