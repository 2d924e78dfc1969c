package generate

import (
	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// way is one capture of one piece.
type way struct {
	id movement.PieceID
	t  movement.Taking
}

// taking makes a capture in some of the turns in which there is one; a royal piece is
// rarely spared.
func (g *Generator) taking(h *hand) []notation.Item {
	var royal, other []way
	for _, id := range h.onBoard {
		for _, t := range h.an.Takings(id) {
			w := way{id, t}
			if h.rs.Royal(h.pos.TypeOf(t.Victim)) {
				royal = append(royal, w)
			} else {
				other = append(other, w)
			}
		}
	}
	if h.truce {
		royal = nil
	}
	if len(royal) > 0 && g.often(800) {
		if w := pick(g, royal); h.pos.LegalTaking(w.id, w.t) {
			return g.captured(h, w)
		}
	}
	if len(other) == 0 || g.often(850) {
		return nil
	}
	for range 3 {
		if w := pick(g, other); h.pos.LegalTaking(w.id, w.t) {
			return g.captured(h, w)
		}
	}
	return nil
}

// captured writes a capture. Where it ends is said if there are two ways, or for good measure.
func (g *Generator) captured(h *hand, w way) []notation.Item {
	from := h.pos.Where(w.id)
	item := notation.Item{Kind: notation.Capture, Name: g.word(h, w.id), From: h.rs.SquareName(from), Victim: h.rs.SquareName(w.t.At)}
	for _, x := range w.t.Over() {
		item.Over = append(item.Over, h.rs.SquareName(h.pos.Where(x)))
	}
	ways := 0
	for _, t := range h.an.Takings(w.id) {
		if t.At == w.t.At {
			ways++
		}
	}
	if ways > 1 || g.often(200) {
		item.To = h.rs.SquareName(w.t.To)
		switch w.t.To {
		case from:
			item.Way = notation.Shot
		case w.t.At:
			item.Way = notation.Onward
		}
	}
	if w.t.To != from {
		item.Becomes = g.becomes(h, w.id, w.t.To)
	}
	if item.Becomes == "" {
		for i := range h.rs.Def(h.pos.TypeOf(w.id)).Promotion {
			if p := &h.rs.Def(h.pos.TypeOf(w.id)).Promotion[i]; p.On == onCapture && g.often(500) &&
				h.pos.TypeOf(w.t.Victim) != h.pos.TypeOf(w.id) && !h.rs.Royal(h.pos.TypeOf(w.t.Victim)) {
				item.Becomes = notation.Victim
				break
			}
		}
	}
	return append([]notation.Item{item}, g.own(h, w.id)...)
}

// escape is a play of a side in check: a capture, a Move or a Placement after which it is
// not in check any more, else a surrender.
func (g *Generator) escape(h *hand) []notation.Item {
	list := append([]movement.PieceID(nil), h.onBoard...)
	g.rng.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	for _, royal := range []bool{true, false} {
		for _, id := range list {
			for _, t := range h.an.Takings(id) {
				if h.rs.Royal(h.pos.TypeOf(t.Victim)) == royal && !(royal && h.truce) && h.pos.LegalTaking(id, t) {
					return g.captured(h, way{id, t})
				}
			}
		}
	}
	for _, id := range list {
		moves := h.an.Moves(id)
		if len(moves) == 0 {
			continue
		}
		first := g.rng.IntN(len(moves))
		for i := range moves {
			if to := moves[(first+i)%len(moves)]; h.pos.LegalMove(id, to) {
				return g.moved(h, id, to)
			}
		}
	}
	if item, ok := g.block(h); ok {
		return []notation.Item{item}
	}
	return []notation.Item{{Kind: notation.Surrender}}
}

// block places a piece near the own royal piece so that it is no longer in check.
func (g *Generator) block(h *hand) (notation.Item, bool) {
	king := h.pos.RoyalOf(h.side)
	if king == movement.NoPiece || len(h.held) == 0 {
		return notation.Item{}, false
	}
	on := g.board(h)
	for range 24 {
		id := pick(g, h.held)
		sq, ok := g.near(h, h.pos.Where(king), 2)
		if !ok || !g.fits(h, on, id, sq) {
			continue
		}
		on.Put(id, sq)
		safe := !on.InCheck(h.side)
		on.Lift(id)
		if safe {
			return g.placed(h, id, sq), true
		}
	}
	return notation.Item{}, false
}
