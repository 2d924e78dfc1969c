package movement

import "slices"

// Moves that do more than take their piece somewhere: with another piece, over squares on which it can be captured then, or
// with a promotion that belongs to the way.

// forms reports whether a mode does more than move its piece.
func (m *mode) forms() bool { return m.op == opCarry || m.exposed || len(m.becomes) > 0 }

// Forms reports whether a type has such moves.
func (rs *Ruleset) Forms(t TypeID) bool {
	return slices.ContainsFunc(rs.types[t].modes, func(m mode) bool { return m.forms() })
}

// ActsOf appends the acts of one piece on the board, as Plies does of all.
func (p *Position) ActsOf(id PieceID, buf []Ply) []Ply {
	g := plying{p: p, out: buf}
	g.piece(id)
	return g.out
}

// Along returns the Moves of a piece on the board in which another one goes along, or changes places with it.
func (p *Position) Along(id PieceID) []Ply {
	list := slices.DeleteFunc(p.ActsOf(id, nil), func(ply Ply) bool { return ply.Play != Move || ply.Other == NoPiece })
	for i := range list {
		list[i].OtherFrom = p.pieces[list[i].Other].at
	}
	return list
}

// ByMode reports whether what the piece becomes belongs to the way by which it goes, not to a clause on promotions.
func (ply *Ply) ByMode() bool { return len(ply.modes) > 0 }

// Passes returns the squares between two, on which a piece that is exposed can be captured.
func (p *Position) Passes(from, to Square) []Square {
	saved := p.passing
	p.passed(NoPiece, from, to)
	list := slices.Clone(p.passing.squares[:p.passing.n])
	p.passing = saved
	return list
}

// PromotesBy reports whether the place of a promotion clause is that of a play from one square to another: where it
// ends, or where it began for one that is about leaving. A clause without a place is about any.
func (p *Position) PromotesBy(id PieceID, clause int, from, to Square) bool {
	pc := &p.pieces[id]
	list := p.rs.types[pc.typ].promote
	for i := range list {
		pr := &list[i]
		if pr.index != clause {
			continue
		}
		at := to
		if pr.def.On == "leave" {
			at = from
		}
		return pr.in == nil || at != Off && pr.in.has(at, p.sides[pc.side].name)
	}
	return false
}

// formed adds, to the acts that the analysis found of a piece, those of its own modes that do more than move it, and leaves out
// what only they lead to.
func (g *plying) formed(who *actor) {
	p := g.p
	t := &p.rs.types[who.own]
	denied := p.denied(who)
	collect := func(formed bool) (list []Ply) {
		own := plying{p: p}
		for i := range t.modes {
			if m := &t.modes[i]; m.op != opAs && m.forms() == formed {
				own.mode(m, who)
			}
		}
		return own.out
	}
	forms, plain := collect(true), collect(false)
	same := func(list []Ply, a *Ply) bool {
		return slices.ContainsFunc(list, func(b Ply) bool {
			return a.Play == b.Play && a.To == b.To && a.Take == b.Take && a.Other == NoPiece && b.Other == NoPiece
		})
	}
	found := slices.DeleteFunc(g.out[g.base:], func(a Ply) bool { return same(forms, &a) && !same(plain, &a) }) // below are those of others, and of turns before
	g.out = g.out[:g.base+len(found)]
	for _, ply := range forms {
		if ply.Play == Move && denied&forMove == 0 || ply.Play == Capture && denied&forTake == 0 {
			g.add(ply)
		}
	}
}
