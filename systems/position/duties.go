package position

import (
	"slices"

	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// free is what duties leave the pieces of a position: nil where there are none.
type free map[movement.SideID][]movement.Ply

// free asks what duties leave each side, as if it were its turn. Duties whose conditions take a ledger to answer are left out.
func (s *Setting) free() free {
	if s.Book == nil {
		return nil
	}
	g, _ := turns.Duties(s.Book, s.Position)
	if !g.Bound() {
		return nil
	}
	f := free{}
	for i := range s.Doc.Sides {
		f[movement.SideID(i)] = g.Free(movement.SideID(i))
	}
	return f
}

// move reports whether duties let a piece go to an empty square, or change places with what stands there.
func (f free) move(side movement.SideID, id movement.PieceID, to movement.Square) bool {
	return f == nil || slices.ContainsFunc(f[side], func(p movement.Ply) bool {
		return p.Play != movement.Capture && p.Piece == id && p.To == to
	})
}

// capture reports whether duties let a piece capture so.
func (f free) capture(side movement.SideID, id movement.PieceID, t movement.Taking) bool {
	return f == nil || slices.ContainsFunc(f[side], func(p movement.Ply) bool {
		return p.Play == movement.Capture && p.Piece == id && p.Take.Victim == t.Victim && p.Take.To == t.To && p.Take.Also == t.Also && p.Take.More == t.More
	})
}

// along reports whether duties let a piece go with another one.
func (f free) along(side movement.SideID, a *movement.Ply) bool {
	return f == nil || slices.ContainsFunc(f[side], func(p movement.Ply) bool {
		return p.Play == movement.Move && p.Piece == a.Piece && p.To == a.To && p.Other == a.Other && p.Onto == a.Onto
	})
}

// Barred lists where a piece on the board would go by acts that are not legal: those that would leave its side in check, and those that
// a duty alone forbids. It is its moves, those with another piece, and the squares of what it would capture.
func (s *Setting) Barred(r *PieceReport) (exposing, forbidden []string) {
	id := movement.PieceID(slices.IndexFunc(s.Doc.Pieces, func(p Piece) bool { return p.ID == r.ID }))
	if r.At == "" {
		return nil, nil
	}
	bar := func(safe bool, at string) {
		if safe {
			forbidden = append(forbidden, at)
		} else {
			exposing = append(exposing, at)
		}
	}
	p := s.Position
	for _, sq := range p.MovesOf(id, nil) {
		if at := s.Rules.SquareName(sq); !slices.Contains(r.LegalMoves, at) {
			bar(p.LegalMove(id, sq), at)
		}
	}
	for i, ply := range p.Along(id) {
		if !r.Along[i].Legal {
			bar(p.LegalAlong(&ply), r.Along[i].String())
		}
	}
	for _, t := range append(p.TakingsOf(id, nil), p.OwnTakingsOf(id, nil)...) {
		if c := s.taken(&t); !slices.ContainsFunc(r.LegalCaptures, c.Equal) {
			bar(p.LegalTaking(id, t), c.At)
		}
	}
	return exposing, forbidden
}
