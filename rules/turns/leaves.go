package turns

import (
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// counting is what is decided once of a game whose leaves are counted by bits (see movement.Leaves): which duties ask something of which
// acts. Choices, limits, obligations and placements that may not attack are left to Each.
type counting struct {
	ready  bool
	leaves *movement.Leaves // nil: this game is not counted so
	serves bool             // the positions from here on are
	bans   []ban
	asked  []movement.Asked // by TypeID
}

// A ban is a duty that forbids, as far as the leaves go.
type ban struct {
	duty     *duty
	before   bool // its condition is the same for all acts
	acts     bool // it is about acts of pieces on the board
	placing  bool // it is about Placements,
	checking bool // of which it asks nothing where nobody comes into check
}

// prepare makes ready to count from a side's turn on. No side but that one may be in check, as no legal turn leaves it so.
func (g *Game) prepare(s movement.SideID) {
	c := &g.counting
	if !c.ready {
		c.ready = true
		c.compile(g)
	}
	c.serves = c.leaves != nil && (!g.checks || g.Position.Sides() == 2 && !g.Position.InCheck(g.previous(s)))
}

func (c *counting) compile(g *Game) {
	if g.world != nil || g.up != nil || g.exempts != nil || len(g.choices)+len(g.limits) > 0 || g.placing && !g.attack {
		return
	}
	for i := range g.duties {
		d := &g.duties[i]
		if d.Oblige != "" {
			return
		}
		b := ban{duty: d, before: !aboutAct(d.when), placing: d.Names(rules.ActPlacement)}
		b.acts = d.Names(rules.ActMove) || d.Names(rules.ActCapture)
		b.checking = d.after != nil && d.after.Range(noCheck).Never()
		if b.acts || b.placing {
			c.bans = append(c.bans, b)
		}
	}
	if len(c.bans) > 0 {
		c.asked = make([]movement.Asked, g.rs.Types())
	}
	c.leaves = movement.NewLeaves(g.Position, g.checks)
}

// noCheck is what is known where no side is in check.
func noCheck(name string, _ []string) formula.Range {
	if name == ".in_check" {
		return formula.Exactly(0)
	}
	return formula.Anything()
}

// aboutAct reports whether a condition, which may be missing, asks something of the act.
func aboutAct(f *formula.Formula) bool {
	return f != nil && (f.Uses("self") || f.Uses("from") || f.Uses("to") || f.Uses("victim") || f.Uses("victims"))
}

// bind says which acts of a side duties ask something of, nil if they ask of none.
func (g *Game) bind(s movement.SideID) []movement.Asked {
	c := &g.counting
	if len(c.bans) == 0 {
		return nil
	}
	clear(c.asked)
	for i := range c.bans {
		b := &c.bans[i]
		if b.before && !g.holds(b.duty.when, s, nil) {
			continue
		}
		for t := range c.asked {
			if b.duty.typ != movement.NoType && movement.TypeID(t) != b.duty.typ {
				continue
			}
			a := &c.asked[t]
			a.Acts = a.Acts || b.acts
			if b.placing {
				a.Checking = b.checking && (!a.Placing || a.Checking)
				a.Placing = true
			}
		}
	}
	return c.asked
}

// leaves returns the number of legal turns of a side. Acts are made only where their legality is not known without.
func (g *Game) leaves(s movement.SideID) (nodes uint64) {
	defer g.begin(s)()
	p, c := g.Position, &g.counting
	one := func(*Turn) bool {
		nodes++
		return true
	}
	base := len(g.plies)
	counted := false
	if c.serves {
		nodes, g.plies, counted = c.leaves.Count(s, g.bind(s), g.placing, g.plies)
	}
	guarded := false
	if counted {
		g.pass(s)
	} else {
		base = g.acts(s)
		guarded = g.checks && p.Guard(s, &g.guard)
	}
	var ply movement.Ply
	turn := Turn{Act: &ply}
	for i := base; i < len(g.plies); i++ {
		ply = g.plies[i]
		safe := !g.checks || guarded && p.Safe(&g.guard, &ply)
		if counted {
			safe = c.leaves.Safe(&ply)
		}
		if len(g.choices) > 0 || len(g.limits) > 0 || ply.Play == movement.Placement && !g.attack || !safe {
			g.play(s, &ply, one)
			continue
		}
		turn.after = 0
		switch {
		case g.forbidden(s, &turn):
		case turn.after != 0:
			g.play(s, &ply, one)
		default:
			nodes++
		}
	}
	g.plies = g.plies[:base]
	g.alone(s, one)
	return nodes
}
