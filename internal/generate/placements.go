package generate

import (
	"slices"

	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// placement makes a Placement of a piece on a board, if it finds a square for it soon.
func (g *Generator) placement(h *hand, on *movement.Position, id movement.PieceID) (notation.Item, bool) {
	squares := h.rs.Squares()
	for k := range 12 {
		sq := pick(g, squares)
		if k%2 == 0 && len(h.onBoard) > 0 {
			if friend, ok := g.near(h, h.pos.Where(pick(g, h.onBoard)), 3); ok {
				sq = friend
			}
		}
		if g.fits(h, on, id, sq) {
			return g.placed(h, id, sq), true
		}
	}
	return notation.Item{}, false
}

// fits reports whether a piece may be placed on a square of a board, exceptions apart.
func (g *Generator) fits(h *hand, on *movement.Position, id movement.PieceID, sq movement.Square) bool {
	if on.At(sq) != movement.NoPiece || !on.PlaceableAt(id, sq) {
		return false
	}
	found := on.Placing(id, sq)
	return !found.NotAllowed && len(found.Attacks) == 0 && len(found.Checks) == 0
}

// near returns a square within a distance of another one.
func (g *Generator) near(h *hand, sq movement.Square, within int) (movement.Square, bool) {
	name := h.rs.SquareName(sq)
	if name == "" {
		return movement.Off, false
	}
	file, rank := int(name[0]-'a'), 0
	for _, c := range name[1:] {
		rank = 10*rank + int(c-'0')
	}
	file += g.rng.IntN(2*within+1) - within
	rank += g.rng.IntN(2*within+1) - within
	return g.square(h, file, rank)
}

// square returns the square of a file from 0 and a rank from 1, if the board has it.
func (g *Generator) square(h *hand, file, rank int) (movement.Square, bool) {
	if file < 0 || rank < 1 {
		return movement.Off, false
	}
	return h.rs.Square(rules.SquareName(file, rank-1))
}

// placed writes a Placement: by the piece's id, which is never in doubt, or by its glyph.
func (g *Generator) placed(h *hand, id movement.PieceID, sq movement.Square) notation.Item {
	item := notation.Item{Kind: notation.Placement, To: h.rs.SquareName(sq), ID: h.j.PieceName(id)}
	if len(h.rs.CounterNames(h.pos.TypeOf(id))) == 0 && g.often(600) {
		item.ID, item.Name = "", h.rs.Glyph(h.pos.TypeOf(id))
	}
	return item
}

// rare makes one of the atomic plays that are made now and then: a move of a declared kind, an exit,
// a change of places, something done to others.
func (g *Generator) rare(h *hand) (notation.Item, bool) {
	if len(h.onBoard) == 0 || g.often(930) {
		return notation.Item{}, false
	}
	id := pick(g, h.onBoard)
	typ := h.pos.TypeOf(id)
	item := notation.Item{Name: g.word(h, id), From: h.rs.SquareName(h.pos.Where(id))}
	if list := h.an.Exits(id); len(list) > 0 {
		item.Kind, item.To = notation.Exit, h.rs.SquareName(pick(g, list))
		return item, true
	}
	if list := h.an.Swaps(id); len(list) > 0 {
		item.Kind, item.To = notation.Move, h.rs.SquareName(pick(g, list))
		return item, true
	}
	def := h.rs.Def(typ)
	for i := range def.Actions {
		targets := h.pos.ActionTargets(id, i, nil)
		if len(targets) == 0 {
			continue
		}
		slices.Sort(targets)
		target := pick(g, targets)
		if h.truce && h.rs.Royal(h.pos.TypeOf(target)) {
			continue
		}
		item.Kind, item.Name, item.Action = notation.Action, h.rs.Glyph(typ), def.Actions[i].Name
		item.Targets = []string{h.rs.SquareName(h.pos.Where(target))}
		return item, true
	}
	kinds := g.law.proc.Kinds
	side, ok := h.j.State().Side(h.name)
	if len(def.ByKind()) == 0 || len(kinds) == 0 || !ok || h.j.State().Balance(side.Player, kinds[0].Asset) <= 0 {
		return notation.Item{}, false
	}
	kind, _ := h.rs.Kind(kinds[0].Name)
	g.squares = h.pos.MovesOfKind(id, kind, g.squares[:0])
	for range 4 {
		if len(g.squares) == 0 {
			break
		}
		if to := pick(g, g.squares); h.pos.LegalMove(id, to) {
			item.Kind, item.To = notation.Kind(kinds[0].Name), h.rs.SquareName(to)
			return item, true
		}
	}
	return notation.Item{}, false
}
