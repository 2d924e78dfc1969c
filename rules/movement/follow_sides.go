package movement

import (
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// This file applies the effects of consequences that are not about one piece after the other: on sides and accounts, counters,
// squares, new pieces.

// holder is whom a formula yields; ok is false if that is nobody.
func (x *follower) holder(f *formula.Formula, env *followEnv) (who Holder, ok bool) {
	who = Nobody
	v := f.Eval(env)
	switch {
	case v == formula.Absent || v < 0:
		return who, false
	case f.Sort() == rules.SortPlayer:
		who.Player = int(v)
	default:
		who.Side = SideID(v)
	}
	return who, true
}

// ofSides tells an effect on sides alone; nothing comes of one that concerns nobody.
func (x *follower) ofSides(d *doing, ch Change, env *followEnv) {
	e := &SideEffect{Doing: d.src, Verb: d.verb, Side: ch.Side, Other: -1, Holder: Nobody}
	if d.verb == "next" && d.whom == "owner" {
		e.Side = env.m.side
	}
	if d.other != nil {
		who, ok := x.holder(d.other, env)
		if !ok {
			return
		}
		e.Other = who.Side
	}
	if d.holder != nil {
		var ok bool
		if e.Holder, ok = x.holder(d.holder, env); !ok {
			return
		}
	}
	ch.Sides = e
	x.out = append(x.out, ch)
	if d.verb == "surrender" { // its pieces leave the board as soon as that is told
		for id := range x.p.pieces {
			if pc := &x.p.pieces[id]; pc.side == e.Side && pc.at != Off {
				x.queue = append(x.queue, moment{on: "removed", actor: PieceID(id), at: pc.at, side: e.Side, captor: env.self, victim: PieceID(id), left: pc.at})
			}
		}
	}
}

// pay tells a payment.
func (x *follower) pay(d *doing, ch Change, env *followEnv) {
	ch.Pay = &Payment{Doing: d.src, Amount: d.to.Eval(env), Mover: x.mover, Owner: env.m.side, Payer: Nobody, Payee: Nobody}
	if d.owed != nil {
		ch.Pay.Owed = d.owed.Eval(env)
	}
	for _, f := range []struct {
		who  *formula.Formula
		into *Holder
	}{{d.payer, &ch.Pay.Payer}, {d.payee, &ch.Pay.Payee}} {
		if f.who == nil {
			continue
		}
		var ok bool
		if *f.into, ok = x.holder(f.who, env); !ok {
			return // there is nobody to pay, or to be paid
		}
	}
	x.out = append(x.out, ch)
}

// set gives a counter of self, or of the pieces that where selects, another value; the values are computed before the first of them changes.
func (x *follower) set(d *doing, ch Change, side SideID, env *followEnv) {
	p := x.p
	which := func(id PieceID) int { return slices.Index(p.rs.types[p.pieces[id].typ].counters, d.name) } // of the type that it may have become by an effect of this entry
	list := []PieceID{env.self}
	if d.whom == "pieces" {
		has := slices.DeleteFunc(x.members(d, side, env), func(id PieceID) bool { return which(id) < 0 })
		list = byLot(x, d, ch.Clause, env, has, x.lotName)
	}
	out := len(x.out)
	for _, id := range list {
		k, set := &p.rs.types[p.pieces[id].typ], which(id)
		if set < 0 || p.pieces[id].gone {
			continue
		}
		if env.it = NoPiece; d.whom == "pieces" {
			env.it = id
		}
		ch.Piece, ch.Set, ch.Value = id, set, CounterValue(d.to.Eval(env))
		if most := k.bounds[set].Most; most > 0 && ch.Value > most {
			ch.Value = k.bounds[set].Over
		}
		if int(p.pieces[id].counters[set]) != ch.Value && p.FitsCounting(id, set, ch.Value) {
			x.out = append(x.out, ch)
		}
	}
	env.it = NoPiece
	for _, c := range x.out[out:] {
		p.SetCounter(c.Piece, c.Set, c.Value)
	}
}

// close closes the square that an effect names, or those for which its condition holds, each if it is empty; or opens those that are closed.
func (x *follower) close(d *doing, ch Change, env *followEnv) {
	p := x.p
	var list []Square
	is, becomes := NoPiece, p.Close
	if d.kind == Opened {
		is, becomes = wall, p.Open
	}
	add := func(sq Square) {
		if sq != Off && p.cells[sq] == is {
			list = append(list, sq)
		}
	}
	if d.on != nil {
		add(x.square(d, env))
	} else {
		for _, sq := range p.rs.Squares() {
			if env.place = sq; d.where.Holds(env) {
				add(sq)
			}
		}
		env.place = Off
	}
	for _, ch.To = range byLot(x, d, ch.Clause, env, list, p.rs.SquareName) {
		becomes(ch.To)
		x.out = append(x.out, ch)
	}
}

// typeOf is the type that a formula yields.
func (x *follower) typeOf(d *doing, env *followEnv) TypeID {
	if t := d.typeOf.Eval(env); t != formula.Absent && t >= 0 {
		return TypeID(t)
	}
	return NoType
}

// create brings a new piece to its square, if there is room for it, or into the holding of its side where the effect names no square.
func (x *follower) create(d *doing, ch Change, env *followEnv) {
	p := x.p
	if d.typeOf != nil {
		ch.Type = x.typeOf(d, env)
	}
	if d.on == nil && ch.Type != NoType && len(p.pieces) < MostPieces {
		ch.To = Off
		ch.Piece = p.AddPiece(ch.Type, ch.Side)
		x.out = append(x.out, ch)
		return
	}
	if ch.To = x.square(d, env); ch.To == Off || ch.Type == NoType || p.cells[ch.To] != NoPiece && !(d.src.Join && p.joinsAs(ch.Type, ch.To)) || len(p.pieces) >= MostPieces ||
		p.rs.wide && !p.room(ch.Type, ch.Side, &p.rs.types[ch.Type].initial, ch.To, NoPiece, noTaking) {
		return
	}
	ch.Piece = p.AddPiece(ch.Type, ch.Side)
	p.Put(ch.Piece, ch.To)
	if x.born == nil {
		x.born = map[PieceID][]*consequence{}
	}
	x.born[ch.Piece] = append(slices.Clone(x.born[env.m.actor]), env.entry)
	x.out = append(x.out, ch)
	x.queue = append(x.queue, moment{on: "landed", actor: ch.Piece, at: ch.To, side: ch.Side, captor: NoPiece, victim: NoPiece})
}
