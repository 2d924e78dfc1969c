package turns

import (
	"strings"

	"adjudicate/rules/movement"
)

// Count returns the number of legal sequences of depth turns, the first by side s. stop, if not nil, is asked now and then; once it says
// true, Count returns early with what it has.
func (g *Game) Count(s movement.SideID, depth int, stop func() bool) uint64 {
	if depth <= 0 {
		return 1
	}
	g.prepare(s)
	return g.tree(s, depth, stop)
}

func (g *Game) tree(s movement.SideID, depth int, stop func() bool) uint64 {
	if g.over(g.previous(s)) {
		return 0
	}
	return g.sequences(s, depth, stop)
}

// after counts from where a side has played on, which is whose turn it was.
func (g *Game) after(played movement.SideID, depth int, stop func() bool) uint64 {
	if g.over(played) {
		return 0
	}
	return g.sequences(g.next(played), depth, stop)
}

// over reports whether the game has ended with the turn of a side.
func (g *Game) over(played movement.SideID) bool {
	if len(g.ends) == 0 {
		return false
	}
	_, _, over := g.Over(played)
	return over
}

func (g *Game) previous(s movement.SideID) movement.SideID {
	if s == 0 {
		s = movement.SideID(g.Position.Sides())
	}
	return s - 1
}

// next returns who plays after a side: in the order of the sides, from that one on, the first that the rules put before the others, or
// else the first.
func (g *Game) next(played movement.SideID) movement.SideID {
	n := movement.SideID(g.Position.Sides())
	if g.up != nil {
		for i := range n {
			if s := (played + 1 + i) % n; g.holds(g.up, s, nil) {
				return s
			}
		}
	}
	return (played + 1) % n
}

func (g *Game) sequences(s movement.SideID, depth int, stop func() bool) uint64 {
	if depth > 1 && stop != nil && stop() {
		return 0
	}
	if depth == 1 {
		nodes := g.leaves(s)
		g.Nodes += nodes
		return nodes
	}
	var nodes uint64
	remembers := g.rs.Remembers() || g.rs.Asks()
	g.Each(s, func(*Turn) bool {
		if remembers {
			g.Position.SetTurns(g.Position.Turns() + 1) // taken back with the turn
		}
		nodes += g.after(s, depth-1, stop)
		return true
	})
	return nodes
}

// Divide calls yield for each legal first turn with its share of Count.
func (g *Game) Divide(s movement.SideID, depth int, stop func() bool, yield func(t *Turn, nodes uint64)) {
	if g.over(g.previous(s)) {
		return
	}
	g.Each(s, func(t *Turn) bool {
		nodes := uint64(1)
		if depth > 1 {
			g.prepare(g.next(s))
			nodes = g.after(s, depth-1, stop)
		}
		yield(t, nodes)
		return true
	})
}

// Words writes a turn, while it stands on the board: "e2-e4", "e7xd8=Queen", "Knight@f3", "pass", "e2-e4 (charge)", "e2-off", "action strike e2: d4, f4", with
// "/" before each choice.
func (g *Game) Words(t *Turn) string {
	p, rs, act := g.Position, g.rs, t.Act
	var b strings.Builder
	switch {
	case act.Play == movement.Pass:
		b.WriteString("pass")
	case act.Play == movement.Placement:
		typ := act.Make
		if act.Piece != movement.NoPiece {
			typ = p.TypeOf(act.Piece)
		}
		b.WriteString(rs.TypeName(typ) + "@" + rs.SquareName(act.To))
	case act.Leaves():
		b.WriteString(rs.SquareName(act.From) + "-off")
	case act.Acts():
		b.WriteString("action " + rs.Def(p.TypeOf(act.Piece)).Actions[act.Action-1].Name + " " + rs.SquareName(act.From) + ":")
		for i, sq := range t.on {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString(" " + rs.SquareName(sq))
		}
	case act.From == act.To && act.Becomes != movement.NoType:
		b.WriteString(rs.SquareName(act.From))
	default:
		b.WriteString(rs.SquareName(act.From) + "-" + rs.SquareName(act.To))
	}
	if act.Other != movement.NoPiece {
		b.WriteString("(" + rs.SquareName(act.OtherFrom) + "-" + rs.SquareName(act.Onto) + ")")
	}
	if act.Becomes != movement.NoType {
		b.WriteString("=" + rs.TypeName(act.Becomes))
	}
	if kind := rs.InKind(act); kind != "" {
		b.WriteString(" (" + kind + ")")
	}
	for _, c := range t.Chosen {
		b.WriteString("/")
		if c.Name != "" {
			b.WriteString(c.Name + ":" + g.Called(c))
			continue
		}
		if c.Destroys {
			b.WriteString("x" + rs.SquareName(c.Square))
			continue
		}
		if c.Piece != movement.NoPiece {
			b.WriteString(rs.TypeName(p.TypeOf(c.Piece)) + "@")
		}
		b.WriteString(rs.SquareName(c.Square))
	}
	return b.String()
}
