package position

import (
	"slices"

	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// left is what duties leave the pieces of the position.
func (s *Setting) left() turns.Left {
	if s.Book == nil {
		return nil
	}
	return turns.LeftBy(s.Book, s.Position)
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
