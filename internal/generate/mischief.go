package generate

import (
	"strings"

	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// mischief is a play that is against the rules, or most probably is.
func (g *Generator) mischief(h *hand) string {
	someone := g.stranger(h)
	name := func(sq movement.Square) string { return h.rs.SquareName(sq) }
	anywhere := name(pick(g, h.rs.Squares()))
	switch g.rng.IntN(9) {
	case 0: // of a square that is empty, most probably
		return anywhere + "-" + name(pick(g, h.rs.Squares()))
	case 1: // another side's piece
		if someone != movement.NoPiece {
			if moves := h.an.Moves(someone); len(moves) > 0 {
				return name(h.pos.Where(someone)) + "-" + name(pick(g, moves))
			}
		}
	case 2: // out of reach, or through something
		if len(h.onBoard) > 0 {
			id := pick(g, h.onBoard)
			return h.rs.Glyph(h.pos.TypeOf(id)) + name(h.pos.Where(id)) + "-" + anywhere
		}
	case 3: // onto somebody
		if len(h.held) > 0 && someone != movement.NoPiece {
			return h.j.PieceName(pick(g, h.held)) + "@" + name(h.pos.Where(someone))
		}
	case 4: // a capture out of reach
		if len(h.onBoard) > 0 && someone != movement.NoPiece {
			return name(h.pos.Where(pick(g, h.onBoard))) + "x" + name(h.pos.Where(someone))
		}
	case 5: // where it attacks somebody, perhaps
		if len(h.held) > 0 && someone != movement.NoPiece {
			if sq, ok := g.near(h, h.pos.Where(someone), 2); ok {
				return h.j.PieceName(pick(g, h.held)) + "@" + name(sq)
			}
		}
	case 6: // nonsense
		return pick(g, []string{"z99-a1", "let us all be friends", "a1-", "R@", "Qh7", "a1-a2-a3", "surrender; pass"})
	case 7: // too much at once
		if items := g.move(h, nil, nil); items != nil {
			text := notation.Play{Items: items}.String()
			return strings.Join([]string{text, text, text, "pass"}, "; ")
		}
	}
	return "pass; pass"
}

// stranger returns a piece on the board that belongs to another side, or NoPiece.
func (g *Generator) stranger(h *hand) movement.PieceID {
	for range 4 {
		side := movement.SideID(g.rng.IntN(h.pos.Sides()))
		if side == h.side {
			continue
		}
		if king := h.pos.RoyalOf(side); king != movement.NoPiece && g.often(300) {
			return king
		}
	}
	squares := h.rs.Squares()
	first := g.rng.IntN(len(squares))
	for i := range squares {
		if id := h.pos.At(squares[(first+i)%len(squares)]); id != movement.NoPiece && h.pos.Owner(id) != h.side {
			return id
		}
	}
	return movement.NoPiece
}
