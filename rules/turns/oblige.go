package turns

import (
	"cmp"
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// What a side is obliged to. Obligations are asked in the order in which the rules state them, each of the acts that those before it
// have left: where one that fulfils it is legal otherwise, it takes away those that do not. An act is legal otherwise or not whatever
// obliges, so each is tried once at most.
//
//	plies, which the position shows  ─┐
//	                                  ├─ 1st obligation ─ 2nd … ─► what the side may do
//	unshown, which a world tells of  ─┘

// Unshown is an act that no position shows, as a world tells of it: a move of a declared kind, or an action.
type Unshown struct {
	Act    string // as duties name it
	Piece  movement.PieceID
	Legal  func() bool                         // whether it is legal, obligations apart; it may take long
	Counts func(most *formula.Formula) float64 // a number of it
	Text   func() string                       // the play that makes it
}

// obliges reports whether the i-th duty is an obligation that binds a side.
func (g *Game) obliges(i int, s movement.SideID) bool {
	d := &g.duties[i]
	return d.Oblige != "" && !g.sparing && g.holds(d.when, s, nil)
}

// fulfils reports whether an act is one that an obligation asks for.
func (g *Game) fulfils(d *duty, act *movement.Ply) bool {
	return g.binds(d, act) && d.asksFor(act.Play.Act())
}

// asksFor reports whether an obligation asks for acts of a name.
func (d *duty) asksFor(name string) bool {
	return name == d.Oblige || d.Oblige == rules.ActAny && name != rules.ActPass
}

// met reports whether an act that no position shows is one that an obligation asks for.
func (g *Game) met(d *duty, u *Unshown) bool {
	return (d.typ == movement.NoType || g.Position.TypeOf(u.Piece) == d.typ) && d.asksFor(u.Act)
}

// oblige leaves, of the acts from base on, those that obligations let a side make, and returns what they leave of those that no position shows.
func (g *Game) oblige(s movement.SideID, base int) (unshown []Unshown) {
	asked := false
	for i := range g.duties {
		if !g.obliges(i, s) {
			continue
		}
		if !asked && g.world != nil {
			unshown = g.world.Unshown(s)
		}
		asked = true
		unshown = g.leave(&g.duties[i], s, base, unshown)
	}
	return unshown
}

// leave leaves what one obligation does.
func (g *Game) leave(d *duty, s movement.SideID, base int, unshown []Unshown) []Unshown {
	var (
		best float64
		able []movement.PieceID // that can make such an act
	)
	// one decides it where it is asked of the whole side, and of a piece where it is asked of pieces
	decided := func(id movement.PieceID) bool {
		return d.most == nil && (d.typ == movement.NoType && len(able) > 0 || slices.Contains(able, id))
	}
	note := func(id movement.PieceID, counts float64) {
		if len(able) == 0 || counts > best {
			best = counts
		}
		able = append(able, id)
	}
	for _, ply := range g.plies[base:] {
		if g.fulfils(d, &ply) && !decided(ply.Piece) && g.possible(s, ply) {
			counts := 0.0
			if d.most != nil {
				counts = g.counted(d.most, s, &ply)
			}
			note(ply.Piece, counts)
		}
	}
	for k := range unshown {
		u := &unshown[k]
		if !g.met(d, u) || decided(u.Piece) {
			continue
		}
		counts := 0.0
		if d.most != nil {
			if counts = u.Counts(d.most); len(able) > 0 && counts <= best && (d.typ == movement.NoType || slices.Contains(able, u.Piece)) {
				continue
			}
		}
		if u.Legal() {
			note(u.Piece, counts)
		}
	}
	if len(able) == 0 {
		return unshown
	}
	spared := func(id movement.PieceID) bool { return d.typ != movement.NoType && !slices.Contains(able, id) }
	kept := g.plies[:base]
	for _, ply := range g.plies[base:] {
		if g.fulfils(d, &ply) {
			if d.most == nil || g.counted(d.most, s, &ply) >= best {
				kept = append(kept, ply)
			}
		} else if spared(ply.Piece) {
			kept = append(kept, ply)
		}
	}
	g.plies = kept
	return slices.DeleteFunc(unshown, func(u Unshown) bool {
		if g.met(d, &u) {
			return d.most != nil && u.Counts(d.most) < best
		}
		return !spared(u.Piece)
	})
}

// possible reports whether an act is legal, with some choice.
func (g *Game) possible(s movement.SideID, ply movement.Ply) bool {
	found := false
	g.play(s, &ply, func(*Turn) bool {
		found = true
		return false
	})
	return found
}

// obliged says which obligation an act leaves undone.
func (g *Game) obliged(s movement.SideID, act *movement.Ply) (list []Objection) {
	if g.sparing || !slices.ContainsFunc(g.duties, func(d duty) bool { return d.Oblige != "" }) {
		return nil
	}
	base := g.raw(s)
	unshown := g.oblige(s, base)
	may := slices.ContainsFunc(g.plies[base:], func(o movement.Ply) bool { return alike(&o, act) })
	left := slices.Clone(g.plies[base:])
	g.plies = g.plies[:base]
	if may {
		return nil
	}
	// The board knows its pieces in an order that hangs on how it came about; what is said must not.
	slices.SortStableFunc(left, func(a, b movement.Ply) int { return cmp.Compare(a.Piece, b.Piece) })
	for i := range g.duties {
		d := &g.duties[i]
		if !g.obliges(i, s) || g.fulfils(d, act) && d.most == nil {
			continue
		}
		o := Objection{Against: Obliged, Clause: d.clause, Duty: d.Duty, Because: d.when}
		if k := slices.IndexFunc(left, func(ply movement.Ply) bool { return g.fulfils(d, &ply) && g.possible(s, ply) }); k >= 0 {
			o.Instead = &left[k]
			return append(list, o)
		}
		if k := slices.IndexFunc(unshown, func(u Unshown) bool {
			return g.met(d, &u) && (d.typ == movement.NoType || u.Piece == act.Piece) && u.Legal()
		}); k >= 0 {
			o.Other = unshown[k].Text()
			return append(list, o)
		}
	}
	return append(list, Objection{Against: Obliged, Duty: new(rules.Duty)})
}
