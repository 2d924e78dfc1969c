package movement

import (
	"cmp"
	"slices"

	"adjudicate/rules"
)

// Acts apart. Most acts of a piece are told by the squares between which it goes, and by what it captures. These are not, and are plies as well:
//
//	a move of a declared kind   Play Declared, Kind     it goes to To, an empty square, by other modes
//	a capture in such a kind    Play Capture, In        it takes what others take by ordinary modes: an act of its own
//	a move off the board        Play Move, To Off       it ends off the board: one act, whichever square it leaves by
//	an action                   Play Move, Action, Take it stays, and does to the victims of Take what its definition says
//
// Each set of targets is an act of its own, done to them in the order of their squares. Of the sets of one action those of fewer targets come first,
// and no more than MostSets are listed; whoever has to know them all asks Sets beforehand. What an act costs its player no position knows.

// MostSets is how many sets of targets of one action are listed.
const MostSets = 4096

// Apart reports whether an act is one that squares do not tell.
func (ply *Ply) Apart() bool { return ply.Play == Declared || ply.In > 0 || ply.Acts() || ply.Leaves() }

// Acts reports whether an act is an action.
func (ply *Ply) Acts() bool { return ply.Action > 0 }

// Leaves reports whether an act takes its piece off the board.
func (ply *Ply) Leaves() bool { return ply.Play == Move && ply.To == Off }

// Called reports whether a word by which rules call acts is true of one: a capture in a declared kind is called a capture and by its kind.
func (rs *Ruleset) Called(ply *Ply, is func(word string) bool) bool {
	return is(rs.ActOf(ply)) || ply.Play == Capture && ply.In > 0 && is(rs.kindNames[ply.In-1])
}

// ActOf is the word by which duties, stages and choices name an act: see Play.Act.
func (rs *Ruleset) ActOf(ply *Ply) string {
	if ply.Play == Declared {
		return rs.kindNames[ply.Kind]
	}
	return ply.Play.Act()
}

// actsApart notes which types have acts apart.
func (rs *Ruleset) actsApart() {
	leaves := func(modes []mode) bool {
		return slices.ContainsFunc(modes, func(m mode) bool { return m.use&forExit != 0 })
	}
	off := slices.ContainsFunc(rs.grants, func(g grant) bool { return leaves(g.modes) })
	for i := range rs.types {
		off = off || leaves(rs.types[i].modes)
	}
	for i := range rs.types {
		k := &rs.types[i]
		k.leaves = off && (leaves(k.modes) || k.asSet != 0 || len(rs.grants) > 0)
		k.apart = k.leaves || len(k.actions) > 0 || k.plain < len(k.modes)
		for id := range k.ofKinds {
			k.apart = k.apart || rs.kinds[id].declared && len(k.ofKinds[id]) > 0
		}
	}
}

// ExitMark is the word that marks the plays by which pieces of a type leave the board, by modes of their own or lent to them: see rules.Piece.ExitMark.
func (rs *Ruleset) ExitMark(t TypeID) string {
	if mark := rs.types[t].def.ExitMark(); mark != "" {
		return mark
	}
	for i := range rs.types {
		for _, lent := range rs.types[i].def.Grants {
			if mark := (&rules.Piece{Modes: lent.Modes}).ExitMark(); mark != "" {
				return mark
			}
		}
	}
	return ""
}

// apart adds the acts apart of a piece.
func (g *plying) apart(who *actor) {
	p, k := g.p, &g.p.rs.types[who.own]
	plain := Ply{Play: Move, Piece: who.id, From: who.from, To: who.from, Take: noTaking, Other: NoPiece, Becomes: NoType}
	for id := range k.ofKinds {
		if !p.rs.kinds[id].declared || p.rs.kinds[id].helps {
			continue
		}
		ply := plain
		ply.Play, ply.Kind = Declared, KindID(id)
		for _, ply.To = range p.MovesOfKind(who.id, ply.Kind, nil) {
			g.promoting(ply)
		}
	}
	if k.leaves && len(p.findings(who.id).Exits(who.id)) > 0 {
		ply := plain
		ply.To = Off
		g.add(ply)
	}
	for i := range k.def.Actions {
		if targets := p.actedOn(who, i); len(targets) > 0 {
			ply := plain
			ply.Action = uint8(i + 1)
			g.sets(ply, targets, k.def.Actions[i].Most)
		}
	}
}

// actedOn returns whom an action may be done to, in the order of their squares. An action neither captures nor destroys royal pieces of its
// own side, nor others where its side may not.
func (p *Position) actedOn(who *actor, index int) []PieceID {
	def := &p.rs.types[who.own].def.Actions[index]
	if len(p.rs.denials) > 0 && p.denied(who)&forMove != 0 {
		return nil
	}
	list := slices.DeleteFunc(p.ActionTargets(who.id, index, nil), func(x PieceID) bool {
		pc := &p.pieces[x]
		return p.rs.types[pc.typ].royal && def.Effect != "lift" && (pc.side == who.side || !p.mayTakeRoyal(who.side))
	})
	slices.SortFunc(list, func(a, b PieceID) int { return cmp.Compare(p.pieces[a].at, p.pieces[b].at) })
	return slices.Compact(list)
}

// sets adds an action once with each set of its targets, of so many at most; 0: of any number.
func (g *plying) sets(ply Ply, targets []PieceID, most int) {
	if most == 0 || most > len(targets) {
		most = len(targets)
	}
	left := MostSets
	var set []PieceID
	var from func(i, size int)
	from = func(i, size int) {
		if size == 0 {
			if left--; left >= 0 {
				ply.Take = g.p.taking(set, ply.From)
				g.out = append(g.out, ply)
			}
			return
		}
		for ; i+size <= len(targets) && left > 0; i++ {
			set = append(set, targets[i])
			from(i+1, size-1)
			set = set[:len(set)-1]
		}
	}
	for size := 1; size <= most; size++ {
		from(0, size)
	}
}

// TargetsOf returns where the pieces stand that an action is done to, in order.
func (p *Position) TargetsOf(ply *Ply) (list []Square) {
	for _, x := range ply.Take.Victims() {
		list = append(list, p.pieces[x].at)
	}
	return list
}

// Sets returns how many sets of targets an action of a type may have, an index of its definition's Actions, wherever it is done: at most one more
// than MostSets. Each square that it can reach may hold a target.
func (rs *Ruleset) Sets(t TypeID, index int) int {
	k := &rs.types[t]
	most, reached := k.def.Actions[index].Most, 0
	for i := range k.actions {
		act := &k.actions[i]
		if act.def != &k.def.Actions[index] {
			continue
		}
		table := make([]uint16, len(k.reach))
		(&compiler{rs: rs}).span(&act.mode, table, 1)
		for _, from := range rs.squares {
			n := 0
			for _, to := range rs.squares {
				if table[int(to)-int(from)+rs.bias] != 0 && to != from || k.covers != nil {
					n++
				}
			}
			reached = max(reached, n)
		}
	}
	if most == 0 || most > reached {
		most = reached
	}
	sets, of := 0, 1
	for size := 1; size <= most; size++ {
		of = of * (reached - size + 1) / size
		if sets += of; sets > MostSets {
			return MostSets + 1
		}
	}
	return sets
}

// acts does an action to its targets, and returns them as they were, and which of them have fallen.
func (p *Position) acts(ply *Ply) (targets, fallen []Fallen) {
	def := &p.rs.types[p.pieces[ply.Piece].typ].def.Actions[ply.Action-1]
	mover := p.pieces[ply.Piece].side
	for _, x := range ply.Take.Victims() {
		o := &p.pieces[x]
		f := Fallen{x, o.at, o.side}
		targets = append(targets, f)
		if o.at == Off || slices.Contains(def.Leaves, p.rs.types[o.typ].name) {
			continue
		}
		switch def.Effect {
		case "capture":
			p.takeOff(ply.Piece, x)
			fallen = append(fallen, f)
		case "destroy":
			p.fallFor(x, mover)
			p.pieces[x].gone = true
			fallen = append(fallen, f)
		case "lift":
			p.Lift(x)
			p.left(x)
		}
	}
	p.liftStack = p.liftStack[:0]
	return targets, fallen
}
