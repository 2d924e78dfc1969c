package turns

import (
	"cmp"
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// What a side is obliged to. Obligations are asked in the order in which the rules state them, each of the acts that those before it
// have left: where one that fulfils it is legal otherwise, it takes away those that do not. An act is legal otherwise or not whatever
// obliges, so each is tried once at most.
//
//	plies ─ 1st obligation ─ 2nd … ─► what the side may do

// obliges reports whether the i-th duty is an obligation that binds a side.
func (g *Game) obliges(i int, s movement.SideID) bool {
	d := &g.duties[i]
	return d.Oblige != "" && !g.sparing && g.holds(d.when, s, nil)
}

// fulfils reports whether an act is one that an obligation asks for.
func (g *Game) fulfils(d *duty, act *movement.Ply) bool {
	return g.binds(d, act) && g.rs.Called(act, d.asksFor)
}

// asksFor reports whether an obligation asks for acts of a name.
func (d *duty) asksFor(name string) bool {
	return name == d.Oblige || d.Oblige == rules.ActAny && name != rules.ActPass
}

// oblige leaves, of the acts from base on, those that obligations let a side make.
func (g *Game) oblige(s movement.SideID, base int) {
	for i := range g.duties {
		if g.obliges(i, s) {
			g.leave(&g.duties[i], s, base)
		}
	}
}

// leave leaves what one obligation does.
func (g *Game) leave(d *duty, s movement.SideID, base int) {
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
	if len(able) == 0 {
		return
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
	base := g.acts(s)
	may := slices.ContainsFunc(g.plies[base:], func(o movement.Ply) bool { return alike(&o, act) })
	left := slices.Clone(g.plies[base:])
	g.plies = g.plies[:base]
	if may {
		return nil
	}
	// The board knows its pieces in an order that hangs on how it came about; what is said must not.
	slices.SortStableFunc(left, func(a, b movement.Ply) int {
		switch {
		case a.Apart() == b.Apart():
			return cmp.Compare(a.Piece, b.Piece)
		case a.Apart():
			return 1
		}
		return -1
	})
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
	}
	return append(list, Objection{Against: Obliged, Duty: new(rules.Duty)})
}
