package turns

import (
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// Duties returns the game of a rulebook as far as its duties go, from a position on: whoever shows what pieces can do asks it
// what is forbidden. A duty whose condition takes a ledger to answer, or asks what the next side can play, is left out; its clause is among left.
func Duties(rb *rules.Rulebook, p *movement.Position) (g *Game, left []string) {
	g = &Game{Position: p, rs: p.Ruleset(), quantities: rb.Procedure().Named()}
	g.env.g = g
	g.checks = rb.Procedure().Checks != nil
	for _, k := range rb.Procedure().Kinds {
		if id, ok := g.rs.Kind(k.Name); ok && k.Cost != "" {
			if g.costly == nil {
				g.costly = map[movement.KindID]bool{}
			}
			g.costly[id] = true
		}
	}
	v := rules.DutyVocabulary(g.resolver())
	add := func(d *rules.Duty, typ movement.TypeID, clause string) {
		n := len(g.duties)
		if n == mostDuties || d.Replies() || g.duty(d, typ, clause, v) != nil {
			g.duties = g.duties[:n]
			left = append(left, clause)
		}
	}
	for i := range g.rs.Types() {
		t := movement.TypeID(i)
		list := g.rs.Def(t).Duties
		for j := range list {
			add(&list[j], t, g.rs.Rule(t).Clause(list[j].Cite))
		}
	}
	for _, d := range rb.Duties() {
		add(d.Duty, movement.NoType, d.Clause)
	}
	return g, left
}

// Bound reports whether there are duties that bear on turns.
func (g *Game) Bound() bool { return len(g.duties) > 0 }

// Free lists the acts with pieces on the board that duties leave a side, also those that leave it in check.
func (g *Game) Free(s movement.SideID) (list []movement.Ply) {
	base := g.acts(s)
	for _, ply := range g.plies[base:] {
		turn := Turn{Act: &ply}
		if g.forbidden(s, &turn) {
			continue
		}
		u := g.Position.Do(&ply)
		allowed := true
		for i := range g.duties {
			allowed = allowed && (turn.after>>i&1 == 0 || !g.holds(g.duties[i].after, s, &ply))
		}
		u.Back()
		if allowed {
			list = append(list, ply)
		}
	}
	g.plies = g.plies[:base]
	return list
}
