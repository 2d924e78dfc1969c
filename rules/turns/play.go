package turns

import "adjudicate/rules/movement"

// Play makes the first legal turn of a side of which is says yes, for good, and reports whether there is one. is sees
// the board as the turn leaves it.
func (g *Game) Play(s movement.SideID, is func(*Turn) bool) bool {
	after := g.rs.NewPosition()
	found := false
	g.Each(s, func(t *Turn) bool {
		if found = is(t); found {
			after.CopyFrom(g.Position)
		}
		return !found
	})
	if found {
		g.Position.CopyFrom(after)
	}
	return found
}

// Next returns the side whose turn follows that of s.
func (g *Game) Next(s movement.SideID) movement.SideID { return g.next(s) }

// Checked reports whether a side is in check, which none is where no rule speaks of it.
func (g *Game) Checked(s movement.SideID) bool { return g.checks && g.Position.InCheck(s) }

// Stuck reports whether a side has no legal turn.
func (g *Game) Stuck(s movement.SideID) bool {
	stuck := true
	g.Each(s, func(*Turn) bool {
		stuck = false
		return false
	})
	return stuck
}
